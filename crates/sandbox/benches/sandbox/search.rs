//! The cost of each clock for bots that search, compared with the same modules in a bare engine without any metering.
//!
//! The bots play their first moves of a real match, with settings that bound the search by depth or nodes and never
//! by time, so that every clock sees the same work. The answers are checked to be the same.

use std::path::PathBuf;
use std::sync::Arc;

use game::{Dice, Game, Rules, Seat};
use referee::{Builtin, Clock, ClockKind, Limits, Match, MatchSeed, Player, Ticks};
use sandbox::interface::MODULE;
use wasmtime::{Caller, Config, Engine, Extern, Linker, Module, Store, TypedFunc};

use crate::common;
use crate::cpu_seconds;

/// Rounds of each way to play. They alternate, and the fastest counts.
const ROUNDS: usize = 7;
/// More than any search takes.
const ENOUGH: Ticks = Ticks(6_000 * Ticks::PER_SECOND);

/// A bot of `bots/` and its settings here.
struct Searcher {
    game: &'static dyn Game,
    name: &'static str,
    settings: &'static str,
    /// Number of its first answers.
    answers: usize,
}

const SEARCHERS: [Searcher; 5] = [
    searcher(&tank_war::GAME, "teacher", "depth=4 ms=60000", 6),
    searcher(&tank_war::GAME, "maximin", "depth=3", 10),
    searcher(&tank_war::GAME, "gambler", "playouts=4000", 8),
    searcher(&tank_battle::GAME, "searcher", "depth=5", 6),
    // The set-up takes its first answers.
    searcher(&tank_chess::GAME, "planner", "turns=3 plans=12", 40),
];

const fn searcher(
    game: &'static dyn Game,
    name: &'static str,
    settings: &'static str,
    answers: usize,
) -> Searcher {
    Searcher { game, name, settings, answers }
}

/// Returns the settings that make a bot search to a fixed depth; empty for other bots.
pub(crate) fn settings(game: &dyn Game, name: &str) -> &'static str {
    let searcher =
        SEARCHERS.iter().find(|searcher| searcher.game.name() == game.name() && searcher.name == name);
    searcher.map_or("", |searcher| searcher.settings)
}

/// A question to the bot, with its answer.
struct Asked {
    view: Vec<u8>,
    code: i64,
}

pub(crate) fn run() {
    println!(
        "searching bots: processor time of some answers, fastest of {ROUNDS} rounds, beside no metering"
    );
    println!(
        "  {:12} {:10} {:>7} {:>9} {:>6} {:>10} {:>7} {:>7} {:>7}",
        "game", "bot", "answers", "fuel/s", "floats", "bare", "fuel", "cpu", "wall"
    );
    for searcher in &SEARCHERS {
        measure(searcher);
    }
}

fn measure(searcher: &Searcher) {
    let path = format!("../../bots/{}/{1}/{1}.wasm", searcher.game.name(), searcher.name);
    let bytes = std::fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(&path))
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    let bot = common::admit(&bytes).unwrap_or_else(|refusal| panic!("{path}: {refusal}"));
    let (asked, fuel, _) = play(searcher, &bot, ClockKind::Fuel);
    let bare = Bare::new(searcher, &bytes);
    let mut bare_seconds = f64::INFINITY;
    let mut seconds = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        bare_seconds = bare_seconds.min(bare.play(&asked));
        for (least, kind) in seconds.iter_mut().zip(ClockKind::ALL) {
            let (again, _, took) = play(searcher, &bot, kind);
            assert!(again.iter().map(|asked| asked.code).eq(asked.iter().map(|asked| asked.code)), "{path}");
            *least = least.min(took);
        }
    }
    let [by_fuel, by_cpu, by_wall] = seconds.map(|seconds| format!("{:.2}", seconds / bare_seconds));
    println!(
        "  {:12} {:10} {:>7} {:>9} {:>6} {:>10} {by_fuel:>7} {by_cpu:>7} {by_wall:>7}",
        searcher.game.name(),
        searcher.name,
        searcher.answers,
        format!("{:.1}e9", fuel as f64 / seconds[0] / 1e9),
        if bot.sizes().floats { "yes" } else { "no" },
        format!("{:.2} ms", bare_seconds * 1e3),
    );
}

