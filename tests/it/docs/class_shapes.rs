//! The output of class commands with `--json`, with a snapshot for each shape.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::shapes::shown;
use crate::support::{bot_that_answers, copy_of, run, top};

const TEXT: &str = "[class]\nname = \"Bots\"\ngame = \"tank-war\"\nzone = \"Europe/Berlin\"\n\
    deadline = \"2099-12-01 23:59\"\nlate_days = 2\nvisible = \"participants\"\n\
    [section.A]\ndeadline = \"2099-12-03 23:59\"\n[quota]\nper_day = 3\ninterval = \"5m\"\n";
const ROSTER: &str = "id,name,email,alias,section,team\n1,Jane Doe,jane@example.edu,Ada,A,\n\
    2,Bo,,Bee,,Duo\n3,Cem,,Cee,,Duo\n4,Dan,,Dee,,\n";

/// Members that depend on the time and on a file.
const OF_THE_MOMENT: &[&str] = &[
    "now",
    "at",
    "since",
    "next_at",
    "participants",
    "all",
    "hash",
    "module",
    "folder",
    "path",
    "last",
    "receipt",
];

/// A class `ki` in a temporary folder, with files beside it. Ada has submitted two bots, one of them broken; the team
/// has submitted the first of them, too.
struct Class {
    top: TempDir,
}

impl Class {
    fn new() -> Class {
        let top = copy_of("class of shapes", |top| {
            fs::create_dir(top.join("ki")).unwrap();
            fs::write(top.join("ki/class.toml"), TEXT).unwrap();
            fs::write(top.join("students.csv"), ROSTER).unwrap();
            fs::write(top.join("broken.wasm"), "not a module").unwrap();
            let bot = bot_that_answers(top, "first.wasm", "(call $first)");
            let [ki, students, broken] =
                ["ki", "students.csv", "broken.wasm"].map(|name| top.join(name).display().to_string());
            let submit = |student: &str, file: &str, at: &str, code: i32| {
                let (ended, out, err) = run(&["class", "submit", &ki, student, file, "--at", at]);
                assert_eq!(ended, code, "{out}{err}");
            };
            for arguments in [&["class", "init", &ki][..], &["class", "roster", &ki, &students]] {
                let (code, out, err) = run(arguments);
                assert_eq!(code, 0, "{out}{err}");
            }
            submit("1", &bot, "2026-05-01 10:00", 0);
            submit("1", &broken, "2026-05-02 10:00", 4);
            submit("3", &bot, "2026-05-03 10:00", 0);
        });
        Class { top }
    }

    fn path(&self, name: &str) -> String {
        self.top.path().join(name).display().to_string()
    }

    /// Returns the output of `muster class COMMAND ki FURTHER --json`, without values that depend on the time.
    fn shown(&self, command: &str, further: &[&str]) -> String {
        let ki = self.path("ki");
        shown(&[&["class", command, &ki], further, &["--json"]].concat(), OF_THE_MOMENT)
    }

    fn ok(&self, command: &str, further: &[&str]) {
        let (code, out, err) = run(&[&["class", command, &self.path("ki")], further].concat());
        assert_eq!(code, 0, "{out}{err}");
    }
}

/// Creates a class with a run in which Ada and the team have grades.
fn graded() -> Class {
    let class = Class::new();
    let requirement =
        "[[requirement]]\nname = \"plays\"\nagainst = \"builtin:first\"\npercent = 1\ngames = 2\n";
    fs::write(class.path("ki/class.toml"), format!("{TEXT}{requirement}")).unwrap();
    let cup = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n[class]\npath = \"ki\"\n\
        [[stage]]\nformat = \"round-robin\"\ngames = 2\n[grade]\nformula = \"5 + wins\"\n";
    fs::write(class.path("cup.toml"), cup).unwrap();
    class.ok("work", &[]);
    class.ok("extend", &["1", "--until", "2100-01-05 12:00", "--reason", "was ill"]);
    let (code, out, err) = run(&["run", &class.path("cup.toml"), "--out", &class.path("run")]);
    assert_eq!(code, 0, "{out}{err}");
    class
}

