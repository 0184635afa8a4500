//! The beginning of a sign-on by a course system.

use crate::address::with_query;
use crate::{Failure, Registration};

/// Maximum length of a parameter, in bytes.
const LONGEST: usize = 8 << 10;

/// A course system's request to begin a sign-on (third-party initiated login).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoginRequest {
    /// The issuer.
    pub issuer: String,
    /// The client id; `None` if the system does not name it.
    pub client: Option<String>,
    /// The system's reference to the person.
    hint: String,
    /// The system's reference to the link; `None` if it sent none.
    message_hint: Option<String>,
}

impl LoginRequest {
    /// Reads the parameters of a request.
    ///
    /// # Errors
    /// If a required parameter is missing, or one is too long.
    pub fn from_parameters<'p>(parameter: impl Fn(&str) -> Option<&'p str>) -> Result<LoginRequest, Failure> {
        let given = |name: &'static str| match parameter(name) {
            Some(value) if value.len() > LONGEST => Err(Failure::Value(name)),
            value => Ok(value.filter(|value| !value.is_empty()).map(str::to_owned)),
        };
        Ok(LoginRequest {
            issuer: given("iss")?.ok_or(Failure::Value("iss"))?,
            client: given("client_id")?,
            hint: given("login_hint")?.ok_or(Failure::Value("login_hint"))?,
            message_hint: given("lti_message_hint")?,
        })
    }

    /// Returns `true` if the request is from this course system.
    pub fn is_from(&self, registration: &Registration) -> bool {
        self.issuer == registration.issuer
            && self.client.as_ref().is_none_or(|client| *client == registration.client)
    }

    /// Returns the address to send the browser to. The course system sends the browser back to `back`, by a form with
    /// `state` and a signed message that contains `nonce`.
    pub fn redirect(&self, registration: &Registration, back: &str, state: &str, nonce: &str) -> String {
        let mut parameters = vec![
            ("scope", "openid"),
            ("response_type", "id_token"),
            ("response_mode", "form_post"),
            ("prompt", "none"),
            ("client_id", &registration.client),
            ("redirect_uri", back),
            ("login_hint", &self.hint),
            ("state", state),
            ("nonce", nonce),
        ];
        parameters.extend(self.message_hint.iter().map(|hint| ("lti_message_hint", hint.as_str())));
        with_query(registration.authorization.as_str(), &parameters)
    }
}
