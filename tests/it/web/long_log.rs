//! Tests a log with more lines than a page can hold.

use std::fs;

use crate::support::run;
use crate::web::node::in_both_browsers;

/// A bot that fills its log with line breaks and fails.
const BREAKING: &str = r#"(module
    (import "muster" "log" (func $log (param i32 i32)))
    (memory (export "memory") 2)
    (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
    (func (export "muster_choose") (param i32) (result i64)
        (memory.fill (i32.const 65536) (i32.const 10) (i32.const 65536))
        (call $log (i32.const 65536) (i32.const 65536))
        unreachable))"#;

#[test]
fn a_log_of_line_breaks_is_drawn_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("breaking.wasm");
    fs::write(&bot, wat::parse_str(BREAKING).unwrap()).unwrap();
    let page = folder.path().join("match.html");
    let (code, _, err) =
        run(&["play", "tank-war", bot.to_str().unwrap(), "builtin:random", "--save", page.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    in_both_browsers("long_log.js", &[page.to_str().unwrap(), "65536"]);
}
