//! Tests feedback for students: in Moodle's worksheet, or as a text for each.

use std::fs;

use serde_json::{Value, json};

use crate::class_data::Class;
use crate::class_data::exports::CUP;
use crate::support::{self, bot_that_answers};

const REQUIREMENT: &str =
    "[[requirement]]\nname = \"plays\"\nagainst = \"builtin:first\"\npercent = 1\ngames = 2\n";

/// Returns a worksheet of Moodle, with the comments for Jane, the other Jane, Zoë, Bo and Eve.
fn worksheet(cells: [&str; 5]) -> String {
    let [jane, other, zoe, bo, eve] = cells;
    format!(
        "\u{FEFF}Identifier,\"Full name\",\"Email address\",Grade,\"Last modified (grade)\",\"Feedback comments\"\r\n\
         \"Participant 31\",\"Jane Doe\",jane@example.edu,,-,{jane}\r\n\
         \"Participant 30\",\"Jane Doe\",JD@example.edu,7,-,{other}\r\n\
         \"Participant 33\",\"Zoë 王\",zoe@example.edu,,-,{zoe}\r\n\
         \"Participant 34\",\"Bo \"\"Bob\"\" O'Neil\",bo@example.edu,,-,{bo}\r\n\
         \"Participant 4711\",Eve,eve@example.edu,,\"two\r\nlines\",{eve}\r\n\
         \"Participant 99\",Guest,guest@example.edu,,-,\r\n"
    )
}

impl Class {
    /// Returns [`Class::graded`] after Zoë has submitted a script with a mistake, and the requirement was played.
    fn with_feedback() -> Class {
        let class = Class::graded();
        class.write("bot.js", "const a = 1;\nexport const choose = () => <b>;\n");
        let (folder, bot) = (class.text("ki"), class.text("bot.js"));
        let (code, ..) = class.run(&["submit", &folder, "4713", &bot, "--at", "2026-05-02 10:00"]);
        assert_eq!(code, 4);
        let text = fs::read_to_string(class.path("ki/class.toml")).unwrap();
        class.write("ki/class.toml", format!("{text}{REQUIREMENT}"));
        class.ok(&["work", &folder]);
        class
    }

    fn feedback(&self, further: &[&str]) -> (i32, String, String) {
        self.run(&[&["feedback", &self.text("ki"), "--run", &self.text("run")], further].concat())
    }
}

/// Returns the comments in a worksheet, by address.
fn cells(bytes: &[u8]) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(bytes);
    reader.records().map(|row| row.unwrap()[5].to_owned()).collect()
}

