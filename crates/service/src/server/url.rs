//! The public URL of the service.

use std::net::SocketAddr;

use explain::Error;

/// The public URL of the service.
pub(super) struct Url {
    /// Its scheme and host, with the port unless that is the default.
    origin: String,
    /// Its path, without a trailing slash; empty if the service has the whole host.
    path: String,
}

impl Url {
    /// Validates the given URL. Without one, uses the address to listen on, if that is a loopback address.
    /// `is_encrypted` is `true` if the service itself speaks HTTPS.
    pub(super) fn new(
        given: Option<&str>,
        local: Option<SocketAddr>,
        is_encrypted: bool,
    ) -> Result<Url, Error> {
        let scheme = if is_encrypted { "https" } else { "http" };
        let text = match (given, local) {
            (Some(given), _) => given.trim_end_matches('/').to_owned(),
            (None, Some(local)) if local.ip().is_loopback() => format!("{scheme}://{local}"),
            (None, _) => {
                let place = local.map_or_else(|| "a Unix socket".to_owned(), |local| local.to_string());
                return Err(Error::input(format!("the address that browsers use for {place} is unknown"))
                    .hint("give it with --url, such as https://muster.example.org"));
            }
        };
        if is_encrypted && text.starts_with("http://") {
            return Err(Error::input(format!("{text} is not encrypted, but the service uses HTTPS"))
                .hint("give an address that begins with https://, or leave out --tls"));
        }
        let rest = ["http://", "https://"].into_iter().find_map(|scheme| text.strip_prefix(scheme));
        let (host, path) = rest.map_or(("", ""), |rest| rest.split_at(rest.find('/').unwrap_or(rest.len())));
        if host.is_empty() || host.contains(['?', '#', '@', ' ']) {
            let what = format!("{text} is not a web address, such as https://muster.example.org");
            return Err(Error::input(what));
        }
        if !path.split('/').skip(1).all(is_plain) {
            return Err(Error::input(format!("the path {path} of --url cannot be used"))
                .hint("use letters, digits, `-`, `_` and `.` only, such as https://example.org/muster"));
        }
        Ok(Url { origin: text[..text.len() - path.len()].to_owned(), path: path.to_owned() })
    }

    /// Returns the host, with its port unless that is the default.
    pub(super) fn host(&self) -> &str {
        self.origin.split_once("://").map_or("", |(_, host)| host)
    }

    /// Returns the scheme and host, with the port unless that is the default.
    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns the path, without a trailing slash; empty if the service has the whole host.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Returns the whole URL, without a trailing slash.
    pub(super) fn text(&self) -> String {
        [&*self.origin, &self.path].concat()
    }
}

/// Returns `true` if a part of a path is the same in every notation, and is not relative.
fn is_plain(part: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    !part.is_empty() && !part.starts_with('.') && part.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_was_given_or_this_machine() {
        let of = |given: Option<&str>, local: Option<&str>| {
            Url::new(given, local.map(|local| local.parse().unwrap()), false)
                .map(|url| url.text())
                .map_err(|error| error.what)
        };
        assert_eq!(of(None, Some("127.0.0.1:80")).unwrap(), "http://127.0.0.1:80");
        assert_eq!(of(None, Some("[::1]:80")).unwrap(), "http://[::1]:80");
        assert_eq!(of(Some("https://m.example/"), None).unwrap(), "https://m.example");
        assert_eq!(
            of(None, Some("0.0.0.0:80")).unwrap_err(),
            "the address that browsers use for 0.0.0.0:80 is unknown"
        );
        assert_eq!(of(None, None).unwrap_err(), "the address that browsers use for a Unix socket is unknown");
        let encrypted = |given: Option<&str>| Url::new(given, Some("127.0.0.1:80".parse().unwrap()), true);
        assert_eq!(encrypted(None).map_or(String::new(), |url| url.text()), "https://127.0.0.1:80");
        assert!(encrypted(Some("https://m.example")).is_ok());
        assert!(encrypted(Some("http://m.example")).err().unwrap().what.contains("is not encrypted"));
        for given in
            ["m.example", "ftp://m.example", "https://", "https:///ki", "https://m.example?x", "http://a b"]
        {
            assert!(of(Some(given), None).unwrap_err().contains("is not a web address"), "{given}");
        }
        let url = Url::new(Some("https://m.example:8443/ki/games/"), None, false).ok().unwrap();
        let parts = (url.host(), url.origin(), url.path(), &*url.text());
        let whole = "https://m.example:8443/ki/games";
        assert_eq!(parts, ("m.example:8443", "https://m.example:8443", "/ki/games", whole));
        for path in ["/a//b", "/.", "/../x", "/a b", "/%41", "/a?x", "/a#x"] {
            let given = format!("https://m.example{path}");
            assert!(of(Some(&given), None).unwrap_err().contains("cannot be used"), "{path}");
        }
    }
}
