//! The calculation of grades, and files of course systems.

use class_model::Person;
use class_operations::freezing::freeze;

use crate::support::{Browser, Served, bot};

const CUP: &str = "/ki/staff/grades/cup";
const SHEET: &[u8] = b"ID number,Name,Cup\r\n1001,\"Ada\n<b>\",\r\n1003,Cy,\r\n77,Nobody,";

/// Returns a class that has played a cup.
fn played() -> (Served, Browser) {
    let served = Served::new();
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        let handed_in = served.student(id).hand_in(&[("a.wasm", &bot(name))]);
        handed_in.leads_to();
    }
    served.play_tournament("cup");
    let teacher = served.teacher();
    (served, teacher)
}

fn assistant(served: &Served) -> Browser {
    served.enter(&Person::Assistant { name: "Tim".to_owned(), section: Some("B".to_owned()) })
}

#[test]
fn grades_say_how_they_came_about() {
    let (served, teacher) = played();
    teacher.get("/ki/staff/grades").says(200, &format!("<a href=\"{CUP}\">cup</a>"));
    let page = teacher.get(CUP);
    page.says(200, "10 * (wins + draws / 2) / games");
    page.says(200, "Ada &lt;script&gt;alert(1)&lt;/script&gt;");
    page.says(200, "not entered in this run");
    let how = teacher.get(&format!("{CUP}/students/1003"));
    how.says(200, "played with submission 2");
    how.says(200, "  grade: ");
    let file = teacher.get(&format!("{CUP}/grades.csv"));
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"cup-grades.csv\""));
    file.says(200, "id,name,alias");
    file.says(200, "1001,");
    // An assistant of a section sees the grades of that section.
    let own = assistant(&served);
    for page in [CUP, "/ki/staff/grades/cup/grades.csv"] {
        own.get(page).says(200, "Cy");
        assert!(!own.get(page).text().contains("Ada"), "{}", own.get(page).text());
    }
    own.get(&format!("{CUP}/students/1001")).says(403, "you are not allowed to do that");
    own.act_with(CUP, &[("column", "Cup")], &[("x.csv", SHEET)]).says(403, "you are not allowed to do that");
    for path in
        ["/ki/staff/grades", CUP, "/ki/staff/grades/cup/grades.csv", "/ki/staff/grades/cup/students/1003"]
    {
        served.student("1003").get(path).says(403, "you are not allowed to do that");
        served.anybody().get(path).says(401, "you are not signed in");
    }
}

#[test]
fn grades_go_into_a_course_systems_file_after_a_look_at_it() {
    let (_served, teacher) = played();
    let sheet = [("<i>.csv", SHEET)];
    let refused = teacher.act_with(CUP, &[("column", "Kup"), ("decimals", "2")], &sheet);
    refused.says(400, "did you mean &quot;Cup&quot;?");
    refused.says(400, "value=\"Kup\"");
    refused.says(400, "&lt;i&gt;.csv is still chosen");
    let chosen = refused.fields(CUP);
    let chosen: Vec<(&str, &str)> = chosen.iter().map(|(name, text)| (&**name, &**text)).collect();
    let again: Vec<(&str, &str)> =
        chosen[1..].iter().filter(|(name, _)| *name != "column").copied().collect();
    let preview = teacher.act_with(CUP, &[&again[..], &[("column", "Cup")]].concat(), &[]);
    preview.says(200, "Rows without an entrant: 1");
    assert!(!preview.text().contains("<i>"), "{}", preview.text());
    let fields = preview.fields(CUP);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
    let file = teacher.act_with(CUP, &fields[1..], &[]);
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"_i_.csv\""));
    let text = file.text();
    // Only one column has changed.
    let grades = text.strip_prefix("ID number,Name,Cup\r\n1001,\"Ada\n<b>\",").expect("the first row");
    let (ada, rest) = grades.split_once("\r\n1003,Cy,").expect("the second row");
    let cy = rest.strip_suffix("\r\n77,Nobody,").expect("the last row");
    let sum: f64 = [ada, cy].map(|grade| grade.parse::<f64>().unwrap()).iter().sum();
    assert!((sum - 10.0).abs() < 0.01, "{text}");
    for (field, value, why) in [
        ("decimals", "99", "the number of decimals must be from 0 to 9"),
        ("no-show", "<b>", "&quot;&lt;b&gt;&quot; is not a number"),
        ("match", "Nama", "did you mean &quot;Name&quot;?"),
    ] {
        teacher.act_with(CUP, &[("column", "Cup"), (field, value)], &sheet).says(400, why);
    }
    teacher.act_with(CUP, &[], &sheet).says(400, "no column for the grades was given");
    teacher.act_with(CUP, &[("column", "Cup")], &[]).says(400, "no file was chosen");
}

#[test]
fn frozen_grades_go_nowhere_unless_that_is_said() {
    let served = Served::new();
    freeze(&served.class()).unwrap();
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    let teacher = served.teacher();
    let refused = teacher.act_with(CUP, &[("column", "Cup")], &[("x.csv", SHEET)]);
    refused.says(403, "results are frozen since");
    refused.says(403, "Include frozen results");
    let fields = [("column", "Cup"), ("include-frozen", "yes")];
    teacher.act_with(CUP, &fields, &[("x.csv", SHEET)]).says(200, "Download the file");
}

#[test]
fn runs_are_named_and_nothing_else_is_reached() {
    let (served, teacher) = played();
    for name in ["cop", "..", "%2e%2e", "cup%2f..%2fcup", "%2e%2e%2fprivate", "%3Cscript%3E", "cup%00"] {
        let answer = teacher.get(&format!("/ki/staff/grades/{name}"));
        assert_eq!(answer.status, 404, "{name}: {}", answer.text());
        assert!(!answer.text().contains("<script>"), "{name}");
    }
    // An error names the run, but not its path.
    std::fs::remove_dir_all(served.folder.join("runs/cup/private")).unwrap();
    let answer = teacher.get(CUP);
    assert!((400..600).contains(&answer.status), "{}", answer.status);
    let path = served.folder.display().to_string();
    assert!(answer.text().contains("cup") && !answer.text().contains(&path), "{}", answer.text());
}
