//! Archives of course systems, and hand-ins that staff make for a student.

use class_model::Person;

use crate::support::{Answer, Browser, Served, bot, until};

const IMPORTS: &str = "/ki/staff/imports";
const CONFIRM: &str = "/ki/staff/imports/confirm";
/// Fields for an archive of files that have only names.
const BY_NAME: [(&str, &str); 2] = [("by-name", "yes"), ("received", "2026-01-02T03:04")];

/// Returns an archive with the files, as Moodle packs them.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    course_files::archives::pack(files).unwrap()
}

fn preview(teacher: &Browser, archive: &[u8], fields: &[(&str, &str)]) -> Answer {
    teacher.act_with(IMPORTS, fields, &[("hand-ins.zip", archive)])
}

/// Presses the first button of a preview.
fn go_on(teacher: &Browser, preview: &Answer) -> Answer {
    let fields = preview.fields(CONFIRM);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
    teacher.post(CONFIRM, &fields)
}

fn submissions(served: &Served) -> usize {
    served.class().facts().unwrap().submissions().count()
}

#[test]
fn an_archive_is_imported_after_a_preview() {
    let served = Served::new();
    let teacher = served.teacher();
    teacher.get(IMPORTS).says(200, "Download all submissions");
    let greedy = bot("greedy");
    let files: &[(&str, &[u8])] = &[
        ("Bee_7_assignsubmission_file/bot.wasm", &greedy),
        ("Cy_8_assignsubmission_file/bot.wasm", b"no module"),
        ("<b>Eve<i>_9_assignsubmission_file/bot.wasm", &greedy),
    ];
    let shown = preview(&teacher, &archive(files), &BY_NAME);
    shown.says(200, "Nothing has been imported yet. 2 new, 0 already in the class, 1 not taken.");
    shown.says(200, "2026-01-02 03:04");
    shown.says(200, "1 not taken");
    assert!(!shown.text().contains("<b>Eve"), "{}", shown.text());
    assert_eq!(submissions(&served), 0, "nothing is handed in by a preview");
    let done = go_on(&teacher, &shown);
    done.says(200, "2 imported, 0 already in the class, 1 not taken. Of the imported, 1 was refused.");
    done.says(200, "href=\"/ki/submissions/1\"");
    teacher.get("/ki/staff/history").says(200, "Turing, teacher, service");
    let facts = served.class().facts().unwrap();
    assert_eq!(facts.submissions().map(|(_, one)| one.by.clone()).collect::<Vec<_>>(), ["1002", "1003"]);
    // The archive is gone after the import.
    go_on(&teacher, &shown).says(409, "no longer waits for confirmation");
    let again = preview(&teacher, &archive(files), &BY_NAME);
    again.says(200, "0 new, 2 already in the class, 1 not taken.");
    assert_eq!(submissions(&served), 2);
}

#[test]
fn only_the_previewed_archive_is_imported() {
    let served = Served::new();
    let teacher = served.teacher();
    let of =
        |student: &str| archive(&[(&format!("{student}_7_assignsubmission_file/bot.wasm"), &*bot("greedy"))]);
    let first = preview(&teacher, &of("Bee"), &BY_NAME);
    let second = preview(&teacher, &of("Cy"), &BY_NAME);
    go_on(&teacher, &first).says(409, "no longer waits for confirmation");
    // Another teacher's preview is another archive.
    let other = served.enter(&Person::Teacher { name: "Hopper".to_owned() });
    let mut fields = second.fields(CONFIRM);
    fields.retain(|(name, _)| name != "mark");
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
    other.act(CONFIRM, &fields).says(409, "no longer waits for confirmation");
    let cancel: Vec<(&str, &str)> =
        fields.iter().map(|(name, text)| (*name, if *name == "do" { "cancel" } else { text })).collect();
    assert_eq!(teacher.act(CONFIRM, &cancel).leads_to(), IMPORTS);
    go_on(&teacher, &second).says(409, "no longer waits for confirmation");
    assert_eq!(submissions(&served), 0);
}

#[test]
fn a_refused_archive_says_why_and_keeps_the_other_fields() {
    let served = Served::new();
    let teacher = served.teacher();
    let refused = preview(&teacher, b"no archive", &[("received", "2026-01-02T03:04"), ("by-name", "yes")]);
    refused.says(400, "hand-ins.zip");
    refused.says(400, "value=\"2026-01-02T03:04\"");
    refused.says(400, "value=\"yes\" checked");
    teacher.act_with(IMPORTS, &[], &[]).says(400, "no archive was chosen");
    let good = archive(&[("1002_7_assignsubmission_file/bot.wasm", &*bot("greedy"))]);
    preview(&teacher, &good, &[("received", "2999-01-02T03:04")]).says(400, "is in the future");
    preview(&teacher, &good, &[("received", "soon")]).says(400, "soon");
    for (somebody, status) in [
        (served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None }), 403),
        (served.student("1002"), 403),
    ] {
        assert_eq!(preview(&somebody, &good, &[]).status, status);
        assert_eq!(somebody.act(CONFIRM, &[("do", "import")]).status, status);
        assert_eq!(somebody.get(IMPORTS).status, status);
    }
    assert_eq!(submissions(&served), 0);
}

#[test]
fn staff_hand_in_for_a_student_whom_they_may_see() {
    let served = Served::new();
    let assistant =
        served.enter(&Person::Assistant { name: "Tim".to_owned(), section: Some("B".to_owned()) });
    let greedy = bot("greedy");
    let files: &[(&str, &[u8])] = &[("greedy.wasm", &greedy)];
    let done =
        assistant.act_with("/ki/students/1003/submissions", &[("received", "2026-01-02T03:04")], files);
    assert_eq!(done.leads_to(), "/ki/submissions/1");
    until("it is checked", || !assistant.get("/ki/submissions/1").text().contains("aria-busy"));
    let facts = served.class().facts().unwrap();
    let one = facts.submission(1).unwrap();
    assert!(one.stated && one.by == "1003" && one.module().is_some(), "{one:?}");
    served.teacher().get("/ki/staff/history?student=1003").says(200, "Tim, assistant, service");
    assistant
        .act_with("/ki/students/1002/submissions", &[], files)
        .says(403, "you are not allowed to do that");
    let student = served.student("1002");
    student.act_with("/ki/students/1002/submissions", &[], files).says(403, "you are not allowed to do that");
    // A stated time is for staff only.
    let own = [("received", "2026-01-02T03:04")];
    assert_eq!(student.act_with("/ki/submissions", &own, files).status, 303);
    assert!(!served.class().facts().unwrap().submission(2).unwrap().stated);
    let teacher = served.teacher();
    let refused = teacher.act_with("/ki/students/1002/submissions", &[], &[("notes.txt", b"x")]);
    refused.says(400, "action=\"/ki/students/1002/submissions\"");
    teacher
        .act_with("/ki/students/1002/submissions", &[("received", "2999-01-01T00:00")], files)
        .says(400, "future");
    assert_eq!(submissions(&served), 2);
}
