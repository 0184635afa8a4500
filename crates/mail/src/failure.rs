//! The reasons why a letter was not handed over.

use explain::Error;
use lettre::transport::smtp;

/// The reason why a letter was not handed over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The server cannot be used: it does not answer, refuses the password or the sender, or has an invalid
    /// certificate. The letter is not at fault.
    #[error("{0}")]
    Server(String),
    /// The server refused the letter for now.
    #[error("{0}")]
    Temporary(String),
    /// The server refused the letter for good, or its address is invalid.
    #[error("{0}")]
    Permanent(String),
    /// The connection ended after the text was sent and before the server answered: the server may have the letter.
    #[error("the server did not confirm it: {0}")]
    Unknown(String),
    /// The caller did not provide the letter.
    #[error("{0}")]
    Withheld(Error),
}

impl Failure {
    /// Returns the failure of a command about the server itself.
    pub(crate) fn of_server(doing: &str, error: &smtp::Error) -> Failure {
        Failure::Server(format!("{doing}: {}", words(error)))
    }

    /// Returns the failure of a command about a letter whose text was not sent.
    pub(crate) fn of_command(error: &smtp::Error) -> Failure {
        let words = words(error);
        // The server wants a login, or another one.
        if ["530", "535", "538"].iter().any(|code| words.starts_with(code)) {
            Failure::Server(words)
        } else if error.is_permanent() {
            Failure::Permanent(words)
        } else if error.status().is_some() {
            Failure::Temporary(words)
        } else {
            Failure::Server(words)
        }
    }

    /// Returns the failure of sending a letter's text.
    pub(crate) fn of_text(error: &smtp::Error) -> Failure {
        match error.status() {
            Some(_) => Failure::of_command(error),
            None => Failure::Unknown(words(error)),
        }
    }
}

/// Returns the server's own words after its code, or the failure of the connection.
fn words(error: &smtp::Error) -> String {
    let source = std::error::Error::source(error).map(ToString::to_string);
    match (error.status(), source) {
        (Some(code), Some(said)) => format!("{code} {said}"),
        (Some(code), None) => code.to_string(),
        (None, Some(source)) => source,
        (None, None) => error.to_string(),
    }
}
