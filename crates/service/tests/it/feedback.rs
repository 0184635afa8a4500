//! Feedback to students, for teachers.

use class_model::{Person, Reader};
use class_operations::freezing::{Release, freeze, release};

use crate::support::{Browser, Served, bot};

const PAGE: &str = "/ki/staff/feedback";
const TEXTS: &str = "/ki/staff/feedback/texts.zip";
const SHEET: &[u8] =
    b"Identifier,Full name,ID number,Feedback comments\r\n1,Ada,1001,\r\n2,Bee,1002,by hand\r\n3,X,77,\r\n";

fn played() -> (Served, Browser) {
    let served = Served::new();
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a<b>.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    let teacher = served.teacher();
    (served, teacher)
}

#[test]
fn what_students_are_told_is_seen_and_taken_along() {
    let (served, teacher) = played();
    let page = teacher.get(PAGE);
    page.says(200, "Ada &lt;script&gt;alert(1)&lt;/script&gt;");
    page.says(200, "Active: submission 1");
    assert!(!page.text().contains("Tournament: played"), "{}", page.text());
    teacher.get(&format!("{PAGE}?run=cup")).says(200, "Tournament: played with submission 1.");
    teacher.get(&format!("{PAGE}?run=cop")).says(200, "the class has no run with this name");
    let texts = teacher.get(&format!("{TEXTS}?run=cup"));
    assert_eq!(texts.header("content-disposition"), Some("attachment; filename=\"feedback.zip\""));
    let files =
        course_files::archives::unpack_all(&texts.body, &course_files::archives::Limits::default()).unwrap();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["1001.txt", "1002.txt", "1003.txt"]);
    assert!(String::from_utf8_lossy(&files[0].1).contains("Grade "));
    for path in [PAGE, TEXTS] {
        let assistant = served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None });
        for somebody in [&assistant, &served.student("1003")] {
            somebody.get(path).says(403, "you are not allowed to do that");
            let form = [("column", "Feedback comments")];
            somebody.act_with(PAGE, &form, &[("x.csv", SHEET)]).says(403, "you are not allowed to do that");
        }
        served.anybody().get(path).says(401, "you are not signed in");
    }
}

#[test]
fn it_goes_into_a_course_systems_file_after_a_look_at_it() {
    let (_served, teacher) = played();
    let refused = teacher.act_with(PAGE, &[("column", "Fedback comments")], &[("x.csv", SHEET)]);
    refused.says(400, "did you mean &quot;Feedback comments&quot;?");
    refused.says(400, "x.csv is still chosen");
    assert!(!refused.text().contains("--column"), "{}", refused.text());
    let form = [("run", "cup"), ("column", "Feedback comments")];
    let preview = teacher.act_with(PAGE, &form, &[("x.csv", SHEET)]);
    preview.says(200, "Written: 1. Already up to date: 0.");
    for address in [PAGE, TEXTS] {
        let bad = teacher.get(&format!("{address}?run=a&run=b"));
        bad.says(400, "the query string is invalid");
        bad.says(400, "<main");
    }
    preview.says(200, "Students who are not in the file: 1003.");
    preview.says(200, "they contain other text: lines 3.");
    let fields = preview.fields(PAGE);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
    let file = teacher.act_with(PAGE, &fields[1..], &[]);
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"x.csv\""));
    let text = file.text();
    assert!(
        text.contains("Muster: Bots &amp; Tanks, Ada<br>") && text.contains("2,Bee,1002,by hand"),
        "{text}"
    );
    teacher.act_with(PAGE, &form, &[]).says(400, "no file was chosen");
}

#[test]
fn frozen_results_are_told_nobody_unless_that_is_said() {
    let (served, teacher) = played();
    freeze(&served.class()).unwrap();
    let page = teacher.get(PAGE);
    page.says(200, "results are frozen since");
    assert!(!page.text().contains("Active: submission"), "{}", page.text());
    teacher.get(TEXTS).says(403, "results are frozen since");
    let form = [("column", "Feedback comments")];
    teacher.act_with(PAGE, &form, &[("x.csv", SHEET)]).says(403, "results are frozen since");
    for path in [PAGE, TEXTS] {
        assert_eq!(teacher.get(&format!("{path}?include-frozen=yes")).status, 200);
    }
    release(&served.class(), Release { to: Reader::Participants }).unwrap();
    teacher.get(PAGE).says(200, "Active: submission 1");
}
