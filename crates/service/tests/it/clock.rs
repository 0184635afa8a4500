//! The clock of the machine, confirmed and corrected in the browser.

use std::path::Path;

use class_model::{Actor, ClassError, ClassFolder, Event, Facts, Moment, Record};

use crate::support::Served;

const CLOCK: &str = "/ki/staff/clock";
const DAY: i64 = 24 * 3_600_000;

/// Records an announcement by a clock that shows another time.
fn announce_at(folder: &Path, now: Moment) {
    let decide = |_: &Facts, _: Moment| {
        Ok::<_, ClassError>(vec![Event::Announced { text: "by another clock".to_owned(), section: None }])
    };
    Record::open(&ClassFolder::at(folder)).unwrap().write(&Actor::COMMAND_LINE, now, decide).unwrap();
}

#[test]
fn events_of_a_clock_that_was_ahead_are_corrected() {
    let served = Served::new();
    let teacher = served.teacher();
    teacher.get("/ki/staff/settings").says(200, &format!("href=\"{CLOCK}\""));
    teacher.get(CLOCK).says(200, "The clock and the record agree");
    announce_at(&served.folder, Moment::now().after(400 * DAY));
    teacher.get("/ki/").says(200, &format!("<a href=\"{CLOCK}\">"));
    teacher.get(CLOCK).says(200, "Events are dated in the future: 1");
    let correct = |happened: &str| {
        let fields = [("do", "clock-correct"), ("happened", happened), ("reason", "the battery was empty")];
        teacher.act(CLOCK, &fields)
    };
    let refused = correct("2099-01-01T10:00");
    refused.says(400, "the events happened between");
    refused.says(400, "value=\"2099-01-01T10:00\"");
    refused.says(400, "value=\"the battery was empty\"");
    assert_eq!(correct("").leads_to(), CLOCK);
    teacher.get(CLOCK).says(200, "The clock and the record agree");
    let facts = served.class().facts().unwrap();
    assert!(facts.announcements().iter().all(|one| one.at <= Moment::now()));
    correct("").says(400, "there is nothing to correct");
    teacher.get("/ki/staff/history").says(200, "the battery was empty");
    let student = served.student("1001");
    student.get(CLOCK).says(403, "you are not allowed to do that");
    student.act(CLOCK, &[("do", "clock-correct")]).says(403, "you are not allowed to do that");
}

#[test]
fn a_clock_that_is_long_ahead_of_the_record_is_confirmed() {
    let mut folder = None;
    let mut served = Served::with_options("", false, |options, top| {
        let old = top.join("old/ki");
        std::fs::create_dir_all(&old).unwrap();
        let text = std::fs::read_to_string(top.join("ki/class.toml")).unwrap().replace("2099", "2020");
        std::fs::write(old.join("class.toml"), text).unwrap();
        Record::create(&ClassFolder::at(&old)).unwrap();
        announce_at(&old, Moment::now().after(-61 * DAY));
        options.classes = vec![old.clone()];
        folder = Some(old);
    });
    served.folder = folder.unwrap();
    let teacher = served.teacher();
    let announce = || teacher.act("/ki/announcements", &[("text", "Hello")]);
    announce().says(403, "nothing was recorded");
    let page = teacher.get(CLOCK);
    page.says(200, "The clock is far ahead of the last event");
    teacher.act(CLOCK, &[("do", "nothing")]).says(400, "unknown form");
    assert_eq!(teacher.act(CLOCK, &[("do", "clock-confirm")]).leads_to(), CLOCK);
    teacher.get(CLOCK).says(200, "The clock and the record agree");
    assert_eq!(announce().status, 303);
    teacher.act(CLOCK, &[("do", "clock-confirm")]).says(400, "there is nothing to confirm");
    served.anybody().get(CLOCK).says(401, "you are not signed in");
}
