//! Sign-on by a course system.

use lti::SigningKey;
use serde_json::{Value, json};

use crate::platform::{CLAIM, CLIENT, DEPLOYMENT, Platform, json_answer, now};
use crate::support::{Answer, Browser, Served};

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";
const SYSTEMS: &str = "/ki/staff/sign-on";

/// Returns the fields of the form that adds a course system.
fn fields(platform: &Platform) -> Vec<(&'static str, String)> {
    let address = |path: &str| format!("{}{path}", platform.url);
    vec![
        ("protocol", "lti".to_owned()),
        ("name", "Moodle".to_owned()),
        ("issuer", platform.url.clone()),
        ("client", CLIENT.to_owned()),
        ("authorization", address("/authorize")),
        ("token", address("/token")),
        ("keys", address("/keys")),
        ("deployments", DEPLOYMENT.to_owned()),
        ("audience", String::new()),
        ("student-claim", "student_id".to_owned()),
        ("instructors", "teacher".to_owned()),
        ("assistants", "assistant".to_owned()),
    ]
}

/// Sends a form with some of its fields changed.
fn send(teacher: &Browser, to: &str, fields: &[(&'static str, String)], changed: &[(&str, &str)]) -> Answer {
    let changed_to = |name: &str| changed.iter().find(|(own, _)| *own == name).map(|(_, value)| *value);
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (*name, changed_to(name).unwrap_or(value))).collect();
    teacher.act(to, &fields)
}

/// Returns a class with a course system.
fn served() -> (Served, Platform) {
    let (served, platform) = (Served::new(), Platform::start());
    let added = send(&served.teacher(), &format!("{SYSTEMS}/new"), &fields(&platform), &[]);
    assert_eq!(added.leads_to(), SYSTEMS);
    (served, platform)
}

/// A sign-on that has begun in a browser.
struct Begun {
    state: String,
    nonce: String,
    cookie: String,
}

fn login(platform: &Platform, more: &str) -> String {
    let issuer = platform.url.replace(':', "%3A").replace('/', "%2F");
    format!(
        "/ki/lti/login?iss={issuer}&login_hint=h1&client_id={CLIENT}&lti_deployment_id={DEPLOYMENT}{more}"
    )
}

fn begin(served: &Served, platform: &Platform) -> Begun {
    let answer = served.anybody().get(&login(platform, ""));
    let to = answer.leads_to().to_owned();
    assert!(to.starts_with(&format!("{}/authorize?", platform.url)), "{to}");
    let value = |name: &str| {
        let rest = to.split(&format!("&{name}=")).nth(1).unwrap_or_else(|| panic!("no {name} in {to}"));
        rest.split('&').next().unwrap().to_owned()
    };
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly; SameSite=None; Secure; Partitioned"), "{cookie}");
    Begun {
        state: value("state"),
        nonce: value("nonce"),
        cookie: cookie.split(';').next().unwrap().to_owned(),
    }
}

/// Sends the form of a course system, as a browser does on its behalf.
fn launch(served: &Served, begun: &Begun, token: &str) -> Answer {
    let browser = Browser { address: served.address, cookie: Some(begun.cookie.clone()) };
    let body = format!("state={}&id_token={token}", begun.state);
    let from = "Origin: https://lms.example\r\nSec-Fetch-Site: cross-site\r\n";
    browser.send("POST /ki/lti/launch", &format!("{FORM}{from}"), body.as_bytes())
}

/// Signs a person in with claims that `change` has changed.
fn sign_in(served: &Served, platform: &Platform, change: impl FnOnce(&mut Value)) -> Answer {
    let begun = begin(served, platform);
    let mut claims = platform.claims(&begun.nonce);
    claims[format!("{CLAIM}custom")] = json!({ "student_id": "1001" });
    change(&mut claims);
    launch(served, &begun, &platform.key.sign(&claims).unwrap())
}

/// Returns the browser after a sign-on.
fn session(served: &Served, answer: &Answer) -> Browser {
    assert_eq!(answer.leads_to(), "/ki/");
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.starts_with("muster-session="), "{cookie}");
    Browser { address: served.address, cookie: Some(cookie.split(';').next().unwrap().to_owned()) }
}

fn as_role(suffix: &'static str) -> impl FnOnce(&mut Value) {
    move |claims: &mut Value| claims[format!("{CLAIM}roles")] = Platform::roles(&[suffix])
}

