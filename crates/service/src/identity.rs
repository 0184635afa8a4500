//! Students whom a web server in front has signed in: a header of the request says who sends it.
//!
//! Anybody can send a header. It counts from the Unix socket and from addresses that the operator lists, and a request
//! that has it from elsewhere is refused.

mod network;

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use class::{Person, Secret};
use explain::Error;

pub use self::network::Network;
use crate::peer::Peer;
use crate::problem::Problem;

/// What the secret of a student who is named by a header is derived for.
const STUDENT: &str = "muster 2026-11 service student named by a header";
/// Headers that every browser or proxy sends, which name nobody.
const ORDINARY: [HeaderName; 8] = [
    header::ACCEPT,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::CONTENT_TYPE,
    header::COOKIE,
    header::HOST,
    header::ORIGIN,
    header::USER_AGENT,
];

/// The header in which a web server in front says whom it has signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityHeader {
    /// Its name.
    pub name: String,
    /// The addresses from which it is believed. A Unix socket needs none.
    pub trust: Vec<Network>,
}

/// Who a request is from, by what the web server in front says: an id or an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim(pub(crate) String);

/// Decides whom a header is believed to name.
pub(crate) struct Identity {
    name: HeaderName,
    trust: Vec<Network>,
    /// What this process alone knows.
    key: Secret,
}

impl Identity {
    /// From the Unix socket, if that is listened to, and the addresses that are listed.
    ///
    /// # Errors
    /// If the name is not that of a header, or nobody is trusted.
    pub(crate) fn new(options: &IdentityHeader, is_socket: bool) -> Result<Identity, Error> {
        let IdentityHeader { name, trust } = options;
        let parsed = name.parse::<HeaderName>().ok().filter(|name| !ORDINARY.contains(name));
        let Some(parsed) = parsed else {
            return Err(Error::input(format!("{name} is not a header that can say who sends a request"))
                .hint("a name of its own is best, such as X-Muster-User"));
        };
        if trust.is_empty() && !is_socket {
            return Err(Error::input(format!("nobody is trusted to send the header {name}")).hint(
                "listen to a Unix socket, or list the addresses of the web server in front with --trust",
            ));
        }
        Ok(Identity { name: parsed, trust: trust.clone(), key: Secret::draw()? })
    }

    /// What a request says of who sends it; `None` if it says nothing.
    pub(crate) fn claim(&self, peer: Option<Peer>, headers: &HeaderMap) -> Result<Option<Claim>, Problem> {
        let name = &self.name;
        let mut values = headers.get_all(name).into_iter();
        let Some(value) = values.next() else { return Ok(None) };
        if !peer.is_some_and(|peer| self.trusts(peer)) {
            let what =
                format!("the request has the header {name}, which is not accepted from where it comes");
            return Err(Problem::new(StatusCode::FORBIDDEN, what)
                .hint("the operator lists the addresses of the web server in front with --trust"));
        }
        if values.next().is_some() {
            let what = format!("the request has the header {name} more than once");
            return Err(Problem::bad(what).hint("the web server in front is to replace what browsers send"));
        }
        let text = std::str::from_utf8(value.as_bytes())
            .map_err(|_| Problem::bad(format!("the header {name} is not UTF-8")))?;
        match text.trim() {
            "" => {
                let what =
                    format!("the header {name} is empty: the web server in front does not know who you are");
                Err(Problem::bad(what).hint("sign in there again"))
            }
            text => Ok(Some(Claim(text.to_owned()))),
        }
    }

    fn trusts(&self, peer: Peer) -> bool {
        match peer {
            Peer::Socket => true,
            Peer::Address(address) => self.trust.iter().any(|network| network.contains(address)),
        }
    }

    /// What stands for the session of a student who is named by the header: from it follows the mark of forms.
    pub(crate) fn secret(&self, class: &str, id: &str) -> Secret {
        self.key.derive(&format!("{STUDENT}: {class}/{id}"))
    }

    /// Whether this stands for such a session.
    pub(crate) fn is_session(&self, class: &str, secret: &Secret, person: &Person) -> bool {
        matches!(person, Person::Student { id } if self.secret(class, id).is(&secret.reveal()))
    }
}

/// That nobody in the class is meant.
pub(crate) fn unknown(claim: &Claim) -> Problem {
    let what =
        format!("you are signed in as \"{}\", and nobody in this class has that id or address", claim.0);
    Problem::new(StatusCode::FORBIDDEN, what)
        .hint("if you take part, ask the teacher to add it to the roster; teachers and assistants open their personal link")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(trust: &[&str]) -> Identity {
        let trust = trust.iter().map(|text| text.parse().unwrap()).collect();
        Identity::new(&IdentityHeader { name: "X-User".to_owned(), trust }, true).unwrap()
    }

    fn claimed(from: Peer, values: &[&str]) -> Result<Option<String>, (u16, String)> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("x-user", axum::http::HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        let claim = identity(&["10.0.0.0/8", "::1"]).claim(Some(from), &headers);
        claim
            .map(|claim| claim.map(|claim| claim.0))
            .map_err(|problem| (problem.status.as_u16(), problem.what))
    }

    #[test]
    fn it_is_believed_from_whom_is_trusted_alone() {
        let from = |address: &str| Peer::Address(address.parse().unwrap());
        for peer in [Peer::Socket, from("10.9.8.7"), from("::1")] {
            assert_eq!(claimed(peer, &[" 1001 "]), Ok(Some("1001".to_owned())), "{peer}");
            assert_eq!(claimed(peer, &[]), Ok(None));
            for (values, why) in [(&["1001", "1002"][..], "more than once"), (&[" "], "is empty")] {
                let (status, what) = claimed(peer, values).unwrap_err();
                assert!(status == 400 && what.contains(why), "{what}");
            }
        }
        for peer in [from("11.0.0.1"), from("127.0.0.1"), from("::2")] {
            assert_eq!(claimed(peer, &[]), Ok(None));
            for values in [&["1001"][..], &[""], &["1001", "1001"]] {
                assert_eq!(claimed(peer, values).unwrap_err().0, 403, "{peer}");
            }
        }
    }

    #[test]
    fn somebody_is_trusted_and_the_header_is_one_of_its_own() {
        let error = |name: &str, trust: &[&str], is_socket| {
            let trust = trust.iter().map(|text| text.parse().unwrap()).collect();
            Identity::new(&IdentityHeader { name: name.to_owned(), trust }, is_socket)
                .err()
                .map(|error| error.what)
        };
        assert_eq!(error("X-User", &["127.0.0.1"], false), None);
        assert_eq!(error("X-User", &[], true), None);
        assert!(error("X-User", &[], false).unwrap().contains("nobody is trusted to send"));
        for name in ["", "X User", "Host", "cookie", "X:"] {
            assert!(error(name, &["127.0.0.1"], true).unwrap().contains("is not a header"), "{name}");
        }
    }

    #[test]
    fn a_secret_is_of_a_process_a_class_and_a_student() {
        let (one, other) = (identity(&[]), identity(&[]));
        let secret = one.secret("ki", "1001");
        let student = |id: &str| Person::Student { id: id.to_owned() };
        assert!(one.is_session("ki", &secret, &student("1001")));
        assert!(!one.is_session("ki", &secret, &student("1002")));
        assert!(!one.is_session("ai", &secret, &student("1001")));
        assert!(!other.is_session("ki", &secret, &student("1001")));
        assert!(!one.is_session("ki", &secret, &Person::Teacher { name: "1001".to_owned() }));
    }
}
