//! Tests exporting the grades of a run into the files of course systems, by student.

use std::fs;

use serde_json::Value;

use crate::class_data::Class;
use crate::support::{run, tree};

/// A tournament of the class with grades.
pub(crate) const CUP: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n[class]\npath = \"ki\"\n\
    [[stage]]\nformat = \"round-robin\"\ngames = 2\n[grade]\nformula = \"5 + (wins + 1) / 7\"\n";

impl Class {
    /// Creates a class with a graded run, in which all students but Zoë have submitted.
    pub(crate) fn graded() -> Class {
        let class = Class::new();
        for (student, number) in [("4711", 1), ("4712", 2), ("4714", 3)] {
            class.submit(student, number);
        }
        class.write("cup.toml", CUP);
        let (code, out, err) = run(&["run", &class.text("cup.toml"), "--out", &class.text("run")]);
        assert_eq!(code, 0, "{out}{err}");
        class
    }

    /// Returns the grade of an entrant in the run's own gradebook.
    pub(crate) fn grade(&self, alias: &str) -> String {
        let mut reader = csv::Reader::from_path(self.path("run/private/gradebook.csv")).unwrap();
        let at = reader.headers().unwrap().iter().position(|head| head == "grade").unwrap();
        let row = reader.records().map(Result::unwrap).find(|row| &row[0] == alias).unwrap();
        row[at].to_owned()
    }

    fn export(&self, file: &str, further: &[&str]) -> (i32, String, String) {
        let (folder, run, file) = (self.text("ki"), self.text("run"), self.text(file));
        self.run(&[&["export", &folder, "--run", &run, "--into", &file], further].concat())
    }
}

fn worksheet(cells: [&str; 5]) -> String {
    let [jane, other, zoe, bo, eve] = cells;
    format!(
        "\u{FEFF}Identifier,\"Full name\",\"Email address\",Grade,\"Maximum Grade\",\"Last modified (grade)\"\r\n\
         \"Participant 31\",\"Jane Doe\",jane@example.edu,{jane},10.00,-\r\n\
         \"Participant 30\",\"Jane Doe\",JD@example.edu,{other},10.00,-\r\n\
         \"Participant 33\",\"Zoë 王\",zoe@example.edu,{zoe},10.00,-\r\n\
         \"Participant 34\",\"Bo \"\"Bob\"\" O'Neil\",bo@example.edu,{bo},10.00,-\r\n\
         \"Participant 4711\",Eve,eve@example.edu,{eve},10.00,\"two\r\nlines\"\r\n"
    )
}

#[test]
fn grades_go_to_students_by_their_addresses_and_no_other_byte_changes() {
    let class = Class::graded();
    class.write("sheet.csv", worksheet(["", "1", "\"2\"", "", ""]));
    let named = ["--column", "Grade"];
    let (code, out, err) = class.export("sheet.csv", &[&named[..], &["--dry-run"]].concat());
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(fs::read_to_string(class.path("sheet.csv")).unwrap(), worksheet(["", "1", "\"2\"", "", ""]));
    let (code, out, err) = class.export("sheet.csv", &[&named[..], &["--in-place"]].concat());
    assert_eq!(code, 0, "{out}{err}");
    let [ada, bee, duo] = ["Ada", "Bee", "Duo"].map(|alias| class.grade(alias));
    let expected = worksheet([&ada, &bee, "\"2\"", &duo, &duo]);
    assert_eq!(fs::read_to_string(class.path("sheet.csv")).unwrap(), expected);
    assert!(out.contains("rows without an entrant:\n  line 4 zoe@example.edu"), "{out}");
    assert!(out.ends_with(&format!("4 cells of \"Grade\" changed: {}\n", class.text("sheet.csv"))), "{out}");
}

