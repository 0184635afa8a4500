//! Accepted and rejected launches.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use lti::{
    ContentItem, CourseRole, DeepLinkAnswer, Failure, Http, Launch, LoginRequest, RemoteKeys, SigningKey,
    TokenFault,
};
use serde_json::{Value, json};

use crate::platform::{CLAIM, CLIENT, Canned, DEPLOYMENT, Platform, now};

const NONCE: &str = "nonce-1";

fn remote_keys() -> RemoteKeys {
    RemoteKeys::new(Http::new(Duration::from_secs(20)))
}

fn launch(platform: &Platform, token: &str) -> Result<Launch, Failure> {
    Launch::verify(token, &platform.registration(), NONCE, now(), &remote_keys())
}

/// Launches with claims that `change` has changed.
fn launch_with(platform: &Platform, change: impl FnOnce(&mut Value)) -> Result<Launch, Failure> {
    let mut claims = platform.claims(NONCE);
    change(&mut claims);
    launch(platform, &platform.key.sign(&claims).unwrap())
}

#[test]
fn a_launch_tells_the_person_the_role_the_course_and_the_services() {
    let platform = Platform::start();
    let services = |claims: &mut Value| {
        claims["https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"] =
            json!({ "context_memberships_url": "https://lms.example/members", "service_versions": ["2.0"] });
        claims["https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"] = json!({
            "scope": ["https://purl.imsglobal.org/spec/lti-ags/scope/score"],
            "lineitems": "https://lms.example/items",
            "lineitem": "http://lms.example/unencrypted",
        });
        claims[format!("{CLAIM}custom")] = json!({ "student_id": 1001 });
    };
    let launch = launch_with(&platform, services).unwrap();
    assert_eq!(launch.user.subject, "subject-1");
    assert_eq!(launch.user.name().as_deref(), Some("Ada Lovelace"));
    assert_eq!(launch.user.claim("email").as_deref(), Some("ada@example.org"));
    assert_eq!(launch.user.claim("student_id").as_deref(), Some("1001"));
    assert_eq!(launch.role, CourseRole::Learner);
    let course = launch.course.unwrap();
    assert_eq!((course.id.as_str(), course.title.as_deref()), ("course-1", Some("Artificial Intelligence")));
    assert_eq!(launch.members.unwrap().as_str(), "https://lms.example/members");
    let grades = launch.grades.unwrap();
    assert_eq!(grades.line_items.unwrap().as_str(), "https://lms.example/items");
    assert_eq!(grades.line_item, None, "an address without encryption is not used");
    assert_eq!(launch.deep_link, None);
}

#[test]
fn a_message_with_a_wrong_claim_is_refused() {
    let platform = Platform::start();
    let lti = |name: &str| format!("{CLAIM}{name}");
    let cases: Vec<(&str, Value, TokenFault)> = vec![
        ("iss", json!("https://other.example"), TokenFault::Issuer),
        ("aud", json!("another-client"), TokenFault::Audience),
        ("aud", json!([CLIENT, "another-client"]), TokenFault::Audience),
        ("aud", json!(null), TokenFault::Missing("aud")),
        ("azp", json!("another-client"), TokenFault::Audience),
        ("exp", json!(now() - 61), TokenFault::Expired),
        ("exp", json!(null), TokenFault::Missing("exp")),
        ("exp", json!("soon"), TokenFault::Missing("exp")),
        ("iat", json!(now() - 2 * 60 * 60), TokenFault::Expired),
        ("iat", json!(now() + 120), TokenFault::Future),
        ("nbf", json!(now() + 120), TokenFault::Future),
        ("nonce", json!("another"), TokenFault::Nonce),
        ("nonce", json!(null), TokenFault::Nonce),
        ("sub", json!(null), TokenFault::Missing("sub")),
        ("sub", json!(" "), TokenFault::Missing("sub")),
    ];
    let own = [
        ("version", json!("1.1"), TokenFault::Version),
        ("deployment_id", json!("8"), TokenFault::Deployment),
        ("deployment_id", json!(null), TokenFault::Missing("deployment_id")),
        ("message_type", json!("LtiStartProctoring"), TokenFault::Type),
        ("resource_link", json!(null), TokenFault::Missing("resource_link")),
        ("message_type", json!("LtiDeepLinkingRequest"), TokenFault::Missing("deep_linking_settings")),
    ];
    let cases = cases.into_iter().map(|(name, value, fault)| (name.to_owned(), value, fault));
    for (name, value, fault) in
        cases.chain(own.into_iter().map(|(name, value, fault)| (lti(name), value, fault)))
    {
        let refused = launch_with(&platform, |claims| claims[&name] = value.clone());
        assert_eq!(refused, Err(Failure::Token(fault)), "{name} = {value}");
    }
    let several = launch_with(&platform, |claims| {
        claims["aud"] = json!([CLIENT, "another-client"]);
        claims["azp"] = json!(CLIENT);
        claims["exp"] = json!(now() - 30);
    });
    assert!(several.is_ok(), "{several:?}");
}

