//! Tests the explanation of each grade of a run, for a student's complaint.

use serde_json::{Value, json};

use crate::class_data::{Class, bot};
use crate::support::run;

/// Creates a class with three players, of whom one is late and one was ill; one has a bye each round. The team has not
/// submitted.
fn class() -> Class {
    let class = Class::with(
        "late_days = 2\n[[requirement]]\nname = \"=plays\"\nagainst = \"builtin:first\"\npercent = 1\ngames = 2\n",
    );
    for (student, number, at) in
        [("4711", 1, "2026-05-01 10:00"), ("4712", 2, "2026-06-02 10:00"), ("4713", 3, "2026-06-05 10:00")]
    {
        class.write("bot.wasm", bot(number));
        class.ok(&["submit", "ki", student, "bot.wasm", "--at", at]);
    }
    class.ok(&["extend", "ki", "4713", "--until", "2026-06-08 23:59", "--reason", "was ill"]);
    class.ok(&["work", "ki", "--jobs", "2"]);
    class.write(
        "cup.toml",
        "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n[class]\npath = \"ki\"\n\
         [[stage]]\nname = \"Main\"\nformat = \"swiss\"\nrounds = 2\n[grade]\nformula = \"5 + (wins + byes) / 7\"\n",
    );
    let (code, out, err) = run(&["run", &class.text("cup.toml"), "--out", &class.text("run")]);
    assert_eq!(code, 0, "{out}{err}");
    class
}

impl Class {
    fn explained(&self, further: &[&str]) -> Value {
        let out = self.ok(&[&["check", "ki"], further, &["--run", "run", "--json"]].concat());
        serde_json::from_str(&out).unwrap()
    }
}

#[test]
fn a_grade_comes_with_its_formula_and_the_version_that_played() {
    let class = class();
    let all = class.explained(&[]);
    assert_eq!(all["formula"], "5 + (wins + byes) / 7");
    let entries = all["entries"].as_array().unwrap();
    let aliases: Vec<&str> = entries.iter().map(|one| one["alias"].as_str().unwrap()).collect();
    assert_eq!(aliases, ["Ada", "Bee", "Cee", "Duo"]);
    for one in &entries[..3] {
        let alias = one["alias"].as_str().unwrap();
        assert_eq!(one["grade"].as_str().unwrap(), class.grade(alias));
        // The steps begin with the listed values, and end with the grade.
        let [wins, byes] = ["wins", "byes"].map(|name| one["inputs"][name].as_str().unwrap());
        assert!(one["how"].as_str().unwrap().starts_with(&format!("5 + ({wins} + {byes}) / 7 = ")), "{one}");
        assert_eq!(one["played"]["badges"][0]["met"].as_bool(), Some(true), "{one}");
    }
    let noted = |words: &str| entries.iter().filter(|one| one["notes"].to_string().contains(words)).count();
    assert_eq!(noted("bye in round"), 2, "{all}");
    let days = |at: usize| entries[at]["played"]["late_days"].clone();
    assert_eq!([days(0), days(1), days(2)], [json!(0), json!(1), json!(0)]);
    assert_eq!(entries[2]["played"]["extension"]["reason"], "was ill");
    assert_eq!(entries[0]["played"]["extension"], Value::Null);
    assert_eq!((&entries[3]["played"], &entries[3]["grade"]), (&Value::Null, &Value::Null));
    assert!(entries[3]["notes"][0].as_str().unwrap().contains("nothing was handed in"), "{all}");
    // A single student's explanation is the same.
    let mut bee = class.explained(&["4712"]);
    for member in ["version", "formula"] {
        bee.as_object_mut().unwrap().remove(member).unwrap();
    }
    assert_eq!(bee, entries[1]);

    let out = class.ok(&["check", "ki", "4712", "--run", "run"]);
    let module = entries[1]["played"]["module"].as_str().unwrap();
    for words in [
        "Bee: Jane Doe (4712)",
        &format!("grade: {}", class.grade("Bee")),
        "5 + (wins + byes) / 7",
        &format!("    = {}", entries[1]["how"].as_str().unwrap().replace(" = ", "\n    = ")),
        "played with submission 2, received 2026-06-02 10:00",
        module,
        "late days used: 1 of 2",
        "=plays: met",
    ] {
        assert!(out.contains(words), "{words}\n{out}");
    }
    let out = class.ok(&["check", "ki", "4713", "--run", "run"]);
    assert!(out.contains("extended until 2026-06-08 23:59") && out.contains(": was ill"), "{out}");
}

#[test]
fn rulings_and_later_versions_are_told() {
    let class = class();
    let out = class.text("run");
    let (code, _, err) = run(&["rule", &out, "disqualify", "Bee", "--reason", "copied"]);
    assert_eq!(code, 0, "{err}");
    // The ruling changes the table, and possibly the next pairings.
    let (code, told, err) = run(&["run", &class.text("cup.toml"), "--out", &out]);
    assert_eq!(code, 0, "{told}{err}");
    class.submit("4711", 9);
    let all = class.explained(&[]);
    let [ada, bee] = [&all["entries"][0], &all["entries"][1]];
    assert!(bee["grade"].is_null() && bee["notes"].to_string().contains("disqualified"), "{bee}");
    assert_eq!((&ada["played"]["submission"], &ada["played"]["active"]), (&json!(1), &json!(false)));
    // The alias's current owner has not played.
    class.write("swap.csv", "id,name,alias\n4711,Jane Doe,Xu\n");
    class.ok(&["roster", "ki", "swap.csv"]);
    let all = class.explained(&[]);
    let last = all["entries"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["alias"], last["grade"].is_string()), (&json!("Ada"), true), "{all}");
    assert!(last["notes"].to_string().contains("no student or team has this alias"), "{last}");
}

#[test]
fn a_spreadsheet_has_a_line_for_each_student() {
    let class = class();
    let out = class.ok(&["check", "ki", "--run", "run", "--csv"]);
    let mut reader = csv::Reader::from_reader(out.as_bytes());
    let head = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let cell =
        |row: usize, name: &str| rows[row][head.iter().position(|one| one == name).unwrap()].to_owned();
    let ids: Vec<String> = (0..rows.len()).map(|row| cell(row, "id")).collect();
    assert_eq!(ids, ["4711", "4712", "4713", "4714", "4715"], "{out}");
    assert_eq!((cell(0, "grade"), cell(1, "late_days")), (class.grade("Ada"), "1".to_owned()));
    assert_eq!((cell(4, "team"), cell(4, "grade")), ("Duo".to_owned(), String::new()));
    // No cell can be taken for a formula.
    assert!(cell(0, "'=plays").starts_with("met"), "{out}");
    assert_eq!(cell(3, "name"), "Bo \"Bob\" O'Neil");
}