#[test]
fn nothing_is_reachable_without_a_system() {
    let served = Served::new();
    let platform = Platform::start();
    served.anybody().get(&login(&platform, "")).says(404, "there is no such page");
    served.anybody().get("/ki/lti/keys.json").says(404, "there is no such page");
    served.anybody().get("/ki/openid/1").says(404, "there is no such page");
    let body = "state=00000000000000000000000000000000&id_token=x";
    let launch = served.anybody().send("POST /ki/lti/launch", FORM, body.as_bytes());
    launch.says(404, "there is no such page");
    assert!(!served.folder.join("private/sign-on.sqlite").exists());
}

#[test]
fn a_student_and_staff_sign_in_with_their_roles() {
    let (served, platform) = served();
    let ada = session(&served, &sign_in(&served, &platform, |_| {}));
    ada.get("/ki/").says(200, "Ada &lt;script&gt;");
    assert_eq!(ada.get("/ki/staff/roster").status, 403);
    let teacher = session(
        &served,
        &sign_in(&served, &platform, |claims| {
            as_role("#Instructor")(claims);
            claims["sub"] = json!("subject-2");
            claims["name"] = json!("Turing");
        }),
    );
    // A teacher with a personal link has this name already.
    teacher.get("/ki/staff/settings").says(200, "Turing 2, teacher");
    let assistant = session(
        &served,
        &sign_in(&served, &platform, |claims| {
            as_role("/Instructor#TeachingAssistant")(claims);
            claims["sub"] = json!("subject-3");
            claims["name"] = json!("Tim");
        }),
    );
    assistant.get("/ki/").says(200, "Tim, assistant");
    assert_eq!(assistant.get("/ki/staff/settings").status, 403);
    teacher.get(SYSTEMS).says(200, "students 1, staff 2");
    teacher.get(SYSTEMS).says(200, "Artificial Intelligence");
    teacher.get("/ki/staff/history").says(200, "sign-on by Moodle was added");
    // A form of the session works, and so does signing out.
    assert_eq!(teacher.act("/ki/announcements", &[("text", "Hello")]).status, 303);
    assert_eq!(ada.act("/ki/leave", &[]).status, 303);
    assert_eq!(ada.get("/ki/tokens").status, 401);
}

#[test]
fn a_sign_on_belongs_to_the_browser_that_began_it_and_happens_once() {
    let (served, platform) = served();
    let begun = begin(&served, &platform);
    let mut claims = platform.claims(&begun.nonce);
    claims[format!("{CLAIM}custom")] = json!({ "student_id": "1001" });
    let token = platform.key.sign(&claims).unwrap();
    let says = "this sign-on did not begin in this browser, or was completed before";
    // Another browser, which has no cookie or the one of another sign-on.
    let other = begin(&served, &platform);
    for cookie in [String::new(), other.cookie.clone()] {
        let stolen = Begun { state: begun.state.clone(), nonce: String::new(), cookie };
        launch(&served, &stolen, &token).says(403, says);
    }
    let mixed = Begun { state: other.state.clone(), nonce: String::new(), cookie: other.cookie.clone() };
    launch(&served, &mixed, &token).says(403, "the message does not belong to this sign-on");
    assert_eq!(launch(&served, &begun, &token).status, 303);
    launch(&served, &begun, &token).says(403, says);
    // The same message in a new sign-on.
    launch(&served, &begin(&served, &platform), &token).says(403, "does not belong to this sign-on");
}

#[test]
fn a_wrong_message_signs_nobody_in() {
    let (served, platform) = served();
    let with =
        |name: &'static str, value: Value| sign_in(&served, &platform, move |claims| claims[name] = value);
    with("iss", json!("https://evil.example")).says(403, "from another issuer");
    with("aud", json!("another-client")).says(403, "for another client id");
    with("exp", json!(now() - 120)).says(403, "has expired");
    with("nonce", json!("another")).says(403, "does not belong to this sign-on");
    let deployment = sign_in(&served, &platform, |claims| {
        claims[format!("{CLAIM}deployment_id")] = json!("9");
    });
    deployment.says(403, "a deployment that is not registered");
    let begun = begin(&served, &platform);
    let stranger = SigningKey::generate().unwrap();
    let forged = stranger.sign(&platform.claims(&begun.nonce)).unwrap();
    launch(&served, &begun, &forged).says(403, "a key that the system does not publish");
    // {"alg":"none"} without a signature.
    launch(&served, &begun, "eyJhbGciOiJub25lIn0.e30.").says(403, "is not signed by RS256");
    platform.publish(&[&stranger]);
    assert_eq!(
        launch(
            &served,
            &begun,
            &stranger
                .sign(&{
                    let mut claims = platform.claims(&begun.nonce);
                    claims[format!("{CLAIM}custom")] = json!({ "student_id": "1001" });
                    claims
                })
                .unwrap()
        )
        .status,
        303,
        "the system has a new key"
    );
    let refused = Browser { address: served.address, cookie: Some(begin(&served, &platform).cookie) };
    assert_eq!(refused.get("/ki/tokens").status, 401);
}

