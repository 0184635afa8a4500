//! The declarations of a module's functions.

use wasmparser::{CompositeInnerType, FuncType, RecGroup};

use crate::fingerprint::{Fingerprint, of_bytes};

/// The stack pointer of compilers, which all make it the first global variable.
pub(crate) const STACK_POINTER: u32 = 0;

/// Maximum number of operands and results assumed for a call.
const MOST_OPERANDS: usize = 64;

/// The types of a module's functions, and its host calls.
#[derive(Default)]
pub(crate) struct Types<'a> {
    by_index: Vec<Option<FuncType>>,
    /// The type of each function, host calls first.
    functions: Vec<u32>,
    hosts: Vec<(&'a str, &'a str)>,
}

impl<'a> Types<'a> {
    pub(crate) fn add_group(&mut self, group: RecGroup) {
        self.by_index.extend(group.into_types().map(|sub| match sub.composite_type.inner {
            CompositeInnerType::Func(function) => Some(function),
            _ => None,
        }));
    }

    pub(crate) fn add_host_call(&mut self, module: &'a str, name: &'a str, type_index: u32) {
        self.hosts.push((module, name));
        self.functions.push(type_index);
    }

    pub(crate) fn add_function(&mut self, type_index: u32) {
        self.functions.push(type_index);
    }

    /// Returns the number of host calls, which have the first indices.
    pub(crate) fn host_calls(&self) -> usize {
        self.hosts.len()
    }

    /// Returns the fingerprint of a host call; `None` for any other function.
    pub(crate) fn host_call(&self, function: u32) -> Option<Fingerprint> {
        let (module, name) = self.hosts.get(function as usize)?;
        Some(of_bytes(format!("{module}.{name}").as_bytes()))
    }

    /// Returns the numbers of operands and results of a function type.
    pub(crate) fn arity(&self, type_index: u32) -> (usize, usize) {
        let Some(Some(function)) = self.by_index.get(type_index as usize) else { return (0, 0) };
        let most = |count: usize| count.min(MOST_OPERANDS);
        (most(function.params().len()), most(function.results().len()))
    }

    /// Returns the numbers of operands and results of a function.
    pub(crate) fn function_arity(&self, function: u32) -> (usize, usize) {
        self.functions.get(function as usize).map_or((0, 0), |type_index| self.arity(*type_index))
    }

    /// Returns the number of results of a function.
    pub(crate) fn function_results(&self, function: u32) -> usize {
        self.function_arity(function).1
    }
}
