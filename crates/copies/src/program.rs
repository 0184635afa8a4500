//! The functions of a module, and which of them are run in the place of a call.

use wasmparser::FunctionBody;

use crate::types::Types;

/// Bytes of functions that are run in the place of calls, for one function, at most. What is as large in one module and a
/// little larger in another has the same budget, so that the runtime of a language is the same in both.
const MOST_IN_PLACE: usize = 1 << 16;
/// The same for all functions of a module together.
const MOST_IN_ALL: usize = 1 << 23;

/// The functions of a module.
#[derive(Default)]
pub(crate) struct Program<'a> {
    pub(crate) types: Types<'a>,
    pub(crate) bodies: Vec<FunctionBody<'a>>,
}

impl<'a> Program<'a> {
    /// The body of a function, unless it is a host call.
    pub(crate) fn body(&self, function: u32) -> Option<&FunctionBody<'a>> {
        self.bodies.get((function as usize).checked_sub(self.types.host_calls())?)
    }

    /// The numbers of the functions that have a body.
    pub(crate) fn functions(&self) -> impl Iterator<Item = u32> {
        let first = self.types.host_calls() as u32;
        (first..).take(self.bodies.len())
    }

    /// How many bytes of functions may be run in the place of calls, for one function.
    pub(crate) fn budget(&self) -> usize {
        let share = MOST_IN_ALL / self.bodies.len().max(1);
        let power = share.checked_ilog2().map_or(0, |power| 1 << power);
        power.min(MOST_IN_PLACE)
    }
}
