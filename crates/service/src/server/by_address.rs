//! Connections by where they come from: no address has all of them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use crate::lock::lock;
use crate::peer::network;

/// How many connections are open, by where they come from.
pub(super) struct ByAddress {
    most: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// A connection that is counted until this is dropped.
pub(super) struct Counted {
    all: Arc<ByAddress>,
    from: IpAddr,
}

impl ByAddress {
    /// Allows this many of each address.
    pub(super) fn new(most: usize) -> Arc<ByAddress> {
        Arc::new(ByAddress { most, open: Mutex::default() })
    }

    /// Counts a connection; `None` if its address has as many as it may have.
    pub(super) fn admit(self: &Arc<ByAddress>, address: IpAddr) -> Option<Counted> {
        let from = network(address);
        let mut open = lock(&self.open);
        let count = open.entry(from).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Counted { all: Arc::clone(self), from })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = lock(&self.all.open);
        if let Some(count) = open.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(address: &str) -> IpAddr {
        address.parse().unwrap()
    }

    #[test]
    fn an_address_has_its_share_and_others_have_theirs() {
        let all = ByAddress::new(2);
        let held: Vec<_> = (0..2).map(|_| all.admit(from("192.0.2.1")).unwrap()).collect();
        assert!(all.admit(from("192.0.2.1")).is_none());
        assert!(all.admit(from("192.0.2.2")).is_some());
        drop(held);
        assert!(all.admit(from("192.0.2.1")).is_some());
        assert!(lock(&all.open).is_empty(), "nothing is kept of whoever has gone");
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let all = ByAddress::new(1);
        let held = all.admit(from("2001:db8::1")).unwrap();
        assert!(all.admit(from("2001:db8::ffff:2")).is_none());
        assert!(all.admit(from("2001:db8:0:1::1")).is_some());
        drop(held);
    }
}
