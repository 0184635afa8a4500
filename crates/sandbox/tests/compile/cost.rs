//! Modules that have a great deal of one thing, for measuring the estimate of a compilation's cost.

mod control_flow;
mod shapes;

use std::path::Path;

use sandbox::{Caps, Sandbox, SandboxOptions};
use wasm_encoder::{Instruction as I, ValType};

use self::control_flow::{
    blocks, branch_table, carrying, carrying_tables, deep_stack, empty_loops, ifs, loops, loops_in_a_loop,
    many_live, nest, quiet_loops, row_of_loops,
};
use self::shapes::{
    Body, calls, chain, constants, fills, globals_of_memory, grows, indirect, memory, references, repeated,
    selects, small_calls, straight, table_gets, times, truncations, wide,
};
use crate::{child, wide_open};

/// The argument that makes this program measure and print the cost of compiling.
pub(crate) const COST: &str = "part:cost";

/// Returns all modules by name; `scale` is the number of functions of each.
pub(crate) fn families(scale: u32) -> Vec<(String, Vec<u8>)> {
    use ValType::{F32, F64, I32, I64, V128};
    let mut all = Vec::new();
    let mut add =
        |name: String, count: u32, body: Body| all.push((name, repeated((count * scale / 10).max(1), &body)));
    for (name, make, most, count) in [
        ("straight", straight as fn(u32) -> Body, 6_000, 4),
        ("memory", memory, 6_000, 4),
        ("ifs", ifs, 2_000, 8),
        ("empty loops", empty_loops, 20_000, 2),
        ("small calls", small_calls, 15_000, 2),
        ("indirect calls", indirect, 8_000, 2),
        ("table gets", table_gets, 8_000, 2),
        ("references", references, 20_000, 2),
        ("grows", grows, 12_000, 4),
        ("fills", fills, 6_000, 4),
        ("selects", selects, 12_000, 4),
        ("constants", constants, 3_000, 6),
        ("truncations", truncations, 6_000, 4),
        ("wide", wide, 8_000, 4),
        ("carrying", carrying, 6_000, 1),
        ("calls of 100", calls, 2_000, 1),
        ("sizes", globals_of_memory, 20_000, 4),
    ] {
        for n in [most / 64, most / 8, most] {
            add(format!("{name} {n}"), count * most / n, make(n));
        }
    }
    for (name, ty, operators, unary) in [
        ("i32", I32, vec![I::I32DivS, I::I32RemU, I::I32Rotl], false),
        ("i32 bits", I32, vec![I::I32Popcnt, I::I32Clz, I::I32Ctz, I::I32Extend8S], true),
        ("i64", I64, vec![I::I64DivU, I::I64Mul, I::I64ShrS], false),
        ("f32", F32, vec![I::F32Add, I::F32Mul, I::F32Div], false),
        ("f64 min", F64, vec![I::F64Min, I::F64Max, I::F64Copysign], false),
        ("f64 round", F64, vec![I::F64Floor, I::F64Nearest, I::F64Sqrt], true),
        ("f64x2", V128, vec![I::F64x2Add, I::F64x2Max, I::F32x4Div, I::F32x4Min], false),
        (
            "vector ints",
            V128,
            vec![I::I64x2Mul, I::I8x16AddSatS, I::I16x8Q15MulrSatS, I::I8x16Swizzle],
            false,
        ),
        (
            "vector bits",
            V128,
            vec![
                I::I8x16Popcnt,
                I::I64x2Abs,
                I::I32x4TruncSatF64x2UZero,
                I::I32x4TruncSatF32x4U,
                I::F64x2ConvertLowI32x4U,
            ],
            true,
        ),
    ] {
        for n in [100, 10_000] {
            add(format!("{name} {n}"), 40_000 / n, chain(ty, n, &operators, unary));
        }
    }
    for (depth, locals) in [
        (1, 250),
        (10, 250),
        (100, 250),
        (300, 250),
        (300, 100),
        (900, 100),
        (900, 250),
        (900, 10),
        (100, 10),
    ] {
        add(
            format!("loops {depth} x {locals}"),
            (400_000 / (depth * locals + 5 * depth)).clamp(1, 2_000),
            loops(depth, locals),
        );
    }
    for (count, locals) in [(5_000, 1), (5_000, 30), (2_000, 250), (500, 250), (50, 250)] {
        add(format!("row of loops {count} x {locals}"), (30_000 / count).max(1), row_of_loops(count, locals));
    }
    for (depth, locals) in [(50, 250), (150, 250), (200, 100), (300, 30)] {
        add(format!("nested loops {depth} x {locals}"), 1, loops(depth, locals));
        add(format!("quiet loops {depth} x {locals}"), 1, quiet_loops(depth, locals));
    }
    for (depth, locals) in [(50, 250), (200, 250), (900, 50), (900, 250)] {
        add(format!("nest {depth} x {locals}"), 1, nest(depth, locals, false));
        add(format!("nest of ifs {depth} x {locals}"), 1, nest(depth, locals, true));
    }
    for (count, locals) in [(100, 250), (1_000, 250), (3_000, 30)] {
        add(format!("in a loop {count} x {locals}"), 1, loops_in_a_loop(count, locals));
    }
    for (depth, n) in [(10, 8_000), (900, 8_000), (900, 900)] {
        add(format!("blocks {depth} x {n}"), 32_000 / n, blocks(depth, n));
    }
    for (values, branches) in [(100, 4_000), (1_000, 4_000), (8_000, 100), (1_000, 400)] {
        add(
            format!("deep stack {values} x {branches}"),
            (1_000_000 / (values * branches)).max(1),
            deep_stack(values, branches),
        );
    }
    for n in [200, 400, 1_000, 1_500] {
        add(format!("carrying some {n}"), 1, carrying(n));
    }
    for changed in [false, true] {
        for (locals, branches) in
            [(250, 4_000), (100, 4_000), (20, 4_000), (250, 400), (250, 40), (1_500, 400), (1_500, 4_000)]
        {
            add(
                format!("many live {locals} x {branches} {changed}"),
                (1_000_000 / (locals * branches)).max(1),
                many_live(locals, branches, changed),
            );
        }
    }
    for (targets, depth, tables) in [(60_000, 1, 1), (60_000, 900, 1), (100, 100, 500), (10, 900, 4_000)] {
        add(format!("branch tables {targets} x {depth} x {tables}"), 2, branch_table(targets, depth, tables));
    }
    for (n, targets) in [(1, 10_000), (10, 1_000), (100, 100), (1_000, 3)] {
        add(format!("carrying tables {n} x {targets}"), 2, carrying_tables(n, targets));
    }
    for (parameters, results) in [(0, 0), (100, 0), (100, 100)] {
        let code = times(results, |k| vec![I::LocalGet(k)]);
        add(
            format!("functions {parameters} to {results}"),
            5_000,
            Body { parameters, results, ty: I32, locals: 0, code },
        );
    }
    add("unused locals".to_owned(), 5_000, Body::new(250, Vec::new()));
    all
}

