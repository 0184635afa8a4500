//! Where a request comes from.

use std::fmt;
use std::net::IpAddr;

use axum::extract::Request;

/// Where a connection comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Peer {
    /// An address. That of a web server in front is the same for everybody behind it.
    Address(IpAddr),
    /// A Unix socket, which only those can open whom the system lets.
    Socket,
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Peer::Address(address) => write!(f, "{address}"),
            Peer::Socket => f.write_str("the Unix socket"),
        }
    }
}

/// Where a request comes from.
pub(crate) fn of(request: &Request) -> Option<Peer> {
    request.extensions().get().copied()
}
