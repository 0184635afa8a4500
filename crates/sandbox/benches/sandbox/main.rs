//! The cost of the sandbox compared with the bare engine, and the rate at which hostile kernels burn their fuel.
//!
//! Run `cargo bench -p sandbox`, optionally with one of `admission`, `floor`, `lines`, `kernels`, `moves`, `rules`, `search`,
//! `split`, `stop` after `--`.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

mod admission;
#[path = "../../tests/common/mod.rs"]
mod common;
mod floor;
mod kernels;
mod lines;
mod moves;
mod rules;
mod search;
mod stop;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let runs: [(&str, fn()); 9] = [
        ("admission", admission::run),
        ("floor", floor::run),
        ("lines", lines::run),
        ("kernels", kernels::run),
        ("moves", moves::run),
        ("rules", rules::run),
        ("search", search::run),
        ("split", kernels::split::run),
        ("stop", stop::run),
    ];
    for (name, run) in runs {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            run();
        }
    }
}

/// Processor time of this thread, which does not depend on the machine's load.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