#[test]
fn grades_of_a_class() {
    let class = graded();
    let arguments = ["class", "check", &class.path("ki"), "--run", &class.path("run"), "--json"];
    insta::assert_snapshot!(shown(&arguments, OF_THE_ENGINE));
}

#[test]
fn a_grade_of_a_student() {
    let class = graded();
    let arguments = ["class", "check", &class.path("ki"), "4", "--run", &class.path("run"), "--json"];
    insta::assert_snapshot!(shown(&arguments, OF_THE_ENGINE));
}

#[test]
fn what_students_are_told() {
    let class = Class::new();
    insta::assert_snapshot!(class.shown("feedback", &["--texts", &class.path("texts")]));
}

#[test]
fn a_new_class() {
    let top = tempfile::tempdir().unwrap();
    let ki = top.path().join("ki").display().to_string();
    let options =
        ["--game", "tank-war", "--zone", "Europe/Berlin", "--deadline", "2099-12-01 23:59", "--json"];
    insta::assert_snapshot!(shown(&[&["class", "init", &ki], &options[..]].concat(), OF_THE_MOMENT));
}

#[test]
fn a_roster_that_is_imported() {
    let class = Class::new();
    let file = class.path("more.csv");
    fs::write(&file, "id,name\n4,Daniel\n5,Eve\n1,Jane Doe\n").unwrap();
    insta::assert_snapshot!(class.shown("roster", &[&file, "--dry-run"]));
}

#[test]
fn a_roster() {
    insta::assert_snapshot!(Class::new().shown("roster", &[]));
}

#[test]
fn a_class() {
    let class = Class::new();
    class.ok("announce", &["the final is on Friday"]);
    class.ok("freeze", &[]);
    insta::assert_snapshot!(class.shown("status", &[]));
}

#[test]
fn a_student() {
    let class = Class::new();
    insta::assert_snapshot!(class.shown("status", &["1"]));
}

#[test]
fn a_version_that_is_chosen() {
    let class = Class::new();
    let arguments = ["class", "activate", &class.path("ki"), "2", "3", "--json"];
    // The text contains the time of the choice.
    insta::assert_snapshot!(shown(&arguments, &[OF_THE_MOMENT, &["why"]].concat()));
}

/// Members that depend on the engine and its games.
const OF_THE_ENGINE: &[&str] =
    &["engine", "key", "limits", "matches", "module", "preview", "seconds", "seconds_of_both"];

impl Class {
    /// Creates a class with a requirement and friendly games, and plays its queue.
    fn played() -> Class {
        let class = Class::new();
        let judged = "[[requirement]]\nname = \"beats the first\"\nagainst = \"builtin:first\"\npercent = 10\ngames = 2\n\
                      [scrimmage]\nper_day = 2\ngames = 2\nopponents = [\"builtin:random\"]\n";
        fs::write(class.path("ki/class.toml"), format!("{TEXT}{judged}")).unwrap();
        class.ok("scrimmage", &["1", "--opponent", "builtin:random"]);
        class
    }

    fn judged(&self, command: &str, further: &[&str]) -> String {
        let ki = self.path("ki");
        let varying = [OF_THE_MOMENT, OF_THE_ENGINE].concat();
        shown(&[&["class", command, &ki], further, &["--json"]].concat(), &varying)
    }
}

#[test]
fn a_bot_that_is_handed_in() {
    let class = Class::new();
    let bot = class.path("first.wasm");
    let told = class.shown("submit", &["4", &bot, "--at", "2026-05-04 10:00"]);
    // The text contains the receipt, too.
    let (words, receipt) = told.split_once("\"  receipt ").unwrap();
    let (_, rest) = receipt.split_once('"').unwrap();
    insta::assert_snapshot!(format!("{words}\"  receipt …\"{rest}"));
}

#[test]
fn an_archive_that_is_handed_in() {
    let class = Class::new();
    let bot = fs::read(class.path("first.wasm")).unwrap();
    let files: [(&str, &[u8]); 3] =
        [("dan_4_900_bot.wasm", &bot), ("janedoe_1_901_notes.txt", b"x"), ("readme.txt", b"x")];
    let archive = class.path("all.zip");
    fs::write(&archive, course_files::archives::pack(&files).unwrap()).unwrap();
    insta::assert_snapshot!(class.shown("submit", &["--archive", &archive, "--at", "2026-05-04 10:00"]));
}

