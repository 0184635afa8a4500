//! Tests exporting a run's grades to the files of course systems with the built program.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::support::run;
use serde_json::Value;
use tempfile::TempDir;

/// The entrants; the last one is a guest.
const ENTRANTS: [&str; 5] = ["Ada Lovelace", "Bo \"Bob\" O'Neil", "Zoë 王", "=1+1", "Teacher"];

/// A played class with grades, and files beside it.
struct Class {
    folder: TempDir,
}

impl Class {
    fn new(formula: &str) -> Class {
        let folder = tempfile::tempdir().unwrap();
        let mut toml = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n".to_owned();
        for name in ENTRANTS {
            let (bot, guest) = if name == "Teacher" { ("first", true) } else { ("random", false) };
            toml.push_str(&format!("[[entrant]]\nname = '{}'\n", name.replace('\'', "’")));
            toml.push_str(&format!("bot = \"builtin:{bot}\"\nguest = {guest}\n"));
        }
        toml.push_str("[[stage]]\nformat = \"round-robin\"\ngames = 2\n");
        toml.push_str(formula);
        let class = Class { folder };
        let path = class.write("cup.toml", &toml);
        let (code, _, err) = run(&["run", &path, "--out", &class.path("run")]);
        assert_eq!(code, 0, "{err}");
        class
    }

    /// Creates a class whose grades have many decimals.
    fn graded() -> Class {
        Class::new("[grade]\nformula = \"5 + (wins + 1) / 7\"\n")
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Returns the grades in the run's own gradebook, by entrant.
    fn grades(&self) -> BTreeMap<String, String> {
        let text = self.read("run/private/gradebook.csv");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let heads = reader.headers().unwrap().clone();
        let at = heads.iter().position(|head| head == "grade").unwrap();
        let rows = reader.records().map(Result::unwrap);
        rows.map(|row| (row[0].trim_start_matches('\'').to_owned(), row[at].to_owned())).collect()
    }

    /// Runs `muster report RUN --into FILE` with further arguments.
    fn put(&self, file: &str, further: &[&str]) -> (i32, String, String) {
        let (folder, file) = (self.path("run"), self.path(file));
        run(&[&["report", &folder, "--into", &file], further].concat())
    }

    /// Returns all files beside the run.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = crate::support::tree(self.folder.path());
        files.retain(|path, _| !path.starts_with("run"));
        files
    }
}

/// Returns a worksheet of Moodle with these grades.
fn worksheet(cells: [&str; 5]) -> String {
    let [ada, bo, zoe, formula, nobody] = cells;
    format!(
        "\u{FEFF}Identifier,\"Full name\",\"Email address\",Grade,\"Maximum Grade\",\"Grade can be changed\",\
         \"Last modified (grade)\",\"Feedback comments\"\r\n\
         \"Participant 11\",\"Ada Lovelace\",ada@example.edu,{ada},10.00,Yes,-,\r\n\
         \"Participant 12\",\"Bo \"\"Bob\"\" O’Neil\",bo@example.edu,{bo},10.00,Yes,-,\"two\r\nlines, =1+1\"\r\n\
         \"Participant 13\",\"Zoë 王\",zoe@example.edu,{zoe},5.00,Yes,-,\r\n\
         \"Participant 14\",=1+1,eve@example.edu,{formula},10.00,No,-,\r\n\
         \"Participant 15\",\"No\u{1b}[31m Body\",nobody@example.edu,{nobody},10.00,Yes,-,\r\n"
    )
}

