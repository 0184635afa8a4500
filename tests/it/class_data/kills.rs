//! Tests commands killed at any moment: their change is complete or absent, and the next command succeeds.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::class_data::{Class, status};
use crate::support::{is_full, muster, pause, tree};

impl Class {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = muster();
        command.current_dir(self.top.path()).arg("class").args(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Kills a command at later and later moments, until it ends by itself. Calls `check` after each kill.
    fn killed(&self, arguments: &[&str], mut check: impl FnMut()) {
        // `crashes.rs` of `class` tries every operation; this test uses the real program.
        for moments in (0..).step_by(if is_full() { 1 } else { 12 }) {
            let mut child = self.command(arguments).spawn().unwrap();
            // The length of a moment does not matter: at the latest, the command is killed when it has ended.
            let ended = (0..moments).any(|_| {
                pause(Duration::from_micros(100));
                child.try_wait().unwrap().is_some()
            });
            child.kill().unwrap();
            child.wait().unwrap();
            check();
            if ended {
                break;
            }
        }
    }
}

#[test]
fn a_roster_is_taken_as_a_whole_or_not_at_all() {
    let class = Class::new();
    let rows = (0..2000).map(|number| format!("x{number},Student {number}\n"));
    class.write("many.csv", format!("id,name\n{}", rows.collect::<String>()));
    let mut seen = Vec::new();
    class.killed(&["roster", "ki", "many.csv"], || {
        let students = status(&class.text("ki")).as_array().unwrap().len();
        assert!([4, 2004].contains(&students), "{students}");
        seen.push(students);
    });
    // After an early kill, nothing; at the end, everything; and acknowledged changes stay.
    assert!(seen.is_sorted() && seen.last() == Some(&2004), "{seen:?}");
}

#[test]
fn a_hand_in_is_there_as_a_whole_or_not_at_all() {
    let class = Class::new();
    class.write("bot.wasm", crate::class_data::bot(1));
    let mut before = 0;
    class.killed(&["submit", "ki", "4711", "bot.wasm", "--at", "2026-05-01 10:00"], || {
        let entries = class.status();
        let submissions = entries[0]["submissions"].as_array().unwrap();
        assert!(submissions.len() >= before, "what was there is gone");
        before = submissions.len();
        for one in submissions {
            let hash = one["hash"].as_str().unwrap();
            let kept = fs::read(class.path(&format!("ki/files/{}/{hash}", &hash[..2]))).unwrap();
            assert_eq!(blake3::hash(&kept).to_hex().as_str(), hash);
        }
    });
    assert!(before > 0);
}

#[test]
fn a_file_of_grades_is_the_old_one_or_the_new_one() {
    let class = Class::graded();
    let rows = (0..3000).map(|number| format!("Someone,{number}@example.edu,\n"));
    let others: String = rows.collect();
    class.write("sheet.csv", format!("Full name,Email address,Grade\nJane Doe,jane@example.edu,\n{others}"));
    let old = fs::read_to_string(class.path("sheet.csv")).unwrap();
    let new = old.replacen("jane@example.edu,", &format!("jane@example.edu,{}", class.grade("Ada")), 1);
    let export = ["export", "ki", "--run", "run", "--into", "sheet.csv", "--column", "Grade", "--in-place"];
    let mut seen = Vec::new();
    class.killed(&export, || {
        let text = fs::read_to_string(class.path("sheet.csv")).unwrap();
        assert!(text == old || text == new, "half of it");
        seen.push(text == new);
    });
    assert!(seen.is_sorted() && seen.last() == Some(&true), "{seen:?}");
}

#[test]
fn a_student_is_forgotten_as_a_whole_or_not_at_all() {
    let class = Class::new();
    class.submit("4713", 1);
    class.submit("4711", 2);
    let whole = class.status();
    let mut without = whole.clone();
    without.as_array_mut().unwrap().remove(2);
    class.killed(&["forget", "ki", "4713", "--yes"], || {
        let now = class.status();
        assert!(now == whole || now == without, "{now}");
    });
    // The next command finishes the deletion of the files.
    class.command(&["forget", "ki", "4713", "--yes"]).status().unwrap();
    assert_eq!((class.status(), tree(&class.path("ki/files")).len()), (without, 1));
}

/// Two requirements.
const REQUIREMENTS: &str = "[[requirement]]\nname = \"a\"\nagainst = \"builtin:random\"\npercent = 50\ngames = 6\n\
    [[requirement]]\nname = \"b\"\nagainst = \"builtin:first\"\npercent = 50\ngames = 4\n";

/// A result: the module, and the requirement if there is one.
type Result = (String, Option<String>);

impl Class {
    /// Creates a class with three versions that have no results.
    fn to_judge() -> Class {
        let class = Class::with(REQUIREMENTS);
        for (student, number) in [("4711", 1), ("4712", 2), ("4714", 3)] {
            class.submit(student, number);
        }
        class
    }

    /// Returns the number of times that each result is in the record. Every referenced list of games is complete.
    fn results(&self) -> BTreeMap<Result, u32> {
        let record = rusqlite::Connection::open(self.path("ki/private/class.sqlite")).unwrap();
        let mut select = record
            .prepare(
                "SELECT body ->> 'module', body ->> 'requirement', body ->> 'matches' FROM event
                 WHERE kind IN ('tried', 'judged')",
            )
            .unwrap();
        let mut results = BTreeMap::new();
        let mut rows = select.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let result: Result = (row.get(0).unwrap(), row.get(1).unwrap());
            if result.1.is_some() {
                let hash: String = row.get(2).unwrap();
                let list = fs::read(self.path(&format!("ki/files/{}/{hash}", &hash[..2]))).unwrap();
                assert_eq!(blake3::hash(&list).to_hex().as_str(), hash);
            }
            *results.entry(result).or_default() += 1;
        }
        results
    }

