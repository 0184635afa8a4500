//! Requests to a course system in the class's name.

use std::sync::Arc;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use lti::{Address, Failure, Http, ServiceClient, SigningKey};
use serde_json::{Value, json};

use crate::platform::{CLIENT, Canned, Platform, json_answer};

const SCOPE: &str = "https://purl.imsglobal.org/spec/lti-ags/scope/score";
const KIND: &str = "application/vnd.ims.lis.v1.score+json";

fn client(platform: &Platform) -> ServiceClient {
    let key = Arc::new(SigningKey::generate().unwrap());
    ServiceClient::new(Http::new(Duration::from_secs(20)), platform.registration(), key)
}

fn grant(platform: &Platform, token: &str) {
    let grant = json!({ "access_token": token, "token_type": "Bearer", "expires_in": 3600 });
    platform.answer("/token", json_answer(&grant));
}

#[test]
fn an_access_token_is_asked_for_once_by_a_signed_message() {
    let platform = Platform::start();
    grant(&platform, "secret-1");
    platform.answer("/score", json_answer(&json!({ "ok": true })));
    let client = client(&platform);
    for _ in 0..3 {
        let reply = client.post(&platform.address("/score"), SCOPE, KIND, &json!({ "score": 1 })).unwrap();
        assert_eq!(reply.body, json!({ "ok": true }));
    }
    let asked = platform.received("/token");
    assert_eq!(asked.len(), 1);
    let fields = &asked[0].body;
    assert!(fields.contains("grant_type=client_credentials"), "{fields}");
    assert!(fields.contains("scope=https%3A%2F%2Fpurl.imsglobal.org"), "{fields}");
    let assertion = fields.split("client_assertion=").nth(1).unwrap().split('&').next().unwrap();
    let claims = BASE64URL_NOPAD.decode(assertion.split('.').nth(1).unwrap().as_bytes()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!((&claims["iss"], &claims["sub"]), (&json!(CLIENT), &json!(CLIENT)));
    assert_eq!(claims["aud"], format!("{}/token", platform.url));
    let sent = platform.received("/score");
    assert!(sent[0].head.to_lowercase().contains("authorization: bearer secret-1"), "{}", sent[0].head);
    assert!(sent[0].head.contains(KIND), "{}", sent[0].head);
    assert_eq!(sent[0].body, "{\"score\":1}");
}

#[test]
fn a_withdrawn_access_token_is_replaced_once() {
    let platform = Platform::start();
    grant(&platform, "secret-1");
    let unauthorized = Canned { status: 401, headers: Vec::new(), body: Vec::new(), delay: Duration::ZERO };
    platform.answer("/members", unauthorized);
    let refused = client(&platform).get(&platform.address("/members"), SCOPE, KIND);
    assert!(matches!(refused, Err(Failure::Refused { status: 401, .. })), "{refused:?}");
    assert_eq!(platform.received("/token").len(), 2);
    assert_eq!(platform.received("/members").len(), 2);
}

#[test]
fn a_failure_says_what_the_system_said_and_never_shows_a_token() {
    let platform = Platform::start();
    let client = client(&platform);
    let canned = |status, body: &str| Canned {
        status,
        headers: vec![("Retry-After", "17".to_owned())],
        body: body.as_bytes().to_vec(),
        delay: Duration::ZERO,
    };
    platform.answer("/token", canned(400, "{\"error\":\"invalid_scope\"}"));
    let to = platform.address("/members");
    let refused = client.get(&to, SCOPE, KIND).unwrap_err();
    assert!(refused.to_string().contains("invalid_scope") && !refused.is_temporary(), "{refused}");
    for body in [
        "",
        "no JSON",
        "{}",
        "{\"access_token\":\"a b\"}",
        "{\"access_token\":\"\",\"token_type\":\"bearer\"}",
    ] {
        platform.answer("/token", canned(200, body));
        let unusable = client.get(&to, SCOPE, KIND).unwrap_err();
        assert!(matches!(unusable, Failure::Answer { .. }), "{body}: {unusable}");
    }
    grant(&platform, "secret-1");
    platform.answer("/members", canned(503, "busy"));
    let busy = client.get(&to, SCOPE, KIND).unwrap_err();
    assert!(busy.is_temporary(), "{busy}");
    assert!(matches!(busy, Failure::Refused { retry_after: Some(17), .. }), "{busy:?}");
    assert!(!format!("{busy:?} {client:?}").contains("secret-1"));
    platform.answer("/members", canned(302, ""));
    assert!(matches!(client.get(&to, SCOPE, KIND), Err(Failure::Refused { status: 302, .. })));
}

#[test]
fn a_list_is_continued_on_the_same_system_only() {
    let platform = Platform::start();
    grant(&platform, "secret-1");
    let page =
        |link: String| Canned { headers: vec![("Link", link)], ..json_answer(&json!({ "members": [] })) };
    let next = format!("{}/members?page=2", platform.url);
    let client = client(&platform);
    for (link, expected) in [
        (format!("<{next}>; rel=\"next\""), Some(next.clone())),
        (format!("<https://lms.example/a>; rel=\"differences\", <{next}>; rel=next"), Some(next.clone())),
        ("<https://evil.example/members>; rel=\"next\"".to_owned(), None),
        ("<>; rel=\"next\"".to_owned(), None),
    ] {
        platform.answer("/members", page(link.clone()));
        let reply = client.get(&platform.address("/members"), SCOPE, KIND).unwrap();
        assert_eq!(reply.next.map(|next| next.as_str().to_owned()), expected, "{link}");
    }
}

#[test]
fn an_address_is_encrypted_or_of_this_machine() {
    for good in
        ["https://lms.example/a?b=c", "http://127.0.0.1:80/x", "http://localhost:9000", "http://[::1]:1/"]
    {
        assert_eq!(Address::parse(good).unwrap().is_encrypted(), good.starts_with("https:"), "{good}");
    }
    for wrong in [
        "",
        "lms.example",
        "http://lms.example",
        "http://127.0.0.1.evil.example/",
        "http://10.0.0.1/",
        "ftp://lms.example",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://",
        "https:///x",
        "https://user:word@lms.example/",
        "https://lms.example/#part",
        "https://lms.example/a b",
    ] {
        assert!(Address::parse(wrong).is_err(), "{wrong}");
    }
}