#[test]
fn grades_go_into_moodles_worksheet_to_the_digit_and_nothing_else_changes() {
    let class = Class::graded();
    class.write("sheet.csv", &worksheet(["", "\"7.50\"", "", "", "1"]));
    let before = class.files();
    let named = ["--column", "Grade", "--match", "Full name"];
    let (code, out, err) = class.put("sheet.csv", &[&named[..], &["--dry-run"]].concat());
    assert_eq!(code, 0, "{err}");
    assert!(class.files() == before, "a dry run has written");
    let grades = class.grades();
    let names = ENTRANTS.map(|name| name.replace('\'', "’"));
    let [ada, bo, zoe, formula] = [0, 1, 2, 3].map(|index| grades[&names[index]].as_str());
    assert!(ada.len() > 5, "{ada} has few decimals");
    for said in [
        "a grading worksheet of Moodle, separated by commas, with a decimal point",
        &format!("  {ada}\n"),
        &format!("7.50  {bo}\n"),
        "will be skipped: above the maximum of 5.00\n",
        "line 6 =1+1: the grade is locked\n",
        "rows without an entrant:\n  line 7 No⟨U+001B⟩[31m Body\n",
        "4 cells of \"Grade\" would change; nothing was written\n",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    assert!(!out.contains("Teacher"), "guests have no grade: {out}");

    let to = class.path("graded.csv");
    let (code, out, err) = class.put("sheet.csv", &[&named[..], &["--out", &to]].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("the course system's import will silently skip:\n  line 5 Zoë 王: above"), "{out}");
    assert!(out.ends_with(&format!("4 cells of \"Grade\" changed: {to}\n")), "{out}");
    let expected = worksheet([ada, &format!("\"{bo}\""), zoe, formula, "1"]);
    assert_eq!(class.read("graded.csv"), expected);
    assert_eq!(class.read("sheet.csv"), worksheet(["", "\"7.50\"", "", "", "1"]), "the file itself");
    // In the file itself, and once more: nothing is left to change.
    let in_place = [&named[..], &["--in-place"]].concat();
    assert_eq!(class.put("sheet.csv", &in_place).0, 0);
    assert_eq!(class.read("sheet.csv"), expected);
    let (code, out, _) = class.put("sheet.csv", &in_place);
    assert_eq!(code, 0);
    assert!(out.contains("0 cells of \"Grade\" changed"), "{out}");
    assert_eq!(class.read("sheet.csv"), expected);
}

#[test]
fn all_of_it_as_json() {
    let class = Class::graded();
    class.write("sheet.csv", &worksheet(["", "\"7.50\"", "", "", "1"]));
    let asked = ["--column", "Grade", "--match", "Full name", "--decimals", "1", "--dry-run", "--json"];
    let (code, out, err) = class.put("sheet.csv", &asked);
    assert_eq!((code, err.as_str()), (0, ""));
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&told["kind"], &told["written"]), (&Value::from("moodle-worksheet"), &Value::Null));
    let rows = told["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    assert_eq!((&rows[1]["old"], &rows[1]["line"]), (&Value::from("7.50"), &Value::from(3)));
    assert_eq!(rows[1]["new"].as_str().unwrap().split_once('.').unwrap().1.len(), 1);
    assert_eq!(rows[3]["will_be_skipped"], serde_json::json!(["the grade is locked"]));
    assert_eq!(told["rows_without_entrant"][0]["line"], 8 - 1);
}

#[test]
fn a_map_says_whose_row_is_whose() {
    let class = Class::graded();
    class.write("sheet.csv", &worksheet(["", "", "", "", ""]));
    // A team of two, and an entrant whose address is not in the file.
    let map = "Email address;entrant\nada@example.edu;Ada Lovelace\nnobody@example.edu;Ada Lovelace\n\
               zoe@example.edu;Zoë 王\ngone@example.edu;=1+1\n";
    let map = class.write("map.csv", map);
    let to = class.path("graded.csv");
    let (code, out, err) = class.put("sheet.csv", &["--column", "Grade", "--map", &map, "-o", &to]);
    assert_eq!(code, 0, "{err}");
    let grades = class.grades();
    let (ada, zoe) = (&grades["Ada Lovelace"], &grades["Zoë 王"]);
    assert_eq!(class.read("graded.csv"), worksheet([ada, "", zoe, "", ada]));
    let missing = "entrants without a row:\n  Bo \"Bob\" O’Neil\n  =1+1 (gone@example.edu)\n";
    assert!(out.contains(missing), "{out}");
    let map = class.write("map.csv", "entrant,Email address\nAda Lovelace,a@b\nAda Lovelac,c@d\n");
    let (code, _, err) = class.put("sheet.csv", &["--column", "Grade", "--map", &map, "-o", &to]);
    assert_eq!(code, 1);
    assert!(err.contains("map.csv: line 3: no entrant is named \"Ada Lovelac\""), "{err}");
}

#[test]
fn a_new_assignment_in_canvas_is_made_only_if_it_is_asked_for() {
    let class = Class::graded();
    let canvas = "Student,ID,Section,Homework (1)\n    Points Possible,,,10\nAda Lovelace,9001,A,EX\n";
    class.write("canvas.csv", canvas);
    let to = class.path("graded.csv");
    let asked = ["--column", "Cup", "--match", "Student", "--out", &to];
    let (code, _, err) = class.put("canvas.csv", &asked);
    assert_eq!(code, 1);
    assert!(err.contains("no column is named \"Cup\"") && err.contains("--new-assignment"), "{err}");
    assert!(fs::metadata(&to).is_err());
    let (code, out, err) = class.put("canvas.csv", &[&asked[..], &["--new-assignment", "8"]].concat());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("the import creates a new assignment in Canvas: \"Cup\", out of 8 points"), "{out}");
    let ada = &class.grades()["Ada Lovelace"];
    let expected = format!(
        "Student,ID,Section,Homework (1),Cup\n    Points Possible,,,10,8\nAda Lovelace,9001,A,EX,{ada}\n"
    );
    assert_eq!(class.read("graded.csv"), expected);
}

