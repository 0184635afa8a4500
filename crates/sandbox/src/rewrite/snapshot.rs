//! A module whose state is that of a running instance.

use wasm_encoder::{
    ConstExpr, DataCountSection, Encode, ExportSection, GlobalType, MemorySection, MemoryType, Module,
    RawSection, SectionId, ValType,
};

use super::image::data_section;
use super::module_sections::{ModuleSections, kind};
use crate::interface::INITIALIZE;

/// The value of a global: its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GlobalValue {
    I32(i32),
    I64(i64),
    F32(u32),
    F64(u64),
    V128(u128),
}

/// Returns the module that starts where an instance of `module` is now, with this memory and these values of its
/// globals in order. Its start has happened, so it has neither the start function nor `_initialize`. `None` if the
/// module cannot be rewritten, or the values do not fit it.
///
/// # Source
/// Wizer, the WebAssembly pre-initializer (Bytecode Alliance). This one rewrites the same state as
/// [`split`](super::split), and makes few segments.
pub(crate) fn snapshot(module: &[u8], memory: &[u8], globals: &[GlobalValue]) -> Option<Vec<u8>> {
    let anatomy = ModuleSections::parse(module)?;
    if globals.len() != anatomy.globals.len() {
        return None;
    }
    // Passive segments that the code mentions stay unchanged.
    let (data, count) = data_section(memory, anatomy.last_mentioned, |number| anatomy.passive(number));
    let mut written = Module::new();
    let mut data_written = false;
    for section in &anatomy.sections {
        if section.is(SectionId::Memory) {
            written.section(&memory_section(&anatomy, memory.len())?);
        } else if section.is(SectionId::Global) {
            written.section(&RawSection { id: section.id, data: &global_section(&anatomy, globals) });
        } else if section.is(SectionId::Export) {
            written.section(&exports(&anatomy));
        } else if section.is(SectionId::DataCount) {
            written.section(&DataCountSection { count });
        } else if section.is(SectionId::Data) {
            written.section(&data);
            data_written = true;
        } else if !section.is(SectionId::Start) {
            written.section(&section.raw());
        }
        if section.is(SectionId::Code) && !anatomy.sections.iter().any(|other| other.is(SectionId::Data)) {
            written.section(&data);
            data_written = true;
        }
    }
    data_written.then(|| written.finish())
}

fn memory_section(anatomy: &ModuleSections<'_>, bytes: usize) -> Option<MemorySection> {
    let ty = anatomy.memory()?;
    let mut section = MemorySection::new();
    section.memory(MemoryType {
        minimum: bytes as u64 / 65_536,
        maximum: ty.maximum,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    Some(section)
}

/// Returns the contents of the global section: mutable globals with their values, the others unchanged.
fn global_section(anatomy: &ModuleSections<'_>, values: &[GlobalValue]) -> Vec<u8> {
    let mut bytes = Vec::new();
    (anatomy.globals.len() as u32).encode(&mut bytes);
    for (global, value) in anatomy.globals.iter().zip(values) {
        if global.ty.mutable {
            declare(*value, &mut bytes);
        } else {
            bytes.extend_from_slice(global.raw);
        }
    }
    bytes
}

/// Appends the declaration of a mutable global with a value.
fn declare(value: GlobalValue, bytes: &mut Vec<u8>) {
    let (val_type, init) = match value {
        GlobalValue::I32(value) => (ValType::I32, ConstExpr::i32_const(value)),
        GlobalValue::I64(value) => (ValType::I64, ConstExpr::i64_const(value)),
        GlobalValue::F32(bits) => (ValType::F32, ConstExpr::f32_const(f32::from_bits(bits).into())),
        GlobalValue::F64(bits) => (ValType::F64, ConstExpr::f64_const(f64::from_bits(bits).into())),
        GlobalValue::V128(bits) => (ValType::V128, ConstExpr::v128_const(bits as i128)),
    };
    GlobalType { val_type, mutable: true, shared: false }.encode(bytes);
    init.encode(bytes);
}

/// Returns the exports without `_initialize`.
fn exports(anatomy: &ModuleSections<'_>) -> ExportSection {
    let mut section = ExportSection::new();
    for export in anatomy.exports.iter().filter(|export| export.name != INITIALIZE.0) {
        section.export(export.name, kind(export.kind), export.index);
    }
    section
}
