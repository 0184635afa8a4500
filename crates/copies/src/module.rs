//! A wasm module as a work.

use std::collections::HashMap;

use wasmparser::{BinaryReaderError, KnownCustom, Name, NameSectionReader, Parser, Payload, TypeRef};

use crate::types::Types;
use crate::{Kind, Part, Work, body};

/// Most characters of a function's name that are kept.
const NAME: usize = 120;

/// A module that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("is not a wasm module that can be compared")]
pub struct Unreadable(#[from] BinaryReaderError);

/// Reads a module. It need not be valid; where it is not, what it has in common with others may be missed.
///
/// # Errors
/// When its sections or functions cannot be told apart.
pub fn module(bytes: &[u8]) -> Result<Work, Unreadable> {
    let mut types = Types::default();
    let mut bodies = Vec::new();
    let mut names = HashMap::new();
    for payload in Parser::new(0).parse_all(bytes) {
        match payload? {
            Payload::TypeSection(section) => {
                for group in section {
                    types.add_group(group?);
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import?;
                    if let TypeRef::Func(index) | TypeRef::FuncExact(index) = import.ty {
                        types.add_host_call(import.module, import.name, index);
                    }
                }
            }
            Payload::FunctionSection(section) => {
                for index in section {
                    types.add_function(index?);
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(section) = section.as_known() {
                    // Names are for people alone; a section that cannot be read has none.
                    read_names(section, &mut names).unwrap_or_default();
                }
            }
            _ => {}
        }
    }
    let first = types.host_calls() as u32;
    let parts = (first..)
        .zip(&bodies)
        .map(|(number, read)| {
            let body = body::read(read, &types, number)?;
            Ok(Part::new(names.remove(&number), number, body.operators, body.prints))
        })
        .collect::<Result<_, BinaryReaderError>>()?;
    Ok(Work::new(Kind::Module, parts))
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
