//! The names of a module's functions.

use std::collections::BTreeMap;

use wasmparser::{BinaryReader, ExternalKind, KnownCustom, Name, Parser, Payload, TypeRef};

use crate::module_text::foreign;

/// The opcode of `call`.
const CALL: u8 = 0x10;

/// The names of a module's functions, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionNames {
    names: BTreeMap<u32, String>,
    /// The names under which functions are imported.
    imported: Vec<String>,
    is_named: bool,
}

impl FunctionNames {
    /// Reads the names from the name section. Functions that it leaves out get the names under which they are
    /// imported or exported.
    pub fn from_module(module: &[u8]) -> FunctionNames {
        let mut names = FunctionNames::default();
        // A function that cannot be read has no name.
        let _ = names.read(module);
        names
    }

    /// Returns the name of a function; its number if it has none.
    pub fn name(&self, function: u32) -> String {
        self.names.get(&function).map_or_else(|| format!("function {function}"), |name| foreign(name))
    }

    /// Returns the name of the host call that the module's code makes with `call` at an offset.
    pub fn host_call(&self, module: &[u8], offset: u64) -> Option<String> {
        let at = usize::try_from(offset).ok()?;
        let mut code = BinaryReader::new(module.get(at..)?, at);
        let is_call = code.read_u8().ok()? == CALL;
        let function = code.read_var_u32().ok().filter(|_| is_call)?;
        self.imported.get(function as usize).map(|name| foreign(name))
    }

    /// Returns `true` if the module has a section with names of its functions.
    pub fn is_named(&self) -> bool {
        self.is_named
    }

    fn read(&mut self, module: &[u8]) -> wasmparser::Result<()> {
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        let import = import?;
                        if matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)) {
                            let name = format!("{}.{}", import.module, import.name);
                            self.names.insert(self.imported.len() as u32, name.clone());
                            self.imported.push(name);
                        }
                    }
                }
                Payload::ExportSection(exports) => {
                    for export in exports {
                        let export = export?;
                        if matches!(export.kind, ExternalKind::Func | ExternalKind::FuncExact) {
                            self.names.entry(export.index).or_insert_with(|| export.name.to_owned());
                        }
                    }
                }
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(names) = section.as_known() {
                        self.read_section(names)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_section(&mut self, names: wasmparser::NameSectionReader<'_>) -> wasmparser::Result<()> {
        for name in names {
            let Name::Function(functions) = name? else { continue };
            for named in functions {
                let named = named?;
                self.is_named = true;
                self.names.insert(named.index, named.name.to_owned());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_the_best_name_that_there_is() {
        let module = wat::parse_str(
            r#"(module (import "muster" "random" (func (result i64)))
                (func $evaluate) (func (export "muster_choose")) (func))"#,
        );
        let names = FunctionNames::from_module(&module.expect("a module"));
        let shown: Vec<String> = (0..4).map(|function| names.name(function)).collect();
        assert_eq!(shown, ["muster.random", "evaluate", "muster_choose", "function 3"]);
        assert!(names.is_named());
        let calling = wat::parse_str(
            r#"(module (import "muster" "random" (func $dice (result i64))) (func (drop (call $dice))))"#,
        );
        let calling = calling.expect("a module");
        let names = FunctionNames::from_module(&calling);
        let calls = (0..calling.len() as u64).filter_map(|offset| names.host_call(&calling, offset));
        assert_eq!(calls.collect::<Vec<_>>(), ["muster.random"]);
        let bare = FunctionNames::from_module(&wat::parse_str("(module (func))").expect("a module"));
        assert_eq!((bare.is_named(), bare.name(0).as_str()), (false, "function 0"));
        assert_eq!(FunctionNames::from_module(b"\0asm"), FunctionNames::default());
    }
}
