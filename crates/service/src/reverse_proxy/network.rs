//! Networks of IP addresses.

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// A single address or a network in CIDR notation: `192.0.2.1`, `10.0.0.0/8`, `fd00::/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

impl Network {
    /// Returns `true` if the address is in the network.
    pub(super) fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address)
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        // Senders' addresses are canonical, too.
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(Network(address.to_canonical().into()));
        }
        let network: IpNet = text.parse().map_err(|_| {
            "expected an address, such as 192.0.2.1, or a network, such as 10.0.0.0/8".to_owned()
        })?;
        let canonical = network.addr().to_canonical();
        if canonical != network.addr() {
            return Err(format!(
                "write a network of addresses such as {canonical} in their own form: 10.0.0.0/8"
            ));
        }
        if network.prefix_len() == 0 {
            return Err("a network of all addresses would trust every sender".to_owned());
        }
        Ok(Network(network))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_the_addresses_that_begin_like_it() {
        let has = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().contains(address.parse().unwrap())
        };
        for (network, address) in [
            ("127.0.0.1", "127.0.0.1"),
            ("10.1.2.3/8", "10.255.0.1"),
            ("192.0.2.128/25", "192.0.2.255"),
            ("::1", "::1"),
            ("fd00::/8", "fdff::1"),
            ("8000::/1", "ffff::"),
            ("::ffff:10.0.0.1", "10.0.0.1"),
        ] {
            assert!(has(network, address), "{network} {address}");
        }
        for (network, address) in [
            ("127.0.0.1", "127.0.0.2"),
            ("10.0.0.0/8", "11.0.0.0"),
            ("192.0.2.128/25", "192.0.2.127"),
            ("::1", "0.0.0.1"),
            ("127.0.0.1", "::1"),
            ("fd00::/8", "fe00::"),
        ] {
            assert!(!has(network, address), "{network} {address}");
        }
        for text in [
            "::ffff:10.0.0.1/104",
            "::ffff:10.0.0.1/8",
            "",
            "localhost",
            "10.0.0.0/",
            "10.0.0.0/33",
            "::/129",
            "0.0.0.0/0",
            "10.0.0.0/-1",
            "10/8",
        ] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
    }
}
