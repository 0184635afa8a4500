//! `--isolate`: a class has the same record with isolated workers, even if they are killed.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use super::Class;
use crate::durability::course::Arbitrary;
use crate::isolation::{isolate, kill_a_worker};
use crate::support::{is_full, muster, pause, told, top};

const TEXT: &str = "[[requirement]]\nname = \"beats another\"\nagainst = \"other.wasm\"\npercent = 55\ngames = 40\n\
    [scrimmage]\nper_day = 2\ngames = 8\nopponents = [\"builtin:random\"]\n";
const SCRIPT: &str =
    "import { legalActions } from \"./muster.js\";\nexport const choose = () => legalActions()[0];\n";

fn bot(name: &str) -> Vec<u8> {
    fs::read(top().join(format!("bots/tank-war/{name}/{name}.wasm"))).unwrap()
}

/// Creates a class with the files to submit beside it.
fn class() -> Class {
    let class = Class::open(TEXT);
    class.bot("ki/other.wasm", -1);
    class.bot("bad.wasm", -1);
    class.write("greedy.wasm", bot("greedy"));
    class.write("bot.js", SCRIPT);
    class.write("wrong.js", "export function choose( {\n");
    class.write("broken.wasm", "not a module");
    class
}

impl Class {
    /// Returns the exit code and output of a command, as JSON without times and durations.
    fn answer(&self, command: &str, arguments: &[&str], more: &[&str]) -> (i32, Vec<Value>) {
        let (code, out, _) = self.run(&[command], &[arguments, more, &["--json"]].concat());
        let answers = serde_json::Deserializer::from_str(&out).into_iter::<Value>();
        (code, answers.map(|answer| timeless(answer.unwrap())).collect())
    }

    /// Returns everything that the class knows about its students.
    fn knows(&self) -> Vec<(i32, Vec<Value>)> {
        let mut known = vec![self.answer("status", &[], &[]), self.answer("scrimmage", &["1"], &[])];
        known.extend(["1", "2", "3"].map(|student| self.answer("check", &[student], &[])));
        known
    }
}

/// Removes times, durations and receipts, which are never equal.
fn timeless(value: Value) -> Value {
    let is_moment = |text: &str| text.len() > 19 && text.as_bytes()[10] == b'T' && text.ends_with('Z');
    match value {
        Value::String(text) if is_moment(&text) => Value::Null,
        Value::String(text) if ["  received ", "  receipt "].iter().any(|begin| text.starts_with(begin)) => {
            Value::Null
        }
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(name, _)| {
                !["time", "seconds", "wall", "receipt"].iter().any(|time| name.contains(time))
            })
            .map(|(name, value)| (name, timeless(value)))
            .collect(),
        Value::Array(values) => values.into_iter().map(timeless).collect(),
        other => other,
    }
}

/// Submits, requests games, plays everything, and judges all versions again by another text.
fn course(more: &[&str]) -> Vec<(i32, Vec<Value>)> {
    let class = class();
    let hand_ins =
        [("1", "bot.js"), ("2", "wrong.js"), ("2", "broken.wasm"), ("2", "bad.wasm"), ("3", "greedy.wasm")];
    let mut told: Vec<_> =
        hand_ins.iter().map(|(student, file)| class.answer("submit", &[student, file], more)).collect();
    assert_eq!(told.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [0, 4, 4, 0, 0], "{told:?}");
    told.push(class.answer("scrimmage", &["1", "--against", "Duo"], more));
    let (code, mut played) = class.answer("work", &["--jobs", "2"], more);
    assert_eq!(code, 0, "{played:?}");
    played.sort_by_key(Value::to_string);
    told.push((code, played));
    told.extend(class.knows());
    class.write("ki/other.wasm", bot("walker"));
    let preview = class.answer("rejudge", &["--jobs", "2"], more);
    let name = preview.1[0]["preview"].as_str().unwrap().to_owned();
    assert_ne!(preview.1[0]["changes"], json!([]));
    told.push(preview);
    told.push(class.answer("rejudge", &["--apply", &name], more));
    told.extend(class.knows());
    told
}

#[test]
fn a_class_has_the_same_record_with_workers() {
    let (here, there) = (course(&[]), course(&[isolate()]));
    assert_eq!(here.len(), there.len());
    for (here, there) in here.iter().zip(&there) {
        assert_eq!(here, there);
    }
}

impl Class {
    /// Runs a command with workers, and kills one of them at some moment within this time of the first one's start.
    /// Returns `true` if one was killed.
    fn with_a_kill(&self, arguments: &[&str], within: Duration, arbitrary: &mut Arbitrary) -> bool {
        let mut command = muster();
        command.current_dir(self.top.path()).arg("class").args(arguments).arg(isolate());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let within = within.as_micros() as u64;
        let is_hit = kill_a_worker(child.id(), 1, || pause(Duration::from_micros(arbitrary.below(within))));
        let (code, out, err) = told(&child.wait_with_output().unwrap());
        assert_eq!(code, 0, "{arguments:?}: {out}{err}");
        is_hit
    }
}

/// Half of the kills hit the preparation of a module, half of them matches. A kill after the end of all workers does
/// not count.
#[test]
fn workers_that_are_killed_change_nothing_in_a_class() {
    let due = {
        let class = class();
        class.ok(&["submit"], &["1", "bot.js"]);
        class.ok(&["submit"], &["3", "greedy.wasm"]);
        class.ok(&["scrimmage"], &["1", "--against", "Duo"]);
        class.work("2");
        class.knows()
    };
    let kills = if is_full() { 100 } else { 2 };
    let (mut arbitrary, mut hits, mut runs) = (Arbitrary(2026), [0, 0], 0);
    while hits.iter().any(|&hit| hit < kills) {
        assert!(runs < 20 * kills, "only {hits:?} of {runs} runs had a worker to be killed");
        runs += 1;
        let class = class();
        let build = ["submit", "ki", "1", "bot.js"];
        hits[0] += u32::from(class.with_a_kill(&build, Duration::from_millis(400), &mut arbitrary));
        class.ok(&["submit"], &["3", "greedy.wasm"]);
        class.ok(&["scrimmage"], &["1", "--against", "Duo"]);
        let work = ["work", "ki", "--jobs", "2"];
        hits[1] += u32::from(class.with_a_kill(&work, Duration::from_millis(400), &mut arbitrary));
        assert_eq!(class.knows(), due, "after {hits:?} kills");
    }
}
