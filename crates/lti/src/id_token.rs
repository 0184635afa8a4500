//! Checks of signed messages about a person (OpenID Connect: ID tokens).

use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{Algorithm, Validation, decode};
use serde_json::{Map, Value};

use crate::{Address, Failure, RemoteKeys, TokenFault};

/// Maximum size of a message, in bytes.
const LARGEST: usize = 64 << 10;
/// Maximum difference between the clocks of two systems, in seconds.
const LEEWAY: i64 = 60;
/// Maximum age of a message, in seconds.
const OLDEST: i64 = 10 * 60;

/// The expected origin and purpose of a message.
pub(crate) struct Expected<'a> {
    pub(crate) issuer: &'a str,
    pub(crate) client: &'a str,
    pub(crate) keys: &'a Address,
    pub(crate) nonce: &'a str,
    /// The time, in seconds since 1970 in UTC.
    pub(crate) now: i64,
}

/// Returns the claims of a message whose signature and claims are right.
pub(crate) fn verify(
    token: &str,
    expected: &Expected<'_>,
    keys: &RemoteKeys,
) -> Result<Map<String, Value>, Failure> {
    let id = key_id(token)?;
    let key = keys.find(expected.keys, &id)?;
    let mut validation = Validation::new(Algorithm::RS256);
    // The claims are checked below, by the caller's clock.
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    let decoded = decode::<Map<String, Value>>(token, &key, &validation);
    let claims = decoded.map_err(|_| TokenFault::Signature)?.claims;
    check(&claims, expected)?;
    Ok(claims)
}

/// Returns the id of the key that a message names. Refuses all algorithms but RS256, before any key is looked up.
fn key_id(token: &str) -> Result<String, TokenFault> {
    if token.len() > LARGEST {
        return Err(TokenFault::Unreadable);
    }
    let header = token.split_once('.').ok_or(TokenFault::Unreadable)?.0;
    let header = BASE64URL_NOPAD.decode(header.as_bytes()).map_err(|_| TokenFault::Unreadable)?;
    let header: Map<String, Value> = serde_json::from_slice(&header).map_err(|_| TokenFault::Unreadable)?;
    if header.get("alg").and_then(Value::as_str) != Some("RS256") || header.contains_key("crit") {
        return Err(TokenFault::Algorithm);
    }
    header.get("kid").and_then(Value::as_str).map(str::to_owned).ok_or(TokenFault::Missing("kid"))
}

fn check(claims: &Map<String, Value>, expected: &Expected<'_>) -> Result<(), TokenFault> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    let seconds = |name: &'static str| {
        let number = claims.get(name).and_then(Value::as_f64);
        number.map(|number| number as i64).ok_or(TokenFault::Missing(name))
    };
    if text("iss") != Some(expected.issuer) {
        return Err(TokenFault::Issuer);
    }
    let audience: Vec<&str> = match claims.get("aud") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => return Err(TokenFault::Missing("aud")),
    };
    // A message for several clients names the one that it was issued to.
    let is_issued_to = match text("azp") {
        Some(party) => party == expected.client,
        None => audience.len() == 1,
    };
    if !audience.contains(&expected.client) || !is_issued_to {
        return Err(TokenFault::Audience);
    }
    let (expires, issued) = (seconds("exp")?, seconds("iat")?);
    if expires < expected.now - LEEWAY || issued < expected.now - OLDEST {
        return Err(TokenFault::Expired);
    }
    let begins = if claims.contains_key("nbf") { seconds("nbf")? } else { issued };
    if issued.max(begins) > expected.now + LEEWAY {
        return Err(TokenFault::Future);
    }
    if text("nonce") != Some(expected.nonce) {
        return Err(TokenFault::Nonce);
    }
    Ok(())
}
