//! Host names accepted by the service.

use std::net::{IpAddr, SocketAddr};

/// Host names accepted by the service. Rejecting all others prevents DNS rebinding.
#[derive(Clone, Debug)]
pub(crate) struct AllowedHosts {
    /// Names with their ports, unless these are the default ones.
    named: Vec<String>,
    /// Names accepted with any port.
    any_port: Vec<String>,
    addresses: Addresses,
}

/// IP addresses accepted with any port. A DNS rebinding attack needs a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Addresses {
    None,
    /// Loopback addresses, to which `ssh -L` or a container may forward another port.
    Loopback,
    All,
}

impl AllowedHosts {
    /// Returns the hosts of the pages: the host in the public URL and the address that the service listens on.
    pub(crate) fn of_pages(named: &str, local: Option<SocketAddr>) -> AllowedHosts {
        let mut hosts = vec![named.to_owned()];
        hosts.extend(local.map(|local| local.to_string()));
        let is_loopback = local.is_some_and(|local| local.ip().is_loopback());
        let addresses = if is_loopback { Addresses::Loopback } else { Addresses::None };
        AllowedHosts { named: hosts, any_port: Vec::new(), addresses }
    }

    /// Returns the hosts of the metrics, which other machines request by IP address or by the name in the public URL.
    pub(crate) fn of_figures(named: &str) -> AllowedHosts {
        let any_port = vec![without_port(named).to_owned()];
        AllowedHosts { named: Vec::new(), any_port, addresses: Addresses::All }
    }

    pub(crate) fn allow(&self, host: &str) -> bool {
        let name = without_port(host);
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        let is_loopback =
            name.eq_ignore_ascii_case("localhost") || address.is_some_and(|ip| ip.is_loopback());
        let is_allowed_address = match self.addresses {
            Addresses::None => false,
            Addresses::Loopback => is_loopback,
            Addresses::All => is_loopback || address.is_some(),
        };
        is_allowed_address || self.is_named(host) || has(&self.any_port, name)
    }

    /// Returns `true` if the host is the one in the public URL or the address that the service listens on.
    pub(crate) fn is_named(&self, host: &str) -> bool {
        has(&self.named, host)
    }
}

fn has(hosts: &[String], host: &str) -> bool {
    hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) && !name.ends_with(':') => {
            name
        }
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forwarded_port_of_this_machine_is_answered_and_another_name_is_not() {
        let here = AllowedHosts::of_pages("127.0.0.1:8080", Some("127.0.0.1:8080".parse().unwrap()));
        let public = AllowedHosts::of_pages("muster.example", Some("0.0.0.0:8080".parse().unwrap()));
        let socket = AllowedHosts::of_pages("muster.example", None);
        for host in
            ["127.0.0.1:8080", "localhost:8080", "localhost:9000", "LocalHost", "127.0.0.1", "[::1]:9000"]
        {
            assert!(here.allow(host), "{host}");
            assert!(!public.allow(host) && !socket.allow(host), "{host}");
        }
        for host in
            ["evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example:80", "10.0.0.1:8080", ""]
        {
            assert!(!here.allow(host), "{host}");
        }
        assert!(public.allow("Muster.example") && socket.allow("muster.example"));
        assert!(!public.allow("muster.example:81"));
        // Another port of this machine may belong to another program.
        assert!(!here.is_named("localhost:9000") && here.is_named("127.0.0.1:8080"));
    }

    #[test]
    fn figures_are_for_addresses_and_the_name_of_the_service() {
        let figures = AllowedHosts::of_figures("muster.example:8443");
        for host in ["10.1.2.3:9464", "[2001:db8::1]:9464", "localhost:9464", "muster.example:9464"] {
            assert!(figures.allow(host), "{host}");
        }
        for host in ["evil.example:9464", "muster.example.evil:9464", "", ":9464"] {
            assert!(!figures.allow(host), "{host}");
        }
    }
}
