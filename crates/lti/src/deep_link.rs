//! Links that a teacher inserts into a course from within the course system.

use serde_json::{Map, Value, json};

use crate::launch::CLAIM;
use crate::{Address, Failure, Registration, SigningKey, TokenFault};

const SETTINGS: &str = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings";
const ITEMS: &str = "https://purl.imsglobal.org/spec/lti-dl/claim/content_items";
const ECHO: &str = "https://purl.imsglobal.org/spec/lti-dl/claim/data";
/// Time within which an answer is valid, in seconds.
const VALID: i64 = 300;

/// A course system's request for a link to insert into a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeepLinkRequest {
    /// The address to which the browser sends the answer.
    pub back: Address,
    /// The text to send back unchanged.
    data: Option<String>,
}

/// A link for a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentItem {
    /// The address to which the link leads.
    pub url: String,
    /// The title of the link.
    pub title: String,
}

/// The answer to a request for a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeepLinkAnswer {
    /// The address to which the browser sends the form.
    pub back: Address,
    /// The value of its field `JWT`.
    pub token: String,
}

impl DeepLinkRequest {
    pub(crate) fn from_claims(claims: &Map<String, Value>) -> Result<DeepLinkRequest, TokenFault> {
        let settings = claims.get(SETTINGS).ok_or(TokenFault::Missing("deep_linking_settings"))?;
        let text = |name: &str| settings.get(name).and_then(Value::as_str);
        let back = text("deep_link_return_url").and_then(|back| Address::parse(back).ok());
        Ok(DeepLinkRequest {
            back: back.ok_or(TokenFault::Missing("deep_link_return_url"))?,
            data: text("data").map(str::to_owned),
        })
    }
}

impl DeepLinkAnswer {
    /// Returns the answer to a request of a deployment; without a link, the browser goes back with nothing inserted.
    /// `now` is in seconds since 1970 in UTC.
    ///
    /// # Errors
    /// If the machine cannot sign.
    pub fn new(
        request: &DeepLinkRequest,
        (registration, deployment): (&Registration, &str),
        item: Option<&ContentItem>,
        (key, nonce, now): (&SigningKey, &str, i64),
    ) -> Result<DeepLinkAnswer, Failure> {
        let items: Vec<Value> = item.into_iter().map(ContentItem::to_json).collect();
        let mut claims = json!({
            "iss": registration.client,
            "aud": registration.issuer,
            "azp": registration.issuer,
            "iat": now,
            "exp": now + VALID,
            "nonce": nonce,
        });
        let lti = [
            ("deployment_id", json!(deployment)),
            ("message_type", json!("LtiDeepLinkingResponse")),
            ("version", json!("1.3.0")),
        ];
        for (name, value) in lti {
            claims[format!("{CLAIM}{name}")] = value;
        }
        claims[ITEMS] = json!(items);
        if let Some(data) = &request.data {
            claims[ECHO] = json!(data);
        }
        Ok(DeepLinkAnswer { back: request.back.clone(), token: key.sign(&claims)? })
    }
}

impl ContentItem {
    fn to_json(&self) -> Value {
        json!({
            "type": "ltiResourceLink",
            "title": self.title,
            "url": self.url,
            "window": { "targetName": "_blank" },
        })
    }
}
