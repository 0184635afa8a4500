//! A sign-on that has begun in a browser.
//!
//! The service keeps nothing about it: the browser has its secret in a cookie, from which all other values follow.

use axum::http::HeaderMap;
use class_model::Secret;

use crate::locale_choice::cookie;
use crate::problem::Problem;

/// Prefix of the name of the cookie. Sign-ons in several tabs have separate cookies.
const COOKIE: &str = "muster-login-";
/// Number of letters of the state in the name of the cookie.
const NAME: usize = 8;
/// Time for a sign-on, in seconds.
const TIME: u32 = 15 * 60;

/// A sign-on that has begun in a browser.
pub(super) struct BegunLogin {
    secret: Secret,
    /// The number of the system.
    pub(super) system: i64,
}

impl BegunLogin {
    pub(super) fn new(system: i64) -> Result<BegunLogin, Problem> {
        Ok(BegunLogin { secret: Secret::draw()?, system })
    }

    /// Returns the sign-on of this browser with a state; `None` if it has begun none.
    pub(super) fn find(headers: &HeaderMap, state: &str) -> Option<BegunLogin> {
        let (system, secret) = cookie(headers, &cookie_name(state)?)?.split_once('.')?;
        let begun = BegunLogin { secret: secret.parse().ok()?, system: system.parse().ok()? };
        begun.derive("state").is(state).then_some(begun)
    }

    fn derive(&self, purpose: &str) -> Secret {
        self.secret.derive(&format!("muster 2026-11 sign-on {purpose}"))
    }

    /// Returns the value that the system sends back unchanged.
    pub(super) fn state(&self) -> String {
        self.derive("state").reveal()
    }

    /// Returns the value that the system's message contains.
    pub(super) fn nonce(&self) -> String {
        self.derive("nonce").reveal()
    }

    /// Returns the verifier of a code, which has at least 43 letters (RFC 7636, section 4.1).
    pub(super) fn verifier(&self) -> String {
        ["verifier 1", "verifier 2"].map(|part| self.derive(part).reveal()).concat()
    }

    /// Returns the cookie. A course system sends the browser back by a form, which browsers accept only with
    /// `SameSite=None`; `Partitioned` admits it in a frame of the course system.
    pub(super) fn cookie(&self, home: &str) -> String {
        let (name, secret) = (cookie_name(&self.state()).unwrap_or_default(), self.secret.reveal());
        format!("{name}={}.{secret}; Path={home}; Max-Age={TIME}; {ATTRIBUTES}", self.system)
    }

    /// Returns the cookie that ends this one.
    pub(super) fn ended_cookie(&self, home: &str) -> String {
        let name = cookie_name(&self.state()).unwrap_or_default();
        format!("{name}=; Path={home}; Max-Age=0; {ATTRIBUTES}")
    }
}

/// Browsers accept `Secure` without HTTPS on loopback addresses, too.
const ATTRIBUTES: &str = "HttpOnly; SameSite=None; Secure; Partitioned";

fn cookie_name(state: &str) -> Option<String> {
    let part = state.get(..NAME).filter(|part| part.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    Some(format!("{COOKIE}{part}"))
}
