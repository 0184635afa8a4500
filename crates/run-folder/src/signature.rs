//! Signatures of a run's root, in minisign's format.

use std::path::{Path, PathBuf};

use explain::Error;
use game::{visible, visible_path};
use ledger::Root;
use minisign_verify::{PublicKey, Signature};

/// Maximum size of a key or signature in bytes.
const LONGEST: u64 = 4096;

/// A minisign key, and a signature to check against the roots of a run.
pub struct RootSignature {
    key: PublicKey,
    signature: Signature,
    path: PathBuf,
}

impl RootSignature {
    /// Reads a signature's file and a key. `key` is the key itself or its file.
    ///
    /// # Errors
    /// If one of them cannot be read or is not in minisign's format.
    pub fn read(key: &str, path: PathBuf) -> Result<RootSignature, Error> {
        let key = match PublicKey::from_base64(key) {
            Ok(key) => key,
            Err(_) => key_in(Path::new(key))?,
        };
        let signature = Signature::decode(&text_in(&path, "signature")?).map_err(|error| {
            Error::input(format!("{} is not a minisign signature: {error}", visible_path(&path)))
        })?;
        Ok(RootSignature { key, signature, path })
    }

    /// Returns `true` if this root was signed.
    pub fn is_for(&self, root: &Root) -> bool {
        self.check(root.text()).is_ok()
    }

    fn check(&self, text: &str) -> Result<(), minisign_verify::Error> {
        // Until 2020 minisign signed the file itself, not its hash, which is as safe.
        self.key.verify(text.as_bytes(), &self.signature, true)
    }

    /// The signer's comment, which is signed too.
    pub fn comment(&self) -> String {
        visible(self.signature.trusted_comment())
    }

    /// Returns the reason why the signature matches none of a run's roots.
    pub fn refusal(&self) -> String {
        let path = visible_path(&self.path);
        match self.check("") {
            Err(minisign_verify::Error::UnexpectedKeyId) => format!("{path} was made with another key"),
            _ => format!("{path} signs neither the root of this run nor an earlier one"),
        }
    }
}

fn key_in(path: &Path) -> Result<PublicKey, Error> {
    let text = text_in(path, "public key").map_err(|failed| {
        failed.hint("give a minisign public key, or the file that holds one: minisign.pub")
    })?;
    PublicKey::decode(&text).or_else(|_| PublicKey::from_base64(text.trim())).map_err(|error| {
        Error::input(format!("{} is not a minisign public key: {error}", visible_path(path)))
    })
}

fn text_in(path: &Path, what: &str) -> Result<String, Error> {
    files::read_text(path, LONGEST)
        .map_err(|error| Error::input(format!("cannot read the {what} {}: {error}", visible_path(path))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made with minisign 0.11 of Debian 12 for this test: `minisign -G -W`, `minisign -S -t "the cup of 2026"`, and
    /// the second with `-l`, the format used before 2020. The secret key was thrown away.
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

    fn signed(signature: &str) -> RootSignature {
        let (key, signature) = (PublicKey::from_base64(KEY).unwrap(), Signature::decode(signature).unwrap());
        RootSignature { key, signature, path: PathBuf::from("root.txt.minisig") }
    }

    #[test]
    fn what_minisign_signed_is_known() {
        for signature in [HASHED, LEGACY] {
            let signed = signed(signature);
            assert!(signed.check(TEXT).is_ok());
            assert!(signed.check("muster root 2\n").is_err());
            assert_eq!(signed.comment(), "the cup of 2026");
            assert!(signed.refusal().contains("signs neither the root"), "{}", signed.refusal());
        }
    }

    #[test]
    fn a_comment_that_was_changed_is_no_longer_signed() {
        let changed = HASHED.replace("the cup of 2026", "the cup of 2027");
        assert!(signed(&changed).check(TEXT).is_err());
    }
}
