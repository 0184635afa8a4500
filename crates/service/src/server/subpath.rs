//! A service below a path of its host: `https://example.org/muster`.

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::middleware::map_request;

/// Returns a router that answers below a path, whether the reverse proxy passes the path on or removes it.
pub(super) fn below(path: &str, router: Router) -> Router {
    if path.is_empty() {
        return router;
    }
    let path = path.to_owned();
    let strip = move |mut request: Request| {
        if let Some(uri) = stripped(request.uri(), &path) {
            *request.uri_mut() = uri;
        }
        std::future::ready(request)
    };
    Router::new().fallback_service(router).layer(map_request(strip))
}

/// Returns an address without the path; `None` if it has another one.
fn stripped(uri: &Uri, path: &str) -> Option<Uri> {
    let rest = uri.path_and_query()?.as_str().strip_prefix(path)?;
    let rest = match rest.as_bytes().first() {
        None => "/".to_owned(),
        Some(b'/') => rest.to_owned(),
        Some(b'?') => format!("/{rest}"),
        Some(_) => return None,
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(rest).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_removed_as_a_whole() {
        let stripped = |uri: &str| {
            stripped(&uri.parse().unwrap(), "/muster").map_or_else(|| uri.to_owned(), |uri| uri.to_string())
        };
        for (uri, rest) in [
            ("/muster", "/"),
            ("/muster?x=1", "/?x=1"),
            ("/muster/ki/%20?x=/muster", "/ki/%20?x=/muster"),
            ("/muster/muster/", "/muster/"),
            ("/musters/ki", "/musters/ki"),
            ("/ki/", "/ki/"),
        ] {
            assert_eq!(stripped(uri), rest, "{uri}");
        }
    }
}
