//! The public keys of other systems, fetched when a signature needs them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::DecodingKey;
use serde_json::Value;
use ureq::http::{Method, header};

use crate::http::Outgoing;
use crate::{Address, Failure, Http, TokenFault};

/// Maximum size of a set of keys, in bytes.
const LARGEST: u64 = 256 << 10;
/// Maximum number of keys in a set.
const MOST: usize = 100;
/// Maximum age of fetched keys, so that a withdrawn key is not accepted for long.
const FRESH: Duration = Duration::from_hours(1);
/// Maximum number of fetches from one address within a minute, however many messages name unknown keys.
const FETCHES: usize = 10;
const MINUTE: Duration = Duration::from_mins(1);
/// Sizes of acceptable moduli, in bytes.
const MODULUS: std::ops::RangeInclusive<usize> = 256..=1024;

/// The public keys of other systems.
#[derive(Debug)]
pub struct RemoteKeys {
    http: Http,
    sets: Mutex<BTreeMap<Address, Arc<Mutex<KeySet>>>>,
}

/// The keys at an address.
#[derive(Debug, Default)]
struct KeySet {
    keys: BTreeMap<String, DecodingKey>,
    /// Time of the last successful fetch.
    fetched: Option<Instant>,
    /// Times of recent fetches.
    recent: VecDeque<Instant>,
}

impl RemoteKeys {
    /// Returns an empty collection.
    pub fn new(http: Http) -> RemoteKeys {
        RemoteKeys { http, sets: Mutex::default() }
    }

    /// Returns a key. Fetches the set of keys if the key is unknown, or the set is older than an hour.
    ///
    /// # Errors
    /// If the keys cannot be fetched, or do not contain this one.
    pub(crate) fn find(&self, address: &Address, id: &str) -> Result<DecodingKey, Failure> {
        let set = {
            let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(sets.entry(address.clone()).or_default())
        };
        // One fetch at a time, which others wait for.
        let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fresh = set.fetched.is_some_and(|at| at.elapsed() < FRESH);
        if let Some(key) = set.keys.get(id).filter(|_| is_fresh) {
            return Ok(key.clone());
        }
        if set.may_fetch() {
            set.keys = self.fetch(address)?;
            set.fetched = Some(Instant::now());
        }
        set.keys.get(id).cloned().ok_or_else(|| TokenFault::UnknownKey.into())
    }

    fn fetch(&self, address: &Address) -> Result<BTreeMap<String, DecodingKey>, Failure> {
        let headers = [(header::ACCEPT, "application/json")];
        let request =
            Outgoing { method: Method::GET, to: address, headers: &headers, body: &[], largest: LARGEST };
        let answer = self.http.send(&request)?;
        let set: Option<Value> = serde_json::from_slice(&answer.body).ok();
        let keys = set.as_ref().and_then(|set| set.get("keys")).and_then(Value::as_array);
        let keys =
            keys.ok_or_else(|| Failure::Answer { host: address.host().to_owned(), what: "no set of keys" })?;
        Ok(keys.iter().take(MOST).filter_map(signature_key).collect())
    }
}

impl KeySet {
    /// Returns `true` if another fetch is within the limit, and counts it.
    fn may_fetch(&mut self) -> bool {
        while self.recent.front().is_some_and(|at| at.elapsed() >= MINUTE) {
            self.recent.pop_front();
        }
        let may = self.recent.len() < FETCHES;
        if may {
            self.recent.push_back(Instant::now());
        }
        may
    }
}

/// Returns the id and the key of an RSA key for signatures; `None` for any other key.
fn signature_key(key: &Value) -> Option<(String, DecodingKey)> {
    let member = |name: &str| key.get(name).and_then(Value::as_str);
    let is_for_signatures = member("kty") == Some("RSA")
        && member("use").is_none_or(|purpose| purpose == "sig")
        && member("alg").is_none_or(|algorithm| algorithm == "RS256");
    if !is_for_signatures {
        return None;
    }
    let number = |name| BASE64URL_NOPAD.decode(member(name)?.trim_end_matches('=').as_bytes()).ok();
    let (modulus, exponent) = (number("n")?, number("e")?);
    let key = DecodingKey::from_rsa_raw_components(&modulus, &exponent);
    MODULUS.contains(&modulus.len()).then(|| Some((member("kid")?.to_owned(), key)))?
}
