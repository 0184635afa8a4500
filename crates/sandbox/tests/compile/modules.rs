//! Modules that are generated because they are too large for files.

use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, ExportKind, ExportSection, Function, FunctionSection,
    MemorySection, MemoryType, Module, TypeSection, ValType,
};

/// Returns a module whose functions take the compiler long: many blocks that all lead to one place, with many values
/// that live through all of them.
pub(crate) fn slow_module(functions: usize, steps: usize) -> Vec<u8> {
    let mut slow = Function::new([(2, ValType::I32)]);
    let mut code = slow.instructions();
    for _ in 0..steps {
        code.local_get(0).i32_const(1).i32_and().if_(BlockType::Empty);
        code.local_get(1).local_get(2).i32_add().local_set(1).else_();
        code.local_get(0).local_get(1).i32_xor().local_set(2).end();
    }
    code.local_get(1).end();
    bot_with(&vec![slow; functions], &DataSection::new())
}

/// Returns a bot that is never asked, with these functions from `i32` to `i32` and this data. Parsing its text would
/// take far longer than refusing the module.
fn bot_with(functions: &[Function], data: &DataSection) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    types.ty().function([ValType::I32], [ValType::I64]);
    let mut of_types = FunctionSection::new();
    of_types.function(0).function(1);
    let mut memories = MemorySection::new();
    let one_page =
        MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
    memories.memory(one_page);
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0);
    exports.export("muster_buffer", ExportKind::Func, 0);
    exports.export("muster_choose", ExportKind::Func, 1);
    let (mut buffer, mut choose) = (Function::new([]), Function::new([]));
    buffer.instructions().i32_const(1024).end();
    choose.instructions().i64_const(1).end();
    let mut code = CodeSection::new();
    code.function(&buffer).function(&choose);
    for function in functions {
        of_types.function(0);
        code.function(function);
    }
    let mut module = Module::new();
    module.section(&types).section(&of_types).section(&memories).section(&exports).section(&code);
    module.section(data);
    module.finish()
}

/// Returns the bytes of a module without names or exports: one function type with the given number of `i32`, and
/// functions of this type with this body.
fn encoded(parameters: u32, functions: u32, body: &[u8]) -> Vec<u8> {
    module_of(
        [vec![1, 0x60], leb(parameters), vec![0x7f; parameters as usize], vec![0]].concat(),
        functions,
        body,
    )
}

/// Returns such a module with the given type section.
fn module_of(types: Vec<u8>, functions: u32, body: &[u8]) -> Vec<u8> {
    let section = |id: u8, content: Vec<u8>| [vec![id], leb(content.len() as u32), content].concat();
    let indices = [leb(functions), vec![0; functions as usize]].concat();
    let one = [leb(body.len() as u32), body.to_vec()].concat();
    let bodies = [leb(functions), one.repeat(functions as usize)].concat();
    [b"\0asm\x01\0\0\0".to_vec(), section(1, types), section(3, indices), section(10, bodies)].concat()
}

/// Encodes an unsigned number in WebAssembly's LEB128.
fn leb(mut number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

const END: u8 = 0x0b;

/// Returns functions with the given number of results; each is a single `br_table` whose targets all lead out of it.
pub(crate) fn branch_tables(functions: u32, targets: u32, results: u32) -> Vec<u8> {
    const UNREACHABLE: u8 = 0x00;
    const BR_TABLE: u8 = 0x0e;
    let ty = [vec![1, 0x60, 0], leb(results), vec![0x7f; results as usize]].concat();
    let body =
        [vec![0, UNREACHABLE, BR_TABLE], leb(targets), vec![0; targets as usize + 1], vec![END]].concat();
    module_of(ty, functions, &body)
}

pub(crate) fn many_functions(functions: u32, parameters: u32) -> Vec<u8> {
    encoded(parameters, functions, &[0, END])
}

pub(crate) fn many_locals(functions: u32, locals: u32) -> Vec<u8> {
    encoded(0, functions, &[vec![1], leb(locals), vec![0x7f, END]].concat())
}

pub(crate) fn nested_blocks(depth: usize) -> Vec<u8> {
    const BLOCK: [u8; 2] = [0x02, 0x40];
    encoded(0, 1, &[vec![0], BLOCK.repeat(depth), vec![END; depth + 1]].concat())
}

/// Returns a module with this many functions, all different, and this many data segments.
pub(crate) fn large_script(functions: u32, segments: u32) -> Vec<u8> {
    let function = |index: u32| {
        let mut function = Function::new([]);
        function.instructions().local_get(0).i32_const(index as i32).i32_add().end();
        function
    };
    let mut data = DataSection::new();
    for index in 0..segments {
        data.active(0, &ConstExpr::i32_const((index * 2 % 60_000) as i32), [1]);
    }
    bot_with(&(0..functions).map(function).collect::<Vec<_>>(), &data)
}
