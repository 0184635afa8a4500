//! The door: a module is looked through before anything is compiled.
//!
//! First its sections are walked and held against the caps, in time and memory in proportion to the bytes. Only what
//! is within all of them is validated, which may cost far more than the bytes let expect.

mod bodies;
mod features;
mod floats;
mod ports;

use wasmparser::{
    CompositeInnerType, Encoding, FuncType, MemoryType, Parser, Payload, SubType, TypeRef, WasmFeatures,
};

use self::ports::Export;
use crate::foreign::foreign;
use crate::{Caps, Objection, Refusal, Sizes};

/// Counts what this door lets through or keeps out; to be raised when it decides otherwise than before, so that no
/// earlier decision is remembered.
pub(crate) const VERSION: u32 = 1;

/// Looks a module through: its size, structure, features, exports and imports. Compiles nothing. What it costs is
/// bounded by the caps.
///
/// # Errors
/// With everything that speaks against the module, not only the first thing. But of a module past a cap on its
/// structure only the caps are told: anything else would rest on what was not looked at.
pub fn inspect(bytes: &[u8], caps: &Caps) -> Result<Sizes, Refusal> {
    at_a_glance(bytes, caps)?;
    let mut survey = Survey::new(caps);
    survey.sizes.module = bytes.len() as u64;
    if let Err(objection) = survey.walk(bytes) {
        survey.objections.push(objection);
        return refuse_or(survey);
    }
    survey.module_within("values carried by branches, blocks and calls", survey.sizes.carried, caps.carried);
    if !survey.past_cap {
        survey.check_interface();
        survey.validate(bytes);
    }
    refuse_or(survey)
}

/// What can be said of a file without reading it: whether it is too large, or no module at all.
///
/// # Errors
/// With the one thing that speaks against it.
pub(crate) fn at_a_glance(bytes: &[u8], caps: &Caps) -> Result<(), Refusal> {
    let size = bytes.len() as u64;
    if bytes.is_empty() {
        return Err(Objection::Empty.into());
    }
    if size > caps.module {
        return Err(Objection::TooLarge { size, limit: caps.module }.into());
    }
    if !bytes.starts_with(b"\0asm") {
        return Err(Objection::NotWasm.into());
    }
    Ok(())
}

fn refuse_or(survey: Survey<'_>) -> Result<Sizes, Refusal> {
    match Refusal::from_objections(survey.objections) {
        Some(refusal) => Err(refusal),
        None => Ok(survey.sizes),
    }
}

fn invalid(error: &wasmparser::Error) -> Objection {
    Objection::Invalid { message: foreign(error.message()), offset: error.offset() }
}

/// What has been seen of a module so far.
struct Survey<'a> {
    caps: &'a Caps,
    sizes: Sizes,
    objections: Vec<Objection>,
    /// Whether there is too much of something for the module to be looked at any further.
    past_cap: bool,
    types: Vec<Option<FuncType>>,
    /// The most parameters, results or fields of one type.
    widest: u64,
    /// Types of all functions, the imported ones first.
    functions: Vec<u32>,
    imports: Vec<(String, String, TypeRef)>,
    imported_functions: u32,
    exports: Vec<Export>,
    bodies: u32,
}