/// A module that takes the compiler seconds and 300 MiB.
pub(crate) fn large() -> Vec<u8> {
    repeated(1, &many_live(1_500, 4_000, true))
}

/// Small modules that would keep the compiler busy for half a minute and more, or take a gigabyte.
pub(crate) fn too_costly() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("loops in one another that change many locals", repeated(2, &loops(300, 250))),
        ("empty loops in a row", repeated(1, &empty_loops(21_000))),
        ("branches out of blocks in which many locals change", repeated(3, &nest(200, 250, false))),
    ]
}

/// Prints the estimated cost and the child's use for each module. Arguments name files, or parts of the names of
/// families; without any, it measures all families.
pub(crate) fn measure() {
    let wanted: Vec<String> = std::env::args().skip(2).collect();
    let (files, words): (Vec<&String>, Vec<&String>) =
        wanted.iter().partition(|name| Path::new(name).extension().is_some_and(|ending| ending == "wasm"));
    let mut modules = Vec::new();
    for file in &files {
        modules.push(((*file).clone(), std::fs::read(file).expect("a file")));
    }
    if files.is_empty() {
        let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(*word));
        modules.extend(families(2).into_iter().filter(|(name, _)| is_wanted(name)));
    }
    let options = SandboxOptions { compiler: child(600, 4 << 30), instances: 2, ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).expect("a host that can run bots");
    println!("{:>9} {:>9} {:>8}  module", "units", "us", "KiB");
    for (name, module) in modules {
        let caps = Caps { carried: u64::MAX, ..wide_open() };
        let cost = match sandbox::inspect(&module, &caps) {
            Ok(sizes) => sizes.compile_cost,
            Err(refusal) => {
                println!("{name}: {refusal}");
                continue;
            }
        };
        match sandbox.admit(&module, &caps).expect("no host failure") {
            Ok(bot) => {
                let used = bot.making().child.expect("Linux tells");
                let (processor, memory) = (used.processor.as_micros(), used.memory >> 10);
                println!("{cost:>9} {processor:>9} {memory:>8}  {name}, {} bytes", module.len());
            }
            Err(why) => println!("{cost:>9}  {name}, {} bytes: {why}", module.len()),
        }
    }
}
