//! Errors of listening.

use std::{fmt, io};

use explain::{Error, Kind};

/// Returns the error for a place that cannot be listened on.
pub(super) fn unheard(place: impl fmt::Display, error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot listen on {place}: {error}"))
}
