//! The reverse proxy, if there is one, and trust in its headers.
//!
//! Any client can send a header. The proxy's headers count only from the Unix socket and from addresses listed by the
//! operator.

mod identity;
mod network;

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use explain::Error;

pub(crate) use self::identity::{Claim, Identity, unknown};
pub use self::network::Network;
use crate::peer::Peer;
use crate::problem::Problem;

/// Header in which each proxy appends the address that sent it the request.
const FORWARDED: &str = "x-forwarded-for";

/// The reverse proxy.
pub(crate) struct ReverseProxy {
    /// Addresses from which the proxy's headers count.
    trust: Vec<Network>,
    /// The header that names the signed-in user; `None` if the proxy signs no students in.
    pub(crate) identity: Option<Identity>,
}

impl ReverseProxy {
    /// Returns the proxy behind the Unix socket, if the service listens on one, and at the listed addresses.
    ///
    /// # Errors
    /// If `header` is not a valid header name, or no address is trusted to send it.
    pub(crate) fn new(
        trust: &[Network],
        header: Option<&str>,
        is_socket: bool,
    ) -> Result<ReverseProxy, Error> {
        let identity = header.map(Identity::new).transpose()?;
        if let Some(header) = header
            && trust.is_empty()
            && !is_socket
        {
            return Err(Error::input(format!("no proxy is trusted to send the header {header}"))
                .hint("listen on a Unix socket, or list the reverse proxy's addresses with --trust"));
        }
        Ok(ReverseProxy { trust: trust.to_vec(), identity })
    }

    /// Returns the user named by the proxy; `None` if it names none.
    pub(crate) fn claim(&self, peer: Option<Peer>, headers: &HeaderMap) -> Result<Option<Claim>, Problem> {
        let is_trusted = peer.is_some_and(|peer| self.trusts(peer));
        self.identity.as_ref().map_or(Ok(None), |identity| identity.claim(is_trusted, headers))
    }

    /// Returns the original sender of a request: follows the forwarded addresses back as long as each hop is trusted.
    pub(crate) fn sender(&self, peer: Peer, headers: &HeaderMap) -> Peer {
        let values = headers.get_all(FORWARDED).iter().filter_map(|value| value.to_str().ok());
        let said: Vec<&str> = values.flat_map(|value| value.split(',')).collect();
        let mut sender = peer;
        for text in said.into_iter().rev() {
            let Some(address) = address(text.trim()).filter(|_| self.trusts(sender)) else { break };
            sender = Peer::Address(address);
        }
        sender
    }

    /// Returns `true` if requests from `peer` come from the proxy.
    pub(crate) fn trusts(&self, peer: Peer) -> bool {
        match peer {
            Peer::Socket => true,
            Peer::Address(address) => self.trust.iter().any(|network| network.contains(address)),
        }
    }
}

/// Parses an address as proxies write it, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn front(trust: &[&str], header: Option<&str>, is_socket: bool) -> Result<ReverseProxy, String> {
        let trust: Vec<Network> = trust.iter().map(|text| text.parse().unwrap()).collect();
        ReverseProxy::new(&trust, header, is_socket).map_err(|error| error.what)
    }

    fn from(address: &str) -> Peer {
        Peer::Address(address.parse().unwrap())
    }

    fn headers(name: &'static str, values: &[&str]) -> HeaderMap {
        let values =
            values.iter().map(|value| axum::http::HeaderValue::from_bytes(value.as_bytes()).unwrap());
        values.map(|value| (axum::http::HeaderName::from_static(name), value)).collect()
    }

    #[test]
    fn only_a_trusted_server_names_a_student() {
        let front = front(&["10.0.0.0/8", "::1"], Some("X-User"), true).unwrap();
        let claimed = |peer, values: &[&str]| {
            let claim = front.claim(Some(peer), &headers("x-user", values));
            claim
                .map(|claim| claim.map(|claim| claim.0))
                .map_err(|problem| (problem.status.as_u16(), problem.what))
        };
        for peer in [Peer::Socket, from("10.9.8.7"), from("::1")] {
            assert_eq!(claimed(peer, &[" 1001 "]), Ok(Some("1001".to_owned())), "{peer}");
            assert_eq!(claimed(peer, &[]), Ok(None));
            for (values, why) in [(&["1001", "1002"][..], "more than once"), (&[" "], "is empty")] {
                let (status, what) = claimed(peer, values).unwrap_err();
                assert!(status == 400 && what.contains(why), "{what}");
            }
        }
        for peer in [from("11.0.0.1"), from("127.0.0.1"), from("::2")] {
            assert_eq!(claimed(peer, &[]), Ok(None));
            for values in [&["1001"][..], &[""], &["1001", "1001"]] {
                assert_eq!(claimed(peer, values).unwrap_err().0, 403, "{peer}");
            }
        }
    }

    #[test]
    fn an_identity_header_needs_a_trusted_sender_and_its_own_name() {
        let error = |name, trust: &[&str], is_socket| front(trust, Some(name), is_socket).err();
        assert_eq!(error("X-User", &["127.0.0.1"], false), None);
        assert_eq!(error("X-User", &[], true), None);
        assert!(error("X-User", &[], false).unwrap().contains("no proxy is trusted to send"));
        for name in ["", "X User", "Host", "cookie", "X:", "X-Forwarded-For"] {
            assert!(
                error(name, &["127.0.0.1"], true).unwrap().contains("cannot be used as the header"),
                "{name}"
            );
        }
    }

    #[test]
    fn the_sender_is_the_last_address_before_the_trusted_ones() {
        let front = front(&["10.0.0.0/8"], None, false).unwrap();
        for (peer, said, sender) in [
            (from("10.0.0.1"), &[][..], from("10.0.0.1")),
            (from("10.0.0.1"), &["192.0.2.7"], from("192.0.2.7")),
            (Peer::Socket, &["192.0.2.7"], from("192.0.2.7")),
            // Any client can have written the earlier addresses.
            (from("10.0.0.1"), &["10.0.0.9, 198.51.100.1, 192.0.2.7"], from("192.0.2.7")),
            (from("10.0.0.1"), &["198.51.100.1", "192.0.2.7,10.0.0.2"], from("192.0.2.7")),
            (from("10.0.0.1"), &["[2001:db8::7]:443"], from("2001:db8::7")),
            (from("10.0.0.1"), &["::ffff:192.0.2.7"], from("192.0.2.7")),
            (from("10.0.0.1"), &["192.0.2.7, unknown"], from("10.0.0.1")),
            (from("10.0.0.1"), &[""], from("10.0.0.1")),
            (from("192.0.2.1"), &["198.51.100.1"], from("192.0.2.1")),
        ] {
            assert_eq!(front.sender(peer, &headers(FORWARDED, said)), sender, "{peer} {said:?}");
        }
    }
}
