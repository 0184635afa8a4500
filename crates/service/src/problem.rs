//! Why a request is not answered with what was asked for.

use axum::http::StatusCode;
use explain::{Error, Kind};

/// Why a request is not answered with what was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    /// What failed and why.
    pub(crate) what: String,
    /// What to do about it.
    pub(crate) hints: Vec<String>,
    /// What kind of error it is, where the status says less.
    pub(crate) kind: Option<Kind>,
    /// What the log says instead: it may name files, which strangers are not shown.
    cause: Option<String>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, what: impl Into<String>) -> Problem {
        Problem { status, what: what.into(), hints: Vec::new(), kind: None, cause: None }
    }

    /// Of a request that asks for what cannot be.
    pub(crate) fn bad(what: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, what)
    }

    pub(crate) fn not_found(what: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, what)
    }

    /// Of somebody who is not known.
    pub(crate) fn signed_out() -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "you are not signed in, or no longer")
            .hint("open your personal link again")
    }

    /// Of somebody who is known, and may not.
    pub(crate) fn forbidden() -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "you are not allowed to do that")
    }

    /// Of what the service itself cannot do. The log says why, and nothing else does, because that may name files.
    pub(crate) fn unable(error: Error) -> Problem {
        let status = match status(error.kind) {
            status if status.is_server_error() => status,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let problem =
            Problem::new(status, "the service could not do this").hint("the service's log says why");
        Problem { kind: Some(error.kind), cause: Some(error.what), ..problem }
    }

    /// Logs what the service itself has failed at.
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

/// The status of an error.
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
        // What is undecided is nobody's fault, and says so.
        if status.is_server_error() && error.kind != Kind::Undecided {
            return Problem::unable(error);
        }
        // A command on the folder is for whoever sits at it, not for a browser.
        let hints = error.hints.into_iter().filter(|hint| !hint.contains("muster class ")).collect();
        Problem { status, what: error.what, hints, kind: Some(error.kind), cause: None }
    }
}

impl From<class::ClassError> for Problem {
    fn from(error: class::ClassError) -> Problem {
        Error::from(error).into()
    }
}