    /// Returns the results of the versions.
    fn shown(&self) -> Vec<Value> {
        let check: Value = serde_json::from_str(&self.ok(&["check", "ki", "--json"])).unwrap();
        check["entries"].as_array().unwrap().iter().map(|entry| entry["versions"].clone()).collect()
    }
}

/// Kills a program after some lines of its output and some microseconds more, unless it has ended by then. Returns the
/// complete lines of its output, and `true` if it ended by itself.
fn kill_after(mut child: Child, lines: usize, micros: usize) -> (Vec<String>, bool) {
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut told = Vec::new();
    let mut next = |told: &mut Vec<String>| {
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        if line.ends_with('\n') {
            told.push(line);
            return true;
        }
        false
    };
    while told.len() < lines && next(&mut told) {}
    let ended = (0..micros / 100).any(|_| {
        pause(Duration::from_micros(100));
        child.try_wait().unwrap().is_some()
    });
    child.kill().unwrap();
    let status = child.wait().unwrap();
    while next(&mut told) {}
    assert!(!ended || status.success());
    (told, ended)
}

/// Six kills, and with `MUSTER_FULL=1` 24.
#[test]
fn what_work_has_played_is_in_the_record_once() {
    let reference = Class::to_judge();
    reference.ok(&["work", "ki", "--jobs", "2"]);
    let due = reference.results();
    assert!(due.len() == 9 && due.values().all(|count| *count == 1), "{due:?}");
    let (due_kills, most_begun) = if is_full() { (24, 100) } else { (6, 25) };
    let (mut kills, mut begun) = (0, 0);
    // From early to late, and in between. On a fast machine, it may have ended before most of these moments.
    while kills < due_kills && begun < most_begun {
        let class = Class::to_judge();
        let mut before = BTreeMap::new();
        loop {
            let mut work = class.command(&["work", "ki", "--jobs", "2", "--json"]);
            let child = work.stdout(Stdio::piped()).spawn().unwrap();
            let (told, ended) = kill_after(child, begun % 3, begun * 7919 % 60_000);
            begun += 1;
            let results = class.results();
            assert!(results.values().all(|count| *count == 1), "played twice: {results:?}");
            assert!(before.keys().all(|result| results.contains_key(result)), "what was there is gone");
            for line in told {
                let line: Value = serde_json::from_str(&line).unwrap();
                let word = |value: &Value| value.as_str().map(str::to_owned);
                let result = (word(&line["module"]).unwrap(), word(&line["judged"]["requirement"]));
                assert!(results.contains_key(&result), "{line} was told and is not there");
            }
            // The chain is valid, and no lock is left over.
            class.shown();
            before = results;
            if ended {
                break;
            }
            kills += 1;
        }
        assert_eq!(before, due);
        assert_eq!(class.shown(), reference.shown(), "as if it had never been killed");
    }
    assert!(kills > 0);
}

#[test]
fn judging_again_is_previewed_without_a_change_and_applied_as_a_whole() {
    let class = Class::to_judge();
    class.ok(&["work", "ki", "--jobs", "2"]);
    let before = class.shown();
    let text = fs::read_to_string(class.path("ki/class.toml")).unwrap();
    class.write("ki/class.toml", text.replace("games = 6", "games = 8").replace("games = 4", "games = 10"));
    let judged = |shown: &[Value]| -> Vec<Value> {
        let versions = shown.iter().flat_map(|versions| versions.as_array().unwrap());
        let badges = versions.flat_map(|version| version["badges"].as_array().unwrap());
        badges.map(|badge| badge["judged"].clone()).collect()
    };
    let mut moments = 1;
    loop {
        let mut rejudge = class.command(&["rejudge", "ki", "--jobs", "2", "--json"]);
        let child = rejudge.stdout(Stdio::piped()).spawn().unwrap();
        let (_, ended) = kill_after(child, 0, moments);
        assert_eq!(judged(&class.shown()), judged(&before), "a preview changes nothing");
        assert!(class.results().values().all(|count| *count == 1));
        // The class is intact after the kill.
        class.ok(&["backup", "ki", "ki.zip"]);
        if ended {
            break;
        }
        moments += 1 + moments / 2;
    }
    let preview: Value =
        serde_json::from_str(&class.ok(&["rejudge", "ki", "--jobs", "2", "--json"])).unwrap();
    assert_eq!(preview["changes"].as_array().unwrap().len(), 6);
    let name = preview["preview"].as_str().unwrap();
    let after: Vec<Value> =
        preview["changes"].as_array().unwrap().iter().map(|change| change["after"].clone()).collect();
    let mut seen = Vec::new();
    class.killed(&["rejudge", "ki", "--apply", name], || {
        let now = judged(&class.shown());
        assert!(now == judged(&before) || now == after, "half of it");
        seen.push(now == after);
    });
    // The second time, it is rejected, because it would change nothing.
    assert!(seen.is_sorted() && seen.last() == Some(&true), "{seen:?}");
    assert!(class.results().values().sum::<u32>() == 9 + 6);
}
