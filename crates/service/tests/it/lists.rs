//! Staff's pages of all students, of one student, and of a submission.

use class_model::{
    Actor, Admission, ClassError, ClassFolder, CompletedRun, Event, Hash, InRun, Moment, Person, Record,
    Submission, TurnedAway,
};
use class_operations::privacy::{DeletionRequest, delete_student, preview_deletion};

use crate::support::{Browser, Served, bot};

fn record(served: &Served, events: Vec<Event>) {
    let mut record = Record::open(&ClassFolder::at(&served.folder)).unwrap();
    record.write::<ClassError>(&Actor::COMMAND_LINE, Moment::now(), |_, _| Ok(events)).unwrap();
}

fn handed_in(by: &str, received: Moment, admission: Admission) -> Event {
    Event::Submitted(Submission {
        by: by.to_owned(),
        team: None,
        received,
        stated: true,
        clock: None,
        file: "bot<b>.wasm".to_owned(),
        handed_in: Hash::digest(by.as_bytes()),
        archive: None,
        admission,
    })
}

fn refused(why: &str) -> Admission {
    Admission::Refused { reasons: vec![why.to_owned()] }
}

/// Returns the rows of the table of students, by id.
fn rows(browser: &Browser, query: &str) -> Vec<(String, String)> {
    let page = browser.get(&format!("/ki/{query}"));
    assert_eq!(page.status, 200, "{}", page.text());
    let text = page.text();
    let Some((_, table)) = text.split_once("<table class=\"students stacked\">") else { return Vec::new() };
    let table = table.split_once("</table>").unwrap().0;
    let id = |row: &str| {
        let cell = row.split_once("data-label=\"ID\">").unwrap().1;
        cell.split_once("</td>").unwrap().0.to_owned()
    };
    let rows = table.split("<tbody>").nth(1).unwrap().split("<tr>").skip(1);
    rows.map(|row| (id(row), row.to_owned())).collect()
}

fn ids(browser: &Browser, query: &str) -> String {
    let ids: Vec<String> = rows(browser, query).into_iter().map(|(id, _)| id).collect();
    ids.join(" ")
}

#[test]
fn staff_find_students_by_filter_search_and_order() {
    let served = Served::with("\n[failing]\npercent = 10\npause = true\n", false);
    let teacher = served.teacher();
    teacher.get("/ki/").says(200, "Nothing was handed in yet");
    let module = Hash::digest(b"bee");
    let long_after = Moment::now().after(100 * 365 * 86_400_000);
    let paused = CompletedRun {
        run: Hash::digest(b"run"),
        root: Hash::digest(b"root"),
        engine: "engine 1".to_owned(),
        results: vec![InRun { module, matches: 5, failed: 4 }],
    };
    record(
        &served,
        vec![
            handed_in("1002", Moment::now(), Admission::Accepted { module }),
            Event::RunCompleted(paused),
            handed_in("1003", long_after, refused("the file is not a bot")),
        ],
    );
    assert_eq!(ids(&teacher, ""), "1001 1002 1003");
    for (query, expected) in [
        ("?show=no-hand-in", "1001"),
        ("?show=refused", "1003"),
        ("?show=late", "1003"),
        ("?show=paused", "1002"),
        ("?show=without%3Aplays", "1001 1002 1003"),
        ("?show=paused&search=cy", ""),
        ("?search=CY", "1003"),
        ("?search=100", "1001 1002 1003"),
        ("?search=alert", "1001"),
        ("?section=B", "1003"),
        ("?sort=-id", "1003 1002 1001"),
        ("?sort=latest", "1003 1002 1001"),
        ("?sort=-name&section=A", "1002 1001"),
        ("?page=9", "1001 1002 1003"),
    ] {
        assert_eq!(ids(&teacher, query), expected, "{query}");
    }
    let page = teacher.get("/ki/?show=refused&search=1");
    for what in [
        "aria-current=\"true\">Refused <b>1</b>",
        ">Paused <b>1</b>",
        ">No hand-in <b>1</b>",
        ">Without plays <b>3</b>",
        "<input type=\"hidden\" name=\"show\" value=\"refused\">",
        "name=\"search\" value=\"1\"",
        "<a href=\"/ki/?show=refused#students\">1 latest hand-in was refused</a>",
        "<a href=\"/ki/?show=paused#students\">1 active version is paused, so tournaments skip it</a>",
        "1 of 3 active",
        "2099-12-01 23:59</time>",
    ] {
        page.says(200, what);
    }
    let listed = rows(&teacher, "");
    assert!(listed[1].1.contains("<span class=\"tag bad\">paused</span>"), "{}", listed[1].1);
    assert!(listed[2].1.contains("<span class=\"tag bad\">refused</span>"), "{}", listed[2].1);
    teacher.get("/ki/?search=%3Cb%3E").says(200, "No student matches.");
    for (query, why) in [
        ("?show=x", "`show` is not a filter of this list"),
        ("?sort=x", "`sort` is not a column of this list"),
        ("?page=0", "`page` must be a positive whole number"),
    ] {
        teacher.get(&format!("/ki/{query}")).says(400, why);
    }
    let tim = Person::Assistant { name: "Tim".to_owned(), section: Some("B".to_owned()) };
    let assistant = served.enter(&tim);
    assert_eq!(ids(&assistant, ""), "1003");
    assert_eq!(ids(&assistant, "?section=A"), "", "an assistant sees one section");
    assert!(!assistant.get("/ki/").text().contains("paused, so"), "the other section has the paused bot");
    // Others have no such list.
    served.student("1002").get("/ki/?show=x").says(200, "Am I in?");
}

