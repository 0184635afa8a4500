//! The cost of isolation: matches per second with and without it, the start of a worker, and its memory.
//!
//! `cargo bench -p worker`

#![expect(clippy::print_stdout, reason = "what was measured")]
#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{PerSeat, Rules};
use games::GAMES;
use job::{Executor, Job, JobId, MatchSettings, Plays, ReadyModule, SeatJob, SizeClass, Terms, Validator};
use play::{LocalThreads, LocalValidator};
use referee::{Limits, MatchSeed};
use sandbox::{Compiler, Sandbox, SandboxOptions};
use worker::{IsolatedValidator, Isolation, Strictness, Workers};

/// Time to measure each figure at once, and number of turns that alternate between with and without isolation.
const WINDOW: Duration = Duration::from_secs(2);
const TURNS: usize = 5;
/// Maximum number of jobs that are out at the same time, as in a stage of a tournament.
const OUT: usize = 8192;
/// The bots of Tank War that play against themselves, with their settings: two that take no time, and one whose
/// matches take half a millisecond or a millisecond.
const BOTS: [(&str, &str); 4] =
    [("walker", ""), ("scatter", ""), ("gambler", ""), ("gambler", "playouts=90")];
/// Number of workers that are started one after another.
const STARTS: usize = 20;

fn main() -> ExitCode {
    if let Some(code) = sandbox::compile_child_main().or_else(worker::worker_main) {
        return code;
    }
    let here = LocalValidator::new(sandbox(None));
    let isolation = Isolation::of_this_program(Strictness::BestEffort).unwrap();
    let there = IsolatedValidator::new(sandbox(Some(Strictness::BestEffort)), isolation.clone()).unwrap();
    for slots in [1, 2] {
        for (name, settings) in BOTS {
            let bot = (name, settings);
            let threads = Playing::new(LocalThreads::start(slots, &here, GAMES).unwrap(), &here, bot);
            let workers = Playing::new(Workers::start(slots, &there).unwrap(), &there, bot);
            let turns = [(); TURNS].map(|()| [threads.play(), workers.play()]);
            println!("{name} {settings} against itself, {slots} slots:");
            let unit = "matches/s";
            compare(unit, turns.map(|turn| turn.map(|played| played.matches / played.wall)));
            let unit = "µs of processor time a match";
            compare(unit, turns.map(|turn| turn.map(|played| played.processor / played.matches * 1e6)));
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
fn job(validator: &dyn Validator, plays: &Plays, of_bot: &str) -> Job {
    let game = *GAMES.iter().find(|game| game.name() == "tank-war").unwrap();
    let settings = MatchSettings::new(game, Rules::defaults(game.options()), Limits::default());
    let terms: Arc<Terms> = Arc::new(settings.terms(&validator.fingerprint(game)));
    let seat = Arc::new(SeatJob { plays: plays.clone(), settings: of_bot.to_owned() });
    let seats = PerSeat::from_fn(|_| Arc::clone(&seat));
    Job {
        id: JobId::fresh(),
        terms,
        start: None,
        seed: MatchSeed::from_number(1),
        luck: None,
        seats,
        alone: false,
    }
}

/// Prints the median of the figures without isolation and with it, and of the differences.
fn compare(unit: &str, turns: [[f64; 2]; TURNS]) {
    let sorted = |mut figures: [f64; TURNS]| {
        figures.sort_by(f64::total_cmp);
        figures
    };
    let [without, with] = [0, 1].map(|which| sorted(turns.map(|turn| turn[which]))[TURNS / 2]);
    let differences = sorted(turns.map(|[without, with]| 100.0 * (with / without - 1.0)));
    let [least, median, most] = [0, TURNS / 2, TURNS - 1].map(|at| differences[at]);
    println!(
        "  {without:.0} {unit}, isolated {with:.0}: {median:+.1} % (of {TURNS} turns {least:+.1} to {most:+.1})"
    );
}

/// The matches played, in seconds of wall time and of processor time.
#[derive(Clone, Copy)]
struct Played {
    matches: f64,
    wall: f64,
    processor: f64,
}

/// An executor that plays matches of a bot against itself.
struct Playing<E> {
    executor: E,
    one: Job,
    _held: ReadyModule,
}

impl<E: Executor> Playing<E> {
    fn new(executor: E, validator: &dyn Validator, (name, settings): (&str, &str)) -> Playing<E> {
        let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/tank-war");
        let module = std::fs::read(bots.join(name).join(format!("{name}.wasm"))).unwrap();
        let held = validator.validate(&module, SizeClass::Normal).unwrap().unwrap();
        Playing { executor, one: job(validator, &held.plays(), settings), _held: held }
    }

    /// Submits jobs as a stage does, which keeps at least half of them out.
    fn play(&self) -> Played {
        let (mut out, mut played, mut seed) = (BTreeSet::new(), 0_u32, 0);
        let mut begun = (Instant::now(), processor_time());
        let mut is_warm = false;
        loop {
            if out.len() <= OUT / 2 {
                let jobs = (out.len()..OUT).map(|_| {
                    seed += 1;
                    Job { seed: MatchSeed::from_number(seed), ..self.one.clone().again() }
                });
                let jobs: Vec<Job> = jobs.collect();
                out.extend(jobs.iter().map(|job| job.id));
                self.executor.submit(jobs).unwrap();
            }
            for finished in self.executor.collect(Duration::from_secs(1)).unwrap() {
                assert!(finished.result.is_ok(), "a match was void");
                played += u32::from(out.remove(&finished.id));
            }
            if !is_warm && played > 0 && begun.0.elapsed() >= WINDOW / 10 {
                (is_warm, played, begun) = (true, 0, (Instant::now(), processor_time()));
            }
            if is_warm && begun.0.elapsed() >= WINDOW {
                break;
            }
        }
        let (wall, processor) = (begun.0.elapsed().as_secs_f64(), processor_time() - begun.1);
        self.executor.take_back().unwrap();
        Played { matches: f64::from(played), wall, processor }
    }
}

/// Returns the seconds of processor time that this process and its workers have used.
fn processor_time() -> f64 {
    let own = Path::new("/proc/self").to_owned();
    let used = workers().into_iter().chain([own]).map(|folder| {
        let stat = std::fs::read_to_string(folder.join("stat")).unwrap_or_default();
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
        // User and system time, in hundredths of a second on every architecture of Linux.
        fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
    });
    used.sum()
}

/// Returns the `/proc` folders of this process's workers.
fn workers() -> Vec<PathBuf> {
    let own = format!("PPid:\t{}\n", std::process::id());
    let folders = std::fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    let read = |folder: &Path, what: &str| std::fs::read_to_string(folder.join(what)).unwrap_or_default();
    let is_worker = |folder: &PathBuf| {
        read(folder, "status").contains(&own) && read(folder, "cmdline").contains(worker::WORKER_ARGUMENT)
    };
    folders.filter(is_worker).collect()
}

/// Prints the private memory of a worker that has played.
fn memory(validator: &IsolatedValidator) {
    let playing = Playing::new(Workers::start(1, validator).unwrap(), validator, ("walker", ""));
    playing.play();
    for folder in workers() {
        let status = std::fs::read_to_string(folder.join("status")).unwrap_or_default();
        let lines =
            status.lines().filter(|line| ["VmHWM", "RssAnon"].iter().any(|name| line.starts_with(name)));
        println!("memory of a worker: {}", lines.collect::<Vec<_>>().join(", "));
    }
}
