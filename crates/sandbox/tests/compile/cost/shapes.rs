//! Functions that have a great deal of one thing, and modules made of them.

use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, ElementSection, Elements, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, Instruction, MemArg, MemorySection, MemoryType, Module,
    RefType, TableSection, TableType, TypeSection, ValType,
};

use Instruction as I;

pub(super) const ARG: MemArg = MemArg { offset: 0, align: 0, memory_index: 0 };

/// A function to be repeated: its type, its locals, and its code.
pub(super) struct Body {
    pub(super) parameters: u32,
    pub(super) results: u32,
    pub(super) ty: ValType,
    pub(super) locals: u32,
    pub(super) code: Vec<I<'static>>,
}

impl Body {
    pub(super) fn new(locals: u32, code: Vec<I<'static>>) -> Body {
        Body { parameters: 1, results: 0, ty: ValType::I32, locals, code }
    }
}

/// Types of every module: those of the exports, a hundred values to a hundred values, and that of the repeated
/// function.
pub(super) const MANY: u32 = 2;
const OWN: u32 = 3;

/// Returns a bot with the same function many times. The first of them has the number 2.
pub(super) fn repeated(count: u32, body: &Body) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    types.ty().function([ValType::I32], [ValType::I64]);
    // Code that carries a hundred values is refused for that; the others must not be.
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
    // With so many globals, it is compiled whole.
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

/// Repeats code.
pub(super) fn times(count: u32, of: impl Fn(u32) -> Vec<I<'static>>) -> Vec<I<'static>> {
    (0..count).flat_map(of).collect()
}

pub(super) fn joined(parts: impl IntoIterator<Item = Vec<I<'static>>>) -> Vec<I<'static>> {
    parts.into_iter().flatten().collect()
}

/// A value that the compiler cannot know.
pub(super) fn unknown() -> Vec<I<'static>> {
    vec![I::LocalGet(0), I::I32Load(ARG)]
}

pub(super) fn straight(n: u32) -> Body {
    Body::new(
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

pub(super) fn memory(n: u32) -> Body {
    Body::new(0, times(n, |_| vec![I::LocalGet(0), I::LocalGet(0), I::I32Load(ARG), I::I32Store(ARG)]))
}

/// Calls of a function with a hundred parameters and results.
pub(super) fn calls(n: u32) -> Body {
    Body {
        parameters: 100,
        results: 100,
        ty: ValType::I32,
        locals: 0,
        code: joined([times(100, |k| vec![I::LocalGet(k)]), times(n, |_| vec![I::Call(2)])]),
    }
}

pub(super) fn small_calls(n: u32) -> Body {
    Body::new(0, times(n, |_| vec![I::LocalGet(0), I::Call(2)]))
}

pub(super) fn indirect(n: u32) -> Body {
    Body::new(
        0,
        times(n, |_| {
            vec![I::LocalGet(0), I::LocalGet(0), I::CallIndirect { type_index: OWN, table_index: 0 }]
        }),
    )
}

pub(super) fn table_gets(n: u32) -> Body {
    Body::new(0, times(n, |_| vec![I::LocalGet(0), I::LocalGet(0), I::TableGet(0), I::TableSet(0)]))
}

pub(super) fn references(n: u32) -> Body {
    Body::new(0, times(n, |_| vec![I::RefFunc(2), I::Drop]))
}

pub(super) fn grows(n: u32) -> Body {
    Body::new(0, times(n, |_| vec![I::LocalGet(0), I::MemoryGrow(0), I::Drop]))
}

pub(super) fn fills(n: u32) -> Body {
    Body::new(0, times(n, |_| vec![I::LocalGet(0), I::LocalGet(0), I::LocalGet(0), I::MemoryFill(0)]))
}

pub(super) fn chain(ty: ValType, n: u32, operators: &[I<'static>], unary: bool) -> Body {
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

pub(super) fn selects(n: u32) -> Body {
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

pub(super) fn constants(n: u32) -> Body {
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

pub(super) fn truncations(n: u32) -> Body {
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
pub(super) fn wide(n: u32) -> Body {
    Body::new(
        0,
        joined([
            times(n, |k| vec![I::LocalGet(0), I::I32Load(MemArg { offset: u64::from(k) * 4, ..ARG })]),
            times(n - 1, |_| vec![I::I32Mul]),
            vec![I::Drop],
        ]),
    )
}

pub(super) fn globals_of_memory(n: u32) -> Body {
    Body::new(0, times(n, |_| vec![I::MemorySize(0), I::Drop]))
}
