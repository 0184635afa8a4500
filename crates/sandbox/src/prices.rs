//! What operators and host calls cost in fuel.
//!
//! Most operators cost one unit. Those that take a processor many times longer cost more, so that no program
//! runs below 1.4 x 10^9 fuel a second, save for cache misses and first touches of memory. The table is part
//! of the engine fingerprint: changing a number changes what bots may do in their time.

use wasmtime::{OperatorCost, VariableOperatorCost};

/// Raised whenever a price changes.
pub const VERSION: u32 = 1;

/// Any host call.
pub const CALL: u64 = 200;
/// `legal_actions`, on top of [`CALL`], for listing at all.
pub const LISTING: u64 = 1_000;
/// `legal_actions`, for each action in the list, whatever part of it is asked for.
pub const LISTED_ACTION: u64 = 100;
/// `history`, for each action that the seat may know, whatever part of them is asked for.
pub const HISTORY_RECORD: u64 = 20;
/// Each byte that a host call copies.
pub const BYTE: u64 = 1;
/// Each byte of WASI's `random_get`.
pub const RANDOM_BYTE: u64 = 4;

/// The price table of the engine.
pub(crate) fn operators() -> OperatorCost {
    let mut cost = OperatorCost::new();
    cost.MemoryGrow = 255;
    cost.TableGrow = 255;
    cost.MemoryCopy = 40;
    cost.MemoryFill = 40;
    cost.MemoryInit = 40;
    cost.TableCopy = 40;
    cost.TableFill = 40;
    cost.TableInit = 40;
    cost.variable = VariableOperatorCost {
        memory_grow_per_page: 255,
        table_grow_per_element: 4,
        ..VariableOperatorCost::new()
    };
    cost
}