/// Cee (Zoë) has not submitted: she gets the grade from the option, unless she is withdrawn.
#[test]
fn whoever_is_not_in_the_run_gets_a_grade_that_is_asked_for() {
    let class = Class::graded();
    class.write("sheet.csv", worksheet(["", "", "", "", ""]));
    let named = ["--column", "Grade", "--in-place"];
    let (code, out, err) = class.export("sheet.csv", &named);
    assert_eq!(code, 0, "{out}{err}");
    assert!(err.contains("absent from the run, not graded: Cee; --no-show GRADE sets a grade"), "{err}");
    let (code, out, err) = class.export("sheet.csv", &[&named[..], &["--no-show", "0"]].concat());
    assert_eq!(code, 0, "{out}{err}");
    assert!(err.contains("absent from the run, graded 0: Cee"), "{err}");
    let [ada, bee, duo] = ["Ada", "Bee", "Duo"].map(|alias| class.grade(alias));
    assert_eq!(
        fs::read_to_string(class.path("sheet.csv")).unwrap(),
        worksheet([&ada, &bee, "0", &duo, &duo])
    );
    class.ok(&["withdraw", &class.text("ki"), "4713"]);
    class.write("sheet.csv", worksheet(["", "", "", "", ""]));
    let (code, out, err) = class.export("sheet.csv", &[&named[..], &["--no-show", "0"]].concat());
    assert_eq!((code, err.contains("absent from the run")), (0, false), "{out}{err}");
    assert_eq!(fs::read_to_string(class.path("sheet.csv")).unwrap(), worksheet([&ada, &bee, "", &duo, &duo]));
    let (code, _, err) = class.export("sheet.csv", &[&named[..], &["--no-show", "none"]].concat());
    assert_eq!((code, err.contains("give a number, for example 0")), (2, true), "{err}");
}

