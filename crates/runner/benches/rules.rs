//! The cost of games from files: plies a second of processor time in whole matches of random players, with their
//! records, for Connect Four in three languages and for The Tank War beside the built-in game. Games are opened as
//! tournaments open them, with a cache of scripts' answers: repeated openings of random games cost less.
//!
//! `cargo bench -p runner --bench rules`

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and prints its figures"
)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use game::{Game, PerSeat, Rules};
use games::Opener;
use job::{Job, JobId, MatchSettings, Plays, SeatJob, Validator};
use play::{GameFiles, JobRunner, LocalValidator};
use referee::{Builtin, Limits, MatchSeed};
use sandbox::{Sandbox, SandboxOptions};

/// The rules, with the minimum plies per second.
const GAMES: [(&str, &str, f64); 4] = [
    ("Connect Four in Python", "tournaments/rules/connect4.py", 1_500.0),
    ("Connect Four in JavaScript", "crates/runner/benches/rules/connect4.js", 10_000.0),
    ("Connect Four in C", "crates/runner/benches/rules/connect4.wasm", 150_000.0),
    ("The Tank War in C", "tournaments/rules/tank_war.wasm", 0.0),
];
/// Measured processor time in nanoseconds.
const NANOS: i64 = 2_000_000_000;

fn main() {
    let sandbox = Sandbox::new(&SandboxOptions::default()).unwrap();
    let own = sandbox.clone();
    let files = GameFiles::new(move || Ok(own.clone()));
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    println!("Whole matches of random players, with records; processor time of one thread");
    for (title, path, due) in GAMES {
        let module = files.read(&top.join(path)).unwrap().module;
        let game = files.open_module(&module).unwrap();
        games::register(game);
        report(title, plies_a_second(&sandbox, game), due);
    }
    report("The Tank War, built in", plies_a_second(&sandbox, &tank_war::GAME), 0.0);
}

fn report(title: &str, plies: f64, due: f64) {
    let note = if plies < due { format!("  below {due:.0}") } else { String::new() };
    println!("  {title:<28}{plies:10.0} plies a second, {:8.1} us a ply{note}", 1e6 / plies);
}

fn plies_a_second(sandbox: &Sandbox, game: &'static dyn Game) -> f64 {
    let validator = LocalValidator::new(sandbox.clone());
    let fingerprint = validator.fingerprint(game);
    let settings = MatchSettings::new(game, Rules::defaults(game.options()), Limits::default());
    let terms = Arc::new(settings.terms(&fingerprint));
    let seat = Arc::new(SeatJob { plays: Plays::Builtin(Builtin::Random), settings: String::new() });
    let mut runner = JobRunner::new(validator, &[game]);
    let mut play = |number: u64| {
        let job = Job {
            id: JobId::fresh(),
            terms: Arc::clone(&terms),
            start: None,
            seed: MatchSeed::from_number(number),
            luck: None,
            seats: PerSeat::from_fn(|_| Arc::clone(&seat)),
            alone: false,
        };
        black_box(runner.play(&job, &BTreeMap::new(), |_| true).unwrap().unwrap()).played.len()
    };
    play(0);
    let (mut plies, begun) = (0, processor_nanos());
    for number in 1.. {
        plies += play(number);
        if processor_nanos() - begun > NANOS {
            break;
        }
    }
    plies as f64 * 1e9 / (processor_nanos() - begun) as f64
}

fn processor_nanos() -> i64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}
