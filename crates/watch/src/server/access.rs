//! Access control and routing.

use std::io;
use std::time::Duration;

use hash::Hash;

use super::answer::Answer;
use super::request::Request;
use crate::page;
use crate::page_state::Board;

/// Maximum time that a request for news waits.
const NEWS: Duration = Duration::from_secs(20);

/// Admits only requests with the token and a host name of this machine.
pub(crate) struct AccessGate {
    token: String,
    hosts: [String; 2],
}

impl AccessGate {
    /// Returns a gate with a new token.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub(crate) fn new(port: u16) -> io::Result<AccessGate> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let hosts = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}"));
        Ok(AccessGate { token: hash::hex::encode(bytes), hosts })
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Answers a request. A request for news waits until there is some.
    pub(crate) fn answer(&self, request: &Request, board: &Board) -> Answer {
        if !self.is_asked_here(request) {
            return Answer::refusal(403);
        }
        let Some(part) = self.part(&request.path) else { return Answer::refusal(404) };
        if request.method != "GET" {
            return Answer::refusal(405);
        }
        match part {
            "state" => {
                let after = request.number("after").unwrap_or_default();
                Answer::of_page("application/json", board.after(after, NEWS))
            }
            "match" => match board.page() {
                Some(page) => Answer::of_match(page.as_bytes()),
                None => Answer::refusal(404),
            },
            _ => match page::file(part) {
                Some((kind, text)) => Answer::of_page(kind, text.as_bytes()),
                None => Answer::refusal(404),
            },
        }
    }

    /// Returns `true` if the request names this machine as its host and does not come from another site's page.
    fn is_asked_here(&self, request: &Request) -> bool {
        let is_own = request.host.as_ref().is_some_and(|host| self.hosts.contains(host));
        let site = request.site.as_deref();
        is_own && site.is_none_or(|site| ["same-origin", "none"].contains(&site))
    }

    /// Returns the part of the path after the token; `None` if the token is wrong.
    fn part<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (token, part) = path.strip_prefix('/')?.split_once('/')?;
        // Comparing hashes prevents timing attacks.
        (Hash::digest(token.as_bytes()) == Hash::digest(self.token.as_bytes())).then_some(part)
    }
}
