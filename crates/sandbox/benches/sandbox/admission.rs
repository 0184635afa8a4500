//! Time to inspect a module before it is admitted or refused.

use sandbox::{Caps, inspect};

use crate::{common, cpu_seconds};

/// The rows: their labels and modules.
fn modules() -> Vec<(&'static str, Vec<u8>)> {
    let exports = "(memory (export \"memory\") 1)
        (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
        (func (export \"muster_choose\") (param i32) (result i64) (i64.const 1))";
    let module = |rest: &str| wat::parse_str(format!("(module {exports} {rest})")).expect("a module's text");
    // Each target carries sixteen values, which the validator checks.
    let table = format!(
        "(func (result {}) {} (br_table {} 0 (i32.const 0)))",
        "i32 ".repeat(16),
        "(i32.const 1) ".repeat(16),
        "0 ".repeat(20_000)
    );
    let mut dice = game::Dice::from_number(1);
    let mut noise = b"\0asm\x01\0\0\0".to_vec();
    noise.extend((0..1 << 20).map(|_| dice.bits() as u8));
    vec![
        ("an honest bot", common::fixture("honest")),
        ("a mebibyte of noise", noise),
        ("9,999 empty functions too many", module(&"(func)".repeat(9_999))),
        ("9,000 functions", module(&"(func (result i64) (i64.const 1))".repeat(9_000))),
        ("100 tables of 20,000 branches that carry 16 values", module(&table.repeat(100))),
    ]
}

pub(crate) fn run() {
    println!("milliseconds of processor time of the inspection");
    for (name, bytes) in modules() {
        let begun = cpu_seconds();
        let verdict = if inspect(&bytes, &Caps::default()).is_ok() { "let in" } else { "refused" };
        let spent = (cpu_seconds() - begun) * 1e3;
        println!("  {spent:8.2}  {name}, {} KB: {verdict}", bytes.len() / 1000);
    }
}
