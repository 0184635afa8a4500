//! A class made in the browser, behind a one-time link.

use std::path::PathBuf;

use class_model::ClassFolder;
use class_operations::OpenClass;
use class_operations::backup::back_up;

use crate::support::{Answer, Browser, Served, bot, until};

const FIELDS: [(&str, &str); 6] = [
    ("name", "Tank War <2026>"),
    ("game", "tank-war"),
    ("zone", "Europe/Berlin"),
    ("deadline", "2099-12-01T23:59"),
    ("per-day", "5"),
    ("teacher", "Turing"),
];
const ROSTER: &str = "id,name\n1001,Ada\n1002,Bee\n";

/// Returns a service without classes, and the folder of the class to be made.
fn served(plays: bool) -> (Served, PathBuf) {
    let served = Served::with_options("", plays, |options, top| {
        options.classes.clear();
        options.new = Some(top.join("new/ki"));
    });
    let folder = served.folder.parent().unwrap().join("new/ki");
    (served, folder)
}

/// Sends the form with other values in some fields.
fn make(served: &Served, other: &[(&str, &str)], files: &[(&str, &[u8])]) -> Answer {
    let kept = FIELDS.into_iter().filter(|(name, _)| other.iter().all(|(own, _)| own != name));
    let fields: Vec<(&str, &str)> = kept.chain(other.iter().copied()).collect();
    served.anybody().send_files(served.first_run.as_ref().unwrap(), &fields, files)
}

/// Returns the browser that made the class.
fn signed_in(served: &Served, made: &Answer) -> Browser {
    let cookie = made.header("set-cookie").and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
    assert!(made.header("set-cookie").unwrap().contains("Path=/ki/"));
    Browser { cookie, ..served.anybody() }
}

