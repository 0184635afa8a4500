//! Students signed in by a reverse proxy, which names the student in a header.

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use class_model::{Person, Secret};
use explain::Error;

use super::FORWARDED;
use crate::problem::Problem;

/// Context for deriving the session secret of a student named by a header.
const STUDENT: &str = "muster 2026-11 service student named by a header";
/// Common headers, which cannot name a user.
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

/// The user named by the reverse proxy: an id or an email address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim(pub(crate) String);

/// The header in which the reverse proxy names the signed-in user.
pub(crate) struct Identity {
    name: HeaderName,
    /// A key known only to this process.
    key: Secret,
}

impl Identity {
    /// Returns the identity header with this name.
    ///
    /// # Errors
    /// If the name is not a valid header name or has another meaning.
    pub(super) fn new(name: &str) -> Result<Identity, Error> {
        let of_its_own = |name: &HeaderName| !ORDINARY.contains(name) && name != FORWARDED;
        let Some(name) = name.parse::<HeaderName>().ok().filter(of_its_own) else {
            return Err(Error::input(format!("{name} cannot be used as the header that names the user"))
                .hint("use a dedicated header, such as X-Muster-User"));
        };
        Ok(Identity { name, key: Secret::draw()? })
    }

    /// Returns the user named by a request; `None` if the header is absent.
    pub(super) fn claim(&self, is_trusted: bool, headers: &HeaderMap) -> Result<Option<Claim>, Problem> {
        let name = &self.name;
        let mut values = headers.get_all(name).into_iter();
        let Some(value) = values.next() else { return Ok(None) };
        if !is_trusted {
            let what =
                format!("the request has the header {name}, which is accepted only from a trusted proxy");
            return Err(Problem::new(StatusCode::FORBIDDEN, what)
                .hint("the operator can list the reverse proxy's addresses with --trust"));
        }
        if values.next().is_some() {
            let what = format!("the request has the header {name} more than once");
            return Err(
                Problem::bad(what).hint("the reverse proxy must replace any value that browsers send")
            );
        }
        let text = std::str::from_utf8(value.as_bytes())
            .map_err(|_| Problem::bad(format!("the header {name} is not UTF-8")))?;
        match text.trim() {
            "" => {
                let what = format!("the header {name} is empty: the web server has not signed you in");
                Err(Problem::bad(what).hint("sign in again"))
            }
            text => Ok(Some(Claim(text.to_owned()))),
        }
    }

    /// Returns the secret that serves as the session of a student named by the header. The mark of forms is derived
    /// from it.
    pub(crate) fn secret(&self, class: &str, id: &str) -> Secret {
        self.key.derive(&format!("{STUDENT}: {class}/{id}"))
    }

    /// Returns `true` if `secret` serves as such a session of `person`.
    pub(crate) fn is_session(&self, class: &str, secret: &Secret, person: &Person) -> bool {
        matches!(person, Person::Student { id } if self.secret(class, id).is(&secret.reveal()))
    }
}

/// Returns the problem for a signed-in user who is not in the class.
pub(crate) fn unknown(claim: &Claim) -> Problem {
    let what = format!(
        "you are signed in as \"{}\", but no student in this class has that id or email address",
        claim.0
    );
    Problem::new(StatusCode::FORBIDDEN, what)
        .hint("students: ask your teacher to add it to the roster; teachers and assistants: open your personal link")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_of_a_process_a_class_and_a_student() {
        let (one, other) = (Identity::new("X-User").unwrap(), Identity::new("X-User").unwrap());
        let secret = one.secret("ki", "1001");
        let student = |id: &str| Person::Student { id: id.to_owned() };
        assert!(one.is_session("ki", &secret, &student("1001")));
        assert!(!one.is_session("ki", &secret, &student("1002")));
        assert!(!one.is_session("ai", &secret, &student("1001")));
        assert!(!other.is_session("ki", &secret, &student("1001")));
        assert!(!one.is_session("ki", &secret, &Person::Teacher { name: "1001".to_owned() }));
    }
}