#[test]
fn a_message_that_the_system_did_not_sign_is_refused() {
    let platform = Platform::start();
    let stranger = SigningKey::generate().unwrap();
    let claims = platform.claims(NONCE);
    let refused = |token: &str, fault: TokenFault| {
        assert_eq!(launch(&platform, token), Err(Failure::Token(fault)), "{token}");
    };
    refused(&stranger.sign(&claims).unwrap(), TokenFault::UnknownKey);
    let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let good = platform.key.sign(&claims).unwrap();
    let (message, signature) = good.rsplit_once('.').unwrap();
    // The signature of a stranger, under the name of the system's key.
    let header = json!({ "alg": "RS256", "typ": "JWT", "kid": platform.key.id() });
    let forged = stranger.sign(&claims).unwrap();
    let forged = format!("{}.{}.{}", part(&header), part(&claims), forged.rsplit('.').next().unwrap());
    refused(&forged, TokenFault::Signature);
    // Another person, with the signature of the first.
    let mut other = claims.clone();
    other["sub"] = json!("subject-2");
    refused(&format!("{}.{}.{signature}", part(&header), part(&other)), TokenFault::Signature);
    refused(&format!("{message}."), TokenFault::Signature);
    for text in ["", "a", "a.b.c", "....", "é.é.é", &"x".repeat(100_000)] {
        refused(text, TokenFault::Unreadable);
    }
    refused(&good[..good.len() - 1], TokenFault::Signature);
}

#[test]
fn a_message_without_a_signature_or_by_a_shared_secret_is_refused() {
    let platform = Platform::start();
    let claims = platform.claims(NONCE);
    let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    for algorithm in ["none", "None", "HS256", "RS512", "PS256", "ES256", ""] {
        let header = json!({ "alg": algorithm, "typ": "JWT", "kid": platform.key.id() });
        let message = format!("{}.{}", part(&header), part(&claims));
        // HS256 with the public key, as published, as the secret.
        let modulus =
            BASE64URL_NOPAD.decode(platform.key.public()["n"].as_str().unwrap().as_bytes()).unwrap();
        let secret = aws_lc_rs::hmac::Key::new(aws_lc_rs::hmac::HMAC_SHA256, &modulus);
        let mark = aws_lc_rs::hmac::sign(&secret, message.as_bytes());
        for signature in [String::new(), BASE64URL_NOPAD.encode(mark.as_ref())] {
            let refused = launch(&platform, &format!("{message}.{signature}"));
            assert_eq!(refused, Err(Failure::Token(TokenFault::Algorithm)), "{algorithm}");
        }
    }
    assert!(platform.received("/keys").is_empty(), "no key was looked up");
}

#[test]
fn a_new_key_is_fetched_and_a_withdrawn_one_is_not_accepted_later() {
    let platform = Platform::start();
    let keys = remote_keys();
    let registration = platform.registration();
    let token = |key: &SigningKey| key.sign(&platform.claims(NONCE)).unwrap();
    let verify = |key: &SigningKey| Launch::verify(&token(key), &registration, NONCE, now(), &keys).map(drop);
    for _ in 0..3 {
        verify(&platform.key).unwrap();
    }
    assert_eq!(platform.received("/keys").len(), 1, "keys are kept");
    let next = SigningKey::generate().unwrap();
    platform.publish(&[&next]);
    verify(&next).unwrap();
    assert_eq!(platform.received("/keys").len(), 2);
    assert_eq!(verify(&platform.key), Err(Failure::Token(TokenFault::UnknownKey)));
    let stranger = SigningKey::generate().unwrap();
    for _ in 0..50 {
        assert_eq!(verify(&stranger), Err(Failure::Token(TokenFault::UnknownKey)));
    }
    let fetches = platform.received("/keys").len();
    assert!(fetches <= 10, "strangers cause {fetches} fetches");
    verify(&next).unwrap();
}

#[test]
fn keys_that_are_late_huge_or_no_keys_sign_nobody_in() {
    let platform = Platform::start();
    let token = platform.key.sign(&platform.claims(NONCE)).unwrap();
    let of_patience = |patience| {
        let keys = RemoteKeys::new(Http::new(patience));
        Launch::verify(&token, &platform.registration(), NONCE, now(), &keys)
    };
    let canned = |status, body: &str, delay| {
        platform
            .answer("/keys", Canned { status, headers: Vec::new(), body: body.as_bytes().to_vec(), delay });
        of_patience(Duration::from_millis(300))
    };
    let late = canned(200, "{}", Duration::from_secs(5));
    assert!(matches!(late, Err(Failure::Unreachable { .. })), "{late:?}");
    for (status, body) in
        [(200, "{}"), (200, "no JSON"), (200, "[]"), (200, ""), (200, &"x".repeat(300 << 10))]
    {
        let wrong = canned(status, body, Duration::ZERO);
        assert!(matches!(wrong, Err(Failure::Answer { .. })), "{wrong:?}");
    }
    for status in [301, 302, 404, 500] {
        let refused = canned(status, "", Duration::ZERO);
        assert!(matches!(refused, Err(Failure::Refused { .. })), "{refused:?}");
    }
    let odd = r#"{"keys":[1,null,{"kty":"RSA"},{"kty":"RSA","kid":"a","n":"!","e":"AQAB"},{"kty":"oct","kid":"b","k":"x"}]}"#;
    assert_eq!(canned(200, odd, Duration::ZERO), Err(Failure::Token(TokenFault::UnknownKey)));
}

