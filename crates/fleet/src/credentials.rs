//! The credentials file of a coordinator or a worker.

use std::path::Path;

use crate::{FleetError, Key};

/// Maximum size of a credentials file, in bytes.
const MOST_BYTES: u64 = 64 << 10;

/// The credentials of a coordinator or a worker: a seed, as `muster fleet add` writes it, or a `.creds` file of NATS,
/// which also has a token.
#[derive(Debug)]
pub struct Credentials {
    /// The user's key.
    pub key: Key,
    /// The whole text of a `.creds` file.
    token: Option<String>,
}

impl Credentials {
    /// Reads a credentials file.
    ///
    /// # Errors
    /// When it cannot be read or has no user seed.
    pub fn read(path: &Path) -> Result<Credentials, FleetError> {
        let unread = |source| FleetError::File { action: "read", path: path.to_owned(), source };
        let text = files::read_text(path, MOST_BYTES).map_err(unread)?;
        let invalid = |why| FleetError::Credentials { path: path.to_owned(), why };
        let seed = text.lines().map(str::trim).find(|line| line.starts_with("SU"));
        let seed = seed.ok_or_else(|| invalid("no line begins with the seed of a user, `SU…`"))?;
        let key = Key::from_seed(seed).map_err(|_| invalid("its seed is damaged"))?;
        let token = text.contains("-----BEGIN NATS USER JWT-----").then_some(text);
        Ok(Credentials { key, token })
    }

    /// The text of a `.creds` file, if it is one.
    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_seed_alone_and_a_creds_file_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("worker.seed");
        let key = Key::fresh();
        let creds = format!(
            "-----BEGIN NATS USER JWT-----\neyJ0\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
            key.seed()
        );
        for (text, has_token) in [
            (key.seed(), false),
            (format!("  {}\r\n", key.seed()), false),
            // As saved by Notepad.
            (format!("\u{FEFF}{}\r\n", key.seed()), false),
            (format!("\u{FEFF}{creds}"), true),
            (creds, true),
        ] {
            fs::write(&path, text).unwrap();
            let read = Credentials::read(&path).unwrap();
            assert_eq!((read.key.public(), read.token().is_some()), (key.public(), has_token));
        }
    }

    #[test]
    fn what_is_not_one_is_refused_without_being_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("worker.seed");
        for text in ["", "SUAAA", "SAAPQ", &Key::fresh().seed()[..20]] {
            fs::write(&path, text).unwrap();
            let message = Credentials::read(&path).unwrap_err().to_string();
            assert!(text.is_empty() || !message.contains(text), "{message}");
        }
        fs::write(&path, vec![b'a'; 1 << 20]).unwrap();
        assert!(matches!(Credentials::read(&path), Err(FleetError::File { .. })));
    }
}
