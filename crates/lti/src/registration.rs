//! A course system that a teacher added to a class.

use crate::{Address, Failure};

/// Maximum length of an id, in bytes.
const LONGEST: usize = 255;

/// A course system (LTI: a platform), as registered in a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The issuer, such as `https://moodle.example.org`. It is compared as text, and need not be an address.
    pub issuer: String,
    /// The client id that the course system gave the class.
    pub client: String,
    /// The address to which the browser is sent for a sign-on.
    pub authorization: Address,
    /// The address of access tokens for services.
    pub token: Address,
    /// The audience of requests for access tokens; `None` if it is the address.
    pub audience: Option<String>,
    /// The address of the course system's public keys.
    pub keys: Address,
    /// The accepted deployments; empty to accept all of this client id.
    pub deployments: Vec<String>,
}

impl Registration {
    /// Returns the registration if its ids are acceptable.
    ///
    /// # Errors
    /// If an id is empty or too long.
    pub fn checked(self) -> Result<Registration, Failure> {
        let is_plain = |text: &str| !text.trim().is_empty() && text.len() <= LONGEST;
        if !is_plain(&self.issuer) {
            return Err(Failure::Value("issuer"));
        }
        if !is_plain(&self.client) {
            return Err(Failure::Value("client id"));
        }
        if self.deployments.iter().any(|deployment| !is_plain(deployment)) {
            return Err(Failure::Value("deployment id"));
        }
        Ok(self)
    }
}
