//! The URL of a class.

use std::fmt;
use std::net::IpAddr;

use explain::Error;
use game::visible;
use ureq::http::Uri;
use ureq::http::uri::Authority;

/// The URL of a class's page, such as `https://muster.example.org/ki/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClassAddress {
    scheme: String,
    /// The host, with the port unless it is the default.
    host: String,
    class: String,
}

impl ClassAddress {
    /// Parses the URL of a class's page, or of any page below it.
    ///
    /// # Errors
    /// If `text` is not such a URL.
    pub(crate) fn read(text: &str) -> Result<ClassAddress, Error> {
        let invalid = || {
            Error::input(format!("{} is not the address of a class", visible(text)))
                .hint("give the address of the class's page, such as https://muster.example.org/ki/")
        };
        let uri: Uri = text.trim().parse().map_err(|_| invalid())?;
        let (scheme, host) = (uri.scheme_str().unwrap_or_default(), uri.authority().map(Authority::as_str));
        let class = uri.path().split('/').nth(1).unwrap_or_default();
        match host {
            Some(host) if matches!(scheme, "http" | "https") && !host.contains('@') && !class.is_empty() => {
                Ok(ClassAddress { scheme: scheme.to_owned(), host: host.to_owned(), class: class.to_owned() })
            }
            _ => Err(invalid()),
        }
    }

    /// Returns `true` if requests are sent unencrypted to another machine.
    pub(crate) fn is_open_to_others(&self) -> bool {
        // An IPv6 address is in brackets and contains colons.
        let name = match self.host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => name,
            _ => &*self.host,
        };
        let is_here = name == "localhost"
            || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        self.scheme == "http" && !is_here
    }

    /// Returns the URL of an endpoint below the class's `api/`.
    pub(crate) fn api(&self, path: &str) -> String {
        format!("{self}api/{path}")
    }
}

impl fmt::Display for ClassAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}/{}/", self.scheme, self.host, self.class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_that_of_a_classs_page() {
        for (text, read) in [
            ("https://muster.example.org/ki/", "https://muster.example.org/ki/"),
            (" https://muster.example.org/ki", "https://muster.example.org/ki/"),
            ("http://127.0.0.1:8080/ki/submissions/3?x=1", "http://127.0.0.1:8080/ki/"),
        ] {
            assert_eq!(ClassAddress::read(text).unwrap().to_string(), read);
        }
        for text in [
            "",
            "ki",
            "/ki/",
            "https://muster.example.org",
            "ftp://a/ki/",
            "https://me:x@a/ki/",
            "https://a b/ki/",
        ] {
            assert!(ClassAddress::read(text).is_err(), "{text}");
        }
        for (text, is_open) in [
            ("http://muster.example.org/ki/", true),
            ("https://muster.example.org/ki/", false),
            ("http://localhost:80/ki/", false),
            ("http://127.0.0.1/ki/", false),
            ("http://[::1]:8080/ki/", false),
            ("http://[::1]/ki/", false),
            ("http://localhost.example.org/ki/", true),
        ] {
            assert_eq!(ClassAddress::read(text).unwrap().is_open_to_others(), is_open, "{text}");
        }
    }
}
