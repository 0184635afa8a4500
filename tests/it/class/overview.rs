//! A teacher's overview of a class: by section, with names, and only those who need attention.

use serde_json::json;

use super::Class;

const SECTIONS: &str = "late_days = 1\n[section.A]\n[section.B]\ndeadline = \"2020-12-01 23:59\"\n";
const STUDENTS: &str = "\
id,name,alias,section,team
1,Jane Doe,Ada,A,
2,Jane Doe,Bee,A,
3,Cem,Cee,B,Duo
4,Dan,Dee,B,Duo
5,Eve,Eve,B,
";

/// Creates a class in which Ada has submitted a good bot, then a bad one; Bee none; Duo Ada's bot, late; Eve none.
fn sections() -> Class {
    let class = Class::open(SECTIONS);
    class.write("sections.csv", STUDENTS);
    class.ok(&["roster"], &["sections.csv"]);
    class.bot("one.wasm", 1);
    class.write("bad.wasm", "not a module");
    class.ok(&["submit"], &["1", "one.wasm"]);
    let (code, ..) = class.run(&["submit"], &["1", "bad.wasm"]);
    assert_eq!(code, 4);
    class.ok(&["submit"], &["3", "one.wasm", "--at", "2020-12-02 10:00"]);
    class
}

fn aliases(class: &Class, further: &[&str]) -> Vec<String> {
    let status = class.json("status", further);
    let entries = status["entries"].as_array().unwrap();
    entries.iter().map(|entry| entry["alias"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_overview_is_by_section_and_has_names() {
    let class = sections();
    let out = class.ok(&["status"], &[]);
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines.contains(&"section A: 2, 1 with an active version, 1 nothing handed in, 1 refused"),
        "{out}"
    );
    assert!(lines.contains(&"section B: 2, 1 with an active version, 1 nothing handed in, 1 late"), "{out}");
    assert!(lines.contains(&"2 of 4 may still hand in"), "{out}");
    assert!(lines.contains(&"results: participants see all; others see all"), "{out}");
    let row = |alias: &str| *lines.iter().find(|line| line.starts_with(alias)).unwrap();
    assert!(row("Ada ").contains("Jane Doe (1)") && row("Ada ").ends_with("refused"), "{out}");
    assert!(row("Duo ").contains("Cem (3), Dan (4)") && row("Duo ").ends_with("late"), "{out}");
    let shared = "identical files from several: Ada (Jane Doe), submission 1; Duo (Cem, Dan), submission 3";
    assert!(lines.contains(&shared), "{out}");
    let status = class.json("status", &[]);
    let conditions = json!({ "missing": 1, "refused": 1 });
    let section = json!({ "section": "A", "of": 2, "active": 1, "open": 2, "conditions": conditions });
    assert_eq!(status["sections"][0], section);
    assert_eq!(status["same_bytes"][0]["holders"][1]["names"], json!(["Cem", "Dan"]));
    assert_eq!(status["entries"][0]["conditions"], json!(["refused"]));
}

#[test]
fn only_those_are_listed_with_whom_something_is_the_matter() {
    let class = sections();
    assert_eq!(aliases(&class, &["--only", "missing"]), ["Bee", "Eve"]);
    assert_eq!(aliases(&class, &["--only", "missing", "--section", "B"]), ["Eve"]);
    assert_eq!(aliases(&class, &["--only", "refused,late"]), ["Ada", "Duo"]);
    assert_eq!(aliases(&class, &["--only", "failing"]), [""; 0]);
    assert_eq!(aliases(&class, &["--section", "A"]), ["Ada", "Bee"]);
    let (code, _, err) = class.run(&["status"], &["--section", "C"]);
    assert_eq!(code, 1);
    assert!(err.contains("the class has no section \"C\"") && err.contains("its sections: A, B"), "{err}");
}

#[test]
fn whoever_is_withdrawn_keeps_everything_and_comes_back() {
    let class = sections();
    let out = class.ok(&["withdraw"], &["1", "--reason", "moved away"]);
    assert_eq!(out, "1 is withdrawn: Ada is inactive\n");
    assert_eq!(aliases(&class, &["--only", "inactive"]), ["Ada"]);
    let one = class.json("status", &["1"]);
    assert_eq!((one["submissions"].as_array().unwrap().len(), &one["active"]), (2, &json!(null)));
    assert_eq!((&one["is_open"], &one["conditions"]), (&json!(false), &json!(["inactive"])));
    assert!(class.ok(&["status"], &["1"]).contains(": moved away\n"));
    for (command, arguments, said) in [
        ("submit", &["1", "one.wasm"][..], "Jane Doe (1) was withdrawn on "),
        ("withdraw", &["1"], "Jane Doe (1) was withdrawn on "),
        ("reinstate", &["2"], "Jane Doe (2) is not withdrawn"),
        ("withdraw", &["9"], "no student has the id \"9\""),
    ] {
        let (code, _, err) = class.run(&[command], arguments);
        assert!(code != 0 && err.contains(said), "{command}: {err}");
    }
    // Not in a run that begins in the meantime.
    class.write("cup.toml", CUP);
    let warned = class.run_cup();
    assert!(warned.contains("no active version, not entered: Bee, Eve\n"), "{warned}");
    let half = class.ok(&["withdraw"], &["3"]);
    assert_eq!(half, "3 is withdrawn; the team Duo continues with 1 student\n");
    let whole = class.ok(&["withdraw"], &["4"]);
    assert!(whole.contains("like all members of the team Duo, which is inactive"), "{whole}");
    class.ok(&["reinstate"], &["4"]);
    assert_eq!(class.ok(&["reinstate"], &["1"]), "1 is active again, as Ada\n");
    assert_eq!(class.json("status", &["1"])["active"]["submission"], 1);
    assert_eq!(aliases(&class, &["--only", "inactive"]), [""; 0]);
}

const CUP: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n[class]\npath = \"ki\"\n\
    [[entrant]]\nname = \"R\"\nbot = \"builtin:random\"\n[[stage]]\nformat = \"round-robin\"\ngames = 2\n";

impl Class {
    /// Returns the warnings of a dry run of the cup.
    fn run_cup(&self) -> String {
        let (code, out, err) = crate::support::run(&["run", &self.path("cup.toml"), "--dry-run"]);
        assert_eq!(code, 0, "{out}{err}");
        err
    }
}

#[test]
fn an_extension_is_not_shortened_in_silence() {
    let class = sections();
    class.ok(&["extend"], &["5", "--until", "2099-01-01 10:00"]);
    class.ok(&["submit"], &["5", "one.wasm"]);
    let (code, _, err) = class.run(&["extend"], &["5", "--until", "2022-01-01 10:00"]);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("this is shorter than the current extension, until 2099-01-01 10:00"), "{err}");
    assert!(err.contains("--shorten"), "{err}");
    assert_eq!(class.json("status", &["5"])["active"]["submission"], 4);
    let out = class.ok(&["extend"], &["5", "--until", "2022-01-01 10:00", "--shorten"]);
    assert!(
        out.contains("previously 2099-01-01 10:00") && out.contains("submission 4 no longer counts"),
        "{out}"
    );
    // A later deadline needs no confirmation.
    let later = class.json("extend", &["5", "--until", "2098-01-01 10:00"]);
    assert_eq!(later["displaced"], json!(null));
}

#[test]
fn what_is_said_after_closing_and_releasing_is_true_then() {
    let class = sections();
    let closed = class.ok(&["close"], &[]);
    assert!(
        closed.ends_with("no submissions are accepted, although the deadline of 2 of 4 has not passed\n"),
        "{closed}"
    );
    let status = class.ok(&["status"], &[]);
    assert!(
        status.contains(": no submissions are accepted\n") && !status.contains("may still hand in"),
        "{status}"
    );
    assert_eq!(class.json("status", &[])["open_deadlines"], 0);
    let open = class.ok(&["reopen"], &[]);
    assert!(open.ends_with("2 of 4 may hand in; deadlines are unchanged\n"), "{open}");
    let frozen = class.ok(&["freeze"], &[]);
    assert!(frozen.contains("\nresults: participants see those as of "), "{frozen}");
    let released = class.ok(&["release"], &["--to", "participants"]);
    assert!(released.contains("\nresults: participants see all; others see those as of "), "{released}");
    let released = class.ok(&["release"], &["--to", "all"]);
    assert!(released.ends_with("\nresults: participants see all; others see all\n"), "{released}");
}

/// A changed text is compared with the one before, even if it takes no versions out.
#[test]
fn a_changed_text_is_shown_with_whom_it_concerns() {
    let class = sections();
    let text = std::fs::read_to_string(class.path("ki/class.toml")).unwrap();
    let later =
        text.replace("2020-12-01 23:59", "2020-12-03 12:00").replace("late_days = 1", "late_days = 0");
    class.write("ki/class.toml", &later);
    let out = class.ok(&["adopt"], &["--dry-run"]);
    for line in [
        "late_days: 1 -> 0",
        "section B: 2020-12-01 23:59 +01:00 -> 2020-12-03 12:00 +01:00",
        "4 students and teams have a different final deadline",
    ] {
        assert!(out.lines().any(|found| found == line), "{line}\n{out}");
    }
    assert!(out.contains("would be adopted: every version that counted still does"), "{out}");
    class.write("ki/class.toml", text.replace("2020-12-01 23:59", "2019-12-01 23:59"));
    let (code, _, err) = class.run(&["status"], &[]);
    assert_eq!((code, err.contains("1 version stops counting")), (4, true), "{err}");
    let adoption = class.json("adopt", &["--dry-run"]);
    assert_eq!(adoption["stop_counting"][0]["submission"], 3);
    class.ok(&["adopt"], &[]);
    class.write("ki/class.toml", &text);
    let adoption = class.json("adopt", &["--dry-run"]);
    assert_eq!(adoption["start_counting"], json!([{ "alias": "Duo", "submission": 3 }]));
}

#[test]
fn a_receipt_is_checked_by_the_record() {
    let class = sections();
    let open = class_operations::OpenClass::at(std::path::Path::new(&class.path("ki"))).unwrap();
    let receipt = class_operations::submission::submission_receipt(&open, &open.facts().unwrap(), 3)
        .unwrap()
        .to_string();
    let out = class.ok(&["check"], &["--receipt", &receipt]);
    assert!(
        out.starts_with("the receipt is valid: submission 3 of Duo\n  received 2020-12-02 10:00"),
        "{out}"
    );
    let json = class.json("check", &["--receipt", &receipt]);
    assert_eq!((&json["submission"], &json["alias"]), (&json!(3), &json!("Duo")));
    // The receipt is from another class, or the record was changed.
    let other = receipt.replace(char::is_alphabetic, "0");
    let (code, _, err) = class.run(&["check"], &["--receipt", &other]);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("does not match the receipt"), "{err}");
    let (code, _, err) = class.run(&["check"], &["--receipt", "3"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("64 hexadecimal digits"), "{err}");
}
