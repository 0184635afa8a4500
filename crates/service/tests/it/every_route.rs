//! Properties of all routes, including future ones.

use std::collections::BTreeSet;

use class_model::Person;
use serde_json::Value;

use crate::support::{Answer, Browser, Served, bot};

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

/// Returns the paths of all routes, with parameters in braces.
fn routes(served: &Served) -> BTreeSet<String> {
    let pages = include_str!("../../src/routes.rs").split(".route(\"").skip(1);
    let pages = pages.map(|rest| rest.split_once('"').unwrap().0.to_owned());
    let api: Value = serde_json::from_slice(&served.anybody().get("/ki/api/openapi.json").body).unwrap();
    let api = api["paths"].as_object().unwrap().keys().map(|path| format!("/{{class}}/api{path}"));
    // A stream does not end; `following.rs` tests who may read one.
    let all: BTreeSet<String> = pages.chain(api).filter(|path| !path.ends_with("/news")).collect();
    assert!(all.contains("/{class}/submissions/{number}") && all.contains("/{class}/api/me"), "{all:?}");
    all
}

/// Fills in all parameters of a path except the class.
fn filled(route: &str, fill: impl Fn(&str) -> String) -> String {
    let part = |part: &str| match part.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
        Some("class") => "ki".to_owned(),
        Some(name) => fill(name),
        None => part.to_owned(),
    };
    route.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Returns a path to Ada's data.
fn of_ada(route: &str) -> String {
    filled(route, |name| {
        match name {
            "id" => "1001",
            "requirement" => "plays",
            "run" => "cup",
            "*path" => "index.html",
            _ => "1",
        }
        .to_owned()
    })
}

/// Returns a class in which Ada has handed in and requested games.
fn served() -> (Served, Browser) {
    let served = Served::new();
    let ada = served.student("1001");
    assert_eq!(ada.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    let games = [("against", "of-text:builtin:random"), ("games", "2")];
    assert_eq!(ada.act("/ki/games", &games).status, 303);
    (served, ada)
}

/// Returns all facts on record.
fn record(served: &Served) -> class_model::Facts {
    served.class().facts().unwrap()
}

#[test]
fn nobody_sees_or_changes_what_is_anothers() {
    let (served, ada) = served();
    let hash = record(&served).submission(1).unwrap().handed_in.to_string();
    ada.get("/ki/submissions/1").says(200, &hash);
    let private = ["1001", "Ada &lt;script", "Ada <script", &hash];
    let module = bot("greedy");
    let check = |who: &str, path: &str, answer: &Answer| {
        assert!(answer.status < 500, "{who} {path}: {}", answer.text());
        let text = answer.text();
        let seen = private.iter().find(|private| text.contains(**private));
        assert_eq!(seen, None, "{who} {path}: {text}");
        assert!(!answer.body.starts_with(&module[..64]), "{who} {path}");
    };
    let assistant = Person::Assistant { name: "Tim".to_owned(), section: Some("B".to_owned()) };
    let [bee, assistant] = [Person::Student { id: "1002".to_owned() }, assistant];
    for route in routes(&served) {
        let path = of_ada(&route);
        check("nobody", &path, &served.anybody().get(&path));
        check("nobody", &path, &served.anybody().post(&path, &[("mark", &"0".repeat(32))]));
        for (who, person) in [("Bee", &bee), ("an assistant of B", &assistant)] {
            // A new session each time, because one of the routes ends it.
            let browser = served.enter(person);
            check(who, &path, &browser.get(&path));
            // An assistant of another section has no form on the first page.
            let tokens = browser.get("/ki/tokens").fields("/ki/tokens");
            let (_, mark) = tokens.into_iter().find(|(name, _)| name == "mark").unwrap();
            let until =
                [("mark", &*mark), ("until", "2100-01-01T00:00"), ("submission", "1"), ("to", "close")];
            check(who, &path, &browser.post(&path, &until));
        }
    }
    let facts = record(&served);
    assert!(facts.extension_of(&facts.contender_of("1001").unwrap()).is_none());
    assert!(facts.closed().is_none() && facts.requests().count() == 1);
    let choices = facts
        .contender_of("1001")
        .map(|ada| class_model::standing(&served.class().plan, &facts, &ada).active);
    assert_eq!(choices.unwrap().unwrap().submission, 1);
}

#[test]
fn another_site_changes_nothing() {
    let (served, ada) = served();
    let teacher = served.teacher();
    let before = record(&served);
    let mark = teacher.mark();
    let body = format!(
        "mark={mark}&to=close&text=x&what=tournament&name=cup&until=2100-01-01T00%3A00&submission=1&purpose=read&days=1"
    );
    // Course systems send forms to these; `sign_on.rs` tests them.
    let is_for_systems = |route: &String| route.starts_with("/{class}/lti/l");
    for route in routes(&served).into_iter().filter(|route| !is_for_systems(route)) {
        let path = of_ada(&route);
        for browser in [&ada, &teacher] {
            let post = format!("POST {path}");
            for head in
                ["Sec-Fetch-Site: cross-site\r\n", "Origin: http://evil.example\r\n", "Origin: null\r\n"]
            {
                let refused = browser.send(&post, &format!("{FORM}{head}"), body.as_bytes());
                refused.says(403, "this request was sent by another site");
            }
            // Without a mark, or with the mark of another session.
            for mark in ["", "mark=0123456789abcdef0123456789abcdef&"] {
                let rest = body.split_once('&').unwrap().1;
                let refused = browser.send(&post, FORM, format!("{mark}{rest}").as_bytes());
                assert!((400..500).contains(&refused.status), "{path}: {}", refused.status);
            }
        }
    }
    assert!(record(&served) == before, "something was changed");
    ada.get("/ki/").says(200, "Am I in?");
    teacher.get("/ki/").says(200, "Students");
}

#[test]
fn no_name_in_an_address_leads_out_of_the_class() {
    let (served, _) = served();
    let teacher = served.teacher();
    let long = "x".repeat(10_000);
    let names = [
        "..%2f..%2fclass.toml",
        "..%2Fclass.toml",
        "%2e%2e",
        "%00",
        "%FF",
        "..%5c..%5cclass.toml",
        "%2Fetc%2Fpasswd",
        "-1",
        "99999999999999999999",
        "%3Cscript%3Ealert(2)%3C%2Fscript%3E",
        &long,
    ];
    for route in routes(&served).iter().filter(|route| route.matches('{').count() > 1) {
        for name in names {
            let path = filled(route, |_| name.to_owned());
            for answer in [teacher.get(&path), teacher.act(&path, &[])] {
                let text = answer.text();
                assert!(answer.status < 500, "{path}: {text}");
                assert!(!text.contains("[class]") && !text.contains("root:"), "{path}: {text}");
                let is_page = answer.header("content-type").is_some_and(|kind| kind.contains("html"));
                assert!(!is_page || !text.contains("<script>alert"), "{path}: {text}");
            }
        }
    }
}
