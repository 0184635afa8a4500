//! Exports that a bot must have, and imports that it may have.

use wasmparser::{ExternalKind, FuncType, TypeRef, ValType};

use super::Survey;
use crate::Objection;
use crate::interface::{self, Signature};
use crate::module_text::foreign;

/// An export, with the kind and index that the module declares.
pub(super) struct Export {
    pub(super) name: String,
    pub(super) kind: ExternalKind,
    pub(super) index: u32,
}

impl Survey<'_> {
    pub(super) fn function_type(&self, index: u32) -> Option<&FuncType> {
        let ty = *self.functions.get(index as usize)?;
        self.types.get(ty as usize)?.as_ref()
    }

    /// Checks exports and imports against the interface.
    pub(super) fn check_interface(&mut self) {
        let imports = std::mem::take(&mut self.imports);
        for (module, name, ty) in imports {
            self.check_import(module, name, ty);
        }
        let has = |name: &str| self.exports.iter().any(|export| export.name == name);
        self.sizes.rules |= has(interface::GAME);
        self.sizes.program = has(interface::START.0) && !has(interface::CHOOSE.0);
        self.sizes.initialize = has(interface::INITIALIZE.0) && !self.sizes.program;
        self.check_memory();
        if self.sizes.program {
            let (name, signature) = interface::START;
            self.check_function(name, signature);
            return;
        }
        for (name, signature) in [interface::BUFFER, interface::CHOOSE] {
            self.check_function(name, signature);
        }
        if self.sizes.initialize {
            let (name, signature) = interface::INITIALIZE;
            self.check_function(name, signature);
        }
    }

    fn check_import(&mut self, module: String, name: String, ty: TypeRef) {
        let Some(due) = interface::import(&module, &name) else {
            let (module, name) = (foreign(&module), foreign(&name));
            self.objections.push(Objection::UnknownImport { module, name });
            return;
        };
        let found = match ty {
            TypeRef::Func(ty) | TypeRef::FuncExact(ty) => {
                let function = self.types.get(ty as usize).and_then(Option::as_ref);
                if function.is_some_and(|function| agrees(function, due)) {
                    return;
                }
                describe(function)
            }
            TypeRef::Memory(_) => "memory".to_owned(),
            TypeRef::Table(_) => "table".to_owned(),
            TypeRef::Global(_) => "global".to_owned(),
            TypeRef::Tag(_) => "tag".to_owned(),
        };
        self.objections.push(Objection::MistypedImport { module, name, found, due: due.to_string() });
    }

    fn check_memory(&mut self) {
        let (name, due) = (interface::MEMORY, "memory".to_owned());
        match self.exports.iter().find(|export| export.name == name) {
            None => self.objections.push(Objection::MissingExport { name: name.into(), due }),
            Some(Export { kind: ExternalKind::Memory, .. }) => {}
            Some(export) => {
                let found = kind_word(export.kind).to_owned();
                self.objections.push(Objection::MistypedExport { name: name.into(), found, due });
            }
        }
    }

    fn check_function(&mut self, name: &'static str, signature: Signature) {
        let due = signature.to_string();
        let objection = match self.exports.iter().find(|export| export.name == name) {
            None => Objection::MissingExport { name: name.into(), due },
            Some(export) if export.kind != ExternalKind::Func => {
                Objection::MistypedExport { name: name.into(), found: kind_word(export.kind).to_owned(), due }
            }
            Some(export) => {
                let function = self.function_type(export.index);
                if function.is_some_and(|function| agrees(function, signature)) {
                    return;
                }
                Objection::MistypedExport { name: name.into(), found: describe(function), due }
            }
        };
        self.objections.push(objection);
    }
}

/// Describes the type of a function for messages about exports and imports.
fn describe(function: Option<&FuncType>) -> String {
    let Some(function) = function else { return "func of another kind".to_owned() };
    let list = |types: &[ValType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    foreign(&match function.results() {
        [one] => format!("func ({}) -> {one}", list(function.params())),
        results => format!("func ({}) -> ({})", list(function.params()), list(results)),
    })
}

fn agrees(function: &FuncType, signature: Signature) -> bool {
    let same = |types: &[ValType], letters: &str| {
        types.len() == letters.len()
            && types.iter().zip(letters.chars()).all(|(ty, letter)| match letter {
                'l' => *ty == ValType::I64,
                _ => *ty == ValType::I32,
            })
    };
    let (parameters, results) = signature.letters();
    same(function.params(), parameters) && same(function.results(), results)
}

fn kind_word(kind: ExternalKind) -> &'static str {
    match kind {
        ExternalKind::Func | ExternalKind::FuncExact => "func",
        ExternalKind::Table => "table",
        ExternalKind::Memory => "memory",
        ExternalKind::Global => "global",
        ExternalKind::Tag => "tag",
    }
}
