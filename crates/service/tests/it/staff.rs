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
fn an_extension_is_shortened_and_given_at_a_change_of_the_clocks() {
    let served = Served::with_class("", false);
    let teacher = served.teacher();
    let given = |fields: &[(&str, &str)]| teacher.act("/ki/students/1002/time", fields);
    let until = |served: &Served| {
        let facts = served.class().facts().unwrap();
        facts.extension_of(&facts.contender_of("1002").unwrap()).map(|given| given.until.to_string())
    };
    // The clocks of Berlin show 02:30 twice on this day.
    let twice = ("until", "2100-10-31T02:30");
    let refused = given(&[twice, ("reason", "ill")]);
    refused.says(400, "occurs twice in Europe/Berlin");
    refused.says(400, "choose which of the two you mean");
    refused.says(400, "<option value=\"2100-10-31 02:30+01:00\">");
    refused.says(400, "value=\"ill\"");
    assert_eq!(given(&[twice, ("reading", "2100-10-31 02:30+01:00"), ("reason", "ill")]).status, 303);
    assert_eq!(until(&served).as_deref(), Some("2100-10-31T01:30:59.999Z"));
    teacher.get("/ki/students/1002").says(200, "Allow a deadline earlier than the current extension");
    let earlier = ("until", "2100-06-01T10:00");
    given(&[earlier]).says(403, "tick the checkbox below");
    assert_eq!(given(&[earlier, ("shorten", "yes")]).leads_to(), "/ki/students/1002");
    assert_eq!(until(&served).as_deref(), Some("2100-06-01T08:00:59.999Z"));
}

#[test]
fn a_teacher_chooses_the_version_of_a_student() {
    let served = Served::new();
    let (teacher, ada) = (served.teacher(), served.student("1001"));
    for name in ["greedy", "rusher"] {
        assert_eq!(ada.hand_in(&[("bot.wasm", &bot(name))]).status, 303);
    }
    let active = || {
        let class = served.class();
        let facts = class.facts().unwrap();
        let ada = facts.contender_of("1001").unwrap();
        class_model::standing(&class.plan, &facts, &ada).active.unwrap().submission
    };
    let choose = |submission: &str| teacher.act("/ki/students/1001/choice", &[("submission", submission)]);
    let page = teacher.get("/ki/students/1001");
    page.says(200, "action=\"/ki/students/1001/choice\"");
    assert_eq!(choose("1").leads_to(), "/ki/students/1001#versions");
    assert_eq!(active(), 1);
    teacher.get("/ki/staff/history").says(200, "Turing, teacher");
    ada.get("/ki/").says(200, "Use the latest accepted one again");
    for (typed, status, why) in [("9", 404, "has no submission 9"), ("x", 400, "is not a submission number")]
    {
        choose(typed).says(status, why);
    }
    assert_eq!(choose("").status, 303);
    assert_eq!(active(), 2);
    let assistant = served.enter(&assistant(None));
    assistant.act("/ki/students/1001/choice", &[("submission", "1")]).says(403, "not allowed");
    let page = assistant.get("/ki/students/1001").text();
    assert!(page.contains("Hand-ins") && !page.contains("/choice"), "{page}");
    assert_eq!(active(), 2);
}