#[test]
fn many_wrong_messages_from_one_address_are_refused() {
    let (served, platform) = served();
    let wrong = || sign_in(&served, &platform, |claims| claims["aud"] = json!("another"));
    let statuses: Vec<u16> = (0..25).map(|_| wrong().status).collect();
    assert!(statuses[..20].iter().all(|status| *status == 403), "{statuses:?}");
    assert_eq!(statuses[24], 429);
    assert_eq!(sign_in(&served, &platform, |_| {}).status, 303, "others share the address");
}

#[test]
fn an_account_stays_with_its_student_and_a_second_one_is_refused() {
    let (served, platform) = served();
    assert_eq!(sign_in(&served, &platform, |_| {}).status, 303);
    let custom = |id: &'static str| {
        move |claims: &mut Value| claims[format!("{CLAIM}custom")] = json!({ "student_id": id })
    };
    // An account stays with its student, whatever the system tells later.
    let same = session(&served, &sign_in(&served, &platform, custom("1002")));
    same.get("/ki/").says(200, "Ada &lt;script&gt;");
    let second = sign_in(&served, &platform, |claims| claims["sub"] = json!("subject-9"));
    second.says(403, "another account is connected with the same student");
    let unknown = sign_in(&served, &platform, |claims| {
        claims["sub"] = json!("subject-9");
        custom("4711")(claims);
    });
    unknown.says(403, "no student of this class has the id or address 4711");
    let silent = sign_in(&served, &platform, |claims| {
        claims["sub"] = json!("subject-9");
        claims[format!("{CLAIM}custom")] = json!({});
    });
    silent.says(403, "did not pass on your &quot;student_id&quot;");
    let visitor = sign_in(&served, &platform, |claims| {
        as_role("#Mentor")(claims);
        claims["sub"] = json!("subject-9");
    });
    visitor.says(403, "does not admit your role");
    // The teacher disconnects the account.
    let teacher = served.teacher();
    let own = [("do", "disconnect"), ("system", "1"), ("subject", "subject-1")];
    assert_eq!(teacher.act(SYSTEMS, &own).leads_to(), SYSTEMS);
    assert_eq!(same.get("/ki/tokens").status, 401);
    let second = sign_in(&served, &platform, |claims| claims["sub"] = json!("subject-9"));
    assert_eq!(second.status, 303);
}

#[test]
fn a_lost_role_takes_sessions_and_tokens_with_it() {
    let (served, platform) = served();
    let staff = |suffix: &'static str| {
        move |claims: &mut Value| {
            as_role(suffix)(claims);
            claims["sub"] = json!("subject-2");
            claims["name"] = json!("Hopper");
        }
    };
    let first = session(&served, &sign_in(&served, &platform, staff("#Instructor")));
    let token = first.act("/ki/tokens", &[("name", "x"), ("purpose", "read"), ("days", "1")]).text();
    let begin = token.find("class=\"secret\">").unwrap() + 15;
    let token = format!("Authorization: Bearer {}\r\n", &token[begin..begin + 32]);
    let as_program = || served.anybody().send("GET /ki/api/class", &token, b"");
    as_program().says(200, "Bots & Tanks");
    let second = session(&served, &sign_in(&served, &platform, staff("/Instructor#TeachingAssistant")));
    assert_eq!(second.get("/ki/staff/settings").status, 403);
    assert_eq!(first.get("/ki/staff/settings").status, 401, "the earlier session has ended");
    assert_eq!(as_program().status, 401);
    sign_in(&served, &platform, staff("#Mentor")).says(403, "does not admit your role");
    assert_eq!(second.get("/ki/tokens").status, 401);
}

