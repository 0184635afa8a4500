//! Adversarial kernels: programs that take as much processor time as possible for as little fuel as possible.
//!
//! The price table promises at least 1.4 x 10^9 fuel a second, except for costs that no price can cover, which the
//! last kernels show. For every kernel except first touches of memory, the time between two clock checks is bounded.

mod chains;
mod excepted;
mod host_calls;
mod loops;
mod misuse;
mod operators;
mod positions;
pub(crate) mod split;
mod structure;

use std::sync::Arc;
use std::time::Duration;

use game::{Dice, Game, Joint, Position, Rules, Seat};
use referee::{Clock, ClockKind, Limits, Match, MatchSeed, Player, Ticks};
use wasmtime::{Config, Engine, Linker, Module, Store};

use self::excepted::FIRST_TOUCHES;
use crate::common::{self, TALLY};
use crate::cpu_seconds;

const ROUNDS: usize = 3;
/// Units of fuel between two clock checks.
const LOOK: f64 = 250e3;
/// Target time for one call of a kernel.
const CALL: Duration = Duration::from_millis(10);

/// A kernel: its name, and the text of a module whose `muster_choose` runs a given number of rounds.
#[derive(Clone)]
struct Kernel {
    name: String,
    text: String,
    /// `true` if the price table promises nothing for it.
    excepted: bool,
    /// `true` if it calls the host, so that the bare engine cannot run it.
    host: bool,
    /// `true` if it is one of very many, and only its rate is measured.
    generated: bool,
    /// The game and position of its question.
    scene: Scene,
}

/// A game, and a number of random plies from its start.
#[derive(Clone, Copy)]
struct Scene {
    game: &'static dyn Game,
    plies: u32,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene { game: &TALLY, plies: 0 }
    }
}

impl Scene {
    /// Returns a position in which the first seat acts.
    fn position(self) -> Box<dyn Position> {
        (0..).find_map(|seed| self.played(Dice::from_number(seed))).expect("a game that lasts so long")
    }

    fn played(self, mut dice: Dice) -> Option<Box<dyn Position>> {
        let mut position = self.game.start(&Rules::defaults(self.game.options()));
        let mut legal = Vec::new();
        for _ in 0..self.plies {
            let mut joint = Joint::default();
            for seat in position.phase().seats().iter() {
                legal.clear();
                position.legal_actions(seat, &mut legal);
                joint[seat] = dice.pick(&legal).copied();
            }
            position.apply(&joint);
            position.phase().end().is_none().then_some(())?;
        }
        position.phase().seats().contains(Seat::First).then_some(position)
    }
}

pub(crate) fn run() {
    let filter = std::env::args().skip(1).filter(|word| !word.starts_with('-')).nth(1);
    println!(
        "fuel a second of processor time, and milliseconds from one look at the clock to the next; times of one call beside \
         no metering at all"
    );
    println!("  {:44} {:>9} {:>7} {:>7} {:>7} {:>7}", "kernel", "fuel/s", "ms", "fuel", "cpu", "wall");
    let (mut worst, mut slowest): (Option<f64>, Option<f64>) = (None, None);
    for kernel in
        kernels().iter().filter(|kernel| filter.as_ref().is_none_or(|word| kernel.name.contains(word)))
    {
        if let Err(refusal) = common::admit(&module(kernel, 1)) {
            // The price table promises nothing for a module that never plays.
            println!("  {:44} {refusal}", kernel.name);
            continue;
        }
        let rate = measure(kernel);
        let least = |least: Option<f64>| Some(least.map_or(rate, |least| least.min(rate)));
        if !kernel.excepted {
            worst = least(worst);
        }
        if kernel.name != FIRST_TOUCHES {
            slowest = least(slowest);
        }
    }
    if let Some(worst) = worst {
        println!("  slowest kernel of those priced: {:.2}e9 fuel/s", worst / 1e9);
    }
    if let Some(slowest) = slowest {
        println!("  longest from one look at the clock to the next: {:.2} ms", between_looks(slowest));
    }
}

/// Returns the milliseconds of processor time in which a kernel of this rate uses the fuel between two clock checks.
fn between_looks(rate: f64) -> f64 {
    LOOK / rate * 1e3
}

