//! The roster: listing, importing after a preview, and participation.

use class_model::Person;

use crate::support::{Answer, Browser, Served, bot};

const ROSTER: &str = "/ki/staff/roster";
const HOSTILE: &str = "<script>alert(1)</script>";

/// Sends the fields of a page's form, as its button does.
fn go_on(browser: &Browser, page: &Answer) -> Answer {
    let fields = page.fields(ROSTER);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
    browser.act_with(ROSTER, &fields[1..], &[])
}

#[test]
fn a_roster_is_imported_after_a_look_at_what_changes() {
    let served = Served::new();
    let teacher = served.teacher();
    teacher.get(ROSTER).says(200, "Bee");
    let file = format!("id,name,alias,section\n1002,Bea,Bee,B\n1004,{HOSTILE},Dee,A\n");
    let preview = teacher.act_with(ROSTER, &[], &[("roster.csv", file.as_bytes())]);
    preview.says(200, "1 new, 1 changed, 0 unchanged");
    preview.says(200, "<del class=\"soft\">Bee</del> <b>Bea</b>");
    preview.says(200, "still in the class: 2");
    assert!(!preview.text().contains(HOSTILE), "{}", preview.text());
    assert!(served.class().facts().unwrap().student("1004").is_none(), "nothing is changed yet");
    assert_eq!(go_on(&teacher, &preview).leads_to(), ROSTER);
    teacher.get(ROSTER).says(200, "Bea");
    assert_eq!(served.class().facts().unwrap().student("1004").unwrap().name, HOSTILE);
    // The class has changed since the preview.
    go_on(&teacher, &preview).says(409, "the class has changed since the preview");
}

#[test]
fn a_roster_with_problems_says_all_of_them_and_stays_chosen() {
    let served = Served::new();
    let teacher = served.teacher();
    let file = b"number,name\n1002,Bea\n1002,Bo\n,Cy\n";
    let refused = teacher.act_with(ROSTER, &[], &[("<b>.csv", file)]);
    refused.says(400, "no column identifies students");
    refused.says(400, "&lt;b&gt;.csv is still chosen");
    // Only the column needs to be named now.
    let chosen = refused.fields(ROSTER);
    let fields: Vec<(&str, &str)> = chosen
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .filter(|(name, _)| name.starts_with("file-"))
        .collect();
    let refused = teacher.act_with(ROSTER, &[&fields[..], &[("id", "number")]].concat(), &[]);
    for problem in ["2 problems; nothing was changed", "line 3: ", "line 4: "] {
        refused.says(400, problem);
    }
    assert!(refused.fields(ROSTER).contains(&("id".to_owned(), "number".to_owned())));
    teacher.act_with(ROSTER, &[], &[]).says(400, "no file was chosen");
    teacher
        .act_with(ROSTER, &[("file-name", "x"), ("file-bytes", "xyz")], &[])
        .says(400, "no file was chosen");
    let huge = vec![b'x'; (4 << 20) + 1];
    teacher.act_with(ROSTER, &[], &[("x", &huge)]).says(413, "larger than 4 MiB");
}

#[test]
fn nobody_but_the_teacher_imports_and_an_assistant_sees_the_section() {
    let served = Served::new();
    let file: &[(&str, &[u8])] = &[("roster.csv", b"id,name\n9,Zed\n")];
    let assistant =
        served.enter(&Person::Assistant { name: "Tim".to_owned(), section: Some("B".to_owned()) });
    let page = assistant.get(ROSTER);
    page.says(200, "Cy");
    assert!(!page.text().contains("Bee") && !page.text().contains("Import"), "{}", page.text());
    let student = served.student("1002");
    for somebody in [&assistant, &student] {
        somebody.act_with(ROSTER, &[], file).says(403, "you are not allowed to do that");
        let withdrawn = somebody.act("/ki/students/1003/participation", &[("to", "withdraw")]);
        withdrawn.says(403, "you are not allowed to do that");
    }
    student.get(ROSTER).says(403, "you are not allowed to do that");
    served.anybody().get(ROSTER).says(401, "you are not signed in");
    let facts = served.class().facts().unwrap();
    assert!(facts.student("9").is_none() && facts.withdrawal("1003").is_none());
}

#[test]
fn a_student_is_withdrawn_and_takes_part_again() {
    let served = Served::new();
    let teacher = served.teacher();
    let change = |fields: &[(&str, &str)]| teacher.act("/ki/students/1002/participation", fields);
    assert_eq!(change(&[("to", "withdraw"), ("reason", HOSTILE)]).leads_to(), "/ki/students/1002");
    teacher.get(ROSTER).says(200, "withdrawn since");
    teacher.get("/ki/students/1002").says(200, "&lt;script&gt;alert(1)&lt;/script&gt;");
    change(&[("to", "withdraw"), ("reason", "again")]).says(403, "was withdrawn on");
    let student = served.student("1002");
    let page = student.get("/ki/").text();
    assert!(page.contains("and can no longer hand in. If this is a mistake, ask your teacher."), "{page}");
    // Regression test: the page said that the deadline had passed, and offered the form.
    assert!(!page.contains("deadline") && !page.contains("type=\"file\""), "{page}");
    student.hand_in(&[("greedy.wasm", &bot("greedy"))]).says(403, "was withdrawn on");
    assert_eq!(change(&[("to", "reinstate")]).leads_to(), "/ki/students/1002");
    assert!(served.class().facts().unwrap().withdrawal("1002").is_none());
    let long = "x".repeat(1001);
    let refused = change(&[("to", "withdraw"), ("reason", &long)]);
    refused.says(400, "a reason can have at most 1000 bytes");
    refused.says(400, &format!("value=\"{long}\""));
}