impl<'a> Survey<'a> {
    fn new(caps: &'a Caps) -> Survey<'a> {
        Survey {
            caps,
            sizes: Sizes::default(),
            objections: Vec::new(),
            past_cap: false,
            types: Vec::new(),
            widest: 0,
            functions: Vec::new(),
            imports: Vec::new(),
            imported_functions: 0,
            exports: Vec::new(),
            bodies: 0,
        }
    }

    /// Notes an objection when something is over its cap, and says whether it is within.
    fn note(&mut self, what: &'static str, place: impl FnOnce() -> String, found: u64, limit: u64) -> bool {
        if found > limit {
            let what = what.into();
            self.objections.push(Objection::OverCap { what, place: place(), found, limit });
        }
        found <= limit
    }

    /// The same for the structure: a module past such a cap is not validated.
    fn within(&mut self, what: &'static str, place: impl FnOnce() -> String, found: u64, limit: u64) -> bool {
        let within = self.note(what, place, found, limit);
        self.past_cap |= !within;
        within
    }

    fn module_within(&mut self, what: &'static str, found: u64, limit: u64) -> bool {
        self.within(what, || "the module has ".to_owned(), found, limit)
    }

    /// Reads all sections. An error ends the reading: what comes after it cannot be trusted.
    fn walk(&mut self, bytes: &[u8]) -> Result<(), Objection> {
        let mut parser = Parser::new(0);
        parser.set_features(WasmFeatures::all());
        for payload in parser.parse_all(bytes) {
            self.section(payload.map_err(|error| invalid(&error))?)?;
        }
        Ok(())
    }

    fn section(&mut self, payload: Payload<'_>) -> Result<(), Objection> {
        let result = match payload {
            Payload::Version { encoding: Encoding::Component, .. } => return Err(Objection::Component),
            Payload::TypeSection(types) => self.types(types),
            Payload::ImportSection(imports) => self.imports(imports),
            Payload::FunctionSection(functions) => self.functions(functions),
            Payload::TableSection(tables) => self.tables(tables),
            Payload::MemorySection(memories) => {
                memories.into_iter().try_for_each(|memory| memory.map(|memory| self.memory(&memory)))
            }
            Payload::GlobalSection(globals) => {
                self.sizes.globals = globals.count().into();
                self.module_within("globals", self.sizes.globals, self.caps.globals);
                Ok(())
            }
            Payload::ExportSection(exports) => self.exports(exports),
            Payload::ElementSection(segments) => {
                self.sizes.element_segments = segments.count().into();
                self.module_within(
                    "element segments",
                    self.sizes.element_segments,
                    self.caps.element_segments,
                );
                Ok(())
            }
            Payload::DataSection(segments) => {
                self.sizes.data_segments = segments.count().into();
                self.module_within("data segments", self.sizes.data_segments, self.caps.data_segments);
                Ok(())
            }
            Payload::CodeSectionEntry(body) => self.body(&body),
            _ => Ok(()),
        };
        result.map_err(|error| invalid(&error))
    }

    fn types(&mut self, types: wasmparser::TypeSectionReader<'_>) -> wasmparser::Result<()> {
        for group in types {
            for ty in group?.into_types() {
                self.sizes.types += 1;
                if self.sizes.types <= self.caps.types {
                    self.note_type(ty);
                }
            }
        }
        self.module_within("types", self.sizes.types, self.caps.types);
        self.within(
            "parameters or results",
            || "a function type has ".to_owned(),
            self.sizes.parameters,
            self.caps.parameters,
        );
        Ok(())
    }

    fn note_type(&mut self, ty: SubType) {
        let function = match ty.composite_type.inner {
            CompositeInnerType::Func(function) => Some(function),
            CompositeInnerType::Struct(record) => {
                self.widest = self.widest.max(record.fields.len() as u64);
                None
            }
            _ => None,
        };
        if let Some(function) = &function {
            let widest = function.params().len().max(function.results().len()) as u64;
            self.sizes.parameters = self.sizes.parameters.max(widest);
            self.widest = self.widest.max(widest);
        }
        self.types.push(function);
    }

    fn imports(&mut self, imports: wasmparser::ImportSectionReader<'_>) -> wasmparser::Result<()> {
        let count = imports.count().into();
        if !self.module_within("imports", count, self.caps.imports) {
            return Ok(());
        }
        for import in imports.into_imports() {
            let import = import?;
            if let TypeRef::Func(ty) | TypeRef::FuncExact(ty) = import.ty {
                self.functions.push(ty);
                self.imported_functions += 1;
            }
            self.sizes.imports.push((import.module.to_owned(), import.name.to_owned()));
            self.imports.push((import.module.to_owned(), import.name.to_owned(), import.ty));
        }
        Ok(())
    }

    fn functions(&mut self, functions: wasmparser::FunctionSectionReader<'_>) -> wasmparser::Result<()> {
        self.sizes.functions = functions.count().into();
        if self.module_within("functions", self.sizes.functions, self.caps.functions) {
            for ty in functions {
                self.functions.push(ty?);
            }
        }
        Ok(())
    }

    fn tables(&mut self, tables: wasmparser::TableSectionReader<'_>) -> wasmparser::Result<()> {
        self.sizes.tables = tables.count().into();
        if !self.module_within("tables", self.sizes.tables, self.caps.tables) {
            return Ok(());
        }
        for table in tables {
            self.sizes.table_entries = self.sizes.table_entries.max(table?.ty.initial);
        }
        self.note("entries", || "a table has ".to_owned(), self.sizes.table_entries, self.caps.table_entries);
        Ok(())
    }

    fn memory(&mut self, memory: &MemoryType) {
        self.sizes.memory_pages = self.sizes.memory_pages.max(memory.initial);
        self.note(
            "pages of 64 KiB",
            || "the memory starts with ".to_owned(),
            memory.initial,
            self.caps.memory_pages,
        );
    }

    fn exports(&mut self, exports: wasmparser::ExportSectionReader<'_>) -> wasmparser::Result<()> {
        self.sizes.exports = exports.count().into();
        if !self.module_within("exports", self.sizes.exports, self.caps.exports) {
            return Ok(());
        }
        for export in exports {
            let export = export?;
            self.exports.push(Export {
                name: export.name.to_owned(),
                kind: export.kind,
                index: export.index,
            });
        }
        Ok(())
    }
}
