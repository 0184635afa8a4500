//! Functions with a great deal of control flow.

use wasm_encoder::{BlockType, Instruction, MemArg, ValType};

use Instruction as I;

use super::shapes::{ARG, Body, MANY, joined, times, unknown};

pub(super) fn ifs(n: u32) -> Body {
    Body::new(
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

/// Nested loops; each local changes in the innermost one.
pub(super) fn loops(depth: u32, locals: u32) -> Body {
    Body::new(
        locals,
        joined([
            times(depth, |_| vec![I::Loop(BlockType::Empty)]),
            times(locals, |k| vec![I::LocalGet(k + 1), I::LocalGet(k), I::I32Add, I::LocalSet(k + 1)]),
            times(depth, |_| vec![I::LocalGet(0), I::BrIf(0), I::End]),
        ]),
    )
}

/// Nested blocks with branches out of them; locals change in between.
pub(super) fn nest(depth: u32, locals: u32, is_if: bool) -> Body {
    let open = |_| {
        if is_if { vec![I::LocalGet(0), I::If(BlockType::Empty)] } else { vec![I::Block(BlockType::Empty)] }
    };
    Body::new(
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

/// Nested loops that use locals and change one.
pub(super) fn quiet_loops(depth: u32, locals: u32) -> Body {
    Body::new(
        locals,
        joined([
            times(locals, |k| joined([unknown(), vec![I::LocalSet(k + 1)]])),
            times(depth, |_| vec![I::Loop(BlockType::Empty)]),
            times(locals, |k| vec![I::LocalGet(0), I::LocalGet(k + 1), I::I32Store(ARG)]),
            times(depth, |_| vec![I::LocalGet(0), I::BrIf(0), I::End]),
        ]),
    )
}

/// Loops in a row inside a loop, each with the same locals.
pub(super) fn loops_in_a_loop(count: u32, locals: u32) -> Body {
    let mut body = row_of_loops(count, locals);
    body.code.insert(0, I::Loop(BlockType::Empty));
    body.code.extend([I::LocalGet(1), I::BrIf(0), I::End]);
    body
}

/// Loops in a row, each with the same locals.
pub(super) fn row_of_loops(count: u32, locals: u32) -> Body {
    Body::new(
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

pub(super) fn empty_loops(count: u32) -> Body {
    Body::new(0, times(count, |_| vec![I::Loop(BlockType::Empty), I::End]))
}

/// Nested blocks with branches out of them.
pub(super) fn blocks(depth: u32, n: u32) -> Body {
    Body::new(
        0,
        joined([
            times(depth, |_| vec![I::Block(BlockType::Empty)]),
            times(n, |k| joined([unknown(), vec![I::BrIf(k % depth)]])),
            times(depth, |_| vec![I::End]),
        ]),
    )
}

/// Values on the stack below many branches.
pub(super) fn deep_stack(values: u32, branches: u32) -> Body {
    Body::new(
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

/// Locals that are set, then many branches that change one or none, and then uses of all locals.
pub(super) fn many_live(locals: u32, branches: u32, changed: bool) -> Body {
    Body::new(
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

pub(super) fn branch_table(targets: u32, depth: u32, tables: u32) -> Body {
    Body::new(
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
pub(super) fn carrying(n: u32) -> Body {
    Body::new(
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

pub(super) fn carrying_tables(n: u32, targets: u32) -> Body {
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
