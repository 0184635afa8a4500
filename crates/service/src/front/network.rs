//! Networks of IP addresses.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// A single address or a network in CIDR notation: `192.0.2.1`, `10.0.0.0/8`, `fd00::/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

impl Network {
    /// Returns `true` if the address is in the network.
    pub(super) fn contains(&self, address: IpAddr) -> bool {
        let (own, length) = number(self.address);
        let (other, other_length) = number(address);
        let rest = length - self.bits;
        length == other_length && own >> rest == other >> rest
    }
}

/// Returns an address as a number, and its length in bits.
fn number(address: IpAddr) -> (u128, u32) {
    match address {
        IpAddr::V4(address) => (u128::from(address.to_bits()), u32::BITS),
        IpAddr::V6(address) => (address.to_bits(), u128::BITS),
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| {
            "it is not an address, such as 192.0.2.1, nor a network, such as 10.0.0.0/8".to_owned()
        })?;
        // Senders' addresses are canonical, too.
        let canonical = address.to_canonical();
        if canonical != address && bits.is_some() {
            return Err(format!(
                "a network of addresses such as {canonical} is given as theirs, such as 10.0.0.0/8"
            ));
        }
        let (_, length) = number(canonical);
        let bits = match bits {
            None => length,
            Some(bits) => bits
                .parse()
                .ok()
                .filter(|bits| (1..=length).contains(bits))
                .ok_or_else(|| format!("the number after the slash is from 1 to {length}"))?,
        };
        Ok(Network { address: canonical, bits })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
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
