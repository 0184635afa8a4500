//! What is refused before anything is looked at, and what every answer says to browsers.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::peer::{self, Peer};
use crate::problem::Problem;

/// What a page may load and do: nothing but what the service itself has.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // The address of a personal link is in no log that has where a request comes from.
    (header::REFERRER_POLICY, "strict-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Refuses requests for other hosts and changes that another site sends; has every answer say what pages may do, and be counted.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let peer = peer::of(&request);
    let claim = refuse(&app, &request).map_or_else(|| app.front.claim(peer, request.headers()), Err);
    // Limits and logs use this address from here on.
    let sender = peer.map(|peer| app.front.sender(peer, request.headers()));
    if let Some(sender) = sender {
        request.extensions_mut().insert(sender);
    }
    let mut response = match claim {
        Err(problem) => {
            let peer = sender.as_ref().map(Peer::to_string);
            tracing::warn!(peer, method = %request.method(), what = problem.what, "refused a request");
            problem.into_response()
        }
        Ok(claim) => {
            // What a header says is read here alone, after it was asked from whom it comes.
            if let Some(claim) = claim {
                request.extensions_mut().insert(claim);
            }
            next.run(request).await
        }
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    app.counts.answered(response.status().as_u16(), begun.elapsed());
    response
}

fn refuse(app: &App, request: &Request) -> Option<Problem> {
    let headers = request.headers();
    let host = request.uri().authority().map(Authority::as_str).or_else(|| text(headers, &header::HOST));
    if !host.is_some_and(|host| app.hosts.allow(host)) {
        let what = "the service does not answer to this host name";
        let hint = "its operator sets the address with --url";
        return Some(Problem::new(StatusCode::MISDIRECTED_REQUEST, what).hint(hint));
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) || is_of_this_site(app, headers) {
        return None;
    }
    Some(
        Problem::new(StatusCode::FORBIDDEN, "this request was sent by another site")
            .hint("open the page here, and try again"),
    )
}

/// Whether a change comes from a page of this service, as far as the browser says. Other programs say nothing.
fn is_of_this_site(app: &App, headers: &HeaderMap) -> bool {
    if let Some(site) = text(headers, &HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    match text(headers, &header::ORIGIN) {
        None => !headers.contains_key(header::ORIGIN),
        Some(origin) => origin.split_once("://").is_some_and(|(_, host)| app.hosts.allow(host)),
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}
