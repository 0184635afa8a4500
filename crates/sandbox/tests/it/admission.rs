//! Admission of modules that are generated, truncated or mangled here, because they are too large or too many for
//! files.

use crate::common;

use common::{admit, fixture};
use sandbox::{Caps, Objection, Refusal, inspect};

const EXPORTS: &str = "(memory (export \"memory\") 1)
  (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
  (func (export \"muster_choose\") (param i32) (result i64) (i64.const 1))";

fn module(rest: &str) -> Vec<u8> {
    wat::parse_str(format!("(module {EXPORTS} {rest})")).expect("a module's text")
}

/// Returns the refusal of a module. `cargo bench -p sandbox -- admission` measures its time.
fn refusal(bytes: &[u8]) -> Refusal {
    inspect(bytes, &Caps::default()).expect_err("refused")
}

fn check(bytes: &[u8], expected: &str) {
    let text = refusal(bytes).to_string();
    assert!(text.contains(expected), "`{text}` does not say `{expected}`");
}

#[test]
fn files_that_are_no_modules_are_refused() {
    check(b"", "the file is empty");
    check(b"int main() { return 0; }", "the file is not a WebAssembly module");
    check(b"\0asm", "not valid");
    check(b"\0asm\x02\0\0\0", "not valid");
    let noise: Vec<u8> = {
        let mut dice = game::Dice::from_number(1);
        (0..1 << 20).map(|_| dice.bits() as u8).collect()
    };
    check(&noise, "the file is not a WebAssembly module");
    check(&[b"\0asm\x01\0\0\0", noise.as_slice()].concat(), "not valid");
}

#[test]
fn a_module_that_is_cut_off_anywhere_is_refused() {
    // Bots without names and data at their end: a module that has lost only those would still be whole.
    for name in ["honest", "floats", "division-by-zero"] {
        let bytes = fixture(name);
        for end in 0..bytes.len() {
            assert!(inspect(&bytes[..end], &Caps::default()).is_err(), "{name} cut at {end}");
        }
        assert!(inspect(&bytes, &Caps::default()).is_ok(), "{name}");
    }
}

#[test]
fn every_cap_is_kept_and_named() {
    let cases: [(&str, String, &str); 13] = [
        (
            "locals",
            format!("(func (local {}))", "i32 ".repeat(257)),
            "function 2 has 257 locals; at most 256",
        ),
        (
            "body",
            format!("(func {})", "(drop (i64.const 0x7fffffffffffffff))".repeat(6_000)),
            "bytes; at most 65536",
        ),
        (
            "nesting",
            format!("(func {}{})", "(block ".repeat(1_001), ")".repeat(1_001)),
            "function 2 has 1001 blocks inside one another; at most 1000",
        ),
        ("globals", "(global i32 (i32.const 0))".repeat(1_001), "1001 globals; at most 1000"),
        ("tables", "(table 1 funcref)".repeat(5), "5 tables; at most 4"),
        ("data", "(data (i32.const 0) \"\")".repeat(1_001), "1001 data segments; at most 1000"),
        ("elements", "(elem func)".repeat(1_001), "1001 element segments; at most 1000"),
        ("exports", each(1_000, |n| format!("(func (export \"f{n}\"))")), "1003 exports; at most 1000"),
        ("functions", "(func)".repeat(9_999), "10001 functions; at most 10000"),
        (
            "parameters",
            format!("(func (param {}))", "i32 ".repeat(101)),
            "a function type has 101 parameters; at most 100",
        ),
        (
            "results",
            format!("(func (result {}) unreachable)", "i32 ".repeat(17)),
            "a function type has 17 results; at most 16",
        ),
        (
            "parameters of a block",
            format!(
                "(func {0} (block (param {1}) {2}) {0} (block (param {1}) {2}))",
                "(i32.const 1)".repeat(17),
                "i32 ".repeat(17),
                "drop ".repeat(17)
            ),
            "a block has 17 parameters; at most 16",
        ),
        ("types", each(2_001, |n| format!("(type (func (param {})))", bits(n))), "types; at most 2000"),
    ];
    for (name, rest, expected) in cases {
        let text = refusal(&module(&rest)).to_string();
        assert!(text.contains(expected), "{name}: `{text}` does not say `{expected}`");
    }
    let imports = each(101, |n| format!("(import \"env\" \"f{n}\" (func))"));
    check(
        &wat::parse_str(format!("(module {imports} {EXPORTS})")).expect("a module"),
        "101 imports; at most 100",
    );
}

/// Concatenates the texts for all numbers below `count`.
fn each(count: u32, text: impl FnMut(u32) -> String) -> String {
    (0..count).map(text).collect::<Vec<_>>().concat()
}

/// Returns a list of types that spells a number.
fn bits(number: u32) -> String {
    (0..12).map(|bit| if number >> bit & 1 == 1 { "i64 " } else { "i32 " }).collect()
}

#[test]
fn all_reasons_are_given_at_once() {
    let refusal = refusal(&fixture("refused-everything-at-once"));
    let has = |wanted: fn(&Objection) -> bool| refusal.objections().iter().any(wanted);
    assert!(has(|objection| matches!(objection, Objection::UnknownImport { name, .. } if name == "clock")));
    assert!(has(
        |objection| matches!(objection, Objection::OverCap { what, .. } if what == "pages of 64 KiB")
    ));
    assert!(has(|objection| matches!(objection, Objection::Feature(name) if name.contains("multi-memory"))));
    assert!(has(|objection| matches!(objection, Objection::Feature(name) if name.contains("tail calls"))));
    assert!(has(
        |objection| matches!(objection, Objection::MissingExport { name, .. } if name == "muster_buffer")
    ));
    assert!(has(
        |objection| matches!(objection, Objection::MistypedExport { name, .. } if name == "muster_choose")
    ));
    assert_eq!(refusal.objections().len(), 6, "{refusal}");
}

/// Sections left unread because of a cap are not checked against the interface, and nothing is validated.
#[test]
fn a_module_past_a_cap_hears_of_caps_alone() {
    let modules = [
        ("types", module(&each(2_001, |n| format!("(type (func (param {})))", bits(n))))),
        ("functions", module(&"(func)".repeat(9_999))),
        ("exports", module(&each(1_000, |n| format!("(func (export \"f{n}\"))")))),
        ("locals", module(&format!("(func (local {})) (table 1 externref)", "i32 ".repeat(257)))),
    ];
    for (name, bytes) in modules {
        let refusal = refusal(&bytes);
        let caps = |objection: &Objection| matches!(objection, Objection::OverCap { .. });
        assert!(refusal.objections().iter().all(caps), "{name}: {refusal}");
    }
}

/// The list of reasons stays short, even if much is wrong with a module.
#[test]
fn of_many_reasons_the_first_are_listed() {
    let imports = each(50, |n| format!("(import \"env\" \"f{n}\" (func))"));
    let refusal = refusal(&wat::parse_str(format!("(module {imports} {EXPORTS})")).expect("a module"));
    assert_eq!(refusal.objections().len(), 21);
    assert_eq!(refusal.objections()[20].to_string(), "30 more reasons are not listed");
}

/// Branches, blocks and calls are counted by the values that they carry; bots carry next to nothing.
#[test]
fn what_branches_carry_is_counted() {
    let carried = |rest: &str| inspect(&module(rest), &Caps::default()).expect("admitted").carried;
    assert_eq!(carried(""), 0);
    assert_eq!(carried("(func (result i32 i32) (return (i32.const 1) (i32.const 2)))"), 2);
    assert_eq!(carried("(func (param i32 i64) (result i32) (call 2 (local.get 0) (local.get 1)))"), 3);
    // The block itself, then three targets: two out of the block with one value, one out of the function with one.
    let table = "(func (result i32) (block (result i32) (i32.const 7) (br_table 0 1 0 (i32.const 0))))";
    assert_eq!(carried(table), 1 + 3);
    // A branch to a loop carries the loop's parameters; its end carries its results.
    let endless = "(func (i32.const 1) (loop (param i32) (result i32 i32) (br 0)) unreachable)";
    assert_eq!(carried(endless), 3 + 1);
}

/// The estimate is a count, so the figures are the same everywhere.
#[test]
fn what_compiling_costs_is_counted() {
    let whole = |rest: &str| inspect(&module(rest), &Caps::default()).expect("admitted").compile_cost;
    let cost = |function: &str| whole(function) - whole("");
    // A function with its end and its three blocks.
    assert_eq!(cost("(func)"), 100 + 3 + 30);
    // The loop and its end, and four more blocks.
    assert_eq!(cost("(func (loop))"), cost("(func)") + 2 * 3 + 4 * 10);
    // The local that is read lives in the three blocks.
    assert_eq!(cost("(func (param i32) (drop (local.get 0)))"), cost("(func)") + 4 + 2 * 3);
    // Five operators on floats, with their end.
    let floats = "(drop (f64.add (f64.sqrt (f64.const 1)) (f64.const 2)))";
    assert_eq!(cost(&format!("(func {floats})")), cost("(func)") + 5 * 3 + 4 * 18);
    // Nested blocks cost more than the same number in a row, because their branches merge more.
    let set = "(local.set 0 (i32.add (local.get 0) (i32.const 1)))";
    let nested = format!("{}{set}{}", "(loop ".repeat(30), "(br_if 0 (local.get 0)))".repeat(30));
    let row = format!("(loop {set} (br_if 0 (local.get 0)))").repeat(30);
    let of = |body: &str| cost(&format!("(func (local i32) {body})")) / body.len() as u64;
    assert!(of(&nested) > of(&row), "{} and {}", of(&nested), of(&row));
}

#[test]
fn every_import_that_the_door_lets_in_is_there() {
    use sandbox::interface::{CALLS, MODULE, WASI};
    let list = |module: &str, name: &str| {
        let signature = sandbox::interface::import(module, name).expect("known");
        let types = |letters: &str| {
            letters.chars().map(|letter| if letter == 'l' { "i64 " } else { "i32 " }).collect::<String>()
        };
        let (parameters, results) = signature.letters();
        format!(
            "(import \"{module}\" \"{name}\" (func (param {}) (result {})))",
            types(parameters),
            types(results)
        )
    };
    let imports: String = CALLS
        .iter()
        .map(|(name, _)| list(MODULE, name))
        .chain(sandbox::interface::wasi_names().map(|name| list(WASI, name)))
        .collect();
    let bytes = wat::parse_str(format!("(module {imports} {EXPORTS})")).expect("a module's text");
    assert!(admit(&bytes).is_ok());
}

#[test]
fn integers_alone_are_told_from_floating_point() {
    let floats = |rest: &str| inspect(&module(rest), &Caps::default()).expect("admitted").floats;
    assert!(!floats("(func (param i64) (result i64) (i64.div_u (local.get 0) (i64.const 3)))"));
    assert!(!floats("(func (param v128) (result v128) (i32x4.add (local.get 0) (local.get 0)))"));
    assert!(floats("(func (param f32) (result f32) (f32.mul (local.get 0) (local.get 0)))"));
    assert!(floats("(func (param v128) (result v128) (f64x2.add (local.get 0) (local.get 0)))"));
    assert!(floats("(func (param f64) (result f32) (f32.demote_f64 (local.get 0)))"));
}
