//! Errors with a kind and advice.

use std::fmt;

use crate::kind::Kind;

/// An error that has a kind and advice.
pub trait Explain: std::error::Error {
    /// Returns the kind of the error.
    fn kind(&self) -> Kind;

    /// Returns advice, one sentence each; the most helpful comes first.
    fn hints(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<E: Explain> Explain for &E {
    fn kind(&self) -> Kind {
        (**self).kind()
    }

    fn hints(&self) -> Vec<String> {
        (**self).hints()
    }
}

/// The final error of an operation, as shown to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The kind of the error.
    pub kind: Kind,
    /// The failure, its place and its cause. It may quote names from untrusted files verbatim; code that displays it
    /// must escape them.
    pub what: String,
    /// Advice, one sentence each.
    pub hints: Vec<String>,
}

impl Error {
    /// Returns an input error from its lines. Lines that begin with `hint: ` become advice.
    pub fn from_lines(lines: &str) -> Error {
        let (hints, lines): (Vec<&str>, Vec<&str>) =
            lines.lines().partition(|line| line.starts_with("hint: "));
        let hints = hints.into_iter().map(|hint| hint["hint: ".len()..].to_owned());
        Error::input(lines.join("\n")).hint_all(hints)
    }

    /// Returns an error without hints.
    pub fn new(kind: Kind, what: impl Into<String>) -> Error {
        Error { kind, what: what.into(), hints: Vec::new() }
    }

    /// Returns an error of kind [`Kind::Input`].
    pub fn input(what: impl Into<String>) -> Error {
        Error::new(Kind::Input, what)
    }

    /// Returns an error of this kind, with all causes in one message.
    pub fn wrap(kind: Kind, error: &dyn std::error::Error) -> Error {
        Error::new(kind, with_causes(error))
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Error {
        self.hints.push(hint.into());
        self
    }

    /// Adds several hints.
    #[must_use]
    pub fn hint_all(self, hints: impl IntoIterator<Item = String>) -> Error {
        hints.into_iter().fold(self, Error::hint)
    }
}

impl<E: Explain> From<E> for Error {
    fn from(error: E) -> Error {
        Error::wrap(error.kind(), &error).hint_all(error.hints())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Error {}

/// Returns the text of an error and all its causes, joined by colons.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message.push_str(": ");
        message.push_str(&error.to_string());
        cause = error.source();
    }
    message
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[derive(Debug)]
    struct Unread(io::Error);

    impl fmt::Display for Unread {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("cannot read the list")
        }
    }

    impl std::error::Error for Unread {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }

    impl Explain for Unread {
        fn kind(&self) -> Kind {
            Kind::Host
        }

        fn hints(&self) -> Vec<String> {
            vec!["look at the disk".to_owned()]
        }
    }

    #[test]
    fn an_error_keeps_its_kind_its_causes_and_its_hints() {
        let error = Error::from(Unread(io::Error::other("gone"))).hint("or use another");
        assert_eq!(error.kind, Kind::Host);
        assert_eq!(error.to_string(), "cannot read the list: gone");
        assert_eq!(error.hints, ["look at the disk", "or use another"]);
    }
}
