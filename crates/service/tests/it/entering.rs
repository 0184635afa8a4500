//! Personal links, sessions, and the marks of forms.

use class_model::Person;
use class_operations::privacy::{DeletionRequest, delete_student, preview_deletion};

use crate::support::{Browser, Served};

#[test]
fn a_link_is_asked_for_once_more_and_opens_a_session() {
    let served = Served::new();
    let link = served.link(&Person::Student { id: "1002".to_owned() });
    let browser = served.anybody();
    // Mail scanners that follow links open no session.
    let looked = browser.get(&format!("/ki/enter/{link}"));
    looked.says(200, "This link signs you in as <b>Bee</b>. Keep it private.");
    let teacher = served.link(&Person::Teacher { name: "Turing".to_owned() });
    browser.get(&format!("/ki/enter/{teacher}")).says(200, "signs you in as <b>Turing, teacher</b>");
    browser
        .get(&format!("/ki/enter/{}", "0".repeat(32)))
        .says(200, "This link signs you in. Keep it private.");
    assert_eq!(looked.header("set-cookie"), None);
    let entered = browser.post("/ki/enter", &[("link", &link)]);
    assert_eq!(entered.leads_to(), "/ki/");
    let cookie = entered.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/ki/", "Max-Age="] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains(&link), "a session has a secret of its own");
    // The whole URL can be pasted, too, as mail programs and browsers change it.
    for after in ["", " ", "/", "/ ", " /\r\n"] {
        let link = format!(" http://{}/ki/enter/{link}{after}", served.address);
        assert_eq!(browser.post("/ki/enter", &[("link", &link)]).status, 303, "{link:?}");
    }
    let student = served.student("1002");
    student.get("/ki/").says(200, "Am I in?");
    let left = student.act("/ki/leave", &[]);
    assert!(left.header("set-cookie").unwrap().contains("Max-Age=0"));
    student.get("/ki/").says(200, "Sign in");
}

#[test]
fn secrets_that_are_wrong_are_refused_and_soon_not_answered() {
    let served = Served::new();
    let link = served.link(&Person::Student { id: "1002".to_owned() });
    let browser = served.anybody();
    browser.post("/ki/enter", &[("link", "nothing")]).says(403, "the link is invalid");
    for at in 0..19 {
        browser.post("/ki/enter", &[("link", &format!("{at:032x}"))]).says(403, "the link is invalid");
    }
    browser.post("/ki/enter", &[("link", "more")]).says(429, "wait a minute");
    let guessing = Browser { cookie: Some(format!("muster-session={:032x}", 7)), ..browser.clone() };
    guessing.get("/ki/").says(200, "Sign in");
    assert_eq!(guessing.post("/ki/enter", &[("link", &link)]).leads_to(), "/ki/", "with an old cookie");
    let token = format!("Authorization: Bearer {:032x}\r\n", 7);
    browser.send("GET /ki/api/me", &token, b"").says(429, "wait a minute");
    // A user with a valid secret may share the address.
    assert_eq!(browser.post("/ki/enter", &[("link", &link)]).leads_to(), "/ki/");
    browser.get("/ki/").says(200, "Sign in");
}

#[test]
fn sessions_that_have_ended_are_no_guesses() {
    let served = Served::new();
    let (teacher, student) = (served.teacher(), served.student("1002"));
    assert_eq!(student.act("/ki/leave", &[]).status, 303);
    // A whole class behind a reverse proxy may share one address.
    for _ in 0..30 {
        student.get("/ki/").says(200, "Sign in");
        student.get("/ki/api/me").says(401, "you are not signed in");
    }
    teacher.get("/ki/").says(200, "Bee");
    served.anybody().post("/ki/enter", &[("link", "nothing")]).says(403, "the link is invalid");
}

#[test]
fn a_form_is_of_its_own_session_and_site() {
    let served = Served::new();
    let (one, other) = (served.student("1001"), served.student("1002"));
    let fields =
        |mark: &str| vec![("mark", mark.to_owned()), ("against", "of-text:builtin:random".to_owned())];
    let post = |mark: &str| {
        let fields = fields(mark);
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        one.post("/ki/games", &fields)
    };
    post(&other.mark()).says(403, "this form belongs to another session");
    post("").says(403, "this form belongs to another session");
    one.post("/ki/games", &[("against", "of-text:builtin:random")])
        .says(403, "this form belongs to another session");
    served.anybody().post("/ki/games", &[("against", "x")]).says(401, "you are not signed in");
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    for head in ["Origin: http://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n"] {
        let body = format!("mark={}&against=x", one.mark());
        one.send("POST /ki/games", &format!("{form}{head}"), body.as_bytes())
            .says(403, "this request was sent by another site");
    }
    one.send("GET /ki/", "Host: evil.example\r\n", b"").says(421, "is not set up for this host name");
}

#[test]
fn whoever_is_forgotten_is_nobody() {
    let served = Served::new();
    let student = served.student("1002");
    student.get("/ki/").says(200, "Am I in?");
    let class = served.class();
    let request = DeletionRequest { student: "1002", runs: &[] };
    let preview = preview_deletion(&class, &class.facts().unwrap(), &request).unwrap();
    delete_student(&class, &request, preview).unwrap();
    student.get("/ki/").says(200, "Sign in");
    student.hand_in_with("0", &[("a.wasm", b"x")]).says(401, "you are not signed in");
}

/// Regression test: another person's link, followed or posted from another page, switched the session without
/// confirmation.
#[test]
fn a_link_of_another_person_asks_before_it_switches() {
    let served = Served::new();
    let other = served.link(&Person::Student { id: "1002".to_owned() });
    let student = served.student("1001");
    student.get("/ki/").says(200, "Am I in?");
    let asked = student.get(&format!("/ki/enter/{other}"));
    asked.says(200, "You are signed in as ");
    // A form of another page, or one without the mark of the session, does not switch, either.
    for asked in [student.post("/ki/enter", &[("link", &other)]), asked] {
        asked.says(200, "Switch to ");
        assert_eq!(asked.header("set-cookie"), None);
    }
    student.post("/ki/enter", &[("link", &other), ("mark", "wrong")]).says(403, "belongs to another session");
    let switched = student.act("/ki/enter", &[("link", &other)]);
    assert_eq!(switched.leads_to(), "/ki/");
    assert!(switched.header("set-cookie").is_some());
    // An anonymous reader is not asked.
    assert_eq!(served.anybody().post("/ki/enter", &[("link", &other)]).status, 303);
}