fn measure(kernel: &Kernel) -> f64 {
    let rounds = calibrate(kernel);
    let (fuel, seconds) = play(kernel, rounds, ClockKind::Fuel);
    let rate = fuel as f64 / seconds;
    let bare = if kernel.generated { None } else { bare(kernel, rounds) };
    let ratio = |seconds: f64| bare.map_or("-".to_owned(), |bare| format!("{:.2}", seconds / bare));
    let other = |kind| if kernel.generated { "-".to_owned() } else { ratio(play(kernel, rounds, kind).1) };
    println!(
        "  {:44} {:>9} {:>7} {:>7} {:>7} {:>7}{}",
        kernel.name,
        format!("{:.2}e9", rate / 1e9),
        format!("{:.2}", between_looks(rate)),
        ratio(seconds),
        other(ClockKind::Cpu),
        other(ClockKind::Wall),
        if kernel.excepted { "  (excepted)" } else { "" }
    );
    rate
}

/// Returns the number of rounds with which a call takes about [`CALL`].
fn calibrate(kernel: &Kernel) -> u32 {
    let mut rounds = 16;
    loop {
        let seconds = play_once(kernel, rounds, ClockKind::Fuel).1;
        if seconds > CALL.as_secs_f64() / 8.0 || rounds > 1 << 27 {
            return ((f64::from(rounds) * CALL.as_secs_f64() / seconds) as u32).max(1);
        }
        rounds *= 4;
    }
}

fn module(kernel: &Kernel, rounds: u32) -> Vec<u8> {
    wat::parse_str(kernel.text.replace("ROUNDS", &rounds.to_string()))
        .unwrap_or_else(|error| panic!("{}: {error}", kernel.name))
}

/// Returns the fuel and the minimum seconds of one call under a clock.
fn play(kernel: &Kernel, rounds: u32, kind: ClockKind) -> (u64, f64) {
    (0..ROUNDS)
        .map(|_| play_once(kernel, rounds, kind))
        .min_by(|one, other| one.1.total_cmp(&other.1))
        .expect("rounds")
}

fn play_once(kernel: &Kernel, rounds: u32, kind: ClockKind) -> (u64, f64) {
    let bot =
        common::admit(&module(kernel, rounds)).unwrap_or_else(|refusal| panic!("{}: {refusal}", kernel.name));
    let clock = Clock { kind, per_move: None, per_game: Ticks(600 * Ticks::PER_SECOND), ..Clock::default() };
    let limits = Limits { memory: 256 << 20, ..Limits::default() }.with_clock(clock);
    let settings: Arc<str> = Arc::from("depth=4");
    let mut player = common::sandbox().player(
        &bot,
        MatchSeed::from_number(1).dice(Seat::First),
        Seat::First,
        &settings,
        &limits,
    );
    let mut playing = Match::new(kernel.scene.game, kernel.scene.position(), limits);
    if kernel.name != FIRST_TOUCHES {
        // Do not measure the start and the first touches.
        player.choose(playing.ask(Seat::First)).expect("no host failure");
    }
    let begun = cpu_seconds();
    let answer = player.choose(playing.ask(Seat::First)).expect("no host failure");
    let seconds = cpu_seconds() - begun;
    assert!(answer.result.is_ok(), "{}: {:?}", kernel.name, answer.result);
    (answer.spent.0, seconds)
}

/// Returns the minimum seconds of one call without any metering.
fn bare(kernel: &Kernel, rounds: u32) -> Option<f64> {
    if kernel.host {
        return None;
    }
    let engine = Engine::new(&Config::new()).expect("an engine");
    let module = Module::from_binary(&engine, &module(kernel, rounds)).expect("compiles");
    let times = (0..ROUNDS).map(|_| {
        let mut store = Store::new(&engine, ());
        let instance = Linker::new(&engine).instantiate(&mut store, &module).expect("starts");
        let choose = instance.get_typed_func::<u32, i64>(&mut store, "muster_choose").expect("export");
        let begun = cpu_seconds();
        choose.call(&mut store, 256).expect("answers");
        cpu_seconds() - begun
    });
    times.min_by(f64::total_cmp)
}

/// Returns all kernels, those without a promise last.
fn kernels() -> Vec<Kernel> {
    [
        chains::chains(),
        operators::operators(),
        structure::structure(),
        loops::loops(),
        host_calls::host_calls(),
        positions::positions(),
        misuse::misuse(),
        excepted::excepted(),
    ]
    .concat()
}

/// Returns a module around the body of a loop.
fn shell(imports: &str, top: &str, locals: &str, before: &str, body: &str, after: &str) -> String {
    format!(
        "(module {imports} (memory (export \"memory\") 17) {top}
           (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
           (func (export \"muster_choose\") (param i32) (result i64) (local $n i32) {locals} {before}
             (local.set $n (i32.const ROUNDS))
             (loop $again {body}
               (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
             {after} (i64.const 1)))"
    )
}
