//! The rules of a game: every call starts from the same state, and every failure has a message.

use std::thread;

use game_file::{CallFailure, RulesCalls};
use sandbox::{Caps, Objection, Rules, is_rules};

use crate::common;

/// A function that returns memory from an address on, with the length of the request.
const ANSWER: &str = r"(func $answer (param $from i32) (param $length i32) (result i64)
    (i64.or (i64.extend_i32_u (local.get $from)) (i64.shl (i64.extend_i32_u (local.get $length)) (i64.const 32))))";

/// Returns a module with the exports of rules and this many pages of memory, whose calls run `body`.
fn module(pages: u32, body: &str, more: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
            (import "muster" "log" (func $log (param i32 i32)))
            (import "muster" "random" (func $random (result i64)))
            (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
            (memory (export "memory") {pages})
            (func $game (export "muster_game"))
            (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
            {ANSWER}
            (func $choose (export "muster_choose") (param $length i32) (result i64) {body})
            {more})"#
    );
    wat::parse_str(text).expect("a module")
}

fn rules(body: &str, more: &str) -> Rules {
    with_pages(1, body, more)
}

fn with_pages(pages: u32, body: &str, more: &str) -> Rules {
    let bytes = module(pages, body, more);
    assert!(is_rules(&bytes));
    common::sandbox().rules(&bytes, &Caps::standard()).expect("the host works").expect("rules")
}

fn call(rules: &Rules) -> Result<(Vec<u8>, u64), CallFailure> {
    let mut answer = vec![1, 2, 3];
    rules.call(b"request", &mut answer).map(|fuel| (answer, fuel))
}

/// A body that counts its calls in memory, and in a global, a table or a segment, and answers with the counts.
fn counting(more: &str) -> String {
    format!(
        "(i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
         (i32.store (i32.const 60000) (i32.add (i32.load (i32.const 60000)) (i32.const 1)))
         {more}
         (i32.store (i32.const 8) (i32.load (i32.const 60000)))
         (call $answer (i32.const 0) (i32.const 12))"
    )
}

#[test]
fn nothing_survives_a_call() {
    let in_global = "(global.set $calls (i32.add (global.get $calls) (i32.const 1)))
        (i32.store (i32.const 4) (global.get $calls))";
    let global = r#"(global $calls (export "calls") (mut i32) (i32.const 0))"#;
    let in_table = "(i32.store (i32.const 4) (i32.add (i32.const 1) (i32.eqz (ref.is_null (table.get $t (i32.const 0))))))
        (table.set $t (i32.const 0) (ref.func $game))";
    let grown = "(i32.store (i32.const 4) (memory.grow (i32.const 1)))";
    let dropped = "(memory.init $one (i32.const 4) (i32.const 0) (i32.const 4)) (data.drop $one)";
    let cases = [
        (in_global, global),
        // A global that is not exported cannot be restored.
        (in_global, "(global $calls (mut i32) (i32.const 0))"),
        (in_table, "(table $t 1 funcref) (elem declare func $game)"),
        (grown, ""),
        (dropped, r#"(data $one "\01\00\00\00")"#),
    ];
    // Small memories are compared as a whole; for large ones, the kernel reports the changed pages.
    for ((body, more), pages) in cases.iter().flat_map(|case| [(case, 1), (case, 17)]) {
        let rules = with_pages(pages, &counting(body), more);
        let (first, fuel) = call(&rules).expect("an answer");
        let second = if *body == grown { pages as u8 } else { 1 };
        assert_eq!(first, [1, 0, 0, 0, second, 0, 0, 0, 1, 0, 0, 0], "{body}");
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        assert_eq!(call(&rules).expect("an answer"), (first.clone(), fuel), "{body}");
                    }
                });
            }
        });
    }
}