#[test]
fn other_roles_or_another_client_take_sessions_and_tokens_of_staff() {
    let (served, platform) = served();
    let teacher = served.teacher();
    let one = format!("{SYSTEMS}/1");
    let ada = session(&served, &sign_in(&served, &platform, |_| {}));
    let other_client = [("client", "other-1"), ("instructors", "none")];
    for changed in [&[("instructors", "assistant")][..], &other_client] {
        let staff = session(
            &served,
            &sign_in(&served, &platform, |claims| {
                as_role("#Instructor")(claims);
                claims["sub"] = json!("subject-2");
                claims["name"] = json!("Hopper");
            }),
        );
        let token = staff.act("/ki/tokens", &[("name", "x"), ("purpose", "read"), ("days", "1")]).text();
        let begin = token.find("class=\"secret\">").unwrap() + 15;
        let token = format!("Authorization: Bearer {}\r\n", &token[begin..begin + 32]);
        let as_program = || served.anybody().send("GET /ki/api/class", &token, b"").status;
        assert_eq!(as_program(), 200);
        assert_eq!(ada.get("/ki/tokens").status, 200);
        assert_eq!(send(&teacher, &one, &fields(&platform), changed).leads_to(), SYSTEMS);
        assert_eq!(staff.get("/ki/tokens").status, 401);
        assert_eq!(as_program(), 401);
    }
    assert_eq!(ada.get("/ki/tokens").status, 401, "another client knows other people");
}

#[test]
fn a_removed_system_signs_nobody_in_and_ends_its_sessions() {
    let (served, platform) = served();
    let ada = session(&served, &sign_in(&served, &platform, |_| {}));
    let begun = begin(&served, &platform);
    let teacher = served.teacher();
    let question = teacher.act(SYSTEMS, &[("do", "ask-to-remove"), ("system", "1")]);
    question.says(200, "the sessions of 1 person end");
    assert_eq!(ada.get("/ki/tokens").status, 200);
    assert_eq!(teacher.act(SYSTEMS, &[("do", "remove"), ("system", "1")]).leads_to(), SYSTEMS);
    assert_eq!(ada.get("/ki/tokens").status, 401);
    let token = platform.key.sign(&platform.claims(&begun.nonce)).unwrap();
    launch(&served, &begun, &token).says(404, "there is no such page");
    served.anybody().get(&login(&platform, "")).says(404, "there is no such page");
}

#[test]
fn a_wrong_form_keeps_what_was_typed() {
    let (served, platform) = served();
    let teacher = served.teacher();
    let new = format!("{SYSTEMS}/new");
    let unencrypted = [("client", "other-1"), ("keys", "http://lms.example/keys")];
    let refused = send(&teacher, &new, &fields(&platform), &unencrypted);
    refused.says(
        400,
        "public keyset URL: &quot;http://lms.example/keys&quot; is not an address that begins with https://",
    );
    refused.says(400, "value=\"other-1\"");
    send(&teacher, &new, &fields(&platform), &[]).says(409, "Moodle has the same issuer and client id");
    let nameless = [("client", "other-1"), ("name", " ")];
    send(&teacher, &new, &fields(&platform), &nameless).says(400, "the name is empty or too long");
    let one = format!("{SYSTEMS}/1");
    teacher.get(&one).says(200, &format!("value=\"{}/authorize\"", platform.url));
    assert_eq!(send(&teacher, &one, &fields(&platform), &[("name", "Canvas")]).leads_to(), SYSTEMS);
    teacher.get(SYSTEMS).says(200, "<h2>Canvas</h2>");
    teacher.get("/ki/staff/history").says(200, "sign-on by Canvas was changed");
    assert_eq!(served.student("1001").get(SYSTEMS).status, 403);
    assert_eq!(teacher.get(&format!("{SYSTEMS}/9")).status, 404);
}

#[test]
fn the_keys_of_the_class_are_public_and_renewed() {
    let (served, _platform) = served();
    let keys =
        || -> Value { serde_json::from_slice(&served.anybody().get("/ki/lti/keys.json").body).unwrap() };
    let first = keys();
    assert_eq!(first["keys"].as_array().unwrap().len(), 1);
    assert_eq!(first["keys"][0].as_object().unwrap().len(), 6, "no secret part: {first}");
    assert_eq!(served.teacher().act(SYSTEMS, &[("do", "renew-key")]).status, 303);
    let both = keys();
    assert_eq!(both["keys"].as_array().unwrap().len(), 2);
    assert_eq!(both["keys"][1], first["keys"][0]);
}

