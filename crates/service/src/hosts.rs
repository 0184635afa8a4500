//! The names by which browsers may ask for the service.

use std::net::SocketAddr;

/// The names by which browsers may ask for the service. Another name that leads here is somebody else's trick.
#[derive(Clone, Debug)]
pub(crate) struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    /// The name in the address that browsers use, and where it listens.
    pub(crate) fn new(named: &str, local: Option<SocketAddr>) -> AllowedHosts {
        let mut hosts = vec![named.to_owned()];
        if let Some(local) = local {
            hosts.push(local.to_string());
            hosts.extend(local.ip().is_loopback().then(|| format!("localhost:{}", local.port())));
        }
        AllowedHosts(hosts)
    }

    pub(crate) fn allow(&self, host: &str) -> bool {
        self.0.iter().any(|allowed| allowed.eq_ignore_ascii_case(host))
    }
}
