//! Whose connection it is.

use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;

/// Whose connection it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Whose request it is.
pub(crate) fn address(request: &Request) -> Option<IpAddr> {
    request.extensions().get::<Peer>().map(|peer| peer.0.ip())
}