#[test]
fn students_are_told_in_the_column_of_comments_and_no_other_byte_changes() {
    let class = Class::with_feedback();
    let before = worksheet(["", "\"Muster: of last week\"", "", "\"well done,\nBo\"", ""]);
    class.write("sheet.csv", &before);
    let sheet = class.text("sheet.csv");
    let (code, out, err) = class.feedback(&["--into", &sheet, "--dry-run"]);
    assert_eq!((code, out.lines().next()), (0, Some("4 would be written, 0 already the same")), "{out}{err}");
    assert_eq!(fs::read_to_string(class.path("sheet.csv")).unwrap(), before, "a dry run writes nothing");
    let (_, out, _) = class.feedback(&["--into", &sheet, "--dry-run", "--json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    let due = json!({
        "written": false, "changed": 4, "unchanged": 0, "left": [5], "absent": [], "others": [9]
    });
    assert_eq!(told["file"], due);
    let (code, out, err) = class.feedback(&["--into", &sheet, "--in-place"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("they contain other text: lines 5\n"), "{out}");
    assert!(out.contains("rows without a student of the class: lines 9\n"), "{out}");
    let after = fs::read(class.path("sheet.csv")).unwrap();
    let told = cells(&after);
    // Every cell that may change has its feedback, and the rest of the file is unchanged.
    let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
    let [jane, other, zoe, _, eve] = [0, 1, 2, 3, 4].map(|at| quoted(&told[at]));
    let due = worksheet([&jane, &other, &zoe, "\"well done,\nBo\"", &eve]);
    assert_eq!(unquoted(&String::from_utf8(after).unwrap()), unquoted(&due));
    // Zoë's script has a mistake, with its line; markup is escaped.
    assert!(told[2].contains("bot.js:2:") && told[2].contains("refused"), "{}", told[2]);
    assert!(!told[2].contains("<b>"), "{}", told[2]);
    for (at, alias) in [(0, "Ada"), (1, "Bee"), (4, "Duo")] {
        let grade = class.grade(alias);
        let cell = &told[at];
        for due in ["Requirement &quot;plays&quot;: ", "Place ", " of 3.<br>", "5 + (wins + 1) / 7 = "] {
            assert!(cell.contains(due), "{due}: {cell}");
        }
        assert!(cell.contains(&format!("Grade {grade}")), "{grade}: {cell}");
    }
    // Again: nothing changes.
    let (code, out, _) = class.feedback(&["--into", &sheet, "--in-place"]);
    assert!(code == 0 && out.starts_with("0 written to"), "{out}");
}

/// Removes optional quotes of cells.
fn unquoted(text: &str) -> String {
    text.replace('"', "")
}

#[test]
fn for_canvas_there_is_a_text_for_each_student() {
    let class = Class::with_feedback();
    class.write("canvas.csv", "Student,ID,SIS User ID,SIS Login ID,Section\n\"Doe, Jane\",1,4711,x,A\n");
    let (code, _, err) = class.feedback(&["--into", &class.text("canvas.csv"), "--in-place"]);
    assert!(
        code == 1 && err.contains("Canvas cannot import comments") && err.contains("--texts DIR"),
        "{err}"
    );
    let (code, out, err) = class.feedback(&["--texts", &class.text("texts"), "--json"]);
    assert_eq!(code, 0, "{err}");
    let told: Value = serde_json::from_str(&out).unwrap();
    for student in told["students"].as_array().unwrap() {
        let id = student["student"].as_str().unwrap();
        let text = fs::read_to_string(class.path(&format!("texts/{id}.txt"))).unwrap();
        for line in student["lines"].as_array().unwrap() {
            assert!(text.contains(&format!("{}\n", line.as_str().unwrap())), "{text}");
        }
        assert!(text.starts_with(student["name"].as_str().unwrap()), "{text}");
    }
    let zoe = fs::read_to_string(class.path("texts/4713.txt")).unwrap();
    assert!(zoe.contains("bot.js:2:"), "{zoe}");
    assert_eq!(fs::read_dir(class.path("texts")).unwrap().count(), 5);
}

/// It is the loss to the lowest-placed opponent, with the fault that caused it.
#[test]
fn the_worst_loss_is_told() {
    let class = Class::new();
    let bad = bot_that_answers(class.top.path(), "bad.wasm", "(i64.const -1)");
    let (folder, run, texts) = (class.text("ki"), class.text("run"), class.text("texts"));
    class.ok(&["submit", &folder, "4711", &bad, "--at", "2026-05-01 10:00"]);
    class.submit("4712", 2);
    class.submit("4714", 3);
    class.write("cup.toml", CUP);
    let (code, out, err) = support::run(&["run", &class.text("cup.toml"), "--out", &run]);
    assert_eq!(code, 0, "{out}{err}");
    class.ok(&["feedback", &folder, "--run", &run, "--texts", &texts]);
    let text = |id: &str| fs::read_to_string(class.path(&format!("texts/{id}.txt"))).unwrap();
    let second = if text("4712").contains("Place 2 of 3.") { "Bee" } else { "Duo" };
    let (ada, due) = (text("4711"), format!(" against {second} (place 2), by bad-answer: "));
    assert!(ada.contains("Place 3 of 3.") && ada.contains("Worst loss: match 1."), "{ada}");
    assert!(ada.contains(&due), "{ada}");
    assert!(!text("4712").contains("Worst loss") && text("4714") != text("4715"), "nobody else has lost");
    let lines = |id: &str| text(id).lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines("4714"), lines("4715"), "a team is told the same");
    // An annulled match is no loss.
    let lost_matches = |text: &str| {
        let at = text.find("Worst loss: match ")? + "Worst loss: match ".len();
        text[at..].split_whitespace().next().map(|key| key.trim_end_matches(',').to_owned())
    };
    let first = lost_matches(&ada).expect("a match");
    let mut annulled = Vec::new();
    for again in 0.. {
        assert!(again < 5, "Ada has lost four matches");
        let Some(key) = lost_matches(&text("4711")) else { break };
        assert!(!annulled.contains(&key), "{key} does not count");
        let (code, out, err) = support::run(&["rule", &run, "annul", &key, "--reason", "a broken disk"]);
        assert_eq!(code, 0, "{out}{err}");
        annulled.push(key);
        class.ok(&["feedback", &folder, "--run", &run, "--texts", &texts]);
    }
    assert_eq!((annulled.len(), &annulled[0]), (4, &first));
}

