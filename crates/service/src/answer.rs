//! Responses to requests.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::Markup;

/// Maximum length of a file name, in characters.
const LONGEST_NAME: usize = 100;

/// Returns a personal page, which no cache may keep.
pub(crate) fn page(markup: Markup) -> Response {
    let mut response = Response::new(Body::from(markup.into_string()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Redirects to another address of the service.
pub(crate) fn see(address: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    if let Ok(address) = HeaderValue::from_str(address) {
        response.headers_mut().insert(header::LOCATION, address);
    }
    response
}

/// Returns a file as a download: browsers do not display it, and no cache keeps it.
pub(crate) fn attachment(bytes: Vec<u8>, name: &str) -> Response {
    let name = format!("attachment; filename=\"{}\"", plain(name));
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
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