#[test]
fn in_a_frame_the_class_opens_a_window_and_answers_with_links() {
    let (served, platform) = served();
    let framed = |more: &str| {
        let get = format!("GET {}", login(&platform, more));
        served.anybody().send(&get, "Sec-Fetch-Dest: iframe\r\nSec-Fetch-Site: cross-site\r\n", b"")
    };
    let window = framed("&lti_message_hint=m1");
    window.says(200, "target=\"_blank\"");
    window.says(200, "&amp;lti_message_hint=m1\"");
    let policy = window.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-ancestors *") && policy.contains("form-action 'self'"), "{policy}");
    let target = format!("http://{}/ki/lti/deep-link", served.address);
    assert_eq!(framed(&format!("&target_link_uri={target}")).status, 303);
    let ask = |role: &'static str| {
        sign_in(&served, &platform, |claims| {
            as_role(role)(claims);
            claims[format!("{CLAIM}message_type")] = json!("LtiDeepLinkingRequest");
            claims["https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"] =
                json!({ "deep_link_return_url": "https://lms.example/back?x=1", "data": "d-1" });
        })
    };
    let link = ask("#Instructor");
    link.says(200, "action=\"https://lms.example/back?x=1\"");
    link.says(200, "name=\"JWT\"");
    assert_eq!(link.header("set-cookie"), None, "it opens no session");
    let policy = link.header("content-security-policy").unwrap();
    assert!(policy.contains("form-action https:;"), "{policy}");
    assert_eq!(ask("#Learner").status, 403);
}

#[test]
fn a_system_with_late_or_huge_keys_signs_nobody_in_and_blocks_nothing_else() {
    let (served, platform) = served();
    let huge = json!({ "keys": ["x".repeat(300 << 10)] });
    platform.answer("/keys", json_answer(&huge));
    sign_in(&served, &platform, |_| {}).says(502, "answered with more than is accepted");
    served.anybody().get("/ki/").says(200, "Bots &amp; Tanks");
}

#[test]
fn a_provider_of_openid_connect_signs_students_and_listed_staff_in() {
    let (served, platform) = (Served::new(), Platform::start());
    let url = platform.url.clone();
    let description = json!({
        "issuer": url,
        "authorization_endpoint": format!("{url}/authorize"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/keys"),
    });
    platform.answer("/.well-known/openid-configuration", json_answer(&description));
    let teacher = served.teacher();
    let fields = [
        ("protocol", "openid"),
        ("name", "School login"),
        ("issuer", &url),
        ("client", CLIENT),
        ("secret", "hidden-word"),
        ("student-claim", "preferred_username"),
        ("staff-claim", "email"),
        ("teachers", "turing@example.org, other@example.org"),
        ("teaching-assistants", "tim@example.org"),
    ];
    assert_eq!(teacher.act(&format!("{SYSTEMS}/new"), &fields).leads_to(), SYSTEMS);
    let shown = teacher.get(&format!("{SYSTEMS}/1"));
    shown.says(200, "turing@example.org, other@example.org");
    assert!(!shown.text().contains("hidden-word"));
    // The secret is not kept for another provider.
    for (changed, value) in [("issuer", "http://127.0.0.1:9"), ("client", "another")] {
        let other = fields.map(|(name, own)| match name {
            "secret" => (name, ""),
            _ if name == changed => (name, value),
            _ => (name, own),
        });
        let refused = teacher.act(&format!("{SYSTEMS}/1"), &other);
        refused.says(400, "type the client secret again: the issuer or the client id is another one");
    }
    served.anybody().get("/ki/enter").says(200, "Sign in with School login");
    let sign_in = |subject: &str, more: Value| {
        let answer = served.anybody().get("/ki/openid/1");
        let to = answer.leads_to().to_owned();
        let value =
            |name: &str| to.split(&format!("&{name}=")).nth(1).unwrap().split('&').next().unwrap().to_owned();
        let mut claims = json!({
            "iss": url, "aud": CLIENT, "sub": subject, "exp": now() + 60, "iat": now(), "nonce": value("nonce"),
        });
        claims.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let token = platform.key.sign(&claims).unwrap();
        platform.answer("/token", json_answer(&json!({ "id_token": token })));
        let cookie = answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        let browser = Browser { address: served.address, cookie: Some(cookie) };
        let back = format!("/ki/openid/back?code=c-1&state={}", value("state"));
        let (first, second) = (browser.get(&back), browser.get(&back));
        second.says(403, "was completed before");
        first
    };
    let ada = session(&served, &sign_in("s-1", json!({ "preferred_username": "1001" })));
    ada.get("/ki/").says(200, "Ada &lt;script&gt;");
    let staff = session(&served, &sign_in("s-2", json!({ "email": "Turing@example.org", "name": "Alan" })));
    staff.get("/ki/staff/settings").says(200, "Alan, teacher");
    let unverified = json!({ "email": "turing@example.org", "email_verified": false });
    sign_in("s-3", unverified).says(403, "did not pass on your &quot;preferred_username&quot;");
    let denied = served.anybody().get("/ki/openid/back?error=access_denied&state=0");
    denied.says(403, "did not begin in this browser");
}
