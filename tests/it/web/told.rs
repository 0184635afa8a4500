//! What the viewer tells of a failure is what the program tells.

use std::fs;

use referee::{Failure, Fault};
use serde_json::json;

use crate::support::run;
use crate::web::node::{in_both_browsers, succeeds};

/// What records have as a failure's detail: a script's last line with the engine's words, and each alone; and lines of
/// bots that look like them.
const DETAILS: [&str; 7] = [
    "",
    "wasm trap: wasm `unreachable` instruction executed",
    "bot.js:3:24: Error: no (good) move (wasm trap: wasm `unreachable` instruction executed)",
    "bot.py:12:9: IndexError: list index out of range",
    "a (wasm trap: b) (wasm trap: call stack exhausted)",
    "a (wasm trap: b) and more",
    "stack overflow (of the program's own stack): its pointer is 16 bytes below address 0",
];

#[test]
fn the_engine_s_words_are_left_out_as_the_program_leaves_them_out() {
    let cases: Vec<_> = Fault::all()
        .flat_map(|fault| DETAILS.map(|detail| Failure::new(fault, detail)))
        .map(|failure| json!([failure.fault.to_string(), failure.detail, failure.told()]))
        .collect();
    assert!(cases.iter().any(|case| case[1] != case[2]));
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), json!(cases).to_string()).unwrap();
    succeeds("told.js", &[file.path().to_str().unwrap()]);
}

/// A bot that writes a line to standard error, as an interpreter does, and gives up.
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
    in_both_browsers("failing.js", &[page.to_str().unwrap(), line]);
}
