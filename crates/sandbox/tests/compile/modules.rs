//! Modules that are generated because they are too large for files.

/// The exports of a bot, in text.
pub(crate) const EXPORTS: &str = "(memory (export \"memory\") 1)
  (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
  (func (export \"muster_choose\") (param i32) (result i64) (i64.const 1))";

/// A module whose functions take the compiler long: many blocks that all lead to one place, over many
/// values that live through all of them.
pub(crate) fn slow_module(functions: usize, steps: usize) -> Vec<u8> {
    let step = "(if (i32.and (local.get 0) (i32.const 1)) (then (local.set 1 (i32.add (local.get 1) (local.get 2)))) \
                (else (local.set 2 (i32.xor (local.get 0) (local.get 1)))))";
    let body = step.repeat(steps);
    let function = format!("(func (param i32) (result i32) (local i32 i32) {body} (local.get 1))");
    let text = format!("(module {EXPORTS} {})", function.repeat(functions));
    wat::parse_str(text).expect("a module's text")
}

/// The bytes of a module without names or exports: one function type with the given number of `i32`, and functions of
/// this type with this body.
fn encoded(parameters: u32, functions: u32, body: &[u8]) -> Vec<u8> {
    module_of(
        [vec![1, 0x60], leb(parameters), vec![0x7f; parameters as usize], vec![0]].concat(),
        functions,
        body,
    )
}

/// The same of a type section.
fn module_of(types: Vec<u8>, functions: u32, body: &[u8]) -> Vec<u8> {
    let section = |id: u8, content: Vec<u8>| [vec![id], leb(content.len() as u32), content].concat();
    let indices = [leb(functions), vec![0; functions as usize]].concat();
    let one = [leb(body.len() as u32), body.to_vec()].concat();
    let bodies = [leb(functions), one.repeat(functions as usize)].concat();
    [b"\0asm\x01\0\0\0".to_vec(), section(1, types), section(3, indices), section(10, bodies)].concat()
}

/// An unsigned number as WebAssembly writes it.
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

/// Functions with the given number of results, each a single `br_table` whose targets all lead out of it.
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

/// A module with this many functions, all different, and this many data segments.
pub(crate) fn large_script(functions: u32, segments: u32) -> Vec<u8> {
    let functions: Vec<String> = (0..functions)
        .map(|index| format!("(func (param i32) (result i32) (i32.add (local.get 0) (i32.const {index})))"))
        .collect();
    let segments: Vec<String> =
        (0..segments).map(|index| format!("(data (i32.const {}) \"\\01\")", index * 2 % 60_000)).collect();
    let text = format!("(module {EXPORTS} {} {})", functions.concat(), segments.concat());
    wat::parse_str(text).expect("a module's text")
}
