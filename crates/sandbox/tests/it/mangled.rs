//! Random modules, and real ones with some bytes changed, run through inspection, the compiler and a few moves.
//! Nothing panics, nothing hangs, the host never fails, and its memory does not grow.
//!
//! A run tries a few hundred; 100,000 with `MUSTER_FULL=1`, best with `--release`. Use `--nocapture` to print the
//! counts.

#![expect(clippy::print_stdout, reason = "the figures of a long run are worth a look")]

use crate::common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use arbitrary::Unstructured;
use common::{TALLY, sandbox};
use game::{Dice, Game, PerSeat, Rules, Seat};
use referee::{Builtin, Clock, Limits, Match, MatchSeed, Player, Ticks};
use sandbox::Caps;

/// Maximum time for one module on any machine; only a module that hangs takes longer.
const DEADLINE: Duration = Duration::from_mins(10);
/// Maximum size of this process in bytes: both tests, the compiler on all processors, and the instances that are
/// kept.
const MEMORY: u64 = 512 << 20;

/// Returns the number of modules of each sort.
fn tries() -> u64 {
    if std::env::var_os("MUSTER_FULL").is_some_and(|value| value == "1") { 50_000 } else { 150 }
}

/// Small caps and limits: the outcome matters, not the duration.
fn caps() -> Caps {
    Caps { functions: 2_000, ..Caps::default() }
}

fn limits() -> Limits {
    let clock = Clock { per_move: Some(Ticks(2_000_000)), ..Clock::default() };
    Limits { start: Ticks(2_000_000), memory: 4 << 20, plies: 6, ..Limits::default() }.with_clock(clock)
}

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Tally {
    refused: u64,
    played: u64,
    failed: u64,
    /// Maximum time for one module.
    slowest: Duration,
    /// Maximum memory of a bot in bytes.
    memory: u64,
}

impl Tally {
    /// Runs one module through everything.
    fn run(&mut self, game: &'static dyn Game, name: &str, bytes: &[u8]) {
        let begun = Instant::now();
        match sandbox().admit(bytes, &caps()).unwrap_or_else(|error| panic!("{name}: {error}")) {
            Err(refusal) => {
                assert!(!refusal.reasons().is_empty(), "{name}");
                self.refused += 1;
            }
            Ok(bot) => {
                let seed = MatchSeed::from_number(1);
                let player =
                    sandbox().player(&bot, seed.dice(Seat::First), Seat::First, &Arc::from(""), &limits());
                let mut players: PerSeat<Box<dyn Player>> =
                    PerSeat::new(Box::new(player), Box::new(Builtin::Random.player(&seed, Seat::Second)));
                let playing = Match::new(game, game.start(&Rules::defaults(game.options())), limits());
                let record = referee::play(playing, &mut players, |_| true)
                    .unwrap_or_else(|error| panic!("{name}: {error}"))
                    .expect("no cancel");
                self.played += 1;
                self.failed += u64::from(record.losses[Seat::First].is_some());
                self.memory = self.memory.max(record.closings[Seat::First].memory_peak);
            }
        }
        self.slowest = self.slowest.max(begun.elapsed());
        assert!(begun.elapsed() < DEADLINE, "{name} took {:?}", begun.elapsed());
    }

    /// Checks that every module was tried, that every outcome occurred, and that memory did not grow.
    fn check(&self, sort: &str) {
        let peak = common::peak_memory();
        println!("{sort}: {self:?}; this process at its largest: {peak:?} bytes");
        assert_eq!(self.refused + self.played, tries(), "{self:?}");
        // Not so many may be refused that nothing else is tried.
        assert!(self.refused > tries() / 20 && self.played > tries() / 20 && self.failed > 0, "{self:?}");
        assert!(self.memory <= limits().memory, "{self:?}");
        assert!(peak.is_none_or(|peak| peak < MEMORY), "{peak:?} bytes");
    }
}

fn random_bytes(dice: &mut Dice, length: usize) -> Vec<u8> {
    (0..length.div_ceil(8)).flat_map(|_| dice.bits().to_le_bytes()).collect()
}

