//! One call of a game's rules, which begins on a copy of the module, by the size of its memory.

use std::fs;
use std::hint::black_box;

use game_file::{Form, RulesCalls};
use sandbox::{Caps, Rules};

use crate::common;
use crate::floor::median;

const CALLS: usize = 2_000;

pub(crate) fn run() {
    println!("one call of rules: processor time, medians");
    for pages in [1, 2, 4] {
        let restored = call(&admit(&rules(pages, "")), CALLS);
        let anew = call(&admit(&rules(pages, "(func (elem.drop 0)) (elem func $game)")), CALLS);
        println!("  memory of {:4} KiB, restored          {restored:10.0} ns", pages * 64);
        println!("  memory of {:4} KiB, instantiated anew {anew:10.0} ns", pages * 64);
    }
    // Other modules: the rules of examples, or scripts as `muster game build` makes them.
    for path in std::env::var("MUSTER_RULES").iter().flat_map(|paths| paths.split(':')) {
        let module = fs::read(path).expect("a module");
        let rules = admit(&module);
        let fuel = rules.call(&start(rules.form()), &mut Vec::new()).expect("an answer");
        println!("  {path} {:10.0} ns, {fuel} fuel", call(&rules, 50));
    }
}

fn admit(module: &[u8]) -> Rules {
    common::sandbox().rules(module, &Caps::script()).expect("the host works").expect("rules")
}

fn call(rules: &Rules, calls: usize) -> f64 {
    let request = start(rules.form());
    let mut answer = Vec::new();
    median(calls, || {
        for _ in 0..calls {
            black_box(rules.call(&request, &mut answer)).expect("an answer");
        }
    })
}

/// A request for the first position.
fn start(form: Form) -> Vec<u8> {
    let fields = ["start", "-", "-", "", "", "", "", "", ""];
    match form {
        Form::Lines => fields.join("\n").into_bytes(),
        Form::Sections => fields
            .iter()
            .flat_map(|field| [&(field.len() as u32).to_le_bytes(), field.as_bytes()].concat())
            .collect(),
    }
}

/// Rules that write to 16 places on two pages of 4 KiB and return their request.
fn rules(pages: u64, more: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
            (memory (export "memory") {pages})
            (global $stack (export "__stack_pointer") (mut i32) (i32.const 4096))
            (func $game (export "muster_game"))
            (func (export "muster_buffer") (param i32) (result i32) (i32.const 8192))
            (func (export "muster_choose") (param $length i32) (result i64)
                (local $at i32)
                (loop $next
                    (i32.store offset=12 (i32.shl (local.get $at) (i32.const 5)) (i32.const 7))
                    (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 16))))
                (i64.or (i64.const 8192) (i64.shl (i64.extend_i32_u (local.get $length)) (i64.const 32))))
            {more})"#
    );
    wat::parse_str(text).expect("a module")
}
