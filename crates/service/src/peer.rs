//! The origin of a request.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use axum::extract::Request;

/// Number of leading bits of an IPv6 address that identify its network; the owner of the network chooses the rest.
const NETWORK: u32 = 64;

/// The origin of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Peer {
    /// An IP address. Behind a reverse proxy, all connections have the proxy's address.
    Address(IpAddr),
    /// The Unix socket, which only processes with permission can open.
    Socket,
}

impl Peer {
    /// Returns the peer that limits count: all addresses of an IPv6 network are the same.
    pub(crate) fn network(self) -> Peer {
        match self {
            Peer::Address(address) => Peer::Address(network(address)),
            Peer::Socket => Peer::Socket,
        }
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Peer::Address(address) => write!(f, "{address}"),
            Peer::Socket => f.write_str("the Unix socket"),
        }
    }
}

/// Returns the origin of a request.
pub(crate) fn find(request: &Request) -> Option<Peer> {
    request.extensions().get().copied()
}

/// Returns the address, or the first one of its IPv6 network.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let rest = u128::BITS - NETWORK;
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> rest << rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_count_an_ipv6_network_and_not_its_addresses() {
        let network = |address: &str| Peer::Address(address.parse().unwrap()).network();
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:2"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(Peer::Socket.network(), Peer::Socket);
    }
}
