//! Requests to a course system in the name of a class.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use ureq::http::{Method, StatusCode, header};

use crate::address::form;
use crate::http::{Incoming, Outgoing};
use crate::{Address, Failure, Http, Registration, SigningKey};

/// Maximum size of an access token's answer, in bytes.
const LARGEST_TOKEN: u64 = 64 << 10;
/// Maximum size of any other answer, in bytes.
const LARGEST: u64 = 8 << 20;
/// Time within which a request for an access token is valid, in seconds.
const VALID: u64 = 60;
/// Lifetime of an access token whose answer states none.
const LIFETIME: u64 = 60;
/// Time before its end from which an access token is not used.
const MARGIN: Duration = Duration::from_secs(30);
/// The fault of an answer without an access token.
const NO_TOKEN: &str = "no usable token";

/// Requests to a course system, with access tokens that are kept until they expire.
#[derive(Debug)]
pub struct ServiceClient {
    http: Http,
    registration: Registration,
    key: Arc<SigningKey>,
    tokens: Mutex<BTreeMap<String, AccessToken>>,
}

struct AccessToken {
    secret: String,
    ends: Instant,
}

impl std::fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AccessToken(…)")
    }
}

/// The answer of a course system.
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceReply {
    /// The answer; null if it is empty.
    pub body: Value,
    /// The address of the next page of a list.
    pub next: Option<Address>,
}

impl ServiceClient {
    /// Returns a client without access tokens.
    pub fn new(http: Http, registration: Registration, key: Arc<SigningKey>) -> ServiceClient {
        ServiceClient { http, registration, key, tokens: Mutex::default() }
    }

    /// Reads JSON of a media type. `scope` names the needed rights, separated by spaces.
    ///
    /// # Errors
    /// If the system does not answer, refuses the request, or does not answer with JSON.
    pub fn get(&self, to: &Address, scope: &str, kind: &str) -> Result<ServiceReply, Failure> {
        self.request(&Method::GET, to, scope, kind, None)
    }

    /// Sends JSON of a media type.
    ///
    /// # Errors
    /// As [`get`](ServiceClient::get).
    pub fn post(&self, to: &Address, scope: &str, kind: &str, body: &Value) -> Result<ServiceReply, Failure> {
        self.request(&Method::POST, to, scope, kind, Some(body))
    }

    /// Replaces JSON of a media type.
    ///
    /// # Errors
    /// As [`get`](ServiceClient::get).
    pub fn put(&self, to: &Address, scope: &str, kind: &str, body: &Value) -> Result<ServiceReply, Failure> {
        self.request(&Method::PUT, to, scope, kind, Some(body))
    }

    fn request(
        &self,
        method: &Method,
        to: &Address,
        scope: &str,
        kind: &str,
        body: Option<&Value>,
    ) -> Result<ServiceReply, Failure> {
        let body = body.map(ToString::to_string).unwrap_or_default();
        let send = || {
            let bearer = format!("Bearer {}", self.access_token(scope)?);
            let accept =
                if body.is_empty() { kind.to_owned() } else { format!("{kind}, application/json, */*") };
            let mut headers = vec![(header::AUTHORIZATION, bearer.as_str()), (header::ACCEPT, &accept)];
            if !body.is_empty() {
                headers.push((header::CONTENT_TYPE, kind));
            }
            let body = body.as_bytes();
            self.http.send(&Outgoing {
                method: method.clone(),
                to,
                headers: &headers,
                body,
                largest: LARGEST,
            })
        };
        let answer = match send() {
            // The system may have withdrawn the access token before its end.
            Err(Failure::Refused { status, .. }) if status == StatusCode::UNAUTHORIZED => {
                self.forget_token(scope);
                send()?
            }
            sent => sent?,
        };
        ServiceReply::read(&answer, to)
    }

