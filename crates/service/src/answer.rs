//! Responses to requests.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::Markup;

/// Content security policy of the pages: they may load only the service's own files.
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// Maximum length of a file name, in characters.
const LONGEST_NAME: usize = 100;

/// Returns a personal answer of a media type, which no cache may keep.
pub(crate) fn personal(kind: &'static str, body: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    (headers, body.into()).into_response()
}

/// Returns a personal page.
pub(crate) fn page(markup: Markup) -> Response {
    personal("text/html; charset=utf-8", markup.into_string())
}

/// Redirects to another address of the service.
pub(crate) fn see(address: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    if let Ok(address) = HeaderValue::from_str(address) {
        response.headers_mut().insert(header::LOCATION, address);
    }
    response
}

/// Adds a cookie to an answer.
pub(crate) fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Lets other sites show a page in a frame, whose forms lead to `target`.
pub(crate) fn framed(mut response: Response, target: &str) -> Response {
    let policy = POLICY
        .replace("form-action 'self'", &format!("form-action {target}"))
        .replace("frame-ancestors 'none'", "frame-ancestors *");
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Returns a file as a download: browsers do not display it, and no cache keeps it.
pub(crate) fn attachment(bytes: Vec<u8>, name: &str) -> Response {
    let name = format!("attachment; filename=\"{}\"", plain(name));
    let mut response = personal("application/octet-stream", bytes);
    if let Ok(name) = HeaderValue::from_str(&name) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

/// Returns a file name that is valid on every system.
fn plain(name: &str) -> String {
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || "-_.".contains(*letter);
    let name: String =
        name.chars().map(|letter| if is_plain(&letter) { letter } else { '_' }).take(LONGEST_NAME).collect();
    name.trim_start_matches('.').to_owned()
}
