//! The functions of a module, and the budget for inlining them.

use wasmparser::FunctionBody;

use crate::types::Types;

/// Maximum size in bytes of the functions inlined into one function. The budget is a power of two, so that modules of
/// slightly different sizes have the same one, and the runtime of a language has the same prints in them.
const MOST_IN_PLACE: usize = 1 << 16;
/// Maximum size for all functions of a module together.
const MOST_IN_ALL: usize = 1 << 23;

/// The functions of a module.
#[derive(Default)]
pub(crate) struct Program<'a> {
    pub(crate) types: Types<'a>,
    pub(crate) bodies: Vec<FunctionBody<'a>>,
}

impl<'a> Program<'a> {
    /// Returns the body of a function; `None` for a host call.
    pub(crate) fn body(&self, function: u32) -> Option<&FunctionBody<'a>> {
        self.bodies.get((function as usize).checked_sub(self.types.host_calls())?)
    }

    /// Returns the indices of the functions with a body.
    pub(crate) fn functions(&self) -> impl Iterator<Item = u32> {
        let first = self.types.host_calls() as u32;
        (first..).take(self.bodies.len())
    }

    /// Returns the maximum size in bytes of the functions inlined into one function.
    pub(crate) fn budget(&self) -> usize {
        let share = MOST_IN_ALL / self.bodies.len().max(1);
        let power = share.checked_ilog2().map_or(0, |power| 1 << power);
        power.min(MOST_IN_PLACE)
    }
}
