//! The names by which browsers may ask for the service.

/// The names by which browsers may ask for the service. Another name that leads here is somebody else's trick.
#[derive(Clone, Debug)]
pub(crate) struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    pub(crate) fn new(hosts: Vec<String>) -> AllowedHosts {
        AllowedHosts(hosts)
    }

    pub(crate) fn allow(&self, host: &str) -> bool {
        self.0.iter().any(|allowed| allowed.eq_ignore_ascii_case(host))
    }
}
