//! Splitting of a large module into its state and its code.
//!
//! The *state* is the memory with its data, and the globals. It has no function, so it compiles in a moment, and the
//! engine maps its memory copy-on-write. The *code* is everything else, and imports the state. Functions and globals
//! keep their numbers, and no byte of a function changes: the split module answers like the whole one and uses the
//! same fuel. Modules that differ only in their state, as scripts for one interpreter do, have the same code, which
//! is compiled once.

use wasm_encoder::{
    DataCountSection, DataSection, Encode, EntityType, ExportSection, GlobalType, MemoryType, Module,
    RawSection, SectionId,
};
use wasmparser::ValType;

use super::module_sections::{ModuleSections, Section, SegmentTarget, kind};

/// Minimum bytes of code of a module that is split. Smaller modules compile in less time than they take to read.
pub(crate) const SPLIT_FROM: usize = 256 << 10;
/// Maximum number of globals of a module that is split, because each is passed on in every match. Compilers make a
/// handful.
const MOST_GLOBALS: usize = 32;
/// Module name of the code's imports from the state. No import of that name is admitted.
const STATE: &str = "state";

/// The two parts of a module.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) state: Vec<u8>,
    pub(crate) code: Vec<u8>,
    /// Number of bytes to add to an offset in the code for the offset in the whole module, as backtraces show it.
    pub(crate) shift: i64,
}

impl Parts {
    /// Returns the name of the code: the BLAKE3 of its bytes.
    pub(crate) fn name(&self) -> [u8; 32] {
        blake3::hash(&self.code).into()
    }
}

/// Export name of the state's memory.
pub(crate) const MEMORY_NAME: &str = "muster state: memory";

/// Returns the export name of one of the state's globals.
pub(crate) fn global_name(number: usize) -> String {
    format!("muster state: global {number}")
}

/// Splits a module that passed inspection, if it is large and its state can be separated. The result depends only on
/// the bytes.
pub(crate) fn split(module: &[u8]) -> Option<Parts> {
    split_from(module, SPLIT_FROM)
}

/// Splits a module with at least `least` bytes of code.
pub(crate) fn split_from(module: &[u8], least: usize) -> Option<Parts> {
    let anatomy = ModuleSections::parse(module)?;
    let code_section = anatomy.sections.iter().find(|section| section.is(SectionId::Code))?;
    if code_section.data.len() < least || !can_be_split(&anatomy) {
        return None;
    }
    let (code, code_at) = code(&anatomy)?;
    Some(Parts { state: state(&anatomy), shift: code_section.at as i64 - code_at as i64, code })
}

fn can_be_split(anatomy: &ModuleSections<'_>) -> bool {
    let numeric = |ty: ValType| !matches!(ty, ValType::Ref(_));
    anatomy.memory().is_some()
        && anatomy.globals.len() <= MOST_GLOBALS
        && anatomy.globals.iter().all(|global| numeric(global.ty.content_type))
        && anatomy.segments.iter().all(|segment| segment.place != SegmentTarget::Computed)
        && !anatomy.exports.iter().any(|export| export.name.starts_with("muster state: "))
}

fn state(anatomy: &ModuleSections<'_>) -> Vec<u8> {
    let mut exports = ExportSection::new();
    for export in anatomy.exports_of_state(true) {
        exports.export(export.name, kind(export.kind), export.index);
    }
    exports.export(MEMORY_NAME, wasm_encoder::ExportKind::Memory, 0);
    for number in 0..anatomy.globals.len() {
        exports.export(&global_name(number), wasm_encoder::ExportKind::Global, number as u32);
    }
    let mut module = Module::new();
    for section in &anatomy.sections {
        match section.id {
            id if id == SectionId::Memory as u8 || id == SectionId::Global as u8 => {
                module.section(&section.raw());
            }
            id if id == SectionId::Export as u8 => {
                module.section(&exports);
            }
            _ => {}
        }
    }
    module.section(&RawSection { id: SectionId::Data as u8, data: &active_segments(anatomy) });
    module.finish()
}

/// Returns the contents of the state's data section.
fn active_segments(anatomy: &ModuleSections<'_>) -> Vec<u8> {
    let active = anatomy.segments.iter().filter(|segment| segment.place != SegmentTarget::Passive);
    let mut bytes = Vec::new();
    (active.clone().count() as u32).encode(&mut bytes);
    active.for_each(|segment| bytes.extend_from_slice(segment.raw));
    bytes
}

