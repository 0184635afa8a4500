//! Fuel prices of operators and host calls.
//!
//! Most operators cost one unit. Those that take a processor many times longer cost more, so that no program uses
//! less than 1.4 x 10^9 fuel a second, except for cache misses and first touches of memory. Operators that produce no
//! code cost nothing: `nop`, `drop`, `block` and `end`. The table is part of the engine fingerprint: changing a price
//! changes the work that bots can do in their time.

use wasmtime::{OperatorCost, VariableOperatorCost};

/// Version of the prices, raised whenever a price changes.
pub const VERSION: u32 = 3;

/// Price of any host call.
pub const CALL: u64 = 200;
/// Price of `legal_actions` in addition to [`CALL`], once per listing.
pub const LISTING: u64 = 1_000;
/// Price of `legal_actions` for each action in the list, even if the bot asks for only part of it.
pub const LISTED_ACTION: u64 = 100;
/// Price of each line that a program prints, and of each part of one.
pub const LINE: u64 = 200;
/// Price of the notation of a move that a program prints, and of each move listed for it, in addition to
/// [`LISTED_ACTION`].
pub const NOTATION: u64 = 500;
/// Price of `history` for each action that the seat may know, even if the bot asks for fewer.
pub const HISTORY_RECORD: u64 = 20;
/// Price of each byte that a host call copies.
pub const BYTE: u64 = 1;
/// Price of parsing each byte that a program prints, in addition to [`LINE`].
pub const PRINTED_BYTE: u64 = 6;
/// Price of each byte of WASI's `random_get`.
pub const RANDOM_BYTE: u64 = 4;

/// Sets one price for some operators.
macro_rules! price {
    ($cost:ident, $price:expr, [$($operator:ident),* $(,)?]) => {
        $($cost.$operator = $price;)*
    };
}

/// Returns the price table of the engine: operators that are not listed cost 1. The README has the measurements.
pub(crate) fn operators() -> OperatorCost {
    let mut cost = OperatorCost::new();
    control(&mut cost);
    calls_and_bulk(&mut cost);
    numbers(&mut cost);
    vectors(&mut cost);
    cost
}

fn control(cost: &mut OperatorCost) {
    // Fuel is checked at every loop entry, which in a long row of loops is a jump that no predictor remembers.
    price!(cost, 2, [Loop]);
    // The shortest endless loop is one of these.
    price!(cost, 2, [Br]);
    price!(cost, 1, [Else, Return, Unreachable]);
}

fn calls_and_bulk(cost: &mut OperatorCost) {
    price!(cost, 8, [Call, CallIndirect]);
    price!(cost, 255, [MemoryGrow, TableGrow]);
    price!(cost, 40, [MemoryCopy, MemoryFill, MemoryInit, TableCopy, TableFill, TableInit]);
    price!(cost, 10, [TableGet, TableSet, ElemDrop, DataDrop]);
    price!(cost, 100, [RefFunc]);
    cost.variable = VariableOperatorCost {
        memory_grow_per_page: 255,
        table_grow_per_element: 4,
        table_copy_per_element: 4,
        table_fill_per_element: 4,
        table_init_per_element: 8,
        ..VariableOperatorCost::new()
    };
}

fn numbers(cost: &mut OperatorCost) {
    price!(cost, 6, [I32DivS, I32DivU, I32RemS, I32RemU]);
    price!(cost, 10, [I64DivS, I64DivU, I64RemS, I64RemU]);
    price!(cost, 2, [I32Clz, I64Clz, I32Ctz, I64Ctz]);
    price!(cost, 3, [F32Add, F32Sub, F64Add, F64Sub, F32Min, F32Max, F64Min, F64Max]);
    price!(cost, 4, [F32Mul, F64Mul]);
    price!(cost, 4, [F32Ceil, F32Floor, F32Trunc, F32Nearest, F64Ceil, F64Floor, F64Trunc, F64Nearest]);
    price!(cost, 8, [F32Div]);
    price!(cost, 10, [F64Div, F32Sqrt]);
    price!(cost, 12, [F64Sqrt]);
    price!(cost, 2, [F32Eq, F32Ne, F32Lt, F32Gt, F32Le, F32Ge, F64Eq, F64Ne, F64Lt, F64Gt, F64Le, F64Ge]);
    price!(cost, 4, [F32DemoteF64, F64PromoteF32]);
    price!(cost, 2, [I32ReinterpretF32, I64ReinterpretF64, F32ReinterpretI32, F64ReinterpretI64]);
    price!(
        cost,
        3,
        [
            F32ConvertI32S,
            F32ConvertI32U,
            F32ConvertI64S,
            F32ConvertI64U,
            F64ConvertI32S,
            F64ConvertI32U,
            F64ConvertI64S,
            F64ConvertI64U,
            I32TruncF32S,
            I32TruncF32U,
            I32TruncF64S,
            I32TruncF64U,
            I64TruncF32S,
            I64TruncF32U,
            I64TruncF64S,
            I64TruncF64U,
            I32TruncSatF32S,
            I32TruncSatF32U,
            I32TruncSatF64S,
            I32TruncSatF64U,
            I64TruncSatF32S,
            I64TruncSatF32U,
            I64TruncSatF64S,
            I64TruncSatF64U,
        ]
    );
}

