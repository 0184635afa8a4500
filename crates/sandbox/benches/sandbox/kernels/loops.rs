//! Kernels of more than one operator: loads, calls, branches, tables, bulk memory.

use super::{Kernel, Scene, shell};

/// A zero that the compiler cannot know.
const ZERO: &str = "(global $zero (mut i32) (i32.const 0))";

/// Returns the kernels of more than one operator.
pub(super) fn loops() -> Vec<Kernel> {
    let plain = |name: &str, top: &str, body: &str, times: usize| Kernel {
        name: name.to_owned(),
        text: shell("", top, "(local $a i32) (local $b i64)", "", &body.repeat(times), ""),
        excepted: false,
        host: false,
        generated: false,
        scene: Scene::default(),
    };
    let table = "(table $t 1000 2000 funcref) (table $u 1000 2000 funcref) (elem $e func $f $g) (elem declare func $f $g)
                 (func $f) (func $g)";
    let many = (0..60).map(|_| "i64 ").collect::<String>();
    let arguments = "(i64.const 1)".repeat(60);
    let mut kernels = vec![
        plain("empty loop", "", "", 1),
        plain("load, dependent", "", "(local.set $a (i32.load (local.get $a)))", 64),
        plain("load across cache lines", "", "(local.set $b (i64.load offset=61 (i32.wrap_i64 (local.get $b))))", 64),
        plain("load across pages", "", "(local.set $b (i64.load offset=4093 (i32.wrap_i64 (local.get $b))))", 64),
        plain("store and load one place", "", "(i64.store (i32.const 8) (i64.add (i64.load (i32.const 8)) (i64.const 1)))", 64),
        plain("narrow store, wide load", "", "(i32.store8 (i32.const 9) (local.get $a)) (local.set $a (i32.load (i32.const 8)))", 64),
        plain("global", "(global $g (mut i64) (i64.const 0))", "(global.set $g (i64.add (global.get $g) (i64.const 1)))", 64),
        plain("unpredictable if", "", "(local.set $a (i32.xor (local.get $a) (i32.shl (local.get $a) (i32.const 13))))
             (local.set $a (i32.xor (local.get $a) (i32.shr_u (local.get $a) (i32.const 17))))
             (local.set $a (i32.add (i32.xor (local.get $a) (i32.shl (local.get $a) (i32.const 5))) (i32.const 77)))
             (if (i32.and (local.get $a) (i32.const 1)) (then (global.set $g (i64.const 1))))", 1)
            .with_top("(global $g (mut i64) (i64.const 0))"),
        plain("unpredictable ifs on bits", "(global $g (mut i64) (i64.const 0))", &unpredictable(), 1),
        plain("call", "(func $f)", "(call $f)", 64),
        plain("call with 60 parameters", &format!("(func $f (param {many}))"), &format!("(call $f {arguments})"), 4),
        plain("call_indirect", "(table funcref (elem $f $g)) (func $f) (func $g)", "(call_indirect (i32.and (local.get $n) (i32.const 1)))", 32),
        plain("recursion", "(func $r (param i32) (if (local.get 0) (then (call $r (i32.sub (local.get 0) (i32.const 1))))))", "(call $r (i32.const 2000))", 1),
        plain("memory.size", "", "(drop (memory.size))", 64),
        plain("memory.grow by none", "", "(drop (memory.grow (i32.const 0)))", 16),
        plain("memory.grow refused", "", "(drop (memory.grow (i32.const 60000)))", 16),
        plain("memory.grow refused, by one", "(func $all (loop $l (br_if $l (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))) (start $all)", "(drop (memory.grow (i32.const 1)))", 16),
        plain("table.grow by none", table, "(drop (table.grow $t (ref.null func) (i32.const 0)))", 16),
        plain("table.grow refused", table, "(drop (table.grow $t (ref.null func) (i32.const 30000)))", 16),
        plain("memory.init of 1 byte", "(data $d \"x\")", "(memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))", 16),
        plain("data.drop", "(data $d \"x\")", "(data.drop $d)", 16),
        plain("elem.drop", table, "(elem.drop $e)", 16),
        plain("table.size", table, "(drop (table.size $t))", 16),
        plain("table.get and set", table, "(table.set $t (i32.const 5) (table.get $u (i32.const 6)))", 32),
        plain("table.set of a function", table, "(table.set $t (i32.const 5) (ref.func $f))", 32),
        plain("ref.func", table, "(drop (ref.is_null (ref.func $f)))", 32),
        plain("table.init of 2", table, "(table.init $t $e (i32.const 0) (i32.const 0) (i32.const 2))", 16),
    ];
    for length in [0, 1, 8, 64, 300, 4_096, 60_000] {
        // Not a constant, so that nothing is expanded in place.
        let size = format!("(i32.add (i32.const {length}) (global.get $zero))");
        kernels.push(plain(
            &format!("memory.fill of {length} bytes"),
            ZERO,
            &format!("(memory.fill (i32.const 2048) (i32.const 7) {size})"),
            4,
        ));
        kernels.push(plain(
            &format!("memory.copy of {length} bytes"),
            ZERO,
            &format!("(memory.copy (i32.const 2048) (i32.const 2049) {size})"),
            4,
        ));
        kernels.push(plain(
            &format!("memory.copy apart, {length} bytes"),
            ZERO,
            &format!("(memory.copy (i32.const 2048) (i32.const 70001) {size})"),
            4,
        ));
    }
    for length in [0, 1, 8, 64, 900] {
        kernels.push(plain(
            &format!("table.fill of {length} entries"),
            table,
            &format!("(table.fill $t (i32.const 0) (ref.null func) (i32.const {length}))"),
            4,
        ));
        kernels.push(plain(
            &format!("table.fill of {length} functions"),
            table,
            &format!("(table.fill $t (i32.const 0) (ref.func $f) (i32.const {length}))"),
            4,
        ));
        kernels.push(plain(
            &format!("table.copy of {length} entries"),
            table,
            &format!("(table.copy $t $u (i32.const 1) (i32.const 0) (i32.const {length}))"),
            4,
        ));
        kernels.push(plain(
            &format!("table.copy within, {length} entries"),
            table,
            &format!("(table.copy $t $t (i32.const 1) (i32.const 0) (i32.const {length}))"),
            4,
        ));
    }
    kernels
}

impl Kernel {
    fn with_top(self, top: &str) -> Kernel {
        Kernel { text: self.text.replace("(memory (export", &format!("{top} (memory (export")), ..self }
    }
}

/// Branches on the bits of a random number.
fn unpredictable() -> String {
    let step = "(local.set $b (i64.add (i64.mul (local.get $b) (i64.const 6364136223846793005)) (i64.const 1442695040888963407)))";
    let branch = |bit: u32| {
        format!(
            "(if (i32.wrap_i64 (i64.and (i64.shr_u (local.get $b) (i64.const {bit})) (i64.const 1))) (then (global.set $g (local.get $b))))"
        )
    };
    format!("{step}{}", (33..63).map(branch).collect::<String>())
}
