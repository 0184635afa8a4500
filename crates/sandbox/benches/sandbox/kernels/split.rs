//! The cost of importing the memory and globals into the code of a large module.

use referee::ClockKind;

use super::{Kernel, calibrate, chains::chains, loops::loops, play};
use crate::common::padded;

/// Kernels whose loops touch the memory, a global, or neither.
const TOUCHING: [&str; 9] = [
    "empty loop",
    "load, dependent",
    "load across cache lines",
    "store and load one place",
    "narrow store, wide load",
    "global",
    "call",
    "memory.size",
    "memory.fill of 1 bytes",
];

pub(crate) fn run() {
    println!("one call of a split module beside the same module whole: processor time, and fuel a second");
    println!("  {:34} {:>7} {:>9}", "kernel", "time", "fuel/s");
    for kernel in [chains(), loops()].concat() {
        if !TOUCHING.contains(&kernel.name.as_str()) {
            continue;
        }
        let rounds = calibrate(&kernel);
        let split = Kernel { text: padded(&kernel.text, ""), ..kernel.clone() };
        let (fuel, whole) = play(&kernel, rounds, ClockKind::Fuel);
        let (same, apart) = play(&split, rounds, ClockKind::Fuel);
        assert_eq!(fuel, same, "{}: the same fuel, split or not", kernel.name);
        println!(
            "  {:34} {:>7.2} {:>9}",
            kernel.name,
            apart / whole,
            format!("{:.2}e9", fuel as f64 / apart / 1e9)
        );
    }
}