#[test]
fn roles_of_a_course_count_and_roles_of_the_institution_do_not() {
    let role = |roles: Value| CourseRole::from_claim(Some(&roles));
    assert_eq!(role(Platform::roles(&["#Instructor"])), CourseRole::Instructor);
    assert_eq!(role(Platform::roles(&["#Learner"])), CourseRole::Learner);
    assert_eq!(
        role(Platform::roles(&["#Instructor", "/Instructor#TeachingAssistant"])),
        CourseRole::TeachingAssistant
    );
    assert_eq!(role(json!(["Instructor"])), CourseRole::Instructor);
    for other in [
        json!(["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"]),
        json!(["http://purl.imsglobal.org/vocab/lis/v2/system/person#Administrator"]),
        json!(["http://evil.example#Instructor"]),
        json!(["instructor", 7]),
        json!("Instructor"),
        json!([]),
    ] {
        assert_eq!(role(other.clone()), CourseRole::Other, "{other}");
    }
    assert_eq!(CourseRole::from_claim(None), CourseRole::Other);
}

#[test]
fn a_sign_on_is_sent_to_the_system_with_its_hints() {
    let platform = Platform::start();
    let registration = platform.registration();
    let given = |name: &str| match name {
        "iss" => Some(platform.url.as_str()),
        "login_hint" => Some("a & b"),
        "lti_message_hint" => Some("{\"cmid\":4}"),
        _ => None,
    };
    let request = LoginRequest::from_parameters(given).unwrap();
    assert!(request.is_from(&registration));
    let to = request.redirect(&registration, "https://muster.example/ki/lti/launch", "s1", "n1");
    assert!(to.starts_with(&format!("{}/authorize?scope=openid&", platform.url)), "{to}");
    for part in [
        "response_type=id_token",
        "response_mode=form_post",
        "prompt=none",
        "client_id=muster-client",
        "redirect_uri=https%3A%2F%2Fmuster.example%2Fki%2Flti%2Flaunch",
        "login_hint=a%20%26%20b",
        "lti_message_hint=%7B%22cmid%22%3A4%7D",
        "state=s1",
        "nonce=n1",
    ] {
        assert!(to.contains(part), "{part} in {to}");
    }
    let other = |name: &str| if name == "client_id" { Some("another") } else { given(name) };
    assert!(!LoginRequest::from_parameters(other).unwrap().is_from(&registration));
    assert!(LoginRequest::from_parameters(|_| None).is_err());
    let long = "x".repeat(10_000);
    assert!(LoginRequest::from_parameters(|_| Some(long.as_str())).is_err());
}

#[test]
fn a_link_for_a_course_is_signed_by_the_class() {
    let platform = Platform::start();
    let launch = launch_with(&platform, |claims| {
        claims[format!("{CLAIM}message_type")] = json!("LtiDeepLinkingRequest");
        claims[format!("{CLAIM}resource_link")] = json!(null);
        claims["https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"] =
            json!({ "deep_link_return_url": "https://lms.example/back", "data": "d-1" });
    });
    let launch = launch.unwrap();
    let request = launch.deep_link.unwrap();
    let key = SigningKey::from_der(&SigningKey::generate().unwrap().to_der().unwrap()).unwrap();
    let url = "https://muster.example/ki/".to_owned();
    let item = ContentItem { url, title: "Bots".to_owned() };
    let of = (&platform.registration(), launch.deployment.as_str());
    let answer = DeepLinkAnswer::new(&request, of, Some(&item), (&key, "n-2", now())).unwrap();
    assert_eq!(answer.back.as_str(), "https://lms.example/back");
    let claims = BASE64URL_NOPAD.decode(answer.token.split('.').nth(1).unwrap().as_bytes()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["iss"], CLIENT);
    assert_eq!(claims["aud"], platform.url);
    assert_eq!(claims[format!("{CLAIM}deployment_id")], DEPLOYMENT);
    assert_eq!(claims["https://purl.imsglobal.org/spec/lti-dl/claim/data"], "d-1");
    let items = &claims["https://purl.imsglobal.org/spec/lti-dl/claim/content_items"];
    assert_eq!(items[0]["url"], "https://muster.example/ki/");
}
