//! Problems as JSON (RFC 9457).

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::Problem;

/// Media type of a problem.
pub(super) const KIND: &str = "application/problem+json";

/// The reason why a request failed (RFC 9457).
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProblemReport<'a> {
    /// The name of the HTTP status.
    title: &'a str,
    /// The HTTP status.
    status: u16,
    /// The failure and its cause.
    detail: &'a str,
    /// Suggestions for fixing it.
    hints: &'a [String],
    /// The kind of error: `input`, `not-found`, `conflict`, `refused`, `busy`, `undecided`, `damaged`, `unconfirmed`,
    /// `incomplete`, `host`; null if only the status is known.
    kind: Option<&'static str>,
}

impl Shape for ProblemReport<'_> {
    const NAME: &'static str = "problem";
    const VERSION: u32 = 1;
}

/// Answers every problem below a class's `api/` as JSON, including those raised by the router or a middleware.
pub(crate) async fn as_json(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().split('/').nth(2) == Some("api");
    let mut response = next.run(request).await;
    let status = response.status();
    if !is_api || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let problem = response.extensions_mut().remove::<Problem>().unwrap_or_else(|| unnamed(status));
    let report = ProblemReport {
        title: status.canonical_reason().unwrap_or("problem"),
        status: status.as_u16(),
        detail: &problem.what,
        hints: &problem.hints,
        kind: problem.kind.map(explain::Kind::word),
    };
    *response.body_mut() = Body::from(json::line(&report).unwrap_or_default());
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(KIND));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// Returns a problem that is described only by its status.
fn unnamed(status: StatusCode) -> Problem {
    let what = match status {
        StatusCode::METHOD_NOT_ALLOWED => "this address does not support that method",
        StatusCode::NOT_FOUND => "there is no such address",
        _ => "the request cannot be answered",
    };
    Problem::new(status, what)
}
