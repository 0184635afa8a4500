//! Signatures for a run's root, as minisign makes them.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use explain::Error;
use ledger::{Root, RunFolder};
use minisign_verify::{PublicKey, Signature};

use crate::terminal::text::inert;

/// Bytes of a key or a signature at most.
const LONGEST: u64 = 4096;

/// Which signature is to be checked.
#[derive(Args)]
pub(crate) struct SignatureOptions {
    /// Check that the run's root is signed with this minisign key: the key itself, or its file.
    #[arg(long, value_name = "KEY")]
    public_key: Option<String>,
    /// The signature [default: site/data/root.txt.minisig in the run's folder].
    #[arg(long, value_name = "FILE", requires = "public_key")]
    signature: Option<PathBuf>,
}

/// A key and a signature, read.
pub(crate) struct Signed {
    key: PublicKey,
    signature: Signature,
    path: PathBuf,
}

impl SignatureOptions {
    /// Whether a signature is to be checked.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.public_key.is_some()
    }

    /// Reads both, if they are asked for.
    pub(crate) fn read(&self, folder: &RunFolder) -> Result<Option<Signed>, Error> {
        let Some(key) = &self.public_key else { return Ok(None) };
        let key = match PublicKey::from_base64(key) {
            Ok(key) => key,
            Err(_) => key_in(Path::new(key))?,
        };
        let path = self.signature.clone().unwrap_or_else(|| folder.site().join("data/root.txt.minisig"));
        let signature = Signature::decode(&text_in(&path, "signature")?).map_err(|error| {
            Error::input(format!("{} is not a minisign signature: {error}", shown(&path)))
        })?;
        Ok(Some(Signed { key, signature, path }))
    }
}

fn key_in(path: &Path) -> Result<PublicKey, Error> {
    let text = text_in(path, "public key").map_err(|failed| {
        failed.hint("give a minisign public key, or the file that holds one: minisign.pub")
    })?;
    PublicKey::decode(&text)
        .or_else(|_| PublicKey::from_base64(text.trim()))
        .map_err(|error| Error::input(format!("{} is not a minisign public key: {error}", shown(path))))
}

fn text_in(path: &Path, what: &str) -> Result<String, Error> {
    let mut text = String::new();
    files::open(path)
        .and_then(|file| file.take(LONGEST).read_to_string(&mut text))
        .map_err(|error| Error::input(format!("cannot read the {what} {}: {error}", shown(path))))?;
    Ok(text)
}

fn shown(path: &Path) -> String {
    inert(&path.display().to_string())
}

impl Signed {
    /// Whether this is the root that was signed.
    pub(crate) fn is_for(&self, root: &Root) -> bool {
        self.check(root.text()).is_ok()
    }

    fn check(&self, text: &str) -> Result<(), minisign_verify::Error> {
        // Until 2020 minisign signed the file itself and not a hash of it, which is as safe.
        self.key.verify(text.as_bytes(), &self.signature, true)
    }

    /// The signer's comment, which is signed too.
    pub(crate) fn comment(&self) -> String {
        inert(self.signature.trusted_comment())
    }

    /// Why it is for none of a run's roots.
    pub(crate) fn refusal(&self) -> String {
        let path = shown(&self.path);
        match self.check("") {
            Err(minisign_verify::Error::UnexpectedKeyId) => format!("{path} was made with another key"),
            _ => format!("{path} does not sign a root that this run has or had"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made with minisign 0.11 of Debian 12 for this test: `minisign -G -W`, `minisign -S -t "the cup of 2026"`, and
    /// the second with `-l`, the format of before 2020. The secret key was thrown away.
    const KEY: &str = "RWT1643BTdidBqUa7wr01BajQGpTjOabFrY1/FWk2v4zuLdo2eY69QJ4";
    const TEXT: &str = "muster root 1\n";
    const HASHED: &str = "untrusted comment: signature from minisign secret key\n\
        RUT1643BTdidBgJg9ZK2AK2BsdAORmLZWysJdJfiABM2Ewy7BjDUHch9/okXrK6LCz+Q55R9Iz2GowyAp+aDy++qnzzIp3mYVAc=\n\
        trusted comment: the cup of 2026\n\
        MLD9prFZ2cS7t5F5L+U+xDP843iEahPQlGhZVmtcuWJj5qzEJ5sSVD3r5m7F57RQ4+kVxj4q+cZfP7fiS0GmCw==\n";
    const LEGACY: &str = "untrusted comment: signature from minisign secret key\n\
        RWT1643BTdidBsK9Lg1p6R8qstLooPHIlYyFWJ9+R7qf/eRpaz4z2odflVsBM808V22R19vzcGkc8k9u9jCL6PC3Kya6d8OxwA8=\n\
        trusted comment: the cup of 2026\n\
        F8zu7oxxjYnJg2FFH75M9uD/eBol6QvwFP1D0CUI/6ztiBnDAmfmz+w7Ao8ljySNSxKekOOYBYpSsMH2eAS0Cw==\n";

    fn signed(signature: &str) -> Signed {
        let (key, signature) = (PublicKey::from_base64(KEY).unwrap(), Signature::decode(signature).unwrap());
        Signed { key, signature, path: PathBuf::from("root.txt.minisig") }
    }

    #[test]
    fn what_minisign_signed_is_known() {
        for signature in [HASHED, LEGACY] {
            let signed = signed(signature);
            assert!(signed.check(TEXT).is_ok());
            assert!(signed.check("muster root 2\n").is_err());
            assert_eq!(signed.comment(), "the cup of 2026");
            assert!(signed.refusal().contains("does not sign a root"), "{}", signed.refusal());
        }
    }

    #[test]
    fn a_comment_that_was_changed_is_no_longer_signed() {
        let changed = HASHED.replace("the cup of 2026", "the cup of 2027");
        assert!(signed(&changed).check(TEXT).is_err());
    }
}
