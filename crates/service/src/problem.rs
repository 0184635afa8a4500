//! The reason why a request failed.

use axum::http::StatusCode;
use explain::{Error, Kind};

/// The reason why a request failed.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    /// The failure and its cause.
    pub(crate) what: String,
    /// Hints on fixing it.
    pub(crate) hints: Vec<String>,
    /// The kind of error; `None` if only the status is known.
    pub(crate) kind: Option<Kind>,
    /// The text for the log, if it differs: it may name files, which users must not see.
    cause: Option<String>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, what: impl Into<String>) -> Problem {
        Problem { status, what: what.into(), hints: Vec::new(), kind: None, cause: None }
    }

    /// Returns the problem of an invalid request.
    pub(crate) fn bad(what: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, what)
    }

    pub(crate) fn not_found(what: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, what)
    }

    /// Returns the problem of a caller who is not signed in.
    pub(crate) fn signed_out() -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "you are not signed in, or your session has expired")
            .hint("open your personal link again")
    }

    /// Returns the problem of the one-time link of a class that exists.
    pub(crate) fn expired() -> Problem {
        Problem::new(StatusCode::GONE, "this link has expired, because the class exists")
            .hint("open your personal link; if you have none, make one with `muster class links`")
    }

    /// Returns the problem of a caller who lacks permission.
    pub(crate) fn forbidden() -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "you are not allowed to do that")
    }

    /// Returns the problem of a failure in the service itself. Only the log has the cause, because that may name files.
    pub(crate) fn unable(error: Error) -> Problem {
        let status = match status(error.kind) {
            status if status.is_server_error() => status,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let problem = Problem::new(status, "the service could not do this").hint("see the service's log");
        Problem { kind: Some(error.kind), cause: Some(error.what), ..problem }
    }

    /// Logs a failure of the service itself.
    pub(crate) fn log(&self) {
        if self.status.is_server_error() {
            tracing::error!(what = self.cause.as_ref().unwrap_or(&self.what), "a request failed");
        }
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hints.push(hint.into());
        self
    }
}

/// Returns the HTTP status for a kind of error.
fn status(kind: Kind) -> StatusCode {
    match kind {
        Kind::Input => StatusCode::BAD_REQUEST,
        Kind::NotFound => StatusCode::NOT_FOUND,
        Kind::Conflict => StatusCode::CONFLICT,
        Kind::Refused => StatusCode::FORBIDDEN,
        Kind::Busy | Kind::Undecided => StatusCode::SERVICE_UNAVAILABLE,
        Kind::Damaged | Kind::Unconfirmed | Kind::Incomplete | Kind::Host => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        let status = status(error.kind);
        // An undecided result is not the service's failure and may be shown.
        if status.is_server_error() && error.kind != Kind::Undecided {
            return Problem::unable(error);
        }
        // Hints with commands on the class's folder are not for a browser.
        let hints = error.hints.into_iter().filter(|hint| !hint.contains("muster class ")).collect();
        Problem { status, what: error.what, hints, kind: Some(error.kind), cause: None }
    }
}

impl From<class_model::ClassError> for Problem {
    fn from(error: class_model::ClassError) -> Problem {
        Error::from(error).into()
    }
}
