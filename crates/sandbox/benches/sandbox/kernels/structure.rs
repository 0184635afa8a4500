//! Kernels of every construct that is not an operator on numbers: alone, in rows, and nested.

use super::{Kernel, Scene};
use crate::common::constructs::constructs;

/// Number of constructs in a row: one, as many as a predictor remembers, more than that, and as many of the shortest
/// as fit in a function.
const ROWS: [usize; 4] = [1, 64, 4_000, 20_000];
/// Nesting depths: less than the cap, which counts the surrounding loop.
const DEPTHS: [usize; 2] = [64, 900];
/// Joins of many locals, which fill a function; no price can cover their cost.
const JOINS: &str = "joins";

pub(super) fn structure() -> Vec<Kernel> {
    let mut kernels = Vec::new();
    for construct in constructs() {
        let mut kernel = |way: &str, text: String| {
            let name = format!("{}, {way}", construct.name);
            kernels.push(Kernel {
                name,
                text,
                excepted: construct.name.contains(JOINS),
                host: false,
                generated: true,
                scene: Scene::default(),
            });
        };
        let mut rows = ROWS.map(|count| count.min(construct.most)).to_vec();
        rows.dedup();
        for count in rows {
            kernel(&format!("{count} in a row"), construct.chain(count, "ROUNDS"));
        }
        for depth in DEPTHS {
            if let Some(text) = construct.nested(depth, "ROUNDS") {
                kernel(&format!("{depth} deep"), text);
            }
        }
    }
    kernels
}