#[test]
fn an_empty_class_shows_its_first_step() {
    let served = Served::new();
    let class = served.class();
    for student in ["1001", "1002", "1003"] {
        let request = DeletionRequest { student, runs: &[] };
        let preview = preview_deletion(&class, &class.facts().unwrap(), &request).unwrap();
        delete_student(&class, &request, preview).unwrap();
    }
    let page = served.teacher().get("/ki/");
    page.says(200, "<a class=\"main\" href=\"/ki/staff/roster\">Import the roster</a>");
    assert!(!page.text().contains("id=\"students\""), "{}", page.text());
    let assistant = served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None });
    assistant.get("/ki/").says(200, "The teacher has not imported a roster yet.");
}

#[test]
fn a_long_list_has_pages() {
    let served = Served::new();
    let student = |number: u32| {
        Event::Enrolled(class_model::Student {
            id: format!("{}", 2000 + number),
            name: format!("Student {number}"),
            email: None,
            alias: format!("s{number}"),
            section: None,
            team: None,
        })
    };
    record(&served, (0..210).map(student).collect());
    let teacher = served.teacher();
    let pages = ["?sort=id", "?sort=id&page=2", "?sort=id&page=3", "?sort=id&page=4"];
    let found: Vec<usize> = pages.iter().map(|query| rows(&teacher, query).len()).collect();
    assert_eq!(found, [100, 100, 13, 13], "after the last page is the last page");
    let page = teacher.get("/ki/?sort=id&page=2");
    page.says(200, "<a href=\"/ki/?sort=id#students\" rel=\"prev\">Previous</a>");
    page.says(200, "<a href=\"/ki/?sort=id&amp;page=3#students\" rel=\"next\">Next</a>");
    page.says(200, "Page 2 of 3");
}