#[test]
fn what_cannot_be_done_is_said_and_leaves_every_file_as_it_is() {
    let class = Class::graded();
    class.write("sheet.csv", &worksheet(["", "", "", "", ""]));
    class.write("twins.csv", "Name,Points\nAda Lovelace,\nAda Lovelace,\n");
    class.write("broken.csv", "Name,Points\nAda Lovelace,\"1\n");
    class.write("names.csv", "First name,Last name,Points\nAda,Lovelace,\n");
    fs::write(class.path("latin.csv"), b"Name,Points\nJos\xE9,1\n").unwrap();
    let before = class.files();
    let (to, sheet) = (class.path("to.csv"), class.path("sheet.csv"));
    let grade = ["--column", "Grade", "--match", "Full name"];
    let points = ["--column", "Points", "--match", "Name", "--out", &to];
    for (file, arguments, code, said) in [
        ("sheet.csv", &grade[..], 2, "--out <OUT.csv>"),
        ("sheet.csv", &["--match", "Full name", "--dry-run"], 2, "--column <NAME>"),
        ("sheet.csv", &[&grade[..], &["--out", &sheet]].concat(), 1, "--in-place"),
        ("sheet.csv", &[&grade[..], &["--out", "x", "--dry-run"]].concat(), 2, "cannot be used with"),
        ("sheet.csv", &[&grade[..], &["--for", "Ada Lovelace", "--dry-run"]].concat(), 2, "cannot be used"),
        ("sheet.csv", &["--column", "Grade", "--dry-run"], 1, "\"Full name\" has 4 of 4 names"),
        ("sheet.csv", &["--column", "Grde", "--dry-run"], 1, "did you mean \"Grade\"?"),
        (
            "sheet.csv",
            &["--column", "Email address", "--match", "Full name", "--dry-run"],
            1,
            "is not for grades",
        ),
        ("sheet.csv", &["--column", "Grade", "--match", "Email address", "--dry-run"], 1, "no row matches"),
        ("sheet.csv", &[&grade[..], &["--dry-run", "--locked", "x"]].concat(), 2, "COLUMN=VALUE"),
        ("twins.csv", &points, 1, "twins.csv: lines 2 and 3 are both \"Ada Lovelace\""),
        ("broken.csv", &points, 1, "broken.csv: line 2, cell 2: the quote is never closed"),
        ("latin.csv", &points, 1, "latin.csv: line 2, column 4: a byte that is not UTF-8"),
        ("gone.csv", &points, 1, "cannot read"),
        ("names.csv", &["--column", "Points", "--dry-run"], 1, "give --match twice"),
    ] {
        let (ended, out, err) = class.put(file, arguments);
        assert_eq!((ended, out.as_str()), (code, ""), "{file} {arguments:?}: {err}");
        assert!(err.contains(said), "{file} {arguments:?}: {err}");
        assert!(class.files() == before, "{file} {arguments:?} has written");
    }
    let both = ["--column", "Points", "--match", "First name", "--match", "Last name", "--dry-run"];
    let (code, out, err) = class.put("names.csv", &both);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("1 cell of \"Points\" would change"), "{out}");
}

#[test]
fn nobody_has_a_grade_before_the_run_is_complete_or_without_a_formula() {
    let class = Class::graded();
    class.write("sheet.csv", &worksheet(["", "", "", "", ""]));
    let asked = ["--column", "Grade", "--match", "Full name", "--in-place"];
    let (code, _, err) = run(&["rule", &class.path("run"), "replay", "1.1.1.1", "--reason", "power cut"]);
    assert_eq!(code, 0, "{err}");
    let (code, out, err) = class.put("sheet.csv", &asked);
    assert_eq!((code, out.as_str()), (3, ""), "{err}");
    assert!(err.contains("is not complete: there are no grades yet"), "{err}");
    let class = Class::new("");
    class.write("sheet.csv", &worksheet(["", "", "", "", ""]));
    let (code, _, err) = class.put("sheet.csv", &asked);
    assert_eq!(code, 1);
    assert!(err.contains("has no grades") && err.contains("--adopt"), "{err}");
    assert_eq!(class.read("sheet.csv"), worksheet(["", "", "", "", ""]));
}

#[test]
fn who_is_disqualified_keeps_the_cell_that_is_there() {
    let class = Class::graded();
    class.write("sheet.csv", &worksheet(["3.25", "", "", "", ""]));
    let order = ["rule", &class.path("run"), "disqualify", "Ada Lovelace", "--reason", "copied"];
    assert_eq!(run(&order).0, 0);
    let asked = ["--column", "Grade", "--match", "Full name", "--in-place"];
    let (code, out, err) = class.put("sheet.csv", &asked);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("left as they are:\n  line 2 Ada Lovelace: no grade\n"), "{out}");
    assert!(class.read("sheet.csv").contains(",ada@example.edu,3.25,"));
}

/// A link stays a link, and the file's permissions stay the same.
#[cfg(unix)]
#[test]
fn in_place_means_the_file_itself() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let class = Class::graded();
    class.write("sheet.csv", &worksheet(["", "", "", "", ""]));
    fs::set_permissions(class.path("sheet.csv"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("sheet.csv", class.path("link.csv")).unwrap();
    let to = class.path("to.csv");
    for goes in [&["--in-place"][..], &["--out", &to]] {
        let asked = [&["--column", "Grade", "--match", "Full name"], goes].concat();
        assert_eq!(class.put("link.csv", &asked).0, 0);
    }
    assert!(fs::symlink_metadata(class.path("link.csv")).unwrap().is_symlink());
    for name in ["sheet.csv", "to.csv"] {
        assert_eq!(fs::metadata(class.path(name)).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
        assert!(class.read(name) != worksheet(["", "", "", "", ""]), "{name}");
    }
}
