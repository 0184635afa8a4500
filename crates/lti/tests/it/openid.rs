//! Sign-on by OpenID Connect.

use std::time::Duration;

use lti::{CodeRequest, Failure, Http, OpenIdProvider, RemoteKeys, TokenFault, User, challenge};
use serde_json::{Value, json};

use crate::platform::{CLIENT, Platform, json_answer, now};

const REQUEST: CodeRequest<'_> = CodeRequest {
    back: "https://muster.example/ki/openid/back",
    state: "s-1",
    nonce: "n-1",
    verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
};

fn provider(platform: &Platform) -> OpenIdProvider {
    OpenIdProvider {
        issuer: platform.address(""),
        client: CLIENT.to_owned(),
        secret: "a secret:with/signs".to_owned(),
    }
}

fn describe(platform: &Platform, methods: Option<Value>) {
    let mut description = json!({
        "issuer": platform.url,
        "authorization_endpoint": format!("{}/authorize", platform.url),
        "token_endpoint": format!("{}/token", platform.url),
        "jwks_uri": format!("{}/keys", platform.url),
    });
    if let Some(methods) = methods {
        description["token_endpoint_auth_methods_supported"] = methods;
    }
    platform.answer("/.well-known/openid-configuration", json_answer(&description));
}

/// Signs in with claims that `change` has changed.
fn sign_in(platform: &Platform, change: impl FnOnce(&mut Value)) -> Result<User, Failure> {
    let mut claims = json!({
        "iss": platform.url, "aud": CLIENT, "sub": "subject-1", "exp": now() + 60, "iat": now(), "nonce": "n-1",
        "email": "ada@example.org",
    });
    change(&mut claims);
    let token = platform.key.sign(&claims).unwrap();
    platform.answer("/token", json_answer(&json!({ "access_token": "x", "id_token": token })));
    let http = Http::new(Duration::from_secs(20));
    provider(platform).sign_in("code-1", &REQUEST, now(), (&http, &RemoteKeys::new(http.clone())))
}

#[test]
fn a_code_is_exchanged_with_the_proof_of_its_owner() {
    let platform = Platform::start();
    describe(&platform, None);
    let http = Http::new(Duration::from_secs(20));
    let to = provider(&platform).redirect(&REQUEST, &http).unwrap();
    // The pair of RFC 7636, appendix B.
    assert_eq!(challenge(REQUEST.verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    for part in [
        "/authorize?scope=openid%20profile%20email&response_type=code",
        "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256",
        "state=s-1&nonce=n-1",
    ] {
        assert!(to.contains(part), "{part} in {to}");
    }
    let user = sign_in(&platform, |_| {}).unwrap();
    assert_eq!((user.subject.as_str(), user.email().as_deref()), ("subject-1", Some("ada@example.org")));
    let asked = &platform.received("/token")[0];
    assert!(asked.body.contains("code_verifier=dBjftJeZ4CVP"), "{}", asked.body);
    assert!(asked.body.contains("code=code-1"), "{}", asked.body);
    let basic = data_encoding::BASE64.encode(b"muster-client:a%20secret%3Awith%2Fsigns");
    assert!(asked.head.contains(&format!("Basic {basic}")), "{}", asked.head);
    describe(&platform, Some(json!(["client_secret_post"])));
    sign_in(&platform, |_| {}).unwrap();
    let asked = &platform.received("/token")[1];
    assert!(asked.body.contains("client_secret=a%20secret%3Awith%2Fsigns"), "{}", asked.body);
}

#[test]
fn a_message_with_a_wrong_claim_or_address_is_refused() {
    let platform = Platform::start();
    describe(&platform, None);
    let wrong = |name: &str, value: Value| sign_in(&platform, |claims| claims[name] = value);
    assert_eq!(wrong("nonce", json!("n-2")), Err(TokenFault::Nonce.into()));
    assert_eq!(wrong("aud", json!("another")), Err(TokenFault::Audience.into()));
    assert_eq!(wrong("iss", json!("https://evil.example")), Err(TokenFault::Issuer.into()));
    assert_eq!(wrong("exp", json!(now() - 100)), Err(TokenFault::Expired.into()));
    for unverified in [json!(false), json!("false")] {
        assert_eq!(wrong("email_verified", unverified).unwrap().email(), None);
    }
    let other = json!({ "issuer": "https://evil.example", "jwks_uri": format!("{}/keys", platform.url) });
    platform.answer("/.well-known/openid-configuration", json_answer(&other));
    let refused = sign_in(&platform, |_| {});
    assert!(matches!(refused, Err(Failure::Answer { .. })), "{refused:?}");
}
