//! Teams that students form, and teams as staff move students.

use std::sync::Barrier;

use class_model::roster::Columns;
use class_model::{Facts, Person};
use class_operations::roster::{RosterFile, import_roster};

use crate::support::{Answer, Browser, Served, bot};

const OPEN: &str = "\n[teams]\nsize = 2\nuntil = \"2099-11-01 12:00\"\n";
/// The same, ended long ago.
const FIXED: &str = "\n[teams]\nsize = 2\nuntil = \"2001-11-01 12:00\"\n";
const TEAM: &str = "/ki/team";
const STAFF: &str = "/ki/staff/teams";

fn facts(served: &Served) -> Facts {
    served.class().facts().unwrap()
}

fn team(served: &Served, id: &str) -> Option<String> {
    facts(served).student(id).unwrap().team.clone()
}

fn send(browser: &Browser, to: &str, fields: &[(&str, &str)]) -> Answer {
    browser.act(TEAM, &[&[("do", to)], fields].concat())
}

/// Imports a roster, as the command does.
fn import(served: &Served, text: &str) {
    let columns = Columns::default();
    let file = RosterFile { name: "roster", bytes: text.as_bytes(), columns: &columns };
    import_roster(&served.class(), &file).unwrap();
}

/// Has a student form a team, and returns its code.
fn form(served: &Served, browser: &Browser, name: &str) -> String {
    assert_eq!(send(browser, "form", &[("name", name)]).leads_to(), TEAM);
    let code = facts(served).join_code(name.trim()).unwrap().to_owned();
    browser.get(TEAM).says(200, &code);
    code
}

