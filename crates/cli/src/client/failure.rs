//! Errors of requests to a class served elsewhere.

use std::error::Error as _;
use std::time::Duration;

use explain::{Error, Kind};
use serde::Deserialize;
use ureq::http::StatusCode;

use crate::client::ClassAddress;

/// Maximum time to wait for a verdict: others may be ahead, and scripts are built first.
pub(crate) const LONGEST: Duration = Duration::from_mins(10);
/// Advice when there is no answer.
const LOOK: &str = "your hand-in may have arrived: check the class's page before you hand in again";

/// A problem as the service reports it.
#[derive(Deserialize)]
struct Problem {
    detail: String,
    hints: Vec<String>,
    kind: Option<String>,
}

/// Returns the error for a request without an answer.
pub(crate) fn unreached(address: &ClassAddress, error: &ureq::Error) -> Error {
    let mut why = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        // Many errors include the text of their cause.
        let text = error.to_string();
        if !why.contains(&text) {
            why = format!("{why}: {text}");
        }
        source = error.source();
    }
    if why.contains("certificate") {
        let what = format!("cannot verify the identity of {address}: {why}");
        return Error::new(Kind::Host, what).hint("nothing was sent; ask the operator of the service");
    }
    let failed = Error::new(Kind::Host, format!("cannot reach {address}: {why}"));
    if let ureq::Error::Timeout(ureq::Timeout::Global) = error {
        let minutes = LONGEST.as_secs() / 60;
        let what = format!("{address} gave no verdict within {minutes} minutes");
        return Error::new(Kind::Busy, what).hint(LOOK);
    }
    if was_sent_nothing(error) {
        return failed.hint("check the address, and whether the class's page opens in a browser");
    }
    failed.hint(LOOK)
}

/// Returns `true` if nothing can have been submitted, because no connection was made.
fn was_sent_nothing(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed | ureq::Error::ConnectProxyFailed(_) => {
            true
        }
        ureq::Error::Timeout(when) => matches!(when, ureq::Timeout::Resolve | ureq::Timeout::Connect),
        ureq::Error::Io(error) => error.kind() == std::io::ErrorKind::ConnectionRefused,
        _ => false,
    }
}

/// Returns the error for an answer with an unexpected status.
pub(crate) fn refused(
    address: &ClassAddress,
    status: StatusCode,
    leads_to: Option<&str>,
    text: &str,
) -> Error {
    if status.is_redirection() {
        let to = leads_to.unwrap_or("nowhere");
        return Error::input(format!(
            "{address} redirects to {to}, and a token is not sent to another address"
        ))
        .hint("give the address at the end of the redirect");
    }
    let Ok(problem) = serde_json::from_str::<Problem>(text) else {
        return match status {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Error::input("the upload is too large for the service, or for a proxy in front of it")
            }
            StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT => {
                let what = format!("the proxy in front of {address} got no answer from it: {status}");
                Error::new(Kind::Host, what).hint(LOOK)
            }
            _ => not_a_class(address, status),
        };
    };
    let kind = problem.kind.as_deref().and_then(Kind::named).unwrap_or_else(|| kind_of(status));
    let error = Error::new(kind, problem.detail);
    problem.hints.into_iter().fold(error, Error::hint)
}

fn kind_of(status: StatusCode) -> Kind {
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Kind::Refused,
        StatusCode::NOT_FOUND => Kind::NotFound,
        StatusCode::CONFLICT => Kind::Conflict,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => Kind::Busy,
        status if status.is_server_error() => Kind::Host,
        _ => Kind::Input,
    }
}

/// Returns the error for a server that is not a class, or runs another version of this program.
fn not_a_class(address: &ClassAddress, status: StatusCode) -> Error {
    let kind = if status.is_server_error() { Kind::Host } else { Kind::NotFound };
    Error::new(
        kind,
        format!("{address} is not a class that this program can hand in to: it answered {status}"),
    )
    .hint("give the address of the class's page; a service of an earlier version accepts hand-ins only there")
}

/// Returns the error for an accepted submission whose answer cannot be parsed.
pub(crate) fn not_understood(address: &ClassAddress) -> Error {
    Error::new(
        Kind::Host,
        format!("{address} accepted the hand-in, but its answer is from another version of this program"),
    )
    .hint("see the class's page for the verdict; do not hand in again")
}
