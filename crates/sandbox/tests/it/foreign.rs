//! Texts that come from a module: the shown form is always short and on one line.

use crate::common;

use common::{admit, against_first, bot_of_text, loss};
use referee::Limits;

/// Maximum bytes of a text from a module, and of the text around it on one line.
const NAME: usize = 240;
const AROUND: usize = 100;

/// Length of the longest name that a module can have.
const LONGEST: usize = 100_000;

fn assert_harmless(text: &str, names: usize) {
    assert!(text.len() <= names * NAME + AROUND, "{} bytes: {text:.300}", text.len());
    assert!(!text.contains(|sign: char| sign.is_control() || sign == '\u{202e}'), "{text:.300}");
}

#[test]
fn names_in_a_backtrace_are_short_and_stay_on_their_lines() {
    for name in ["x".repeat(LONGEST), r"a\n".repeat(10_000), r"\1b[2J\u{202e}".to_owned()] {
        let deeper = "(func $deeper (@name \"NAME\") (param i32)
            (if (i32.eqz (local.get 0)) (then unreachable))
            (call $deeper (i32.sub (local.get 0) (i32.const 1))))";
        let text = format!(
            "(module (memory (export \"memory\") 1)
               {}
               (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
               (func (export \"muster_choose\") (param i32) (result i64)
                 (call $deeper (i32.const 30)) (i64.const 1)))",
            deeper.replace("NAME", &name)
        );
        let record = against_first(&bot_of_text(&text), &Limits::default());
        let backtrace = &loss(&record).failure.backtrace;
        assert_eq!(backtrace.len(), 20);
        for line in backtrace {
            assert_harmless(line, 1);
        }
    }
}

#[test]
fn names_in_a_refusal_are_short_and_stay_on_their_lines() {
    let long = "x".repeat(LONGEST);
    let imports = [
        format!("(import \"env\" \"{long}\" (func))"),
        format!("(import \"{long}\" \"{long}\" (func))"),
        r#"(import "env" "a\nthe module is fine\r\n\1b[2J\u{202e}" (func))"#.to_owned(),
        "(import \"muster\" \"log\" (func (param i64 i64 i64)))".to_owned(),
        format!("(import \"muster\" \"log\" (func (param {})))", "i64 ".repeat(99)),
    ];
    let exports = format!("(func (export \"{long}\")) (func (export \"{long}\"))");
    let modules = imports.into_iter().chain([exports]);
    for rest in modules {
        let text = format!("(module {rest} (memory (export \"memory\") 1))");
        let refusal = admit(&wat::parse_str(text).expect("a module's text")).expect_err("refused");
        for objection in refusal.objections() {
            assert_harmless(&objection.to_string(), 2);
        }
    }
}
