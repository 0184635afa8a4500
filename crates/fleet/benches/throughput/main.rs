//! Overhead of handing matches out and collecting results, measured with a real server and workers whose matches only
//! sleep.
//!
//! `cargo bench -p fleet --bench throughput` runs all parts. The names of parts behind `--` select some: `ratio`,
//! `handins`, `thousand`, `lost`, `away`. The goals are printed beside the figures. Nothing is asserted except that
//! each job has its result. All processes share the processors of one machine, so run nothing else.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and prints its figures"
)]

mod away;
mod handins;
mod lost;
mod ratio;
#[path = "../../tests/it/server.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod server;
mod sleeping;
#[path = "../../tests/it/stub.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod stub;
mod support;
mod thousand;

type Part = (&'static str, fn());

const PARTS: [Part; 5] = [
    ("ratio", ratio::run),
    ("handins", handins::run),
    ("thousand", thousand::run),
    ("lost", lost::run),
    ("away", away::run),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, run) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            run();
        }
    }
}
