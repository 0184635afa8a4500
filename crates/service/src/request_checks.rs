//! Early checks of all requests, and security headers of all answers.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use class_model::Moment;
use locale::Locale;

use crate::allowed_hosts::AllowedHosts;
use crate::answer::POLICY;
use crate::app::App;
use crate::class_visit::Arrival;
use crate::locale_choice::AskedLocale;
use crate::pages::with_page;
use crate::peer::{self, Peer};
use crate::problem::Problem;
use crate::school_systems::is_from_course_system;

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Keeps the secret of a personal link out of `Referer` headers.
    (header::REFERRER_POLICY, "strict-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Maximum size of a request's head, in bytes.
pub(crate) const LONGEST_HEAD: usize = 64 << 10;

/// Rejects requests for other hosts and changes sent by other sites. Adds the security headers to every answer and
/// counts it.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    request.extensions_mut().insert(Arrival(Moment::now()));
    let language = AskedLocale::from_request(&request);
    let locale = language.locale();
    request.extensions_mut().insert(language);
    let peer = peer::find(&request);
    let claim = refuse(&app, &request).map_or_else(|| app.front.claim(peer, request.headers()), Err);
    // Limits and logs use this address from here on.
    let sender = peer.map(|peer| app.front.sender(peer, request.headers()));
    if let Some(sender) = sender {
        request.extensions_mut().insert(sender);
    }
    let response = match claim {
        Err(problem) => {
            let peer = sender.as_ref().map(Peer::to_string);
            tracing::warn!(peer, method = %request.method(), what = problem.what, "refused a request");
            problem.into_response()
        }
        Ok(claim) => {
            // The claim is stored only after the sender was checked; nothing else reads the header.
            if let Some(claim) = claim {
                request.extensions_mut().insert(claim);
            }
            next.run(request).await
        }
    };
    let mut response = with_page(response, &app.path, locale);
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    app.counts.answered(response.status().as_u16(), begun.elapsed());
    response
}

/// Rejects requests for the metrics under a wrong host name.
pub(crate) async fn guard_figures(
    State(hosts): State<Option<AllowedHosts>>,
    request: Request,
    next: Next,
) -> Response {
    let response = match refuse_head(hosts.as_ref(), &request) {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    };
    with_page(response, "", Locale::English)
}

fn refuse(app: &App, request: &Request) -> Option<Problem> {
    if let Some(problem) = refuse_head(Some(&app.hosts), request) {
        return Some(problem);
    }
    let path = request.uri().path();
    if matches!(*request.method(), Method::GET | Method::HEAD)
        || is_of_this_site(app, request)
        || is_from_course_system(path)
    {
        return None;
    }
    Some(
        Problem::new(StatusCode::FORBIDDEN, "this request was sent by another site")
            .hint("open the page on this site and try again"),
    )
}

/// Rejects a head that is too long or names a wrong host or none. Without `hosts`, any host is accepted.
fn refuse_head(hosts: Option<&AllowedHosts>, request: &Request) -> Option<Problem> {
    let headers = request.headers();
    if length(request) > LONGEST_HEAD {
        let what = format!("the request headers are larger than {} KiB", LONGEST_HEAD >> 10);
        return Some(Problem::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, what));
    }
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Some(Problem::bad("the request names its host more than once"));
    }
    if hosts.is_none_or(|hosts| host(request).is_some_and(|host| hosts.allow(host))) {
        return None;
    }
    let what = "the service is not set up for this host name";
    let hint = "the operator can set the address with --url";
    Some(Problem::new(StatusCode::MISDIRECTED_REQUEST, what).hint(hint))
}

/// Returns the size of a request's head, in bytes.
fn length(request: &Request) -> usize {
    let uri = request.uri();
    let first = request.method().as_str().len()
        + uri.authority().map_or(0, |authority| authority.as_str().len())
        + uri.path_and_query().map_or(0, |path| path.as_str().len())
        + "  HTTP/1.1\r\n\r\n".len();
    let lines = request.headers().iter();
    first + lines.map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len()).sum::<usize>()
}

/// Returns the host named by a request.
fn host(request: &Request) -> Option<&str> {
    request.uri().authority().map(Authority::as_str).or_else(|| text(request.headers(), &header::HOST))
}

/// Returns `true` if a change comes from a page of this service, according to the browser's headers. Other programs
/// send none of them.
fn is_of_this_site(app: &App, request: &Request) -> bool {
    let headers = request.headers();
    if let Some(site) = text(headers, &HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    let is_own = |origin: &str| {
        app.hosts.is_named(origin) || host(request).is_some_and(|host| host.eq_ignore_ascii_case(origin))
    };
    match text(headers, &header::ORIGIN) {
        None => !headers.contains_key(header::ORIGIN),
        Some(origin) => origin.split_once("://").is_some_and(|(_, host)| is_own(host)),
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}
