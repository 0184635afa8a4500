//! Addresses and sockets to listen on.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use explain::Error;
use game::visible_path;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;

use super::listen_error::unheard;
#[cfg(unix)]
use super::socket::Socket;
use crate::peer::Peer;

/// Prefix of the path of a Unix socket.
const UNIX: &str = "unix:";

/// An address or a socket to listen on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listen {
    /// An address of this machine and a port; port 0 selects any free port.
    Address(SocketAddr),
    /// The path of a Unix socket.
    Unix(PathBuf),
}

impl Default for Listen {
    fn default() -> Listen {
        Listen::Address(SocketAddr::from(([127, 0, 0, 1], 8080)))
    }
}

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Listen, String> {
        match text.strip_prefix(UNIX) {
            Some("") => Err("`unix:` must be followed by a path, such as unix:/run/muster/socket".to_owned()),
            Some(path) => Ok(Listen::Unix(path.into())),
            None => address(text).map(Listen::Address).ok_or_else(|| {
                "expected an address and a port, such as 127.0.0.1:8080 or localhost:8080, or a Unix socket, such as \
                 unix:/run/muster/socket"
                    .to_owned()
            }),
        }
    }
}

/// Parses an address and a port. The only host name allowed is `localhost`, which means the same on every machine.
fn address(text: &str) -> Option<SocketAddr> {
    let port = text.rsplit_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("localhost"));
    match port {
        Some((_, port)) => Some((Ipv4Addr::LOCALHOST, port.parse().ok()?).into()),
        None => text.parse().ok(),
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Listen::Address(address) => write!(f, "{address}"),
            Listen::Unix(path) => write!(f, "{UNIX}{}", visible_path(path)),
        }
    }
}

/// A listening socket.
pub(super) enum Listener {
    Address(TcpListener),
    #[cfg(unix)]
    Unix(Socket),
}

/// A connection.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

impl Listener {
    /// Starts to listen. Must be called within a tokio runtime.
    pub(super) fn bind(listen: &Listen) -> Result<Listener, Error> {
        match listen {
            Listen::Address(address) => {
                let bind = || {
                    let listener = std::net::TcpListener::bind(address)?;
                    listener.set_nonblocking(true)?;
                    TcpListener::from_std(listener)
                };
                bind().map(Listener::Address).map_err(|error| unheard(listen, &error))
            }
            #[cfg(unix)]
            Listen::Unix(path) => Socket::bind(path).map(Listener::Unix),
            #[cfg(not(unix))]
            Listen::Unix(_) => {
                Err(Error::input(format!("cannot listen on {listen}: this system has no Unix sockets"))
                    .hint("give an address and a port, such as 127.0.0.1:8080"))
            }
        }
    }

    /// Returns the address; `None` for a Unix socket.
    pub(super) fn local(&self) -> io::Result<Option<SocketAddr>> {
        match self {
            Listener::Address(listener) => listener.local_addr().map(Some),
            #[cfg(unix)]
            Listener::Unix(_) => Ok(None),
        }
    }

    /// Waits for the next connection.
    pub(super) async fn accept(&self) -> io::Result<(Box<dyn Stream>, Peer)> {
        match self {
            Listener::Address(listener) => {
                let (stream, peer) = listener.accept().await?;
                Ok((Box::new(stream), Peer::Address(peer.ip().to_canonical())))
            }
            #[cfg(unix)]
            Listener::Unix(socket) => Ok((Box::new(socket.accept().await?), Peer::Socket)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_or_the_path_of_a_socket() {
        let of = |text: &str| text.parse::<Listen>();
        assert_eq!(of("127.0.0.1:80"), Ok(Listen::Address("127.0.0.1:80".parse().unwrap())));
        assert_eq!(of("[::]:0"), Ok(Listen::Address("[::]:0".parse().unwrap())));
        assert_eq!(of("unix:/run/muster/socket"), Ok(Listen::Unix("/run/muster/socket".into())));
        assert_eq!(of("unix:here"), Ok(Listen::Unix("here".into())));
        assert_eq!(of("localhost:80"), Ok(Listen::Address("127.0.0.1:80".parse().unwrap())));
        for text in [
            "",
            "unix",
            "localhost",
            "localhost:",
            "localhost:x",
            "muster.example:80",
            "/run/muster/socket",
            "127.0.0.1",
        ] {
            assert!(of(text).unwrap_err().contains("expected an address and a port"), "{text}");
        }
        assert!(of("unix:").unwrap_err().contains("must be followed by a path"));
        for text in ["127.0.0.1:8080", "unix:/run/x"] {
            assert_eq!(of(text).unwrap().to_string(), text);
        }
    }
}