/// Returns the code, and the offset of its code section.
fn code(anatomy: &ModuleSections<'_>) -> Option<(Vec<u8>, usize)> {
    let segments = anatomy.last_mentioned.map_or(0, |last| last + 1);
    let mut module = Module::new();
    let mut imports_written = false;
    let mut code_at = None;
    for section in &anatomy.sections {
        // Imports come second: after the types, and before everything else.
        if !imports_written && section.id != SectionId::Custom as u8 && section.id > SectionId::Type as u8 {
            module.section(&RawSection { id: SectionId::Import as u8, data: &imports(anatomy)? });
            imports_written = true;
        }
        write_code_section(anatomy, section, segments, &mut module);
        if section.is(SectionId::Code) {
            code_at = Some(module.len() - section.data.len());
            if segments > 0 {
                module.section(&passive_segments(anatomy, segments));
            }
        }
    }
    Some((module.finish(), code_at?))
}

fn write_code_section(
    anatomy: &ModuleSections<'_>,
    section: &Section<'_>,
    segments: u32,
    module: &mut Module,
) {
    const IMPORT: u8 = SectionId::Import as u8;
    const MEMORY: u8 = SectionId::Memory as u8;
    const GLOBAL: u8 = SectionId::Global as u8;
    const EXPORT: u8 = SectionId::Export as u8;
    const DATA: u8 = SectionId::Data as u8;
    const DATA_COUNT: u8 = SectionId::DataCount as u8;
    match section.id {
        IMPORT | MEMORY | GLOBAL | DATA => {}
        _ if section.is_declaration() => {}
        EXPORT => {
            let mut exports = ExportSection::new();
            for export in anatomy.exports_of_state(false) {
                exports.export(export.name, kind(export.kind), export.index);
            }
            module.section(&exports);
        }
        DATA_COUNT => {
            if segments > 0 {
                module.section(&DataCountSection { count: segments });
            }
        }
        _ => {
            module.section(&section.raw());
        }
    }
}

/// Returns the contents of the import section: the module's own imports unchanged, and the state.
fn imports(anatomy: &ModuleSections<'_>) -> Option<Vec<u8>> {
    let own = anatomy.sections.iter().find(|section| section.is(SectionId::Import));
    let mut own = wasmparser::BinaryReader::new(own.map_or(&[0], |section| section.data), 0);
    let count = own.read_var_u32().ok()?;
    let entries = own.read_bytes(own.bytes_remaining()).ok()?;
    let mut bytes = Vec::new();
    (count + 1 + anatomy.globals.len() as u32).encode(&mut bytes);
    bytes.extend_from_slice(entries);
    import(MEMORY_NAME, memory_type().into(), &mut bytes);
    for (number, global) in anatomy.globals.iter().enumerate() {
        import(&global_name(number), global_type(global.ty)?.into(), &mut bytes);
    }
    Some(bytes)
}

fn import(name: &str, ty: EntityType, bytes: &mut Vec<u8>) {
    STATE.encode(bytes);
    name.encode(bytes);
    ty.encode(bytes);
}

/// Returns a type that matches any memory: the initial size of the state's memory must not show in the code.
fn memory_type() -> MemoryType {
    MemoryType { minimum: 0, maximum: None, memory64: false, shared: false, page_size_log2: None }
}

fn global_type(ty: wasmparser::GlobalType) -> Option<GlobalType> {
    let val_type = match ty.content_type {
        ValType::I32 => wasm_encoder::ValType::I32,
        ValType::I64 => wasm_encoder::ValType::I64,
        ValType::F32 => wasm_encoder::ValType::F32,
        ValType::F64 => wasm_encoder::ValType::F64,
        ValType::V128 => wasm_encoder::ValType::V128,
        ValType::Ref(_) => return None,
    };
    Some(GlobalType { val_type, mutable: ty.mutable, shared: false })
}

/// Returns as many segments as the code mentions, under their numbers. Segments of the state are empty once they were
/// copied to memory, in the whole module as well.
fn passive_segments(anatomy: &ModuleSections<'_>, count: u32) -> DataSection {
    let mut section = DataSection::new();
    for number in 0..count {
        section.passive(anatomy.passive(number).unwrap_or_default().iter().copied());
    }
    section
}
