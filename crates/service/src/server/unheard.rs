//! Why nothing can be listened to.

use std::{fmt, io};

use explain::{Error, Kind};

/// That nothing can be listened to there.
pub(super) fn unheard(place: impl fmt::Display, error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot listen on {place}: {error}"))
}