#[test]
fn students_form_a_team_by_a_code_and_leave_it() {
    let served = Served::with(OPEN, false);
    let (ada, bee) = (served.student("1001"), served.student("1002"));
    assert_eq!(bee.hand_in(&[("rusher.wasm", &bot("rusher"))]).status, 303);
    ada.get("/ki/").says(200, "Create or join a team");
    let code = form(&served, &ada, " The Tankers ");
    assert_eq!(ada.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    assert_eq!(bee.get("/ki/submissions/2").status, 404);

    let question = send(&bee, "look", &[("code", &code.to_uppercase().replace('-', " "))]);
    question.says(200, "Join The Tankers?");
    question.says(200, "The team has 1 hand-in.");
    question.says(200, "What you handed in alone (1 hand-in) will not count while you are in a team.");
    assert_eq!(team(&served, "1002"), None, "looking changes nothing");
    assert_eq!(send(&bee, "join", &[("code", &code)]).leads_to(), TEAM);
    bee.get("/ki/submissions/2").says(200, "greedy.wasm");
    assert_eq!(ada.get("/ki/submissions/1").status, 404, "members do not see what Bee handed in alone");
    bee.get(TEAM).says(200, "The team keeps its 1 hand-in, and you no longer see it.");
    bee.get(TEAM).says(200, "What you handed in alone (1 hand-in) counts for you again.");
    let now = facts(&served);
    let standing = |facts: &Facts, id: &str| {
        let own = facts.contender_of(id).unwrap();
        class_model::standing(&served.class().plan, facts, &own).active.map(|active| active.submission)
    };
    assert_eq!(standing(&now, "1002"), Ok(2));

    assert_eq!(send(&bee, "leave", &[]).leads_to(), TEAM);
    let now = facts(&served);
    assert_eq!((standing(&now, "1001"), standing(&now, "1002")), (Ok(2), Ok(1)));
    assert_eq!(bee.get("/ki/submissions/2").status, 404);
    // The code ended with the departure.
    let again = send(&bee, "join", &[("code", &code)]);
    again.says(404, "no team has this code");
    again.says(404, &format!("value=\"{code}\""));
    assert_eq!(team(&served, "1002"), None);
    let history = served.teacher().get("/ki/staff/history").text();
    assert!(history.contains("team The Tankers") && !history.contains(&code), "{history}");
}

#[test]
fn teams_have_a_size_a_section_and_a_date() {
    let served = Served::with(OPEN, false);
    let [ada, bee, cy] = ["1001", "1002", "1003"].map(|id| served.student(id));
    for (name, why) in [
        ("  ", "a name"),
        ("bee", "can be confused with a name that is or was in use"),
        (&"x".repeat(200), "a name"),
    ] {
        let refused = send(&ada, "form", &[("name", name)]);
        assert!((400..500).contains(&refused.status), "{}", refused.status);
        refused.says(refused.status, why);
        assert!(!refused.text().contains("1002"), "another student's id: {}", refused.text());
    }
    let code = form(&served, &ada, "Tankers");
    send(&ada, "form", &[("name", "Second")]).says(409, "you are in the team");
    // Cy is in the other section.
    send(&cy, "look", &[("code", &code)]).says(400, "students from several sections");
    assert_eq!(send(&bee, "join", &[("code", &code)]).status, 303);
    let teacher = served.teacher();
    import(&served, "id,name,section\n1005,Dee,A\n");
    let dee = served.student("1005");
    send(&dee, "join", &[("code", &code)]).says(409, "is full: it has 2 members");
    // A withdrawn member takes no place.
    let withdraw = [("to", "withdraw"), ("reason", "")];
    assert_eq!(teacher.act("/ki/students/1002/participation", &withdraw).status, 303);
    send(&bee, "leave", &[]).says(403, "was withdrawn on");
    bee.get(TEAM).says(200, "You cannot change teams now.");
    assert_eq!(send(&dee, "join", &[("code", &code)]).status, 303);

    let fixed = Served::with(FIXED, false);
    let ada = fixed.student("1001");
    send(&ada, "form", &[("name", "Late")]).says(403, "teams are fixed since");
    ada.get(TEAM).says(200, "ask your teacher");
    let none = Served::new();
    send(&none.student("1001"), "form", &[("name", "Mine")]).says(403, "the teacher forms the teams");
}

/// Without the record's transaction, both would find a free place.
#[test]
fn of_two_who_join_at_once_one_gets_the_last_place() {
    let served = Served::with(OPEN, false);
    let code = form(&served, &served.student("1001"), "Tankers");
    import(&served, "id,name,section\n1003,Cy,A\n");
    let both = ["1002", "1003"].map(|id| served.student(id));
    let marks = both.each_ref().map(Browser::mark);
    let start = Barrier::new(2);
    let statuses = std::thread::scope(|scope| {
        let joining = both.iter().zip(&marks).map(|(browser, mark)| {
            let (start, code) = (&start, &code);
            scope.spawn(move || {
                start.wait();
                browser.post(TEAM, &[("do", "join"), ("code", code), ("mark", mark)]).status
            })
        });
        let joining: Vec<_> = joining.collect();
        let mut statuses: Vec<u16> = joining.into_iter().map(|one| one.join().unwrap()).collect();
        statuses.sort_unstable();
        statuses
    });
    assert_eq!(statuses, [303, 409]);
    assert_eq!(facts(&served).members_of("Tankers").len(), 2);
}

/// The hand-ins of a team belong to its name: another team of that name would get them.
#[test]
fn a_name_of_an_earlier_team_is_not_taken_again() {
    let served = Served::with(OPEN, false);
    let (ada, bee) = (served.student("1001"), served.student("1002"));
    form(&served, &ada, "Tankers");
    assert_eq!(ada.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    assert_eq!(send(&ada, "leave", &[]).status, 303);
    send(&bee, "form", &[("name", "Tankers")]).says(409, "is or was in use");
    assert_eq!(bee.get("/ki/submissions/1").status, 404);
}

#[test]
fn a_new_team_brings_no_new_quota() {
    let served = Served::with(&format!("{OPEN}\n[quota]\nper_day = 1\n"), false);
    let ada = served.student("1001");
    assert_eq!(ada.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    form(&served, &ada, "Tankers");
    ada.hand_in(&[("rusher.wasm", &bot("rusher"))]).says(403, "too soon");
    assert_eq!(facts(&served).submissions().count(), 1);
}

#[test]
fn staff_see_teams_and_the_teacher_moves_students() {
    let served = Served::with(FIXED, false);
    let teacher = served.teacher();
    teacher.get(STAFF).says(200, "There are no teams yet.");
    for id in ["1001", "1002"] {
        let moved = teacher.act(STAFF, &[("student", id), ("team", "Tankers")]);
        assert_eq!(moved.leads_to(), STAFF);
    }
    teacher.get(STAFF).says(200, "Tankers");
    let refused = teacher.act(STAFF, &[("student", "1003"), ("team", "Tankers")]);
    refused.says(400, "students from several sections");
    refused.says(400, "value=\"Tankers\"");
    assert_eq!(teacher.act(STAFF, &[("student", "1002"), ("team", "")]).status, 303);
    assert_eq!((team(&served, "1001"), team(&served, "1002")), (Some("Tankers".to_owned()), None));
    teacher.act(STAFF, &[("student", "9"), ("team", "")]).says(400, "no student has the id");
    let assistant = Person::Assistant { name: "Tim".to_owned(), section: Some("B".to_owned()) };
    let assistant = served.enter(&assistant);
    let seen = assistant.get(STAFF);
    seen.says(200, "Cy");
    assert!(!seen.text().contains("Tankers"), "{}", seen.text());
    assert_eq!(assistant.act(STAFF, &[("student", "1003"), ("team", "Mine")]).status, 403);
}

#[test]
fn a_deleted_member_takes_their_code_along() {
    let served = Served::with(OPEN, false);
    let ada = served.student("1001");
    let code = form(&served, &ada, "Tankers");
    let bee = served.student("1002");
    assert_eq!(send(&bee, "join", &[("code", &code)]).status, 303);
    let teacher = served.teacher();
    teacher.act("/ki/students/1001/forget", &[("confirm", "1001")]).says(200, "Deleted");
    assert_eq!(facts(&served).team_of_code(&code), None);
    bee.get(TEAM).says(200, "Make a join code");
    assert_eq!(send(&bee, "code", &[]).status, 303);
    let new = facts(&served).join_code("Tankers").unwrap().to_owned();
    assert_ne!(new, code);
    // A restart reads the same state.
    assert_eq!(facts(&served), served.class().facts().unwrap());
    let own: serde_json::Value = serde_json::from_slice(&bee.get("/ki/api/team").body).unwrap();
    assert_eq!(
        (own["team"].as_str(), own["code"].as_str(), own["size"].as_u64()),
        (Some("Tankers"), Some(&*new), Some(2))
    );
}

#[test]
fn a_replaced_code_stays_invalid_after_a_deletion() {
    let served = Served::with(OPEN, false);
    let ada = served.student("1001");
    let code = form(&served, &ada, "Tankers");
    let bee = served.student("1002");
    assert_eq!(send(&bee, "join", &[("code", &code)]).status, 303);
    assert_eq!(send(&bee, "code", &[]).status, 303);
    served.teacher().act("/ki/students/1002/forget", &[("confirm", "1002")]).says(200, "Deleted");
    assert_eq!(facts(&served).team_of_code(&code), None);
    ada.get(TEAM).says(200, "Make a join code");
    assert_eq!(facts(&served), served.class().facts().unwrap());
}

#[test]
fn an_import_replaces_the_code_of_a_team_that_a_student_leaves() {
    let served = Served::with(OPEN, false);
    let ada = served.student("1001");
    let code = form(&served, &ada, "Tankers");
    assert_eq!(send(&served.student("1002"), "join", &[("code", &code)]).status, 303);
    import(&served, "id,name,team\n1002,Bee,Others\n");
    assert_eq!(team(&served, "1002").as_deref(), Some("Others"));
    assert_eq!(facts(&served).team_of_code(&code), None);
    assert!(facts(&served).join_code("Tankers").is_some());
}