#[test]
fn a_class_is_made_in_the_browser_and_its_teacher_is_signed_in() {
    let (served, folder) = served(true);
    let link = served.first_run.clone().unwrap();
    served.anybody().get("/").says(200, "The class ki is not made yet");
    served.anybody().get("/ki/").says(404, "there is no such class");
    served.anybody().get(&link).says(200, "Create the class");
    let made = make(&served, &[("roster", ROSTER)], &[]);
    made.says(200, "The class has 2 students.");
    made.says(200, "This link signs you in as <b>Turing, teacher</b>");
    let teacher = signed_in(&served, &made);
    teacher.get("/ki/").says(200, "Tank War &lt;2026&gt;");
    teacher.get("/ki/staff/roster").says(200, "Bee");
    let history = teacher.get("/ki/staff/history").text();
    assert!(
        history.contains("Ada (1001) is enrolled") && history.contains("Turing, teacher, service"),
        "{history}"
    );
    let text = std::fs::read_to_string(folder.join("class.toml")).unwrap();
    assert!(text.contains("\n[quota]\nper_day = 5\n"), "{text}");
    let names: Vec<_> = std::fs::read_dir(folder.parent().unwrap()).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing else is left: {names:?}");

    // The teacher's own link is another one, and works elsewhere.
    let page = made.text();
    let begin = page.find("/ki/enter/").unwrap() + 10;
    let own = &page[begin..begin + 32];
    assert_eq!(served.anybody().post("/ki/enter", &[("link", own)]).leads_to(), "/ki/");
    assert!(!link.contains(own));

    // The one-time link has expired.
    served.anybody().get(&link).says(410, "this link has expired, because the class exists");
    make(&served, &[("teacher", "Mallory")], &[]).says(410, "this link has expired");

    // The new class plays, and tells its news.
    let sheet = teacher.act("/ki/staff/links", &[("to", "student"), ("name", "1001")]).text();
    let begin = sheet.find("/ki/enter/").unwrap() + 10;
    let entered = served.anybody().post("/ki/enter", &[("link", &sheet[begin..begin + 32])]);
    let ada = signed_in(&served, &entered);
    assert_eq!(ada.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    let class = OpenClass::at(&folder).unwrap();
    until("the trial matches are played", || {
        let facts = class.facts().unwrap();
        let module = facts.submission(1).and_then(class_model::Submission::module);
        module.is_some_and(|module| facts.track_record().trial(&module).is_some())
    });
}

#[test]
fn a_class_that_is_refused_leaves_nothing_and_keeps_what_was_typed() {
    let (served, folder) = served(false);
    let twice = "id,name\n1001,Ada\n1001,Bo\n";
    for (other, why) in [
        (&[("zone", "Europe/Berlinn")][..], "there is no time zone"),
        (&[("game", "")], "choose a game"),
        (&[("deadline", "")], "deadline"),
        (&[("name", "")], "name"),
        (&[("teacher", " ")], "your name must have 1 to 100 bytes"),
        (&[("per-day", "many")], "is not a number of submissions"),
        (&[("roster", twice)], "the roster has 1 problem"),
    ] {
        let refused = make(&served, other, &[]);
        refused.says(400, why);
        refused.says(400, "role=\"alert\"");
        let kept = FIELDS.iter().find(|(name, _)| other[0].0 != *name && *name != "game").unwrap().1;
        refused.says(400, &kept.replace('<', "&lt;").replace('>', "&gt;"));
        assert!(!folder.exists() && refused.header("set-cookie").is_none(), "{other:?}");
    }
    let file: &[(&str, &[u8])] = &[("students.csv", ROSTER.as_bytes())];
    make(&served, &[("roster", ROSTER)], file).says(400, "not both");
    let refused = make(&served, &[("zone", "")], file);
    refused.says(400, "students.csv is still chosen");
    let leftover: Vec<_> =
        std::fs::read_dir(folder.parent().unwrap()).map_or_else(|_| Vec::new(), Iterator::collect);
    assert!(leftover.is_empty(), "{leftover:?}");
    make(&served, &[], file).says(200, "The class has 2 students.");
}

/// Returns a backup of a class in which Ada has handed in.
fn backup() -> Vec<u8> {
    let served = Served::new();
    assert_eq!(served.student("1001").hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    let file = served.folder.join("../ki.zip");
    back_up(&served.folder, &file).unwrap();
    std::fs::read(&file).unwrap()
}

#[test]
fn a_class_is_restored_from_an_uploaded_backup() {
    let (served, folder) = served(true);
    let restore = format!("{}/restore", served.first_run.as_ref().unwrap());
    served.anybody().get(served.first_run.as_ref().unwrap()).says(200, &format!("action=\"{restore}\""));
    let send = |path: &str, teacher: &str, files: &[(&str, &[u8])]| {
        served.anybody().send_files(path, &[("teacher", teacher)], files)
    };
    let backup = backup();
    let mut damaged = backup.clone();
    let middle = damaged.len() / 2;
    damaged[middle] = !damaged[middle];
    for (teacher, files, why) in [
        ("Turing", &[][..], "no backup was chosen"),
        ("Turing", &[("x.zip", &b"PK"[..])], "x.zip is not a complete backup"),
        ("Turing", &[("x.zip", &damaged)], "x.zip"),
        (" ", &[("x.zip", &backup)], "your name must have 1 to 100 bytes"),
    ] {
        let refused = send(&restore, teacher, files);
        refused.says(400, why);
        refused.says(400, &format!("name=\"teacher\" value=\"{teacher}\""));
        assert!(!folder.exists(), "{why}");
    }
    let wrong = format!("/-/enter/{}/restore", "0".repeat(32));
    send(&wrong, "Turing", &[("x.zip", &backup)]).says(403, "the link is invalid");
    let restored = send(&restore, "Turing", &[("ki <1>.zip", &backup)]);
    restored.says(200, "The class has 3 students.");
    restored.says(200, "were checked");
    let teacher = signed_in(&served, &restored);
    teacher.get("/ki/submissions/1").says(200, "greedy.wasm");
    let names: Vec<_> = std::fs::read_dir(folder.parent().unwrap()).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing else is left: {names:?}");
    send(&restore, "Mallory", &[("x.zip", &backup)]).says(410, "this link has expired");
}

/// The browser may lose its connection while the class is made.
#[test]
fn the_browser_that_made_the_class_sees_the_link_until_its_teacher_is_signed_in() {
    let (served, _) = served(false);
    let link = served.first_run.clone().unwrap();
    let shown = served.anybody().get(&link);
    let cookie = shown.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let browser = Browser { cookie: Some(cookie), ..served.anybody() };
    assert_eq!(browser.get(&link).header("set-cookie"), None, "the browser keeps its cookie");
    browser.send_files(&link, &FIELDS, &[]).says(200, "The class is ready");
    // The answer was lost.
    served.anybody().get(&link).says(410, "this link has expired");
    let other = Browser { cookie: Some(format!("muster-first-run={}", "0".repeat(32))), ..served.anybody() };
    other.get(&link).says(410, "this link has expired");
    let again = browser.send_files(&link, &FIELDS, &[]);
    again.says(200, "This link signs you in as <b>Turing, teacher</b>");
    let again = browser.get(&link);
    again.says(200, "This link signs you in as <b>Turing, teacher</b>");
    signed_in(&served, &again).get("/ki/").says(200, "Tank War &lt;2026&gt;");
    browser.get(&link).says(410, "this link has expired");
}

#[test]
fn without_the_link_nobody_makes_the_class() {
    let (served, folder) = served(false);
    let wrong = format!("/-/enter/{}", "0".repeat(32));
    served.anybody().get(&wrong).says(403, "the link is invalid");
    served.anybody().send_files(&wrong, &FIELDS, &[]).says(403, "the link is invalid");
    let other = "Origin: http://evil.example\r\nContent-Type: application/x-www-form-urlencoded\r\n";
    let post = format!("POST {}", served.first_run.as_ref().unwrap());
    served.anybody().send(&post, other, b"name=x").says(403, "this request was sent by another site");
    for _ in 0..20 {
        served.anybody().get(&wrong);
    }
    served.anybody().get(&wrong).says(429, "too many invalid links");
    // The right link still works.
    served.anybody().get(served.first_run.as_ref().unwrap()).says(200, "Create the class");
    assert!(!folder.exists());
}

#[test]
fn a_folder_that_holds_a_class_is_served_like_any_other() {
    let served = Served::with_options("", false, |options, _| options.new = options.classes.pop());
    assert_eq!(served.first_run, None);
    served.teacher().get("/ki/").says(200, "Students");
    assert!(ClassFolder::at(&served.folder).holds_class());
}