#[test]
fn what_waits_is_played_and_what_was_played_is_shown() {
    let class = Class::played();
    insta::assert_snapshot!("a_request", class.shown("scrimmage", &["3", "--opponent", "builtin:random"]));
    insta::assert_snapshot!("requests_that_wait", class.shown("scrimmage", &[]));
    insta::assert_snapshot!("what_was_played", class.judged("work", &["--jobs", "1"]));
    insta::assert_snapshot!("what_all_have_shown", class.judged("check", &[]));
    insta::assert_snapshot!("what_one_has_shown", class.judged("check", &["1"]));
    insta::assert_snapshot!("requests_of_a_student", class.judged("scrimmage", &["1"]));
    insta::assert_snapshot!("games_of_a_request", class.judged("scrimmage", &["1", "--show", "1"]));
    insta::assert_snapshot!("nothing_to_judge_again", class.judged("rejudge", &["--jobs", "1"]));
    let text = fs::read_to_string(class.path("ki/class.toml")).unwrap();
    fs::write(class.path("ki/class.toml"), text.replace("percent = 10", "percent = 90")).unwrap();
    insta::assert_snapshot!("a_preview_of_judging_again", class.judged("rejudge", &["--jobs", "1"]));
}

#[test]
fn a_freeze_and_its_release() {
    let class = Class::new();
    insta::assert_snapshot!(
        "a_freeze",
        shown(&["class", "freeze", &class.path("ki"), "--json"], &["frozen"])
    );
    insta::assert_snapshot!("a_release", class.shown("release", &["--to", "all"]));
}

#[test]
fn an_extension() {
    let until = ["4", "--until", "2100-01-05 12:00", "--reason", "was ill"];
    insta::assert_snapshot!(Class::new().shown("extend", &until));
}

#[test]
fn a_student_who_is_withdrawn() {
    insta::assert_snapshot!(Class::new().shown("withdraw", &["2", "--reason", "moved away"]));
}

#[test]
fn a_changed_text_by_which_versions_stop_counting() {
    let class = Class::new();
    let text = TEXT.replace("2099-12-01", "2026-04-01");
    fs::write(Path::new(&class.path("ki")).join("class.toml"), text).unwrap();
    insta::assert_snapshot!(class.shown("adopt", &["--dry-run"]));
}

#[test]
fn an_announcement() {
    insta::assert_snapshot!(Class::new().shown("announce", &["the final is on Friday"]));
}

#[test]
fn a_class_that_is_closed() {
    insta::assert_snapshot!(Class::new().shown("close", &[]));
}

#[test]
fn bots_that_are_alike() {
    let class = Class::new();
    let ki = class.path("ki");
    let sample = top().join("bots/tank-war/hunter/hunter.wasm").display().to_string();
    for student in ["1", "4"] {
        let (code, out, err) = run(&["class", "submit", &ki, student, &sample, "--at", "2026-05-04 10:00"]);
        assert_eq!(code, 0, "{out}{err}");
    }
    let report = class.shown("copies", &[]);
    // All functions of the sample bot are similar; the first ones show what a function looks like.
    insta::assert_snapshot!(report.lines().take(40).collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_backup() {
    let class = Class::new();
    insta::assert_snapshot!(class.shown("backup", &[&class.path("ki.zip")]));
}

#[test]
fn a_season() {
    let class = Class::new();
    let ki = class.path("ki");
    let (code, out, err) = run(&["ladder", &ki, "--seed", "7"]);
    assert_eq!(code, 0, "{out}{err}");
    insta::assert_snapshot!(shown(&["ladder", &ki, "--cycles", "0", "--json"], &["module", "last_played"]));
}

#[test]
fn a_student_who_is_forgotten() {
    let class = graded();
    let arguments = ["class", "forget", &class.path("ki"), "1", "--dry-run", "--json"];
    insta::assert_snapshot!(shown(&arguments, &["files", "path", "withheld"]));
}
