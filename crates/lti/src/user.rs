//! The person whom a signed message is about.

use serde_json::{Map, Value};

/// The claim with the ids of a student information system.
const LIS: &str = "https://purl.imsglobal.org/spec/lti/claim/lis";
/// The claim with the parameters that a teacher has set in the course system.
const CUSTOM: &str = "https://purl.imsglobal.org/spec/lti/claim/custom";
/// Maximum length of a value, in bytes.
const LONGEST: usize = 320;

/// A person, as their system describes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The permanent id of the person at the issuer.
    pub subject: String,
    claims: Map<String, Value>,
}

impl User {
    /// Returns the person of a verified message; `None` if it names none.
    pub(crate) fn from_claims(claims: Map<String, Value>) -> Option<User> {
        let subject = text(claims.get("sub")?)?;
        Some(User { subject, claims })
    }

    /// Returns the full name; `None` if the system does not pass it on.
    pub fn name(&self) -> Option<String> {
        let parts = || {
            let parts = ["given_name", "family_name"].map(|part| self.claims.get(part).and_then(text));
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            (!parts.is_empty()).then(|| parts.join(" "))
        };
        self.claims.get("name").and_then(text).or_else(parts)
    }

    /// Returns the mail address; `None` if the system does not pass it on, or says that it is not verified.
    pub fn email(&self) -> Option<String> {
        match self.claims.get("email_verified") {
            Some(Value::Bool(false)) => None,
            Some(Value::String(word)) if word == "false" => None,
            _ => self.claims.get("email").and_then(text),
        }
    }

    /// Returns the value of a claim, also of one among the person's ids (`person_sourcedid`) or the custom parameters;
    /// `None` if there is none.
    pub fn claim(&self, name: &str) -> Option<String> {
        if name == "email" {
            return self.email();
        }
        let within = |claim: &str| self.claims.get(claim).and_then(|part| part.get(name));
        let found = self.claims.get(name).or_else(|| within(LIS)).or_else(|| within(CUSTOM));
        found.and_then(text)
    }
}

/// Returns a text or a number as a text; `None` if it is empty or too long.
pub(crate) fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty() && text.len() <= LONGEST).then_some(text)
}
