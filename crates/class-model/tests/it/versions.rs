//! Records of earlier versions, and the actors of events.

use std::fs;

use class_model::{Actor, Channel, ClassError, ClassFolder, Event, Facts, Record, Role};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::support::{accepted, at, record_of_version_3, student};

/// The columns that links cover, of the first eight events.
fn before(folder: &ClassFolder) -> String {
    let all = "SELECT group_concat(concat_ws('|', number, at, kind, coalesce(body, '-'), \
               coalesce(hex(salt), '-'), hex(content), hex(hash)), '\n') FROM (SELECT * FROM event ORDER BY number) \
               WHERE number <= 8";
    one(folder, all)
}

fn one(folder: &ClassFolder, query: &str) -> String {
    let connection = Connection::open(folder.record()).expect("a file");
    connection.query_row(query, [], |row| row.get(0)).expect("one row")
}

fn old() -> (TempDir, ClassFolder) {
    let top = tempfile::tempdir().expect("a folder");
    let folder = record_of_version_3(top.path());
    (top, folder)
}

fn write(record: &mut Record, actor: &Actor, event: Event) -> Result<(), ClassError> {
    let decide = |_: &Facts, _| Ok::<_, ClassError>(vec![event]);
    record.write(actor, at("2026-11-25 10:00"), decide).map(drop)
}

#[test]
fn a_record_of_version_3_is_read_and_stays_as_it_is() {
    let (_top, folder) = old();
    let facts = Record::open(&folder).expect("a record").facts();
    assert_eq!(facts.students().len(), 1);
    assert_eq!(facts.submissions().map(|(number, _)| number).collect::<Vec<_>>(), [1]);
    assert_eq!(facts.announcements().len(), 1);
    assert_eq!(facts.who_submitted(1), Some(&Actor::COMMAND_LINE));
    assert_eq!(Record::open_to_read(&folder).expect("a record").facts(), facts);
    assert_eq!(one(&folder, "SELECT user_version || '' FROM pragma_user_version"), "3");
}

#[test]
fn its_links_stay_as_they_are_when_it_goes_on() {
    let (_top, folder) = old();
    let was = before(&folder);
    // Opened before the other record continues.
    let mut follower = Record::open(&folder).expect("a record");
    let mut record = Record::open(&folder).expect("a record");
    write(&mut record, &Actor::COMMAND_LINE, accepted("4711", None, at("2026-11-25 10:00"), "x"))
        .expect("on");
    assert_eq!(before(&folder), was);
    assert_eq!(one(&folder, "SELECT user_version || '' FROM pragma_user_version"), "4");
    assert!(follower.follow().expect("it is read on"));
    assert_eq!(follower.facts(), record.facts());
    assert_eq!(Record::open(&folder).expect("a record").facts(), record.facts());
    let facts = record.facts();
    assert_eq!(facts.who_submitted(3), Some(&Actor::COMMAND_LINE));
    // The follower writes in the new version, too.
    write(&mut follower, &Actor::COMMAND_LINE, Event::Closed).expect("it goes on");
    assert!(record.follow().expect("it is read"));
    assert_eq!(record.facts(), Record::open(&folder).expect("a record").facts());
}

#[test]
fn events_are_read_latest_first_under_every_version() {
    let (_top, folder) = old();
    let mut record = Record::open(&folder).expect("a record");
    let numbers = |record: &mut Record, student, before, most| {
        let entries = record.entries(student, None, before, most).expect("they are read");
        entries.iter().map(|entry| entry.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&mut record, None, None, 3), [8, 7, 6]);
    assert_eq!(numbers(&mut record, None, Some(3), 9), [2, 1]);
    assert!(numbers(&mut record, None, Some(-3), 9).is_empty());
    let all = record.entries(None, None, None, usize::MAX).expect("they are read");
    assert!(all.iter().any(|entry| entry.content.is_none()), "one was deleted");
    write(&mut record, &Actor::COMMAND_LINE, Event::Closed).expect("it goes on");
    let last = record.entries(None, None, None, 1).expect("it is read");
    assert_eq!(last[0].content, Some((Actor::COMMAND_LINE, Event::Closed)));
    let own = numbers(&mut record, Some("4711"), None, usize::MAX);
    let of_student = all
        .iter()
        .filter(|entry| entry.content.as_ref().is_some_and(|(_, event)| event.student() == Some("4711")));
    assert_eq!(own, of_student.map(|entry| entry.number).collect::<Vec<_>>());
    assert!(!own.is_empty());
    Connection::open(folder.record())
        .and_then(|file| {
            file.execute("UPDATE event SET body = replace(body, 'closed', 'frozen') WHERE number = 9", [])
        })
        .expect("it is changed");
    let error = record.entries(None, None, None, 1).expect_err("it is not what was written");
    assert!(matches!(error, ClassError::Damaged { .. }), "{error}");
}

/// Both have the same schema, whichever version they began with.
#[test]
fn what_goes_on_has_the_schema_of_a_new_one() {
    let (top, folder) = old();
    let mut record = Record::open(&folder).expect("a record");
    write(&mut record, &Actor::COMMAND_LINE, Event::Closed).expect("it goes on");
    let new = ClassFolder::at(top.path().join("new"));
    Record::create(&new).expect("a class");
    let schema = "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema ORDER BY name)";
    assert_eq!(one(&folder, schema), one(&new, schema));
}

