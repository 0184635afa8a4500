//! What isolation costs: matches a second with it and without, what a worker's start takes, and its memory.
//!
//! `cargo bench -p worker`

#![expect(clippy::print_stdout, reason = "what was measured")]
#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{PerSeat, Rules};
use games::GAMES;
use job::{Executor, Job, JobId, MatchSettings, Plays, SeatJob, SizeClass, Terms, Validator, play_all};
use play::{LocalThreads, LocalValidator};
use referee::{Limits, MatchSeed};
use sandbox::{Compiler, Sandbox, SandboxOptions};
use worker::{IsolatedValidator, Isolation, Strictness, Workers};

/// How long each figure is measured.
const WINDOW: Duration = Duration::from_secs(5);
/// Matches that are handed out together.
const BATCH: u64 = 512;
/// Workers that are started one after another.
const STARTS: usize = 20;

fn main() -> ExitCode {
    if let Some(code) = sandbox::compile_child_main().or_else(worker::worker_main) {
        return code;
    }
    let here = LocalValidator::new(sandbox(None));
    let isolation = Isolation::of_this_program(Strictness::BestEffort).unwrap();
    let there = IsolatedValidator::new(sandbox(Some(Strictness::BestEffort)), isolation.clone()).unwrap();
    for slots in [1, 2] {
        for name in ["walker", "scatter"] {
            let threads = LocalThreads::start(slots, &here, GAMES).unwrap();
            let workers = Workers::start(slots, &there).unwrap();
            let without = matches_per_second(&threads, &here, name);
            let with = matches_per_second(&workers, &there, name);
            println!(
                "{name} against itself, {slots} slots: {without:.0} matches/s, isolated {with:.0} ({:+.1} %)",
                100.0 * (with / without - 1.0)
            );
        }
    }
    let mut starts: Vec<Duration> = (0..STARTS)
        .map(|_| {
            let begun = Instant::now();
            worker::missing_protections(&isolation).unwrap();
            begun.elapsed()
        })
        .collect();
    starts.sort();
    println!("start and end of a worker: median {:.1} ms", starts[STARTS / 2].as_secs_f64() * 1e3);
    memory(&there);
    ExitCode::SUCCESS
}

fn sandbox(confined: Option<Strictness>) -> Sandbox {
    let compiler = Compiler::child().unwrap();
    Sandbox::new(&SandboxOptions { compiler, confined, ..SandboxOptions::default() }).unwrap()
}

/// A bot of Tank War against itself.
fn job(validator: &dyn Validator, plays: &Plays) -> Job {
    let game = *GAMES.iter().find(|game| game.name() == "tank-war").unwrap();
    let settings = MatchSettings::new(game, Rules::defaults(game.options()), Limits::default());
    let terms: Arc<Terms> = Arc::new(settings.terms(&validator.fingerprint(game)));
    let seat = Arc::new(SeatJob { plays: plays.clone(), settings: String::new() });
    let seats = PerSeat::from_fn(|_| Arc::clone(&seat));
    Job { id: JobId::fresh(), terms, start: None, seed: MatchSeed::from_number(1), seats, alone: false }
}

fn matches_per_second(executor: &dyn Executor, validator: &dyn Validator, name: &str) -> f64 {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/tank-war");
    let module = std::fs::read(bots.join(name).join(format!("{name}.wasm"))).unwrap();
    let ready = validator.validate(&module, SizeClass::Normal).unwrap().unwrap();
    let one = job(validator, &ready.plays());
    let batch = || {
        let jobs = (0..BATCH).map(|seed| Job { seed: MatchSeed::from_number(seed), ..one.clone().again() });
        let played = play_all(executor, jobs.collect()).unwrap();
        assert!(played.iter().all(Result::is_ok), "a match was void");
    };
    batch();
    let (begun, mut batches) = (Instant::now(), 0);
    while begun.elapsed() < WINDOW {
        batch();
        batches += 1;
    }
    (batches * BATCH) as f64 / begun.elapsed().as_secs_f64()
}

/// Prints how much memory of its own a worker has that has played.
fn memory(validator: &IsolatedValidator) {
    let workers = Workers::start(1, validator).unwrap();
    matches_per_second(&workers, validator, "walker");
    let own = std::process::id();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let read = |what: &str| std::fs::read_to_string(entry.path().join(what)).unwrap_or_default();
        let status = read("status");
        if status.contains(&format!("PPid:\t{own}\n")) && read("cmdline").contains(worker::WORKER_ARGUMENT) {
            let lines =
                status.lines().filter(|line| ["VmHWM", "RssAnon"].iter().any(|name| line.starts_with(name)));
            println!("memory of a worker: {}", lines.collect::<Vec<_>>().join(", "));
        }
    }
}
