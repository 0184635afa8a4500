//! Shared code of the tests.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use game::{PerSeat, Rules, Seat};
use games::GAMES;
use job::{Job, JobId, MatchSettings, Plays, SeatJob, SizeClass, Terms, Validator};
use play::LocalValidator;
use referee::{Builtin, Clock, Limits, MatchSeed, Ticks};
use sandbox::{Compiler, Sandbox, SandboxOptions};
use worker::{IsolatedValidator, Isolation, Strictness};

/// Returns the root of the repository.
pub(crate) fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Returns a sandbox with the folder of compiled code of this name.
pub(crate) fn sandbox(folder: &str, confined: Option<Strictness>) -> Sandbox {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    Sandbox::new(&SandboxOptions {
        instances: 16,
        compiler: Compiler::child().unwrap(),
        confined,
        cache: Some(cache),
        known: script::KNOWN.to_vec(),
        ..SandboxOptions::default()
    })
    .unwrap()
}

/// Returns a validator that decides and plays in this process.
pub(crate) fn here() -> LocalValidator {
    LocalValidator::new(sandbox("compiled", None))
}

/// Returns the settings for workers that are this program with these arguments.
pub(crate) fn isolation(arguments: &[&str], strictness: Strictness) -> Isolation {
    let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
    Isolation { arguments, ..Isolation::of_this_program(strictness).unwrap() }
}

/// Returns the strictness that this machine allows, for tests of something else. In continuous integration no
/// protection may be missing.
pub(crate) fn strictness() -> Strictness {
    if is_continuous_integration() { Strictness::Required } else { Strictness::BestEffort }
}

/// Returns a validator that decides here and has workers play.
pub(crate) fn isolated(arguments: &[&str]) -> IsolatedValidator {
    let strictness = strictness();
    let sandbox = sandbox("compiled-isolated", Some(strictness));
    IsolatedValidator::new(sandbox, isolation(arguments, strictness)).unwrap()
}

pub(crate) fn is_continuous_integration() -> bool {
    std::env::var_os("CI").is_some()
}

/// Tight limits, so that the tests are quick.
pub(crate) fn limits() -> Limits {
    let clock = Clock { per_move: Some(Ticks::from_millis(5)), ..Clock::default() };
    Limits { start: Ticks(10_000_000), memory: 2 << 20, ..Limits::default() }.with_clock(clock)
}

/// Returns the terms of matches of Tank War for a validator.
pub(crate) fn terms(validator: &dyn Validator, limits: Limits) -> Arc<Terms> {
    let game = *GAMES.iter().find(|game| game.name() == "tank-war").unwrap();
    let settings = MatchSettings::new(game, Rules::defaults(game.options()), limits);
    Arc::new(settings.terms(&validator.fingerprint(game)))
}

/// Returns a match of a player in the first seat against a built-in player.
pub(crate) fn job(terms: &Arc<Terms>, plays: &Plays, seed: u64) -> Job {
    let seat = |plays| Arc::new(SeatJob { plays, settings: String::new() });
    let seats = PerSeat::from_fn(|at| match at {
        Seat::First => seat(plays.clone()),
        Seat::Second => seat(Plays::Builtin(Builtin::Random)),
    });
    let seed = MatchSeed::from_number(seed);
    Job { id: JobId::fresh(), terms: Arc::clone(terms), start: None, seed, luck: None, seats, alone: false }
}

/// Returns a bot of the repository.
pub(crate) fn bot(name: &str) -> (Vec<u8>, SizeClass) {
    let path = top().join(format!("bots/tank-war/{name}/{name}.wasm"));
    (std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())), SizeClass::Normal)
}
