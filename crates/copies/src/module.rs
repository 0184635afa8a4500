//! Reads a wasm module as a work.

use std::collections::{BTreeSet, HashMap};

use wasmparser::{
    BinaryReaderError, ExternalKind, KnownCustom, Name, NameSectionReader, Parser, Payload, TypeRef,
};

use crate::program::Program;
use crate::symbolic_execution::run;
use crate::{Kind, Part, Work};

/// Maximum number of characters kept of a function's name.
const NAME: usize = 120;

/// A module that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("is not a wasm module that can be compared")]
pub struct Unreadable(#[from] BinaryReaderError);

/// Reads a module. It need not be valid. In an invalid one, similarities may be missed.
///
/// # Errors
/// Returns an error if its sections or functions cannot be separated.
pub fn module(bytes: &[u8]) -> Result<Work, Unreadable> {
    let mut program = Program::default();
    let mut exported = BTreeSet::new();
    let mut names = HashMap::new();
    for payload in Parser::new(0).parse_all(bytes) {
        match payload? {
            Payload::TypeSection(section) => {
                for group in section {
                    program.types.add_group(group?);
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import?;
                    if let TypeRef::Func(index) | TypeRef::FuncExact(index) = import.ty {
                        program.types.add_host_call(import.module, import.name, index);
                    }
                }
            }
            Payload::FunctionSection(section) => {
                for index in section {
                    program.types.add_function(index?);
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    if export.kind == ExternalKind::Func {
                        exported.insert(export.index);
                    }
                }
            }
            Payload::CodeSectionEntry(body) => program.bodies.push(body),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(section) = section.as_known() {
                    // Names are only for people. A section that cannot be read has none.
                    read_names(section, &mut names).unwrap_or_default();
                }
            }
            _ => {}
        }
    }
    // Functions that are compared individually: exported ones, and those with a call that was not inlined.
    let (mut in_place, mut called) = (BTreeSet::new(), exported);
    let mut parts = Vec::new();
    for function in program.functions() {
        let deeds = run(&program, function)?;
        in_place.extend(deeds.in_place);
        called.extend(deeds.elsewhere);
        parts.push(Part::new(names.remove(&function), function, deeds.operators, deeds.prints));
    }
    let is_compared = |part: &Part| called.contains(&part.place) || !in_place.contains(&part.place);
    Ok(Work::new(Kind::Module, parts, is_compared))
}

fn read_names(
    section: NameSectionReader<'_>,
    names: &mut HashMap<u32, String>,
) -> Result<(), BinaryReaderError> {
    for names_of in section {
        if let Name::Function(map) = names_of? {
            for naming in map {
                let naming = naming?;
                names.insert(naming.index, naming.name.chars().take(NAME).collect());
            }
        }
    }
    Ok(())
}