#[test]
fn a_students_page_has_everything_in_one_place() {
    let served = Served::new();
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    let turned_away = TurnedAway {
        student: "1003".to_owned(),
        received: None,
        files: vec!["notes.txt".to_owned()],
        why: "it is not a bot".to_owned(),
    };
    record(
        &served,
        vec![
            handed_in("1003", Moment::now(), refused("it has <b>no</b> function")),
            Event::TurnedAway(turned_away),
        ],
    );
    let teacher = served.teacher();
    let ruling = |entrant, reason| {
        let fields = [("about", "entrant"), ("to", "disqualify"), ("entrant", entrant), ("reason", reason)];
        assert_eq!(teacher.act("/ki/staff/rulings/cup", &fields).leads_to(), "/ki/staff/rulings/cup");
    };
    ruling("1", "<b>copied</b>");
    ruling("0", "was late");
    let time = [("until", "2100-01-01T10:00"), ("reason", "was <b>ill</b>")];
    assert_eq!(teacher.act("/ki/students/1003/time", &time).leads_to(), "/ki/students/1003");
    let page = teacher.get("/ki/students/1003");
    for what in [
        "<title>Cy · ",
        "<a href=\"/ki/#students\">All students</a>",
        "<h1>Cy</h1>",
        "ID 1003 · alias Cy · section B",
        "<a href=\"/ki/submissions/2\">2</a> <span class=\"tag good\">plays</span>",
        "<span class=\"tag bad\">refused</span>",
        "it has &lt;b&gt;no&lt;/b&gt; function",
        "notes.txt",
        "it is not a bot",
        "2100-01-01 10:00</time> (extended)",
        "was &lt;b&gt;ill&lt;/b&gt;",
        "<a href=\"/ki/students/1003/runs/cup\">",
        "<a href=\"/ki/staff/grades/cup/students/1003\">grade</a>",
        "<a href=\"/ki/staff/rulings/cup\">cup, ruling 1</a>",
        "&lt;b&gt;copied&lt;/b&gt;",
        "has an extension until 2100-01-01",
        "/ki/students/1003/data.zip",
    ] {
        page.says(200, what);
    }
    let annul = [("about", "match"), ("to", "annul"), ("match", "1.1.1.1"), ("reason", "a power cut")];
    assert_eq!(teacher.act("/ki/staff/rulings/cup", &annul).status, 303);
    let undo = [("about", "undo"), ("ruling", "3"), ("reason", "there was none")];
    assert_eq!(teacher.act("/ki/staff/rulings/cup", &undo).status, 303);
    let rulings = |id: &str| {
        let text = teacher.get(&format!("/ki/students/{id}")).text();
        (1..=4).filter(|number| text.contains(&format!("cup, ruling {number}</a>"))).collect::<Vec<_>>()
    };
    let of = ["1001", "1002", "1003"].map(rulings);
    assert_eq!(of, [vec![2, 3, 4], vec![], vec![1, 3, 4]], "those on the entrant, a match, and an undo");
    assert!(!page.text().contains("was late"), "the ruling on another entrant: {}", page.text());
    for words in ["Am I in?", "ahead of you", "hand in again"] {
        assert!(!page.text().contains(words), "{words} is for students: {}", page.text());
    }
    let tim = Person::Assistant { name: "Tim".to_owned(), section: Some("B".to_owned()) };
    let seen = served.enter(&tim).get("/ki/students/1003").text();
    assert!(seen.contains("(extended)") && !seen.contains("cup, ruling 1"), "{seen}");
    teacher.get("/ki/students/1002").says(200, "Nothing was handed in.");
    teacher.get("/ki/students/1002").says(200, "No ruling concerns this student.");
}

#[test]
fn a_submission_is_shown_to_staff_with_its_student() {
    let served = Served::new();
    let greedy = bot("greedy");
    served.student("1002").hand_in(&[("<b>.wasm", &greedy)]).leads_to();
    served.student("1003").hand_in(&[("copy.wasm", &greedy)]).leads_to();
    record(&served, vec![handed_in("1002", Moment::now(), refused("it has <b>no</b> function"))]);
    let teacher = served.teacher();
    let page = teacher.get("/ki/submissions/1");
    for what in [
        "<a href=\"/ki/#students\">All students</a> › <a href=\"/ki/students/1002\">Bee</a>",
        "<h1>Submission 1: accepted</h1>",
        "Handed in by <a href=\"/ki/students/1002\">Bee</a> (1002)",
        "this one <a href=\"/ki/submissions/1\">1</a> <span class=\"tag good\">plays</span>",
        "<a href=\"/ki/submissions/2\">submission 2</a> of <a href=\"/ki/students/1003\">Cy</a>",
        "<a href=\"/ki/submissions/3\" rel=\"next\">Next hand-in, 3</a>",
    ] {
        page.says(200, what);
    }
    let text = page.text();
    let content = text.split_once("<main").unwrap().1;
    assert!(!content.contains("you") && !content.contains("hand in again"), "{content}");
    let (hash, details) = (Hash::digest(&greedy).to_string(), content.find("<details>").unwrap());
    assert!(content.find(&hash).unwrap() > details, "hashes come last: {content}");
    let refused = teacher.get("/ki/submissions/3");
    refused.says(200, "it has &lt;b&gt;no&lt;/b&gt; function");
    refused.says(200, ", sent by teacher (command line)");
    served.student("1002").get("/ki/submissions/3").says(200, "hand in again");
    // An assistant sees no other section's copy.
    let tim = Person::Assistant { name: "Tim".to_owned(), section: Some("A".to_owned()) };
    let own = served.enter(&tim);
    assert!(!own.get("/ki/submissions/1").text().contains("submission 2"));
    own.get("/ki/submissions/2").says(403, "you are not allowed to do that");
}