#[test]
fn a_page_that_only_some_calls_change_is_restored() {
    // A call counts in the page that its request names. A data segment fills one of these pages.
    let page = "(i32.add (i32.const 65536) (i32.mul (i32.const 8192) (i32.load8_u (i32.const 1024))))";
    let body = format!(
        "(i32.store {page} (i32.add (i32.load {page}) (i32.const 1)))
         (i32.store (i32.const 0) (i32.load {page}))
         (call $answer (i32.const 0) (i32.const 1))"
    );
    let rules = with_pages(17, &body, r#"(data (i32.const 90112) "\05")"#);
    let count = |request: u8| {
        let mut answer = Vec::new();
        rules.call(&[request], &mut answer).expect("an answer");
        answer[0]
    };
    for request in [0, 0, 7, 3, 0, 3, 7, 9, 9, 7, 3, 0, 100, 3, 100] {
        assert_eq!(count(request), if request == 3 { 6 } else { 1 }, "{request}");
    }
}

#[test]
fn a_request_of_any_length_arrives() {
    let rules = rules("(call $answer (i32.const 1024) (local.get $length))", "");
    for length in [0, 1, 4_096, 4_097, 20_000, 7] {
        let request = vec![length as u8; length];
        let mut answer = Vec::new();
        rules.call(&request, &mut answer).expect("an answer");
        assert_eq!(answer, request, "{length}");
    }
}

#[test]
fn clocks_begin_anew_with_each_call() {
    let rules = rules(
        "(drop (call $clock (i32.const 1) (i64.const 0) (i32.const 0))) (call $answer (i32.const 0) (i32.const 8))",
        "",
    );
    assert_eq!(call(&rules), call(&rules));
}

#[test]
fn failures_are_named() {
    let cases = [
        ("unreachable", "a panic, an abort or a failed assertion in choose"),
        ("(loop $l (br $l)) unreachable", "out of time: a call may use 2000000000 units of fuel"),
        ("(call $choose (i32.const 0))", "stack overflow"),
        ("(i64.load (i32.const -8))", "access beyond the end of memory in choose"),
        ("(i64.div_u (i64.const 1) (i64.const 0))", "division by zero in choose"),
        (
            "(call $answer (i32.const 65530) (i32.const 7))",
            "the answer has 7 bytes at address 65530, in a memory of 65536",
        ),
        (
            "(call $answer (i32.const 0) (i32.const 1048577))",
            "the answer has 1048577 bytes: at most 1048576 are allowed",
        ),
        ("(call $random)", "rules draw no random numbers: return chance(n) from turn"),
        ("(call $log (i32.const -1) (i32.const 9)) unreachable", "bad pointer or length in a host call"),
        (
            "(loop $l (br_if $l (i32.ne (i32.const -1) (memory.grow (i32.const 16))))) unreachable",
            "out of memory",
        ),
    ];
    for (body, what) in cases {
        let rules = rules(body, "");
        let failure = call(&rules).expect_err(body);
        assert!(failure.what.starts_with(what), "{body}: {}", failure.what);
        assert_eq!(call(&rules), Err(failure), "{body}");
    }
    let start = rules("(i64.const 0)", "(func $begin unreachable) (start $begin)");
    assert!(call(&start).is_err_and(|failure| failure.what.starts_with("a panic")));
}

#[test]
fn output_is_kept_and_shown_in_failures() {
    let said = r#"(data (i32.const 0) "one\ntwo\n")"#;
    let log = "(call $log (i32.const 0) (i32.const 8))";
    let quiet = rules(&format!("{log} (i64.const 0)"), said);
    call(&quiet).and_then(|_| call(&quiet)).expect("an answer");
    assert_eq!((quiet.take_output().as_str(), quiet.take_output().as_str()), ("one\ntwo\none\ntwo\n", ""));
    let failure = call(&rules(&format!("{log} unreachable"), said)).expect_err("a trap");
    assert_eq!(failure.trace[failure.trace.len() - 2..], ["  output: one", "  output: two"]);
}

#[test]
fn a_bot_is_not_accepted_as_rules() {
    let bot = common::fixture("honest");
    assert!(!is_rules(&bot));
    let refused = common::sandbox().rules(&bot, &Caps::standard()).expect("the host works").map(drop);
    assert_eq!(refused.map_err(|refusal| refusal.to_string()), Err(Objection::NoRules.to_string()));
}
