//! The reasons why a sign-on or a request failed.

use explain::{Explain, Kind};
use thiserror::Error;

use crate::Address;

/// The reason why a sign-on or a request failed. No text contains a token or a secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// A text is not an acceptable address.
    #[error("\"{text}\" is not an address that begins with https://")]
    Address {
        /// The text.
        text: String,
    },
    /// A required value is empty or too long.
    #[error("the {0} is empty or too long")]
    Value(&'static str),
    /// The system did not answer, or not in time. It may have carried out the request.
    #[error("{host} did not answer: {why}")]
    Unreachable {
        /// The system's host.
        host: String,
        /// The failure of the connection.
        why: String,
    },
    /// The system refused the request.
    #[error("{host} refused the request with status {status}{}", quoted(.said))]
    Refused {
        /// The system's host.
        host: String,
        /// The HTTP status.
        status: u16,
        /// The beginning of its answer.
        said: String,
        /// The number of seconds after which the system wants the next request; `None` if it did not say.
        retry_after: Option<u64>,
    },
    /// The answer is too large or malformed.
    #[error("{host} answered with {what}")]
    Answer {
        /// The system's host.
        host: String,
        /// The answer.
        what: &'static str,
    },
    /// A message about a person is not acceptable.
    #[error("{0}")]
    Token(#[from] TokenFault),
    /// The system did not sign the person in.
    #[error("the system did not sign you in: {0}")]
    NotSignedIn(String),
    /// The machine cannot make or use a key.
    #[error("a key cannot be made or used on this machine")]
    Key,
}

/// The reason why a signed message is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TokenFault {
    /// It is not a signed message.
    #[error("the message is not a signed message")]
    Unreadable,
    /// It is not signed by RS256.
    #[error("the message is not signed by RS256")]
    Algorithm,
    /// The system does not publish the key that the message names.
    #[error("the message is signed by a key that the system does not publish")]
    UnknownKey,
    /// The signature is wrong.
    #[error("the signature of the message is wrong")]
    Signature,
    /// Another system has signed it.
    #[error("the message is from another issuer than the registered one")]
    Issuer,
    /// It is for another tool or client.
    #[error("the message is for another client id than the registered one")]
    Audience,
    /// It has expired, or was issued long ago.
    #[error("the message has expired; if this is the first attempt, compare the clocks of the two systems")]
    Expired,
    /// It was issued in the future.
    #[error("the message is from the future; compare the clocks of the two systems")]
    Future,
    /// It does not belong to this sign-on.
    #[error("the message does not belong to this sign-on")]
    Nonce,
    /// Its deployment is not registered.
    #[error("the message is from a deployment that is not registered")]
    Deployment,
    /// It is not a message of LTI 1.3.
    #[error("the message is not of LTI 1.3")]
    Version,
    /// It is of an unknown type.
    #[error("the message is neither a launch nor a request for a link")]
    Type,
    /// It lacks a required part.
    #[error("the message lacks the part \"{0}\"")]
    Missing(&'static str),
}

fn quoted(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(": {said}") }
}

impl Failure {
    /// Returns the failure of a system that answered with something else than was asked for.
    pub(crate) fn answer(from: &Address, what: &'static str) -> Failure {
        Failure::Answer { host: from.host().to_owned(), what }
    }

    /// Returns `true` if the same request may succeed later.
    pub fn is_temporary(&self) -> bool {
        match self {
            Failure::Unreachable { .. } => true,
            Failure::Refused { status, .. } => matches!(status, 408 | 425 | 429 | 500..),
            _ => false,
        }
    }
}

impl Explain for Failure {
    fn kind(&self) -> Kind {
        match self {
            Failure::Address { .. } | Failure::Value(_) => Kind::Input,
            Failure::Token(_) | Failure::NotSignedIn(_) => Kind::Refused,
            Failure::Unreachable { .. } => Kind::Busy,
            Failure::Refused { .. } | Failure::Answer { .. } => Kind::Conflict,
            Failure::Key => Kind::Host,
        }
    }
}
