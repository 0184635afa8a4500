//! Addresses of course systems.

use std::fmt;
use std::net::IpAddr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use ureq::http::Uri;

use crate::Failure;

/// Maximum length of an address, in bytes.
const LONGEST: usize = 2000;
/// The characters to encode in a query: all but the unreserved ones (RFC 3986, section 2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// An absolute `https` address, or an `http` address of this machine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(String);

impl Address {
    /// Parses an address.
    ///
    /// # Errors
    /// If it is not an absolute `https` address, or contains a user, a password or a fragment. `http` is accepted for
    /// loopback addresses only.
    pub fn parse(text: &str) -> Result<Address, Failure> {
        let text = text.trim();
        let refused = || Failure::Address { text: text.to_owned() };
        if text.len() > LONGEST || text.contains('#') {
            return Err(refused());
        }
        let uri: Uri = text.parse().map_err(|_| refused())?;
        let authority = uri.authority().ok_or_else(refused)?;
        let is_safe = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => is_loopback(authority.host()),
            _ => false,
        };
        if !is_safe || authority.host().is_empty() || authority.as_str().contains('@') {
            return Err(refused());
        }
        Ok(Address(text.to_owned()))
    }

    /// Parses an address that the system of this address names; `None` if it is not acceptable. After an encrypted
    /// address, none without encryption is accepted: it would be one of this machine.
    pub(crate) fn named(&self, text: &str) -> Option<Address> {
        let named = Address::parse(text).ok()?;
        (named.is_encrypted() || !self.is_encrypted()).then_some(named)
    }

    /// Returns `true` for an `https` address.
    pub fn is_encrypted(&self) -> bool {
        self.0.split_once(':').is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("https"))
    }

    /// Returns the address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the host, with its port if the address names one.
    pub fn host(&self) -> &str {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        rest.split(['/', '?']).next().unwrap_or_default()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// Returns an address with these parameters added to its query.
pub fn with_query(address: &str, parameters: &[(&str, &str)]) -> String {
    let separator = if address.contains('?') { '&' } else { '?' };
    format!("{address}{separator}{}", form(parameters))
}

/// Encodes the fields of a form, or of a query.
pub(crate) fn form(fields: &[(&str, &str)]) -> String {
    let encode = |text| utf8_percent_encode(text, RESERVED).to_string();
    let fields = fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value)));
    fields.collect::<Vec<String>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encrypted_system_names_no_address_of_this_machine() {
        let of = |text: &str| Address::parse(text).unwrap();
        let (remote, local) = (of("https://lms.example/keys"), of("http://127.0.0.1:9/keys"));
        for text in ["http://127.0.0.1:9/token", "HTTP://localhost/token", "http://[::1]/token"] {
            assert_eq!(remote.named(text), None, "{text}");
            assert_eq!(local.named(text), Some(of(text)));
        }
        let other = "https://services.lms.example/token";
        assert_eq!(remote.named(other), Some(of(other)));
        assert_eq!(remote.named("ftp://lms.example"), None);
    }
}
