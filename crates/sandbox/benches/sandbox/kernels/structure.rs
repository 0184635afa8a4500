//! Kernels of every construct that is not an operator on numbers: alone, in rows, nested.

use super::{Kernel, Scene};
use crate::common::constructs::constructs;

/// How many stand in a row: one, as many as a predictor remembers, more than it does, and as many as a function has room
/// for of the shortest.
const ROWS: [usize; 4] = [1, 64, 4_000, 20_000];
/// How deep they are nested: less than the cap, which counts the loop around them.
const DEPTHS: [usize; 2] = [64, 900];
/// Joins of many locals fill a function, and no price makes up for them.
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
