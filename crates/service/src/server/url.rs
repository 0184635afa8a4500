//! The public URL of the service.

use std::net::SocketAddr;

use explain::Error;

/// The public URL of the service, without a trailing slash.
pub(super) struct Url(String);

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
                return Err(Error::input(format!("the address that browsers use for {place} is not known"))
                    .hint("give the address that they use with --url, such as https://muster.example.org"));
            }
        };
        let host = text.split_once("://").filter(|(scheme, _)| matches!(*scheme, "http" | "https"));
        let host = host.map_or("", |(_, rest)| rest);
        if let Some((host, path)) = host.split_once('/').filter(|(host, _)| !host.is_empty()) {
            let what =
                format!("the service needs all addresses of its host, and {text} has the path /{path}");
            return Err(Error::input(what).hint(format!(
                "leave the path out: classes are at {host}/NAME by the names of their folders; beside another site, give \
                 the service a host name or a port of its own"
            )));
        }
        let is_address = !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']);
        if is_encrypted && text.starts_with("http://") {
            return Err(Error::input(format!("{text} is not encrypted, and the service would be"))
                .hint("give an address that begins with https://, or leave --tls out"));
        }
        if is_address {
            return Ok(Url(text));
        }
        let what =
            format!("{text} is not an address that a browser opens: https://muster.example.org is one");
        Err(Error::input(what))
    }

    /// Returns the host, with its port unless that is the default.
    pub(super) fn host(&self) -> &str {
        self.0.split_once("://").map_or("", |(_, host)| host)
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_was_given_or_this_machine() {
        let of = |given: Option<&str>, local: Option<&str>| {
            Url::new(given, local.map(|local| local.parse().unwrap()), false)
                .map(|url| url.text().to_owned())
                .map_err(|error| error.what)
        };
        assert_eq!(of(None, Some("127.0.0.1:80")).unwrap(), "http://127.0.0.1:80");
        assert_eq!(of(None, Some("[::1]:80")).unwrap(), "http://[::1]:80");
        assert_eq!(of(Some("https://m.example/"), None).unwrap(), "https://m.example");
        assert_eq!(
            of(None, Some("0.0.0.0:80")).unwrap_err(),
            "the address that browsers use for 0.0.0.0:80 is not known"
        );
        assert_eq!(
            of(None, None).unwrap_err(),
            "the address that browsers use for a Unix socket is not known"
        );
        let encrypted = |given: Option<&str>| Url::new(given, Some("127.0.0.1:80".parse().unwrap()), true);
        assert_eq!(
            encrypted(None).map_or(String::new(), |url| url.text().to_owned()),
            "https://127.0.0.1:80"
        );
        assert!(encrypted(Some("https://m.example")).is_ok());
        assert!(encrypted(Some("http://m.example")).err().unwrap().what.contains("is not encrypted"));
        for given in
            ["m.example", "ftp://m.example", "https://", "https:///ki", "https://m.example?x", "http://a b"]
        {
            assert!(of(Some(given), None).unwrap_err().contains("is not an address"), "{given}");
        }
        let why = of(Some("https://m.example/ki/"), None).unwrap_err();
        assert_eq!(
            why,
            "the service needs all addresses of its host, and https://m.example/ki has the path /ki"
        );
    }
}
