//! Rulings on a run of the class.

use class::Person;
use classroom::open_tournament;
use games::GAMES;
use ledger::RunFolder;

use crate::support::{Served, bot};

const CUP: &str = "/ki/staff/rulings/cup";

#[test]
fn a_ruling_is_made_with_a_reason_and_undone() {
    let served = Served::new();
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    let teacher = served.teacher();
    teacher.get("/ki/staff/rulings").says(200, &format!("<a href=\"{CUP}\">cup</a>"));
    teacher.get(CUP).says(200, "No rulings yet.");
    let fields = |to| [("about", "entrant"), ("to", to), ("entrant", "1"), ("reason", "<b>copied</b>")];
    assert_eq!(teacher.act(CUP, &fields("disqualify")).leads_to(), CUP);
    let page = teacher.get(CUP);
    page.says(200, "Cy");
    page.says(200, "&lt;b&gt;copied&lt;/b&gt;");
    // The report and the grades have it at once.
    teacher.get("/ki/runs/cup/index.html").says(200, "copied");
    teacher.get("/ki/staff/grades/cup/students/1003").says(200, "disqualified");
    let facts = served.class().facts().unwrap();
    let known = facts.places().find_map(|(run, _)| facts.track_record().run(run)).map(|run| run.root);
    let folder = RunFolder::at(served.folder.join("runs/cup"));
    let root = open_tournament(&folder).unwrap().root(GAMES).unwrap().map(|root| root.hash());
    assert_eq!(known, root, "the class knows the run as it is now");
    teacher.get("/ki/staff/history").says(200, "Turing, teacher, service");
    let undo = [("about", "undo"), ("ruling", "1"), ("reason", "an error")];
    assert_eq!(teacher.act(CUP, &undo).leads_to(), CUP);
    let how = teacher.get("/ki/staff/grades/cup/students/1003").text();
    assert!(how.contains("  grade: ") && !how.contains("  grade: none"), "{how}");
    for (form, status, why) in [
        (
            vec![("about", "match"), ("to", "annul"), ("match", "x"), ("reason", "r")],
            400,
            "is not the id of a match",
        ),
        (vec![("about", "match"), ("to", "annul"), ("match", "9.9.9.9"), ("reason", "r")], 400, "9.9.9.9"),
        (
            vec![("about", "entrant"), ("to", "withdraw"), ("entrant", "99"), ("reason", "r")],
            400,
            "no entrant has the number 100",
        ),
        (
            vec![("about", "entrant"), ("to", "withdraw"), ("entrant", "0"), ("reason", " ")],
            400,
            "it has no reason",
        ),
        (vec![("about", "undo"), ("ruling", "0"), ("reason", "r")], 400, "rulings are numbered from 1"),
        (vec![("about", "undo"), ("ruling", "9"), ("reason", "r")], 404, "role=\"alert\""),
        (vec![("about", "nothing")], 400, "there is no such ruling"),
    ] {
        let refused = teacher.act(CUP, &form);
        refused.says(status, why);
        let path = served.folder.display().to_string();
        assert!(!refused.text().contains(&path), "{}", refused.text());
    }
    let assistant = served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None });
    for somebody in [&assistant, &served.student("1001")] {
        somebody.get(CUP).says(403, "you are not allowed to do that");
        somebody.act(CUP, &fields("disqualify")).says(403, "you are not allowed to do that");
    }
    teacher.get("/ki/staff/rulings/cop").says(404, "the class has no run of this name");
}
