//! HTTPS: a certificate and its key, reloaded on request.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use explain::{Error, Kind};
use game::visible_path;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, InconsistentKeys, ServerConfig};

use super::listen::Stream;

/// Maximum time for the TLS handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Maximum size of a certificate or key file, in bytes.
const LARGEST: u64 = 1 << 20;

/// PEM files of a certificate and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, followed by the intermediate certificates.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// TLS for accepted connections.
pub(super) struct Tls {
    files: TlsFiles,
    acceptor: RwLock<TlsAcceptor>,
}

impl Tls {
    pub(super) fn read(files: &TlsFiles) -> Result<Tls, Error> {
        Ok(Tls { files: files.clone(), acceptor: RwLock::new(acceptor(files)?) })
    }

    /// Reloads the files. If they are invalid, the previous certificate stays.
    pub(super) fn renew(&self) {
        match acceptor(&self.files) {
            Ok(acceptor) => {
                *self.acceptor.write().unwrap_or_else(PoisonError::into_inner) = acceptor;
                tracing::info!("reloaded the certificate");
            }
            Err(error) => tracing::warn!(why = error.what, "the previous certificate stays in use"),
        }
    }

    /// Performs the TLS handshake.
    pub(super) async fn encrypt(&self, stream: Box<dyn Stream>) -> io::Result<Box<dyn Stream>> {
        let acceptor = self.acceptor.read().unwrap_or_else(PoisonError::into_inner).clone();
        let encrypted = tokio::time::timeout(HANDSHAKE, acceptor.accept(stream)).await;
        let encrypted = encrypted.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        Ok(Box::new(encrypted))
    }
}

fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, Error> {
    let TlsFiles { certificate, key } = files;
    let chain = read(certificate, "the certificate")?;
    let chain: Result<Vec<CertificateDer<'static>>, pem::Error> =
        CertificateDer::pem_slice_iter(&chain).collect();
    let chain = chain.map_err(|error| unusable(certificate, &error.to_string()))?;
    if chain.is_empty() {
        return Err(unusable(certificate, "it contains no certificate")
            .hint("a PEM file begins with -----BEGIN CERTIFICATE-----"));
    }
    let private = read(key, "the key")?;
    let private = PrivateKeyDer::from_pem_slice(&private).map_err(|error| match error {
        pem::Error::NoItemsFound => unusable(key, "it contains no private key, or the key is encrypted")
            .hint("a PEM file begins with -----BEGIN PRIVATE KEY-----; openssl pkey removes a password"),
        error => unusable(key, &error.to_string()),
    })?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&rustls::version::TLS13])
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, private));
    let mut config = config.map_err(|error| match error {
        rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
            let what = format!("the key in {} does not match the certificate", visible_path(key));
            Error::input(format!("{what} in {}", visible_path(certificate))).hint(
                "the server's own certificate must come first, followed by the intermediate certificates",
            )
        }
        error => unusable(certificate, &format!("with the key in {}: {error}", visible_path(key))),
    })?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Reads a PEM file in any text encoding that editors write.
fn read(path: &Path, what: &str) -> Result<Vec<u8>, Error> {
    let read = files::read_bounded(path, LARGEST);
    read.map(|bytes| plaintext::read(&bytes).map_or(bytes, String::into_bytes)).map_err(|error| {
        let unread = Error::new(Kind::Host, format!("cannot read {what} in {}: {error}", visible_path(path)));
        match error.kind() {
            io::ErrorKind::PermissionDenied => unread.hint("the service's user must be able to read it"),
            io::ErrorKind::NotFound => unread.hint("give the paths as --tls CERTIFICATE KEY"),
            _ => unread,
        }
    })
}

fn unusable(path: &Path, why: &str) -> Error {
    Error::input(format!("{} cannot be used for HTTPS: {why}", visible_path(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the path of a test file.
    fn file(name: &str) -> PathBuf {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/tls")).join(name)
    }

    #[test]
    fn what_is_wrong_with_the_files_is_said() {
        let top = tempfile::tempdir().unwrap();
        let text = |name: &str, text: &str| {
            let path = top.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let broken = text("broken", "-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----\n");
        let (one, key) = (file("one.pem"), file("one.key"));
        let encrypted = text(
            "encrypted",
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMC4CAQ==\n-----END ENCRYPTED PRIVATE KEY-----\n",
        );
        let junk = text("junk", "-----BEGIN CERTIFICATE-----\nMC4CAQ==\n-----END CERTIFICATE-----\n");
        assert!(acceptor(&TlsFiles { certificate: one.clone(), key: key.clone() }).is_ok());
        for (certificate, key, why) in [
            (&one, &file("other.key"), "does not match the certificate"),
            (&key, &key, "it contains no certificate"),
            (&one, &one, "it contains no private key"),
            (&one, &encrypted, "it contains no private key"),
            (&text("empty", ""), &key, "it contains no certificate"),
            (&broken, &key, "cannot be used for HTTPS"),
            (&junk, &key, "cannot be used for HTTPS"),
            (&top.path().join("nothing"), &key, "cannot read the certificate in"),
            (&one, &top.path().join("nothing"), "cannot read the key in"),
            (&one, &top.path().to_owned(), "cannot read the key in"),
        ] {
            let files = TlsFiles { certificate: certificate.clone(), key: key.clone() };
            let error = acceptor(&files).err().unwrap();
            assert!(error.what.contains(why), "{why}: {error}");
        }
    }
}
