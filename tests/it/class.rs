//! A class with the built program: from a roster to active versions.

pub(crate) mod copies;
mod engines;
#[cfg(feature = "network")]
mod fleet;
mod freezing;
mod isolated;
pub(crate) mod judging;
mod ladder;
mod overview;
mod playing;
mod questions;
mod rejudging;
mod scrimmages;
mod seasons;
mod without_positions;

use std::fs;
use std::path::Path;

use crate::support::{copy_of, run, tree};
use serde_json::{Value, json};
use tempfile::TempDir;

const ROSTER: &str =
    "id,name,alias,section,team\n1,Jane Doe,Ada,,\n2,Jane Doe,Bee,,\n3,Cem,Cee,,Duo\n4,Dan,Dee,,Duo\n";

/// A class in a temporary folder, with files beside it.
struct Class {
    top: TempDir,
}

impl Class {
    /// Creates a class that is open until 2099, with this addition to its text.
    fn open(added: &str) -> Class {
        Class::new("2099-12-01 23:59", added)
    }

    fn new(deadline: &str, added: &str) -> Class {
        let text = format!(
            "[class]\nname = \"C\"\ngame = \"tank-war\"\nzone = \"Europe/Berlin\"\ndeadline = \"{deadline}\"\n{added}"
        );
        let top = copy_of(&format!("class {text}"), |top| {
            fs::create_dir(top.join("ki")).unwrap();
            fs::write(top.join("ki/class.toml"), &text).unwrap();
            fs::write(top.join("students.csv"), ROSTER).unwrap();
            let [class, students] = ["ki", "students.csv"].map(|name| top.join(name).display().to_string());
            for arguments in [&["class", "init", &class][..], &["class", "roster", &class, &students]] {
                let (code, out, err) = run(arguments);
                assert_eq!(code, 0, "{out}{err}");
            }
        });
        Class { top }
    }

    /// Plays a round robin of The Tank War between the students who have submitted, and returns the run's folder.
    fn play_cup(&self) -> String {
        let cup = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 1\n[class]\npath = \"ki\"\n\
            [[stage]]\nformat = \"round-robin\"\ngames = 2\n";
        self.write("cup.toml", cup);
        let out = self.path("cup");
        let (code, told, err) = run(&["run", &self.path("cup.toml"), "--out", &out]);
        assert_eq!(code, 0, "{told}{err}");
        out
    }

    fn path(&self, name: &str) -> String {
        self.top.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Runs `muster class COMMAND DIR ARGUMENTS`; an argument with a dot is a file beside the class.
    fn run(&self, command: &[&str], arguments: &[&str]) -> (i32, String, String) {
        let folder = self.path("ki");
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| if argument.contains('.') { self.path(argument) } else { (*argument).to_owned() })
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        run(&[&["class"], command, &[folder.as_str()], &arguments[..]].concat())
    }

    fn ok(&self, command: &[&str], arguments: &[&str]) -> String {
        let (code, out, err) = self.run(command, arguments);
        assert_eq!(code, 0, "{command:?} {arguments:?}\n{out}{err}");
        out
    }

    fn json(&self, command: &str, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.ok(&[command], &[arguments, &["--json"]].concat())).unwrap()
    }

    /// Writes an admissible bot, different for each number.
    fn bot(&self, name: &str, number: i64) {
        self.write(name, wat::parse_str(module(&format!("(i64.const {number})"))).unwrap());
    }
}