#[test]
fn nobody_is_told_what_is_frozen() {
    let class = Class::with_feedback();
    let folder = class.text("ki");
    class.write("sheet.csv", worksheet([""; 5]));
    let sheet = class.text("sheet.csv");
    class.ok(&["freeze", &folder]);
    let (code, out, err) = class.run(&["feedback", &folder, "--into", &sheet, "--dry-run"]);
    assert!(code == 4 && out.is_empty() && err.contains("results are frozen since"), "{out}{err}");
    let (code, ..) = class.feedback(&["--texts", &class.text("texts")]);
    assert!(code == 4 && !class.path("texts").exists());
    let (code, out, err) = class.feedback(&["--into", &sheet, "--dry-run", "--include-frozen"]);
    assert!(code == 0 && out.starts_with("5 would be written"), "{out}{err}");
    class.ok(&["release", &folder, "--to", "participants"]);
    let (code, out, err) = class.feedback(&["--into", &sheet, "--dry-run"]);
    assert!(code == 0 && out.starts_with("5 would be written"), "{out}{err}");
}

/// Everyone with access to a class sees the reason for a refusal, with line and advice.
#[test]
fn a_refusal_is_told_with_its_reason_wherever_the_class_is_looked_at() {
    let class = Class::with_feedback();
    let folder = class.text("ki");
    class.write("none.wasm", "not a module");
    let file = class.text("none.wasm");
    let (code, ..) = class.run(&["submit", &folder, "4711", &file, "--at", "2026-05-03 10:00"]);
    assert_eq!(code, 4);
    for arguments in [
        &["status", &folder][..],
        &["status", &folder, "4713"],
        &["check", &folder],
        &["check", &folder, "4713"],
    ] {
        let out = class.ok(arguments);
        assert!(out.contains("bot.js:2:"), "{arguments:?}: {out}");
    }
    let out = class.ok(&["status", &folder]);
    assert!(out.contains("none.wasm") && out.contains("(hint: "), "a module's reason, too: {out}");
    let told: Value = serde_json::from_str(&class.ok(&["check", &folder, "4713", "--json"])).unwrap();
    let reason = told["refused"]["reasons"][0].as_str().unwrap();
    assert!(reason.contains("bot.js:2:") && told["refused"]["submission"].is_number(), "{told:#}");
    // Only the student and the teacher see it.
    let out = class.ok(&["check", &folder, "--as", "all"]);
    assert!(!out.contains("bot.js:2:"), "{out}");
    let told: Value =
        serde_json::from_str(&class.ok(&["check", &folder, "4713", "--as", "all", "--json"])).unwrap();
    assert!(told["refused"].is_null(), "{told:#}");
}