/// Plays a match under a clock, and returns the bot's answers, their ticks, and their processor time in seconds.
fn play(searcher: &Searcher, bot: &sandbox::Bot, kind: ClockKind) -> (Vec<Asked>, u64, f64) {
    let clock = Clock { kind, per_move: Some(ENOUGH), per_game: ENOUGH, ..Clock::default() };
    let limits = Limits::default().with_clock(clock);
    let seed = MatchSeed::from_number(1);
    let settings: Arc<str> = searcher.settings.into();
    let mut player = common::sandbox().player(bot, seed.dice(Seat::First), Seat::First, &settings, &limits);
    let mut other = Builtin::Random.player(&seed, Seat::Second);
    let start = searcher.game.start(&Rules::defaults(searcher.game.options()));
    let mut playing = Match::new(searcher.game, start, limits);
    let (mut asked, mut ticks, mut seconds) = (Vec::new(), 0, 0.0);
    while asked.len() < searcher.answers {
        let waiting = playing.waiting();
        assert!(waiting.iter().next().is_some(), "{}: the match is over too soon", searcher.name);
        for seat in waiting.iter() {
            let ask = playing.ask(seat);
            let answer = if seat == Seat::First {
                let view = ask.view.to_vec();
                let begun = cpu_seconds();
                let answer = player.choose(ask).expect("no host failure");
                seconds += cpu_seconds() - begun;
                ticks += answer.spent.0;
                let code = *answer
                    .result
                    .as_ref()
                    .unwrap_or_else(|failure| panic!("{}: {failure:?}", searcher.name));
                asked.push(Asked { view, code });
                answer
            } else {
                other.choose(ask).expect("no host failure")
            };
            playing.answer(seat, answer);
        }
    }
    (asked, ticks, seconds)
}

/// A module in an engine with default settings, with only the host calls that it needs.
struct Bare {
    module: Module,
    linker: Linker<State>,
    settings: &'static str,
}

struct State {
    settings: &'static str,
    dice: Dice,
}

impl Bare {
    fn new(searcher: &Searcher, bytes: &[u8]) -> Bare {
        let engine = Engine::new(&Config::new()).expect("an engine");
        let module = Module::from_binary(&engine, bytes).expect("compiles");
        let mut linker = Linker::new(&engine);
        let enough = || ENOUGH.nanos() as i64;
        linker.func_wrap(MODULE, "remaining", enough).expect("a new name");
        linker.func_wrap(MODULE, "game_remaining", enough).expect("a new name");
        linker.func_wrap(MODULE, "offer", |_code: i64| {}).expect("a new name");
        let random = |mut caller: Caller<'_, State>| caller.data_mut().dice.bits() as i64;
        linker.func_wrap(MODULE, "random", random).expect("a new name");
        linker.func_wrap(MODULE, "settings", write_settings).expect("a new name");
        Bare { module, linker, settings: searcher.settings }
    }

    /// Returns the seconds for the answers, which must be the same as before.
    fn play(&self, asked: &[Asked]) -> f64 {
        let dice = MatchSeed::from_number(1).dice(Seat::First);
        let mut store = Store::new(self.module.engine(), State { settings: self.settings, dice });
        let begun = cpu_seconds();
        let instance = self.linker.instantiate(&mut store, &self.module).expect("starts");
        let largest = asked.iter().map(|asked| asked.view.len()).max().unwrap_or(0) as u32;
        let buffer: TypedFunc<u32, u32> =
            instance.get_typed_func(&mut store, "muster_buffer").expect("export");
        let choose: TypedFunc<u32, i64> =
            instance.get_typed_func(&mut store, "muster_choose").expect("export");
        let memory = instance.get_memory(&mut store, "memory").expect("export");
        let buffer = buffer.call(&mut store, largest).expect("an address") as usize;
        for Asked { view, code } in asked {
            memory.write(&mut store, buffer, view).expect("room");
            let answer = choose.call(&mut store, view.len() as u32).expect("answers");
            assert_eq!(answer, *code, "the bare engine plays another move");
        }
        cpu_seconds() - begun
    }
}

fn write_settings(mut caller: Caller<'_, State>, pointer: u32, cap: u32) -> u32 {
    let settings = caller.data().settings.as_bytes();
    let written = &settings[..settings.len().min(cap as usize)];
    if let Some(Extern::Memory(memory)) = caller.get_export("memory") {
        memory.write(&mut caller, pointer as usize, written).expect("room");
    }
    settings.len() as u32
}