#[test]
fn any_change_to_an_old_event_is_found_once_the_record_has_gone_on() {
    for change in [
        "UPDATE event SET body = replace(body, 'hello', 'hullo') WHERE number = 6",
        "UPDATE event SET at = at + 1 WHERE number = 3",
        "UPDATE event SET role = 'student' WHERE number = 6",
        "UPDATE event SET actor = '{}' WHERE number = 6",
        "UPDATE event SET role = 'student', actor = '{\"role\":\"student\",\"through\":\"command-line\"}' WHERE number = 6",
        "UPDATE event SET role = NULL WHERE number = 9",
        "UPDATE event SET role = NULL, actor = NULL WHERE number = 9",
        "UPDATE event SET body = NULL, salt = NULL, actor = NULL WHERE number = 9",
    ] {
        let (_top, folder) = old();
        let mut record = Record::open(&folder).expect("a record");
        write(&mut record, &Actor::COMMAND_LINE, Event::Closed).expect("it goes on");
        drop(record);
        Connection::open(folder.record()).and_then(|file| file.execute(change, [])).expect("a change");
        let error = Record::open(&folder).err().expect("it is found").to_string();
        assert!(error.contains("the class's record is damaged: event "), "{change}: {error}");
    }
}

#[test]
fn other_versions_are_refused() {
    let (_top, folder) = old();
    for (version, advice) in [(1, ": muster 0.3.0 reads it"), (2, ": muster 0.3.0 reads it"), (5, "")] {
        Connection::open(folder.record())
            .and_then(|file| file.pragma_update(None, "user_version", version))
            .expect("a change");
        let error = Record::open(&folder).err().expect("it is refused").to_string();
        let told = format!(
            "the class's record has schema version {version}, and this program reads version 4{advice}"
        );
        assert_eq!(error, told);
    }
}

/// Events named no actor before version 0.2.0.
#[test]
fn a_record_with_an_event_without_an_actor_is_refused() {
    let (_top, folder) = old();
    Connection::open(folder.record())
        .and_then(|file| file.execute("UPDATE event SET role = NULL, actor = NULL WHERE number = 1", []))
        .expect("a change");
    let error = Record::open(&folder).err().expect("it is refused").to_string();
    assert!(error.contains("event 1 has no actor") && error.contains("muster 0.3.0 reads it"), "{error}");
}

/// Each event has its actor, which is deleted with a student's hand-ins.
#[test]
fn who_acted_is_written_down_and_forgotten() {
    let top = tempfile::tempdir().expect("a folder");
    let folder = ClassFolder::at(top.path().join("class"));
    Record::create(&folder).expect("a class");
    let mut record = Record::open(&folder).expect("a record");
    let ada = Actor { role: Role::Student, through: Channel::Service, name: Some("ada".to_owned()) };
    let when = at("2026-11-25 10:00");
    write(&mut record, &Actor::COMMAND_LINE, Event::Enrolled(student("ada", None, None))).expect("written");
    write(&mut record, &ada, accepted("ada", None, when, "x")).expect("written");
    assert_eq!(record.facts().who_submitted(1), Some(&ada));
    assert_eq!(Record::open(&folder).expect("a record").facts().who_submitted(1), Some(&ada));
    let roles = "SELECT group_concat(kind || ' ' || role || ' ' || coalesce(actor, '-'), ', ') \
                 FROM (SELECT * FROM event ORDER BY number)";
    let teacher = r#"teacher {"role":"teacher","through":"command-line"}"#;
    assert_eq!(
        one(&folder, roles),
        format!(
            r#"enrolled {teacher}, submitted student {{"role":"student","through":"service","name":"ada"}}"#
        )
    );
    let forgotten = class_model::forget(&record.facts(), "ada").map(Event::Forgotten).expect("there is one");
    write(&mut record, &Actor::COMMAND_LINE, forgotten).expect("written");
    record.sweep(&folder).expect("it is swept");
    assert_eq!(one(&folder, roles), format!("enrolled teacher -, submitted student -, forgotten {teacher}"));
    assert_eq!(record.facts().who_submitted(1), None);
    drop(record);
    let bytes = fs::read(folder.record()).expect("a file");
    assert!(!bytes.windows(3).any(|three| three == b"ada"), "it is still in the file");
}

#[test]
fn a_network_file_system_is_refused_at_every_opening() {
    let (_top, folder) = old();
    let over = |magic| ClassFolder::at(folder.root()).as_if_on(magic);
    for (magic, name) in [(0x6969, "NFS"), (0xFE53_4D42, "SMB"), (0xFF53_4D42, "CIFS"), (0x0102_1997, "9P")] {
        let new = ClassFolder::at(folder.root().join("new")).as_if_on(magic);
        for error in [
            Record::open(&over(magic)).err(),
            Record::open_to_read(&over(magic)).err(),
            Record::create(&new).err(),
        ] {
            let error = error.expect("it is refused");
            let said =
                format!("is on a network file system ({name}), where the class's record cannot be kept");
            assert!(error.to_string().contains(&said), "{error}");
            assert!(explain::Explain::hints(&error)[0].contains("copy the folder to a local disk"));
        }
        assert!(!new.holds_class());
    }
    // ext4
    assert!(Record::open(&over(0xEF53)).is_ok());
}
