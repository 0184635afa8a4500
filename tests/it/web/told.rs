//! Tests that the viewer describes failures like the program.

use std::fs;

use referee::{Failure, Fault, TrapKind};
use serde_json::{Value, json};

use crate::support::run;
use crate::web::node::{in_turn, succeeds};

/// Details of failures in records: a script's last line with the engine's message, and each alone; and similar lines of
/// bots.
const DETAILS: [&str; 7] = [
    "",
    "wasm trap: wasm `unreachable` instruction executed",
    "bot.js:3:24: Error: no (good) move (wasm trap: wasm `unreachable` instruction executed)",
    "bot.py:12:9: IndexError: list index out of range",
    "a (wasm trap: b) (wasm trap: call stack exhausted)",
    "a (wasm trap: b) and more",
    "stack overflow (of the program's own stack): its pointer is 16 bytes below address 0",
];

/// The lines of a script's account after the first one.
const BACKTRACE: [&str; 4] =
    ["      return d['x']", "             ^", "  called by f, bot.py:9", "  advice: did you mean `y`?"];

/// Returns the program's description of a failure, and of its log.
fn case(failure: &Failure, log: &str) -> Value {
    let lines =
        |text: &[u8]| -> Vec<String> { String::from_utf8_lossy(text).lines().map(str::to_owned).collect() };
    let own = failure.advice().filter(|advice| failure.backtrace.iter().any(|line| line.ends_with(advice)));
    json!({
        "fault": failure.fault.to_string(),
        "detail": failure.detail,
        "backtrace": failure.backtrace,
        "told": failure.told(),
        "advice": own,
        "trace": failure.account().map_or_else(|| failure.backtrace.clone(), |_| failure.trace()),
        "log": lines(log.as_bytes()),
        "before": lines(failure.log_before(log.as_bytes())),
    })
}

fn check(cases: &[Value]) {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), json!(cases).to_string()).unwrap();
    succeeds("told.js", &[file.path().to_str().unwrap()]);
}

#[test]
fn the_engine_s_words_are_left_out_as_the_program_leaves_them_out() {
    let failures = Fault::all().flat_map(|fault| DETAILS.map(|detail| Failure::new(fault, detail)));
    let cases: Vec<Value> = failures.map(|failure| case(&failure, "thinking\n")).collect();
    assert!(cases.iter().any(|case| case["detail"] != case["told"]));
    check(&cases);
}

#[test]
fn a_script_s_account_is_taken_out_of_its_log_as_the_program_takes_it_out() {
    let trap = Fault::Trap(TrapKind::Unreachable);
    let scripts = [
        (
            trap,
            "exception in choose, bot.py:5: KeyError: 'x'",
            "exception in choose, bot.py:5: KeyError: 'x'",
        ),
        (Fault::Timeout, "out of time in choose, bot.py:5", "time runs out in choose, bot.py:5"),
    ];
    let cases = scripts.into_iter().flat_map(|(fault, detail, logged)| {
        let backtrace = BACKTRACE.map(str::to_owned);
        let failure = Failure { fault, detail: detail.to_owned(), backtrace: backtrace.into() };
        let account = format!("{logged}\n{}\n", BACKTRACE.join("\n"));
        let logs =
            [format!("thinking\n{account}"), account.clone(), format!("{account}more\n"), String::new()];
        logs.map(|log| case(&failure, &log))
    });
    let cases: Vec<Value> = cases.collect();
    assert!(cases.iter().all(|case| case["advice"] == "did you mean `y`?"));
    assert_eq!(cases.iter().filter(|case| case["log"] != case["before"]).count(), 4);
    check(&cases);
}

/// A bot that writes a line to standard error, like an interpreter, and gives up.
const COMPLAINING: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 64) "\60\00\00\00\1e\00\00\00")
    (data (i32.const 96) "bot.js:3:24: Error: no (move)\0a")
    (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
    (func (export "muster_choose") (param i32) (result i64)
        (drop (call $write (i32.const 2) (i32.const 64) (i32.const 1) (i32.const 0)))
        unreachable))"#;

#[test]
fn the_card_of_a_failed_bot_says_what_the_bot_said() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("complaining.wasm");
    fs::write(&bot, wat::parse_str(COMPLAINING).unwrap()).unwrap();
    let page = folder.path().join("match.html");
    let (code, out, err) =
        run(&["play", "tank-war", bot.to_str().unwrap(), "builtin:random", "--save", page.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    let line = "bot.js:3:24: Error: no (move)";
    assert!(out.contains(line) && !out.contains("wasm trap"), "{out}");
    in_turn(0, "failing.js", &[page.to_str().unwrap(), line]);
}

/// A script that logs a line and then misspells a name of the kit.
const MISSPELT: &str = r#"import { legalActions } from "./muster.js";
export function choose(view) {
  console.log("thinking");
  return legalAction()[0];
}
"#;

#[test]
fn the_card_of_a_script_says_each_thing_once() {
    let folder = tempfile::tempdir().unwrap();
    let (bot, page) = (folder.path().join("bot.wasm"), folder.path().join("match.html"));
    let script = folder.path().join("bot.js");
    fs::write(&script, MISSPELT).unwrap();
    let [script, bot, page] = [&script, &bot, &page].map(|path| path.to_str().unwrap());
    for arguments in [
        &["build", script, "--game", "tank-war", "-o", bot][..],
        &["play", "tank-war", bot, "builtin:random", "--save", page],
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!(code, 0, "{err}");
    }
    let line = "exception in choose, bot.js:4: ReferenceError: legalAction is not defined";
    let once = [line, "return legalAction()[0];", "Suggestion: did you mean legalActions?", "thinking"];
    in_turn(1, "failing.js", &[&[page, line], &once[..]].concat());
}
