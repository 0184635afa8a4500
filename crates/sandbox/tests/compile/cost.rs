//! What the estimate of a compilation's cost is measured by: modules that have a great deal of one thing.

use std::path::Path;

use sandbox::{Caps, Sandbox, SandboxOptions};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, ElementSection, Elements, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, Instruction, MemArg, MemorySection, MemoryType, Module,
    RefType, TableSection, TableType, TypeSection, ValType,
};

use crate::{child, wide_open};
use Instruction as I;

/// The argument that makes this program measure what compiling costs, and print it.
pub(crate) const COST: &str = "part:cost";

const ARG: MemArg = MemArg { offset: 0, align: 0, memory_index: 0 };

/// A function to be repeated: its type, its locals, and its code.
struct Body {
    parameters: u32,
    results: u32,
    ty: ValType,
    locals: u32,
    code: Vec<I<'static>>,
}

impl Body {
    fn of(locals: u32, code: Vec<I<'static>>) -> Body {
        Body { parameters: 1, results: 0, ty: ValType::I32, locals, code }
    }
}

/// Types of every module: the exports', a hundred values to a hundred values, and the repeated function's.
const MANY: u32 = 2;
const OWN: u32 = 3;

/// A bot with the same function many times. The first of them has the number 2.
fn repeated(count: u32, body: &Body) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    types.ty().function([ValType::I32], [ValType::I64]);
    // What carries a hundred values is refused for that; the others are not to be.
    let carries = |instruction: &I<'static>| {
        use BlockType::FunctionType;
        matches!(instruction, I::Block(FunctionType(2)) | I::Loop(FunctionType(2)) | I::If(FunctionType(2)))
    };
    let carried = if body.code.iter().any(carries) { 100 } else { 0 };
    types.ty().function(vec![ValType::I32; carried], vec![ValType::I32; carried]);
    types.ty().function(vec![body.ty; body.parameters as usize], vec![body.ty; body.results as usize]);
    let mut functions = FunctionSection::new();
    functions.function(0).function(1);
    let mut code = CodeSection::new();
    let mut simple = |last: I<'static>| {
        let mut function = Function::new([]);
        function.instruction(&last).instruction(&I::End);
        code.function(&function);
    };
    simple(I::I32Const(1_024));
    simple(I::I64Const(1));
    for _ in 0..count {
        functions.function(OWN);
        let mut function = Function::new([(body.locals, body.ty)]);
        for instruction in &body.code {
            function.instruction(instruction);
        }
        function.instruction(&I::End);
        code.function(&function);
    }
    let mut tables = TableSection::new();
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: 10,
        maximum: None,
        shared: false,
    });
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    // With so many, it is compiled whole.
    let mut globals = GlobalSection::new();
    for _ in 0..33 {
        let ty = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        globals.global(ty, &ConstExpr::i32_const(0));
    }
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0);
    exports.export("muster_buffer", ExportKind::Func, 0);
    exports.export("muster_choose", ExportKind::Func, 1);
    let mut elements = ElementSection::new();
    elements.declared(Elements::Functions([2].as_slice().into()));
    let mut module = Module::new();
    module
        .section(&types)
        .section(&functions)
        .section(&tables)
        .section(&memories)
        .section(&globals)
        .section(&exports);
    module.section(&elements).section(&code);
    module.finish()
}