fn vectors(cost: &mut OperatorCost) {
    price!(cost, 3, [I8x16Splat, I16x8Splat, I32x4Splat, I64x2Splat, F32x4Splat, F64x2Splat]);
    price!(
        cost,
        3,
        [
            I8x16ExtractLaneS,
            I8x16ExtractLaneU,
            I16x8ExtractLaneS,
            I16x8ExtractLaneU,
            I32x4ExtractLane,
            I64x2ExtractLane,
            F32x4ExtractLane,
            F64x2ExtractLane,
            I8x16Bitmask,
            I16x8Bitmask,
            I32x4Bitmask,
            I64x2Bitmask,
        ]
    );
    price!(cost, 4, [V128AnyTrue, I8x16AllTrue, I16x8AllTrue, I32x4AllTrue, I64x2AllTrue]);
    price!(
        cost,
        2,
        [
            I8x16ReplaceLane,
            I16x8ReplaceLane,
            I32x4ReplaceLane,
            I64x2ReplaceLane,
            F32x4ReplaceLane,
            F64x2ReplaceLane,
            I8x16LtU,
            I8x16GtU,
            I8x16LeU,
            I8x16GeU,
            I16x8LtU,
            I16x8GtU,
            I16x8LeU,
            I16x8GeU,
            I32x4LtU,
            I32x4GtU,
            I32x4LeU,
            I32x4GeU,
            I8x16Shl,
            I8x16ShrS,
            I8x16ShrU,
            I64x2ShrS,
            I16x8Q15MulrSatS,
            I64x2ExtMulLowI32x4S,
            I64x2ExtMulHighI32x4S,
            I64x2ExtMulLowI32x4U,
            I64x2ExtMulHighI32x4U,
            I8x16Shuffle,
        ]
    );
    price!(
        cost,
        3,
        [
            I16x8ExtAddPairwiseI8x16S,
            I16x8ExtAddPairwiseI8x16U,
            I32x4ExtAddPairwiseI16x8S,
            I32x4ExtAddPairwiseI16x8U,
            F32x4Add,
            F32x4Sub,
            F32x4Mul,
            F64x2Add,
            F64x2Sub,
            F64x2Mul,
            F32x4Ceil,
            F32x4Floor,
            F32x4Trunc,
            F32x4Nearest,
            F64x2Ceil,
            F64x2Floor,
            F64x2Trunc,
            F64x2Nearest,
            F64x2ConvertLowI32x4S,
            I32x4TruncSatF64x2SZero,
            F64x2PromoteLowF32x4,
            F32x4DemoteF64x2Zero,
            F32x4ConvertI32x4S,
        ]
    );
    price!(cost, 4, [I8x16Popcnt, I64x2Mul, F64x2Min, F64x2ConvertLowI32x4U, I32x4TruncSatF64x2UZero]);
    price!(cost, 5, [F32x4Min, I32x4TruncSatF32x4S]);
    price!(cost, 6, [F32x4Max, F64x2Max]);
    price!(cost, 7, [F32x4ConvertI32x4U]);
    price!(cost, 8, [F32x4Div]);
    price!(cost, 10, [F64x2Div, F32x4Sqrt, I32x4TruncSatF32x4U]);
    price!(cost, 12, [F64x2Sqrt]);
}

#[cfg(test)]
mod tests {
    use super::operators;

    macro_rules! define_prices {
        ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
            /// Returns every operator with its price.
            fn prices() -> Vec<(&'static str, u8)> {
                let cost = operators();
                vec![$((stringify!($op), cost.$op)),*]
            }
        };
    }
    wasmparser::for_each_operator!(define_prices);

    #[test]
    fn every_operator_that_makes_code_has_a_price() {
        let free: Vec<&str> =
            prices().into_iter().filter(|(_, price)| *price == 0).map(|(name, _)| name).collect();
        assert_eq!(free, ["Nop", "Block", "End", "Drop"]);
    }
}