#[test]
fn random_modules_do_no_harm() {
    const SHAPE: &str = "(module (memory (export \"memory\") 1)
        (func (export \"muster_buffer\") (param i32) (result i32) unreachable)
        (func (export \"muster_choose\") (param i32) (result i64) unreachable))";
    let shape = wat::parse_str(SHAPE).expect("a module's text");
    let mut tally = Tally::default();
    for number in 0..tries() {
        let mut dice = Dice::from_number(number);
        // One in four may use anything; the others have the shape and the profile of a bot.
        let anything = number.is_multiple_of(4);
        let config = wasm_smith::Config {
            exports: (!anything).then(|| shape.clone()),
            max_imports: if anything { 10 } else { 0 },
            memory64_enabled: anything,
            gc_enabled: anything,
            exceptions_enabled: anything,
            threads_enabled: anything,
            tail_call_enabled: anything,
            relaxed_simd_enabled: anything,
            max_memories: if anything { 3 } else { 1 },
            // Either would make nearly all of them refused: references to the host's objects, and memories of
            // gibibytes.
            reference_types_enabled: anything,
            max_memory32_bytes: if anything { 1 << 32 } else { 3 << 20 },
            max_table_elements: 10_000,
            ..wasm_smith::Config::default()
        };
        tally.run(&TALLY, &format!("random module {number}"), &random_module(&config, &mut dice));
    }
    tally.check("random modules");
}

/// Returns a random module. If the random bytes do not make a module, others are drawn.
fn random_module(config: &wasm_smith::Config, dice: &mut Dice) -> Vec<u8> {
    loop {
        let bytes = random_bytes(dice, 2_000);
        if let Ok(module) = wasm_smith::Module::new(config.clone(), &mut Unstructured::new(&bytes)) {
            return module.to_bytes();
        }
    }
}

/// An available bot, and the game that it plays.
#[derive(Clone)]
struct Real {
    game: &'static dyn Game,
    name: String,
    bytes: Vec<u8>,
}

/// Returns all available bots: the hostile ones, and those of the games.
fn real_modules() -> Vec<Real> {
    let mut modules: Vec<Real> = std::fs::read_dir(common::hostile())
        .expect("the folder of hostile bots")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "wat"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let bytes = common::fixture(&name);
            Real { game: &TALLY, name, bytes }
        })
        .collect();
    for listed in games::LIST {
        modules.extend(listed.bots.iter().map(|bot| Real {
            game: listed.game,
            name: format!("{}/{}", bot.game, bot.name),
            bytes: bot.module.to_vec(),
        }));
    }
    modules.sort_by(|one, other| one.name.cmp(&other.name));
    modules
}

/// Changes one byte, which a good part of the modules survive, or several bytes, a stretch, or the length.
fn mangle(bytes: &mut Vec<u8>, dice: &mut Dice) {
    if dice.below(4) > 0 {
        return mangle_byte(bytes, dice);
    }
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len());
        match dice.below(4) {
            0 => mangle_byte(bytes, dice),
            1 => bytes.insert(at, dice.bits() as u8),
            2 if bytes.len() > 16 => drop(bytes.remove(at)),
            _ => {
                let length = (1 + dice.below(32)).min(bytes.len() - at);
                let from = dice.below(bytes.len() - length + 1);
                bytes.copy_within(from..from + length, at);
            }
        }
    }
}

fn mangle_byte(bytes: &mut [u8], dice: &mut Dice) {
    let at = dice.below(bytes.len());
    match dice.below(3) {
        0 => bytes[at] ^= 1 << dice.below(8),
        1 => bytes[at] = dice.bits() as u8,
        _ => bytes[at] = [0x00, 0x7f, 0x80, 0xff, 0x0b][dice.below(5)],
    }
}

#[test]
fn mangled_modules_do_no_harm() {
    let modules = real_modules();
    let bots: Vec<_> = modules.iter().filter(|real| real.name.contains('/')).cloned().collect();
    assert!(bots.len() >= 10, "bots are missing");
    let mut tally = Tally::default();
    for number in 0..tries() {
        let mut dice = Dice::from_number(number ^ 0x5EED_0000);
        // Half of them are bots written to win, which survive a changed byte more often.
        let modules = if dice.below(2) == 0 { &bots } else { &modules };
        let Real { game, name, bytes } = &modules[dice.below(modules.len())];
        let mut bytes = bytes.clone();
        mangle(&mut bytes, &mut dice);
        tally.run(*game, &format!("{name}, mangled {number}"), &bytes);
    }
    tally.check("mangled modules");
}
