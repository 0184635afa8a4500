//! Pages and decisions of teachers and assistants.

use class_model::{
    Actor, Admission, ClassError, ClassFolder, Event, Hash, Moment, Person, Reader, Record, Submission,
};

use crate::support::program::Program;
use crate::support::{Served, bot};

fn assistant(section: Option<&str>) -> Person {
    Person::Assistant { name: "Tim".to_owned(), section: section.map(str::to_owned) }
}

#[test]
fn an_assistant_sees_a_section_and_decides_nothing_for_the_class() {
    let served = Served::new();
    let own = served.enter(&assistant(Some("B")));
    let page = own.get("/ki/").text();
    assert!(page.contains("Section B") && !page.contains("Section A") && !page.contains("Bee"), "{page}");
    assert_eq!(own.get("/ki/students/1003").status, 200);
    own.get("/ki/students/1002").says(403, "you are not allowed to do that");
    own.get("/ki/students/9").says(404, "there is no such student");
    own.act("/ki/announcements", &[("text", "x")]).says(403, "you are not allowed to do that");
    own.act("/ki/decisions", &[("to", "close")]).says(403, "you are not allowed to do that");
    let time = [("until", "2100-01-01T10:00"), ("reason", "ill")];
    own.act("/ki/students/1002/time", &time).says(403, "you are not allowed to do that");
    assert_eq!(own.act("/ki/students/1003/time", &time).leads_to(), "/ki/students/1003");
    own.get("/ki/students/1003").says(200, "2100-01-01 10:00</time> (extended)");
    // Staff cannot submit.
    own.hand_in(&[("greedy.wasm", &bot("greedy"))]).says(403, "you are not allowed to do that");
}

#[test]
fn an_assistant_is_told_how_many_verdicts_are_missing_in_the_section() {
    let served = Served::new();
    let mut record = Record::open(&ClassFolder::at(&served.folder)).unwrap();
    let undecided = |by: &str| {
        Event::Submitted(Submission {
            by: by.to_owned(),
            team: None,
            received: Moment::now(),
            stated: false,
            clock: None,
            file: "a.wasm".to_owned(),
            handed_in: Hash::digest(by.as_bytes()),
            archive: None,
            admission: Admission::Undecided { why: "it took too long".to_owned() },
        })
    };
    let events = ["1001", "1002", "1003"].map(undecided).to_vec();
    record.write::<ClassError>(&Actor::COMMAND_LINE, Moment::now(), |_, _| Ok(events)).unwrap();
    for (person, count) in [(assistant(Some("B")), 1), (assistant(Some("A")), 2), (assistant(None), 3)] {
        let status = served.enter(&person).get("/ki/api/status").text();
        assert!(status.contains(&format!("\"undecided\":{count},")), "{status}");
    }
}

#[test]
fn programs_are_told_where_everybody_stands_without_everything_that_was_handed_in() {
    let served = Served::new();
    let ada = served.student("1001");
    for name in ["greedy", "rusher"] {
        assert_eq!(ada.hand_in(&[("bot.wasm", &bot(name))]).status, 303);
    }
    let status = Program::with_token(&served.teacher(), "read").get("/status", "/status").done(200);
    let [first, second, _] = status["entries"].as_array().unwrap().as_slice() else { panic!("{status}") };
    assert_eq!((&first["handed_in"], &first["last"]["submission"]), (&2.into(), &2.into()));
    assert_eq!((&second["handed_in"], &second["last"]), (&0.into(), &serde_json::Value::Null));
    assert!(first["submissions"].is_null(), "{first}");
}

#[test]
fn a_teacher_decides_and_the_record_says_who() {
    let served = Served::new();
    let (teacher, student) = (served.teacher(), served.student("1002"));
    assert_eq!(teacher.act("/ki/announcements", &[("text", "Monday\nat nine")]).leads_to(), "/ki/");
    student.get("/ki/").says(200, "Monday<br>at nine");
    for (to, is_so) in [("close", true), ("reopen", false)] {
        assert_eq!(teacher.act("/ki/decisions", &[("to", to)]).status, 303);
        assert_eq!(served.class().facts().unwrap().closed().is_some(), is_so, "{to}");
    }
    teacher.act("/ki/decisions", &[("to", "reopen")]).says(400, "");
    assert_eq!(teacher.act("/ki/decisions", &[("to", "freeze")]).status, 303);
    assert!(served.class().facts().unwrap().frozen(Reader::All).is_some());
    assert_eq!(teacher.act("/ki/decisions", &[("to", "release-participants")]).status, 303);
    assert!(served.class().facts().unwrap().frozen(Reader::Participants).is_none());
    teacher.act("/ki/students/1002/time", &[("until", "soon")]).says(400, "soon");
    for (path, form) in
        [("/ki/decisions", ("to", "close")), ("/ki/students/1002/time", ("until", "2100-01-01"))]
    {
        student.act(path, &[form]).says(403, "you are not allowed to do that");
    }
    student.get("/ki/students/1002").says(403, "you are not allowed to do that");
}

#[test]
fn a_new_link_ends_the_one_before() {
    let served = Served::new();
    let (teacher, student) = (served.teacher(), served.student("1002"));
    let page = teacher.act("/ki/students/1002/link", &[]).text();
    let begin = page.find("/ki/enter/").unwrap() + 10;
    let link = page[begin..begin + 32].to_owned();
    student.get("/ki/").says(200, "Sign in");
    let entered = served.anybody().post("/ki/enter", &[("link", &link)]);
    assert_eq!(entered.leads_to(), "/ki/");
    served
        .enter(&assistant(None))
        .act("/ki/students/1002/link", &[])
        .says(403, "you are not allowed to do that");
}
