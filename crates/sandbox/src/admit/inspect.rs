//! Inspection: a module is checked before anything is compiled.
//!
//! First its sections are read and compared with the caps, in time and memory proportional to its size. Only a module
//! within all caps is validated, which may cost far more than its size suggests.

mod bodies;
mod cost;
mod features;
mod floats;
mod imports_exports;

use wasmparser::{
    CompositeInnerType, Encoding, FuncType, MemoryType, Parser, Payload, SubType, TypeRef, WasmFeatures,
};

use self::bodies::Arity;
use self::cost::CarriedValues;
use self::imports_exports::Export;
use super::FunctionSizes;
use crate::interface;
use crate::module_text::foreign;
use crate::{Caps, Objection, Refusal, Sizes};

/// Version of the inspection's rules. It must be raised when inspection decides differently than before, so that no
/// earlier decision is reused.
pub(crate) const VERSION: u32 = 3;

/// Inspects a module: its size, structure, features, exports and imports. Nothing is compiled. The caps bound the
/// cost.
///
/// # Errors
/// All objections to the module, not only the first one. For a module past a cap on its structure, only exceeded caps
/// are reported, because the rest of the module was not read.
pub fn inspect(bytes: &[u8], caps: &Caps) -> Result<Sizes, Refusal> {
    survey(bytes, caps, None)
}

/// Inspects a module whose functions may be known, byte for byte. Known functions, which are nearly all of the work,
/// are skipped. If that does not lead to acceptance, the whole module is inspected to find all objections.
pub(crate) fn inspect_around(
    bytes: &[u8],
    caps: &Caps,
    functions: Option<&FunctionSizes>,
) -> Result<Sizes, Refusal> {
    if let Some(functions) = functions
        && functions.are_within(caps)
        && let Ok(sizes) = survey(bytes, caps, Some(functions))
    {
        return Ok(sizes);
    }
    inspect(bytes, caps)
}

fn survey(bytes: &[u8], caps: &Caps, functions: Option<&FunctionSizes>) -> Result<Sizes, Refusal> {
    at_a_glance(bytes, caps)?;
    let mut survey = Survey::new(caps, functions);
    survey.sizes.module = bytes.len() as u64;
    if let Err(objection) = survey.walk(bytes) {
        survey.objections.push(objection);
        return refuse_or(survey);
    }
    survey.module_within("values carried by branches, blocks and calls", survey.sizes.carried, caps.carried);
    if !survey.past_cap {
        survey.check_interface();
        survey.validate(bytes);
        let cost = survey.sizes.compile_cost;
        survey.module_within(Objection::COMPILE_COST, cost, caps.compile_cost);
    }
    refuse_or(survey)
}

/// Runs the checks that need no parsing: the file is not empty, not too large, and looks like wasm.
///
/// # Errors
/// A single objection.
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

/// The findings about a module so far.
struct Survey<'a> {
    caps: &'a Caps,
    /// Sizes of the functions if they are known; the functions are then not read.
    known_functions: Option<&'a FunctionSizes>,
    sizes: Sizes,
    objections: Vec<Objection>,
    /// `true` if the module is past a cap on its structure and is not examined any further.
    past_cap: bool,
    types: Vec<Option<FuncType>>,
    /// Maximum number of parameters, results or fields of one type.
    widest: u64,
    /// Types of all functions, imported ones first.
    functions: Vec<u32>,
    imports: Vec<(String, String, TypeRef)>,
    imported_functions: u32,
    exports: Vec<Export>,
    bodies: u32,
    /// Values that the branches and blocks, and the calls, of each body carry.
    carried: Vec<CarriedValues>,
}

impl<'a> Survey<'a> {
    fn new(caps: &'a Caps, known_functions: Option<&'a FunctionSizes>) -> Survey<'a> {
        let mut sizes = Sizes::default();
        if let Some(functions) = known_functions {
            let FunctionSizes { body, locals, nesting, results, carried, compile_cost, floats } = *functions;
            sizes = Sizes { body, locals, nesting, results, carried, compile_cost, floats, ..sizes };
        }
        Survey {
            caps,
            known_functions,
            sizes,
            objections: Vec::new(),
            past_cap: false,
            types: Vec::new(),
            widest: 0,
            functions: Vec::new(),
            imports: Vec::new(),
            imported_functions: 0,
            exports: Vec::new(),
            bodies: 0,
            carried: Vec::new(),
        }
    }

    /// Adds an objection if a value is over its cap; returns `true` if it is within.
    fn note(&mut self, what: &'static str, place: impl FnOnce() -> String, found: u64, limit: u64) -> bool {
        if found > limit {
            let what = what.into();
            self.objections.push(Objection::OverCap { what, place: place(), found, limit });
        }
        found <= limit
    }

    /// Does the same for a cap on the structure: a module past it is not validated.
    fn within(&mut self, what: &'static str, place: impl FnOnce() -> String, found: u64, limit: u64) -> bool {
        let within = self.note(what, place, found, limit);
        self.past_cap |= !within;
        within
    }

    fn module_within(&mut self, what: &'static str, found: u64, limit: u64) -> bool {
        self.within(what, || "the module has ".to_owned(), found, limit)
    }

    /// Reads all sections up to the first error; data after an error cannot be trusted.
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
            Payload::CustomSection(section) => {
                self.sizes.rules |= section.name() == interface::GAME_SECTION;
                Ok(())
            }
            Payload::CodeSectionEntry(body) if self.known_functions.is_none() => self.body(&body),
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
            "parameters",
            || "a function type has ".to_owned(),
            self.sizes.parameters,
            self.caps.parameters,
        );
        self.within("results", || "a function type has ".to_owned(), self.sizes.results, self.caps.results);
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
            let Arity { parameters, results } = Arity::from_type(Some(function));
            self.sizes.parameters = self.sizes.parameters.max(parameters);
            self.sizes.results = self.sizes.results.max(results);
            self.widest = self.widest.max(parameters).max(results);
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