    /// Returns an access token for rights, separated by spaces.
    ///
    /// # Errors
    /// If the system does not answer or refuses the request.
    pub fn access_token(&self, scope: &str) -> Result<String, Failure> {
        // One request at a time, which others wait for.
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(token) = tokens.get(scope).filter(|token| Instant::now() + MARGIN < token.ends) {
            return Ok(token.secret.clone());
        }
        let token = self.request_token(scope)?;
        let secret = token.secret.clone();
        tokens.insert(scope.to_owned(), token);
        Ok(secret)
    }

    fn forget_token(&self, scope: &str) {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner).remove(scope);
    }

    fn request_token(&self, scope: &str) -> Result<AccessToken, Failure> {
        let to = &self.registration.token;
        let assertion = self.assertion()?;
        let fields = [
            ("grant_type", "client_credentials"),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ("client_assertion", &assertion),
            ("scope", scope),
        ];
        let answer = post_form(&self.http, to, &[], &fields)?;
        let text = |name: &str| answer.get(name).and_then(Value::as_str);
        let is_bearer = text("token_type").is_none_or(|kind| kind.eq_ignore_ascii_case("bearer"));
        let secret = text("access_token").filter(|token| is_bearer && is_plain(token));
        let lifetime = answer.get("expires_in").and_then(Value::as_u64).unwrap_or(LIFETIME).min(24 * 60 * 60);
        let secret = secret.ok_or_else(|| Failure::answer(to, NO_TOKEN))?.to_owned();
        Ok(AccessToken { secret, ends: Instant::now() + Duration::from_secs(lifetime) })
    }

    /// Returns the signed message that proves the class's identity to the course system.
    fn assertion(&self) -> Result<String, Failure> {
        let Registration { client, token, audience, .. } = &self.registration;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let mut id = [0; 16];
        getrandom::fill(&mut id).map_err(|_| Failure::Key)?;
        self.key.sign(&json!({
            "iss": client,
            "sub": client,
            "aud": audience.as_deref().unwrap_or(token.as_str()),
            "iat": now,
            "exp": now + VALID,
            "jti": HEXLOWER.encode(&id),
        }))
    }
}

impl ServiceReply {
    fn read(answer: &Incoming, from: &Address) -> Result<ServiceReply, Failure> {
        let body = if answer.body.iter().all(u8::is_ascii_whitespace) {
            Value::Null
        } else {
            let unread = |_| Failure::answer(from, "something other than JSON");
            serde_json::from_slice(&answer.body).map_err(unread)?
        };
        let links = answer.headers.get_all(header::LINK).into_iter().filter_map(|link| link.to_str().ok());
        // A list is continued on the system that it came from.
        let next =
            links.flat_map(|links| links.split(',')).find_map(next).filter(|next| next.host() == from.host());
        Ok(ServiceReply { body, next })
    }
}

/// Returns the address of a link header's part with `rel="next"`.
fn next(link: &str) -> Option<Address> {
    let (address, parameters) = link.trim().strip_prefix('<')?.split_once('>')?;
    let is_next = |parameter: &str| {
        let Some((name, value)) = parameter.trim().split_once('=') else { return false };
        name.eq_ignore_ascii_case("rel") && value.trim_matches('"').eq_ignore_ascii_case("next")
    };
    if parameters.split(';').any(is_next) { Address::parse(address).ok() } else { None }
}

/// Sends a form and returns the JSON of the answer.
pub(crate) fn post_form(
    http: &Http,
    to: &Address,
    extra: &[(header::HeaderName, &str)],
    fields: &[(&str, &str)],
) -> Result<Value, Failure> {
    let body = form(fields);
    let mut headers = vec![
        (header::ACCEPT, "application/json"),
        (header::CONTENT_TYPE, "application/x-www-form-urlencoded"),
    ];
    headers.extend(extra.iter().cloned());
    let method = Method::POST;
    let answer = http.send(&Outgoing {
        method,
        to,
        headers: &headers,
        body: body.as_bytes(),
        largest: LARGEST_TOKEN,
    })?;
    serde_json::from_slice(&answer.body).map_err(|_| Failure::answer(to, NO_TOKEN))
}

/// Returns `true` if the text can stand in a header.
fn is_plain(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic())
}