#[test]
fn canvass_own_numbers_lead_to_the_classs() {
    let class = Class::graded();
    // One student's Canvas ID is another's id in the class: the column with the most matches is taken.
    class.write(
        "canvas.csv",
        "Student;ID;SIS User ID;Section;Bots (12)\n    Points Possible;;;;10,0\n\
         \"Doe, Jane\";4712;4711;A;EX\n\"Doe, Jane\";5;4712;A;\n\"O'Neil, Bo\";6;4714;A;1,5\n",
    );
    let (code, out, err) =
        class.export("canvas.csv", &["--column", "Bots", "--decimals", "1", "--in-place", "--json"]);
    assert_eq!(code, 0, "{out}{err}");
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["matched_by"][0], "SIS User ID");
    let text = fs::read_to_string(class.path("canvas.csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[2].ends_with(";4711;A;EX"), "an excused student stays so: {text}");
    for (line, alias) in [(lines[3], "Bee"), (lines[4], "Duo")] {
        let grade = line.rsplit(';').next().unwrap().replace(',', ".");
        let off = grade.parse::<f64>().unwrap() - class.grade(alias).parse::<f64>().unwrap();
        assert!(off.abs() <= 0.05 && line.contains(','), "{line}");
    }
}

#[test]
fn who_cannot_be_found_is_told_and_gets_nothing() {
    let class = Class::graded();
    let names = "Full name,Grade\nJane Doe,\n\"Bo \"\"Bob\"\" O'Neil\",\n";
    class.write("names.csv", names);
    let named = ["--column", "Grade", "--in-place"];
    let (code, _, err) = class.export("names.csv", &named);
    assert_eq!((code, err.contains("no column contains students' ids or addresses")), (1, true), "{err}");
    // By names only on request, and never by a name that two students have.
    let (code, out, err) = class.export("names.csv", &[&named[..], &["--match", "Full name"]].concat());
    assert_eq!(code, 0, "{out}{err}");
    let text = fs::read_to_string(class.path("names.csv")).unwrap();
    assert_eq!(text, names.replace("O'Neil\",", &format!("O'Neil\",{}", class.grade("Duo"))));
    assert!(out.contains("rows without an entrant:\n  line 2 Jane Doe"), "{out}");
    // Another student has the alias by now: the module that played tells them apart.
    class.write("swap.csv", "id,name,alias\n4711,Jane Doe,Xu\n4713,Zoë 王,Ada\n");
    class.ok(&["roster", &class.text("ki"), &class.text("swap.csv")]);
    class.write("sheet.csv", worksheet(["", "", "", "", ""]));
    let (code, out, err) = class.export("sheet.csv", &named);
    assert_eq!(code, 0, "{out}{err}");
    assert!(
        err.contains("\"Ada\": the owner of this alias in the class has not handed in the module"),
        "{err}"
    );
    let [bee, duo] = ["Bee", "Duo"].map(|alias| class.grade(alias));
    assert_eq!(fs::read_to_string(class.path("sheet.csv")).unwrap(), worksheet(["", &bee, "", &duo, &duo]));
}

#[test]
fn what_is_frozen_is_handed_out_only_when_that_is_asked_for() {
    let class = Class::graded();
    class.write("sheet.csv", worksheet(["", "", "", "", ""]));
    let into = |run: &str, further: &[&str]| {
        let export = ["export", "ki", "--run", run, "--into", "sheet.csv", "--column", "Grade", "--dry-run"];
        class.run(&[&export[..], further].concat())
    };
    class.ok(&["freeze", "ki"]);
    // A run that was complete before the freeze stays visible.
    assert_eq!(into("run", &[]).0, 0);
    let cup = fs::read_to_string(class.path("cup.toml")).unwrap().replace("seed = 7", "seed = 8");
    class.write("second.toml", cup);
    let second = class.text("second");
    let (code, out, err) = run(&["run", &class.text("second.toml"), "--out", &second]);
    assert_eq!(code, 0, "{out}{err}");
    let (sheet, zip) = (class.text("sheet.csv"), class.text("ada.zip"));
    let evidence = ["evidence", &second, "1.1.1.1", "--for", "Bee", "-o", &zip];
    let report = ["report", &second, "--for", "Ada"];
    let grades =
        ["report", &second, "--into", &sheet, "--column", "Grade", "--dry-run", "--match", "Full name"];
    for command in [&evidence[..], &report, &grades] {
        let (code, out, err) = run(command);
        assert_eq!((code, out.as_str()), (4, ""), "{command:?}\n{err}");
        assert!(err.contains("results are frozen since") && err.contains("--include-frozen"), "{err}");
    }
    assert!(!class.path("ada.zip").exists() && !class.path("second/private/for").exists());
    let (code, out, err) = into("second", &["--json"]);
    assert_eq!((code, out.as_str(), err.contains("--include-frozen")), (4, "", true), "{err}");
    assert_eq!(into("second", &["--include-frozen"]).0, 0);
    for command in [&evidence[..], &report] {
        let (code, _, err) = run(&[command, &["--include-frozen"]].concat());
        assert_eq!(code, 0, "{command:?}\n{err}");
    }
    // A ruling after the freeze was not visible before.
    let (code, _, err) = run(&["rule", &class.text("run"), "annul", "1.1.1.1", "--reason", "a mistake"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(into("run", &[]).0, 4);
    class.ok(&["release", "ki", "--to", "participants"]);
    assert_eq!((into("run", &[]).0, into("second", &[]).0, run(&evidence).0), (0, 0, 0));
    // Without the class, the freeze is unknown.
    class.ok(&["freeze", "ki"]);
    fs::rename(class.path("ki"), class.path("elsewhere")).unwrap();
    let (code, _, err) = run(&evidence);
    assert_eq!((code, err.contains("cannot tell whether results are frozen")), (1, true), "{err}");
}

#[test]
fn the_private_part_of_a_run_says_whose_bots_they_are_and_nothing_else_does() {
    let class = Class::graded();
    let students = || fs::read_to_string(class.path("run/private/students.csv")).unwrap();
    let text = students();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let lines: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let told: Vec<[&str; 4]> = lines.iter().map(|line| [&line[0], &line[1], &line[2], &line[4]]).collect();
    assert_eq!(
        told,
        [
            ["Ada", "4711", "Jane Doe", ""],
            ["Bee", "4712", "Jane Doe", ""],
            ["Duo", "4714", "Bo \"Bob\" O'Neil", "Duo"],
            ["Duo", "4715", "Eve", "Duo"],
        ]
    );
    assert_eq!(lines[0][5], *class.status()[0]["submissions"][0]["module"].as_str().unwrap());
    let ledger = fs::read(class.path("run/private/ledger.sqlite")).unwrap();
    let published = tree(&class.path("run/site")).into_values();
    for bytes in published.chain([ledger]) {
        for secret in ["Jane Doe", "4711", "jane@example.edu", "O'Neil"] {
            let is_in = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            // Hashes contain digits.
            assert!(!is_in || secret == "4711", "{secret}");
        }
    }
    // Another student may get an alias: the run keeps the original student.
    class.write("swap.csv", "id,name,alias\n4712,Jane Doe,Xu\n4713,Zoë 王,Bee\n");
    class.ok(&["roster", "ki", "swap.csv"]);
    let before = students();
    let (code, out, err) = run(&["run", &class.text("cup.toml"), "--out", &class.text("run")]);
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(students(), before);
    // A deleted student is no longer in it; the others stay.
    let others = text.lines().filter(|line| !line.contains(",4711,")).map(|line| format!("{line}\r\n"));
    class.ok(&["forget", "ki", "4711", "--yes", "--run", "run"]);
    assert_eq!(students(), others.collect::<Vec<String>>().concat());
}
