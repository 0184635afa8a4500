//! The door: a module is looked through before anything is compiled.

mod floats;
mod ports;

use wasmparser::{
    CompositeInnerType, Encoding, FuncType, FunctionBody, MemoryType, Operator, Parser, Payload, TypeRef,
    Validator, WasmFeatures,
};

use self::floats::makes_floats;
use self::ports::Export;
use crate::{Caps, Objection, Refusal, Sizes, feature};

/// Looks a module through: its size, structure, features, exports and imports. Compiles nothing; takes time
/// and memory in proportion to the bytes.
///
/// # Errors
/// With everything that speaks against the module, not only the first thing.
pub fn inspect(bytes: &[u8], caps: &Caps) -> Result<Sizes, Refusal> {
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
    let mut survey = Survey { caps, ..Survey::new(caps) };
    survey.sizes.module = size;
    if let Err(objection) = survey.walk(bytes) {
        survey.objections.push(objection);
        return refuse_or(survey);
    }
    survey.check_interface();
    survey.validate(bytes);
    refuse_or(survey)
}

fn refuse_or(survey: Survey<'_>) -> Result<Sizes, Refusal> {
    match Refusal::from_objections(survey.objections) {
        Some(refusal) => Err(refusal),
        None => Ok(survey.sizes),
    }
}

fn invalid(error: &wasmparser::Error) -> Objection {
    Objection::Invalid { message: error.message().to_owned(), offset: error.offset() }
}

/// What has been seen of a module so far.
struct Survey<'a> {
    caps: &'a Caps,
    sizes: Sizes,
    objections: Vec<Objection>,
    types: Vec<Option<FuncType>>,
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
            types: Vec::new(),
            functions: Vec::new(),
            imports: Vec::new(),
            imported_functions: 0,
            exports: Vec::new(),
            bodies: 0,
        }
    }

    /// Notes an objection when a count is over its cap, and says whether it is within.
    fn within(&mut self, what: &'static str, place: impl FnOnce() -> String, found: u64, limit: u64) -> bool {
        if found > limit {
            self.objections.push(Objection::OverCap { what, place: place(), found, limit });
        }
        found <= limit
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
        self.sizes.types = types.count().into();
        if !self.module_within("types", self.sizes.types, self.caps.types) {
            return Ok(());
        }
        for group in types {
            for ty in group?.into_types() {
                let function = match ty.composite_type.inner {
                    CompositeInnerType::Func(function) => Some(function),
                    _ => None,
                };
                if let Some(function) = &function {
                    let widest = function.params().len().max(function.results().len()) as u64;
                    self.sizes.parameters = self.sizes.parameters.max(widest);
                }
                self.types.push(function);
            }
        }
        self.within(
            "parameters or results",
            || "a function type has ".to_owned(),
            self.sizes.parameters,
            self.caps.parameters,
        );
        Ok(())
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
        self.within(
            "entries",
            || "a table has ".to_owned(),
            self.sizes.table_entries,
            self.caps.table_entries,
        );
        Ok(())
    }

    fn memory(&mut self, memory: &MemoryType) {
        self.sizes.memory_pages = self.sizes.memory_pages.max(memory.initial);
        self.within(
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

    /// Looks through one function. Of many functions over a cap only the first is reported.
    fn body(&mut self, body: &FunctionBody<'_>) -> wasmparser::Result<()> {
        let index = self.imported_functions + self.bodies;
        self.bodies += 1;
        let place = || format!("function {index} has ");
        let size = body.as_bytes().len() as u64;
        if size > self.caps.body && self.sizes.body <= self.caps.body {
            self.within("bytes", place, size, self.caps.body);
        }
        self.sizes.body = self.sizes.body.max(size);
        let mut locals = 0u64;
        for group in body.get_locals_reader()? {
            locals += u64::from(group?.0);
        }
        if locals > self.caps.locals && self.sizes.locals <= self.caps.locals {
            self.within("locals", place, locals, self.caps.locals);
        }
        self.sizes.locals = self.sizes.locals.max(locals);
        let nesting = self.operators(body)?;
        if nesting > self.caps.nesting && self.sizes.nesting <= self.caps.nesting {
            self.within("blocks inside one another", place, nesting, self.caps.nesting);
        }
        self.sizes.nesting = self.sizes.nesting.max(nesting);
        Ok(())
    }

    /// The deepest nesting of a function; notes floating point on the way.
    fn operators(&mut self, body: &FunctionBody<'_>) -> wasmparser::Result<u64> {
        let (mut depth, mut deepest) = (0u64, 0);
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let operator = reader.read()?;
            match operator {
                Operator::Block { .. }
                | Operator::Loop { .. }
                | Operator::If { .. }
                | Operator::Try { .. }
                | Operator::TryTable { .. } => {
                    depth += 1;
                    deepest = deepest.max(depth);
                }
                Operator::End | Operator::Delegate { .. } => depth = depth.saturating_sub(1),
                _ => self.sizes.floats |= makes_floats(&operator),
            }
        }
        Ok(deepest)
    }

    /// Validates the module, and names every feature outside the profile that it needs.
    fn validate(&mut self, bytes: &[u8]) {
        let check = |features| Validator::new_with_features(features).validate_all(bytes).map(drop);
        let Err(outside_profile) = check(feature::PROFILE) else { return };
        let everything = WasmFeatures::all();
        if let Err(error) = check(everything) {
            self.objections.push(invalid(&error));
            return;
        }
        // What it cannot do without, it uses.
        let needed = feature::OUTSIDE.iter().filter(|(feature, _)| check(everything - *feature).is_err());
        let before = self.objections.len();
        self.objections.extend(needed.map(|(_, name)| Objection::Feature(name)));
        if self.objections.len() == before {
            self.objections.push(invalid(&outside_profile));
        }
    }
}