/// Code many times.
fn times(count: u32, of: impl Fn(u32) -> Vec<I<'static>>) -> Vec<I<'static>> {
    (0..count).flat_map(of).collect()
}

fn joined(parts: impl IntoIterator<Item = Vec<I<'static>>>) -> Vec<I<'static>> {
    parts.into_iter().flatten().collect()
}

/// A value that no compiler can know.
fn unknown() -> Vec<I<'static>> {
    vec![I::LocalGet(0), I::I32Load(ARG)]
}

fn straight(n: u32) -> Body {
    Body::of(
        1,
        times(n, |k| {
            vec![
                I::LocalGet(0),
                I::LocalGet(1),
                I::I32Const(k as i32 | 1),
                I::I32Mul,
                I::I32Xor,
                I::LocalSet(1),
            ]
        })
        .into_iter()
        .chain([I::LocalGet(0), I::LocalGet(1), I::I32Store(ARG)])
        .collect(),
    )
}

fn memory(n: u32) -> Body {
    Body::of(0, times(n, |_| vec![I::LocalGet(0), I::LocalGet(0), I::I32Load(ARG), I::I32Store(ARG)]))
}

fn ifs(n: u32) -> Body {
    Body::of(
        2,
        times(n, |_| {
            vec![
                I::LocalGet(0),
                I::I32Const(1),
                I::I32And,
                I::If(BlockType::Empty),
                I::LocalGet(1),
                I::LocalGet(2),
                I::I32Add,
                I::LocalSet(1),
                I::Else,
                I::LocalGet(0),
                I::LocalGet(1),
                I::I32Xor,
                I::LocalSet(2),
                I::End,
            ]
        })
        .into_iter()
        .chain([I::LocalGet(1), I::LocalGet(2), I::I32Store(ARG)])
        .collect(),
    )
}

/// Loops in one another, at the bottom of which each local changes.
fn loops(depth: u32, locals: u32) -> Body {
    Body::of(
        locals,
        joined([
            times(depth, |_| vec![I::Loop(BlockType::Empty)]),
            times(locals, |k| vec![I::LocalGet(k + 1), I::LocalGet(k), I::I32Add, I::LocalSet(k + 1)]),
            times(depth, |_| vec![I::LocalGet(0), I::BrIf(0), I::End]),
        ]),
    )
}

/// Blocks in one another, out of which branches lead, and between them locals change.
fn nest(depth: u32, locals: u32, is_if: bool) -> Body {
    let open = |_| {
        if is_if { vec![I::LocalGet(0), I::If(BlockType::Empty)] } else { vec![I::Block(BlockType::Empty)] }
    };
    Body::of(
        locals,
        joined([
            times(depth, open),
            times(depth.max(locals), |k| {
                vec![
                    I::LocalGet(1 + k % locals),
                    I::LocalGet(0),
                    I::I32Add,
                    I::LocalTee(1 + k % locals),
                    I::BrIf(k % depth),
                ]
            }),
            times(depth, |_| vec![I::End]),
            times(locals, |k| vec![I::LocalGet(0), I::LocalGet(k + 1), I::I32Store(ARG)]),
        ]),
    )
}

/// Loops in one another that use locals, and change one.
fn quiet_loops(depth: u32, locals: u32) -> Body {
    Body::of(
        locals,
        joined([
            times(locals, |k| joined([unknown(), vec![I::LocalSet(k + 1)]])),
            times(depth, |_| vec![I::Loop(BlockType::Empty)]),
            times(locals, |k| vec![I::LocalGet(0), I::LocalGet(k + 1), I::I32Store(ARG)]),
            times(depth, |_| vec![I::LocalGet(0), I::BrIf(0), I::End]),
        ]),
    )
}

/// Loops one after another in a loop, each with the same locals.
fn loops_in_a_loop(count: u32, locals: u32) -> Body {
    let mut body = row_of_loops(count, locals);
    body.code.insert(0, I::Loop(BlockType::Empty));
    body.code.extend([I::LocalGet(1), I::BrIf(0), I::End]);
    body
}

/// Loops one after another, each with the same locals.
fn row_of_loops(count: u32, locals: u32) -> Body {
    Body::of(
        locals,
        joined([
            times(count, |k| {
                vec![
                    I::Loop(BlockType::Empty),
                    I::LocalGet(1 + k % locals),
                    I::LocalGet(0),
                    I::I32Add,
                    I::LocalTee(1 + k % locals),
                    I::BrIf(0),
                    I::End,
                ]
            }),
            times(locals, |k| vec![I::LocalGet(0), I::LocalGet(k + 1), I::I32Store(ARG)]),
        ]),
    )
}

fn empty_loops(count: u32) -> Body {
    Body::of(0, times(count, |_| vec![I::Loop(BlockType::Empty), I::End]))
}

/// Blocks in one another, out of which branches lead.
fn blocks(depth: u32, n: u32) -> Body {
    Body::of(
        0,
        joined([
            times(depth, |_| vec![I::Block(BlockType::Empty)]),
            times(n, |k| joined([unknown(), vec![I::BrIf(k % depth)]])),
            times(depth, |_| vec![I::End]),
        ]),
    )
}

/// Values on the stack below many branches.
fn deep_stack(values: u32, branches: u32) -> Body {
    Body::of(
        0,
        joined([
            times(values, |k| vec![I::LocalGet(0), I::I32Load(MemArg { offset: u64::from(k) * 4, ..ARG })]),
            times(branches, |_| {
                joined([
                    vec![I::Block(BlockType::Empty)],
                    unknown(),
                    vec![I::BrIf(0), I::LocalGet(0), I::LocalGet(0), I::I32Store(ARG), I::End],
                ])
            }),
            times(values - 1, |_| vec![I::I32Xor]),
            vec![I::Drop],
        ]),
    )
}

/// Locals that are set, many branches that change one or none, and then all of them used.
fn many_live(locals: u32, branches: u32, changed: bool) -> Body {
    Body::of(
        locals,
        joined([
            times(locals, |k| {
                vec![
                    I::LocalGet(0),
                    I::I32Load(MemArg { offset: u64::from(k) * 4, ..ARG }),
                    I::LocalSet(k + 1),
                ]
            }),
            times(branches, |k| {
                joined([
                    unknown(),
                    vec![I::If(BlockType::Empty)],
                    if changed {
                        joined([unknown(), vec![I::LocalSet(1 + k % locals)]])
                    } else {
                        vec![I::LocalGet(0), I::LocalGet(0), I::I32Store(ARG)]
                    },
                    vec![I::End],
                ])
            }),
            times(locals, |k| vec![I::LocalGet(0), I::LocalGet(k + 1), I::I32Store(ARG)]),
        ]),
    )
}

fn branch_table(targets: u32, depth: u32, tables: u32) -> Body {
    Body::of(
        0,
        joined([
            times(depth, |_| vec![I::Block(BlockType::Empty)]),
            times(tables, |t| {
                vec![
                    I::Block(BlockType::Empty),
                    I::LocalGet(0),
                    I::BrTable((0..targets).map(|k| (k * 7 + t) % depth).collect::<Vec<_>>().into(), 0),
                    I::End,
                ]
            }),
            times(depth, |k| vec![I::LocalGet(0), I::I32Const(k as i32), I::I32Store(ARG), I::End]),
        ]),
    )
}

/// Branches that carry a hundred values.
fn carrying(n: u32) -> Body {
    Body::of(
        0,
        joined([
            times(100, |_| unknown()),
            times(n, |_| {
                joined([vec![I::Block(BlockType::FunctionType(MANY))], unknown(), vec![I::BrIf(0), I::End]])
            }),
            times(100, |_| vec![I::Drop]),
        ]),
    )
}

fn carrying_tables(n: u32, targets: u32) -> Body {
    Body {
        parameters: 100,
        results: 100,
        ty: ValType::I32,
        locals: 0,
        code: joined([
            times(100, |k| vec![I::LocalGet(k)]),
            times(n, |_| {
                joined([
                    vec![I::Block(BlockType::FunctionType(MANY))],
                    unknown(),
                    vec![I::BrTable(vec![0; targets as usize].into(), 1), I::End],
                ])
            }),
        ]),
    }
}

/// Calls of a function with a hundred parameters and results.
fn calls(n: u32) -> Body {
    Body {
        parameters: 100,
        results: 100,
        ty: ValType::I32,
        locals: 0,
        code: joined([times(100, |k| vec![I::LocalGet(k)]), times(n, |_| vec![I::Call(2)])]),
    }
}

fn small_calls(n: u32) -> Body {
    Body::of(0, times(n, |_| vec![I::LocalGet(0), I::Call(2)]))
}

fn indirect(n: u32) -> Body {
    Body::of(
        0,
        times(n, |_| {
            vec![I::LocalGet(0), I::LocalGet(0), I::CallIndirect { type_index: OWN, table_index: 0 }]
        }),
    )
}

fn table_gets(n: u32) -> Body {
    Body::of(0, times(n, |_| vec![I::LocalGet(0), I::LocalGet(0), I::TableGet(0), I::TableSet(0)]))
}

fn references(n: u32) -> Body {
    Body::of(0, times(n, |_| vec![I::RefFunc(2), I::Drop]))
}

fn grows(n: u32) -> Body {
    Body::of(0, times(n, |_| vec![I::LocalGet(0), I::MemoryGrow(0), I::Drop]))
}

fn fills(n: u32) -> Body {
    Body::of(0, times(n, |_| vec![I::LocalGet(0), I::LocalGet(0), I::LocalGet(0), I::MemoryFill(0)]))
}

fn chain(ty: ValType, n: u32, operators: &[I<'static>], unary: bool) -> Body {
    Body {
        parameters: 3,
        results: 1,
        ty,
        locals: 0,
        code: joined([
            vec![I::LocalGet(0)],
            times(n, |k| {
                joined([
                    if unary { vec![] } else { vec![I::LocalGet(k % 3)] },
                    vec![operators[k as usize % operators.len()].clone()],
                ])
            }),
        ]),
    }
}

fn selects(n: u32) -> Body {
    Body {
        parameters: 3,
        results: 1,
        ty: ValType::I32,
        locals: 0,
        code: joined([
            vec![I::LocalGet(0)],
            times(n, |k| vec![I::LocalGet(k % 3), I::LocalGet((k + 1) % 3), I::Select]),
        ]),
    }
}

fn constants(n: u32) -> Body {
    Body {
        parameters: 1,
        results: 1,
        ty: ValType::V128,
        locals: 0,
        code: joined([
            vec![I::LocalGet(0)],
            times(n, |k| vec![I::V128Const(i128::from(k) << 70 | i128::from(k)), I::I8x16Add]),
        ]),
    }
}

fn truncations(n: u32) -> Body {
    Body {
        parameters: 1,
        results: 0,
        ty: ValType::F64,
        locals: 0,
        code: times(n, |k| {
            vec![
                I::I32Const(0),
                I::LocalGet(0),
                if k % 2 == 0 { I::I64TruncF64U } else { I::I64TruncSatF64U },
                I::I64Store(ARG),
            ]
        }),
    }
}

/// Values that are all made before any is used.
fn wide(n: u32) -> Body {
    Body::of(
        0,
        joined([
            times(n, |k| vec![I::LocalGet(0), I::I32Load(MemArg { offset: u64::from(k) * 4, ..ARG })]),
            times(n - 1, |_| vec![I::I32Mul]),
            vec![I::Drop],
        ]),
    )
}

fn globals_of_memory(n: u32) -> Body {
    Body::of(0, times(n, |_| vec![I::MemorySize(0), I::Drop]))
}

/// All modules, by name; `scale` is the number of functions of each.
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
    add("unused locals".to_owned(), 5_000, Body::of(250, Vec::new()));
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

/// Prints for each module what it costs by the estimate, and what the child took. Arguments name files, or parts of the
/// names of families; without any, it is all families.
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