fn module(answer: &str) -> String {
    format!(
        "(module (memory (export \"memory\") 1)
            (func (export \"muster_buffer\") (param i32) (result i32) i32.const 1024)
            (func (export \"muster_choose\") (param i32) (result i64) {answer}))"
    )
}

#[test]
fn from_a_roster_to_an_active_version() {
    let class = Class::open("");
    class.bot("one.wasm", 1);
    class.bot("two.wasm", 2);
    let first = class.json("submit", &["1", "one.wasm"]);
    assert_eq!(first["submitted"]["submission"], 1);
    assert_eq!(first["standing"]["active"], json!({ "submission": 1, "chosen": false, "late_days": 0 }));
    class.json("submit", &["1", "two.wasm"]);
    let status = class.json("status", &["1"]);
    assert_eq!((&status["alias"], &status["active"]["submission"]), (&json!("Ada"), &json!(2)));
    let chosen = class.json("activate", &["1", "1"]);
    assert_eq!(chosen["active"], json!({ "submission": 1, "chosen": true, "late_days": 0 }));
    class.bot("three.wasm", 3);
    class.json("submit", &["1", "three.wasm"]);
    assert_eq!(class.json("status", &["1"])["active"]["submission"], 1, "a choice stands");
    assert_eq!(class.json("activate", &["1", "--latest"])["active"]["submission"], 3);
    // A team counts as one, no matter which member submits.
    class.json("submit", &["3", "two.wasm"]);
    let all = class.json("status", &[]);
    let aliases: Vec<&str> =
        all["entries"].as_array().unwrap().iter().map(|one| one["alias"].as_str().unwrap()).collect();
    assert_eq!(aliases, ["Ada", "Bee", "Duo"]);
    assert_eq!(all["same_bytes"][0]["submissions"], json!([2, 4]), "Ada and Duo");
    assert_eq!(all["open_deadlines"], 3);
}

#[test]
fn what_the_door_refuses_is_kept_and_does_not_count() {
    let class = Class::open("");
    class.write("bad.wasm", "not a module");
    let (code, out, err) = class.run(&["submit"], &["1", "bad.wasm"]);
    assert_eq!(code, 4, "{out}{err}");
    assert!(out.contains("refused") && err.contains("refused for 1 reason"), "{out}{err}");
    let status = class.json("status", &["1"]);
    assert_eq!((&status["active"], &status["submissions"][0]["accepted"]), (&Value::Null, &json!(false)));
    let (code, _, err) = class.run(&["activate"], &["1", "1"]);
    assert_eq!(code, 1, "{err}");
}

#[test]
fn a_script_is_built() {
    let class = Class::open("");
    class.write(
        "bot.js",
        "import { legalActions } from \"./muster.js\";\nexport const choose = () => legalActions()[0];\n",
    );
    let told = class.json("submit", &["2", "bot.js"]);
    let (hash, module) = (&told["submitted"]["hash"], &told["submitted"]["module"]);
    assert!(hash.is_string() && module.is_string() && hash != module, "{told}");
}

#[test]
fn what_a_class_does_not_take_is_rejected_with_what_it_takes() {
    let class = Class::open("languages = [\"wasm\", \"python\"]\n");
    class.write("bot.js", "export const choose = () => 0;\n");
    let (code, told, err) = class.run(&["submit"], &["2", "bot.js"]);
    assert_eq!(code, 4, "{told}{err}");
    let why = "the class does not take JavaScript (hint: it takes modules (.wasm) and Python)";
    assert!(told.contains(why) || err.contains(why), "{told}{err}");
    class.bot("one.wasm", 1);
    class.ok(&["submit"], &["1", "one.wasm"]);
}

#[test]
fn quotas_are_kept_and_shown() {
    let class = Class::open("[quota]\nper_day = 2\n");
    class.bot("one.wasm", 1);
    class.bot("two.wasm", 2);
    assert_eq!(class.json("submit", &["1", "one.wasm"])["standing"]["left_in_day"], 1);
    let again = class.json("submit", &["1", "one.wasm"]);
    assert_eq!((&again["repeated"], &again["standing"]["left_in_day"]), (&true.into(), &1.into()));
    class.json("submit", &["1", "two.wasm"]);
    let (code, _, err) = class.run(&["submit"], &["1", "one.wasm"]);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("too soon: try again at "), "{err}");
    let out = class.ok(&["status"], &[]);
    assert!(out.contains("quota: up to 2 submissions per 24 hours\n"), "{out}");
    let left = |alias: &str| {
        let line = out.lines().find(|line| line.starts_with(alias)).unwrap();
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(left("Ada")[4..7], ["2", "0", "2"], "handed in, left, active\n{out}");
    assert_eq!(left("Bee")[4..7], ["0", "2", "-"], "{out}");
    // The stated time counts, and that of others is unaffected.
    class.json("submit", &["1", "one.wasm", "--at", "2020-01-01 10:00"]);
    class.json("submit", &["2", "one.wasm"]);
}

#[test]
fn after_the_deadline_an_extension_makes_it_count() {
    let class = Class::new("2020-12-01 23:59", "late_days = 1\n");
    class.bot("one.wasm", 1);
    let out = class.ok(&["submit"], &["1", "one.wasm"]);
    assert!(out.contains("too late") && out.contains("does not count"), "{out}");
    assert_eq!(class.json("status", &["1"])["active"], Value::Null);
    let (code, _, err) = class.run(&["extend"], &["1", "--until", "2019-01-01 10:00"]);
    assert_eq!((code, err.contains("earlier than the deadline")), (1, true), "{err}");
    class.ok(&["extend"], &["1", "--until", "2099-01-01 10:00", "--reason", "was ill"]);
    assert_eq!(class.json("status", &["1"])["active"]["submission"], 1);
    class.json("submit", &["2", "one.wasm", "--at", "2020-12-02 10:00"]);
    assert_eq!(class.json("status", &["2"])["active"]["late_days"], 1);
    let (code, _, err) = class.run(&["extend"], &["2", "--until", "2027-03-28 02:30"]);
    assert_eq!((code, err.contains("does not exist in ")), (1, true), "{err}");
}

#[test]
fn a_file_extends_many_or_none() {
    let class = Class::new("2020-12-01 23:59", "late_days = 0\n");
    class.write("more.csv", "id,hours,reason\n1,24,was ill\n9,24,\n");
    let (code, _, err) = class.run(&["extend"], &["--file", "more.csv"]);
    assert_eq!((code, err.contains("line 3: no student of the class has this id")), (1, true), "{err}");
    let due = || class.json("status", &["1"])["deadline"].as_str().unwrap().to_owned();
    let before = due();
    class.write("more.csv", "id,until,reason\n1,2020-12-03 12:00,was ill\n");
    let shown = class.json("extend", &["--file", "more.csv", "--dry-run"]);
    assert_eq!(
        (shown["dry_run"].as_bool(), shown["lines"][0]["effect"].as_str()),
        (Some(true), Some("extends"))
    );
    assert_eq!(due(), before, "nothing was changed");
    let out = class.ok(&["extend"], &["--file", "more.csv"]);
    assert!(out.contains("line 2: 1: extended until 2020-12-03 12:00:59"), "{out}");
    assert_ne!(due(), before);
    let (code, _, err) = class.run(&["extend"], &["1"]);
    assert_eq!((code, err.contains("--until")), (2, true), "{err}");
}

#[test]
fn a_closed_class_accepts_nothing() {
    let class = Class::open("");
    class.bot("one.wasm", 1);
    class.ok(&["close"], &[]);
    let (code, _, err) = class.run(&["submit"], &["1", "one.wasm"]);
    assert_eq!((code, err.contains("rejected: the class was closed on")), (4, true), "{err}");
    class.ok(&["reopen"], &[]);
    class.ok(&["submit"], &["1", "one.wasm"]);
    class.ok(&["announce"], &["the final is on Friday"]);
    assert_eq!(class.json("status", &[])["announcements"][0]["text"], "the final is on Friday");
}

#[test]
fn what_is_refused_changes_nothing() {
    let class = Class::open("");
    class.bot("one.wasm", 1);
    class.ok(&["submit"], &["1", "one.wasm"]);
    let files = |class: &Class| tree(Path::new(&class.path("ki/files")));
    let (facts, before) = (entries(&class), files(&class));
    class.write("twice.csv", "id,name,alias\n8,Eve,Eve\n8,Eve,Eva\n9,Max,Аda\n");
    for (command, arguments) in [
        ("submit", &["7", "one.wasm"][..]),
        ("submit", &["1", "none.wasm"]),
        ("activate", &["1", "2"]),
        ("extend", &["1", "--until", "tomorrow"]),
        ("roster", &["twice.csv"]),
        ("reopen", &[]),
        ("init", &[]),
    ] {
        let (code, out, err) = class.run(&[command], arguments);
        assert_eq!(code, 1, "{command} {arguments:?}\n{out}{err}");
    }
    assert_eq!((entries(&class), files(&class)), (facts, before));
}

/// Returns all entries, without the time of the next allowed submission, which is now.
fn entries(class: &Class) -> Value {
    let mut entries = class.json("status", &[])["entries"].take();
    for entry in entries.as_array_mut().unwrap() {
        entry.as_object_mut().unwrap().remove("next_at").unwrap();
    }
    entries
}

#[test]
fn a_class_begins_with_a_text_to_fill_in() {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().join("ki").to_str().unwrap().to_owned();
    let init = ["class", "init", &folder, "--game", "tank-war", "--zone", "Europe/Berlin", "--deadline"];
    let (code, _, err) = run(&[&init[..], &["2026-10-25 02:30"]].concat());
    assert_eq!((code, err.contains("twice")), (1, true), "{err}");
    let (code, out, err) = run(&[&init[..], &["2026-12-01 23:59"]].concat());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("2026-12-01 23:59 +01:00"), "{out}");
    // Every commented-out line can be enabled.
    let path = Path::new(&folder).join("class.toml");
    let text = fs::read_to_string(&path).unwrap();
    let on = |line: &str| {
        line.strip_prefix("# ")
            .filter(|line| line.starts_with('[') || line.contains(" = "))
            .map(str::to_owned)
    };
    let text: Vec<String> = text.lines().map(|line| on(line).unwrap_or_else(|| line.to_owned())).collect();
    fs::write(path, text.join("\n")).unwrap();
    let (code, _, err) = run(&["class", "status", &folder]);
    assert_eq!(code, 0, "{err}");
}
