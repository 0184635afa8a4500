//! One move and one instance: the bare engine, and the overhead of the sandbox and the referee.

use std::hint::black_box;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use game::{Game, PerSeat, Rules, Seat};
use referee::{Limits, Match, MatchSeed, Player};
use wasmtime::{Instance, Linker, Module, Store, TypedFunc};

use crate::common::{self, TALLY};
use crate::cpu_seconds;

const FUEL: u64 = 1_000_000_000;
const VIEW: usize = 256;
const ROUNDS: usize = 21;

pub(crate) fn run() {
    let bare_move = bare_move();
    let player_move = player_move();
    let match_move = match_move();
    println!("one move: processor time, medians of {ROUNDS} rounds");
    println!("  bare call_async (fuel set, view copied, fuel read)  {bare_move:8.1} ns");
    println!("  SandboxPlayer::choose                               {player_move:8.1} ns");
    println!("  whole match of two bots / plies, instances included {match_move:8.1} ns");
    let bare_instance = bare_instance();
    let player_instance = player_instance();
    println!("one instance, made and dropped");
    println!("  bare store + instance + one call                    {bare_instance:8.1} ns");
    println!("  SandboxPlayer + first answer + close                {player_instance:8.1} ns");
}

/// Returns the median processor time of one call in nanoseconds; `work` makes `calls` calls.
pub(crate) fn median(calls: usize, mut work: impl FnMut()) -> f64 {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let begun = cpu_seconds();
            work();
            (cpu_seconds() - begun) * 1e9 / calls as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}

/// Runs a future that never waits for anything but fuel.
fn block<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

fn module() -> Module {
    Module::from_binary(common::sandbox().engine(false), &common::fixture("honest")).expect("compiles")
}

fn store() -> Store<()> {
    let mut store = Store::new(common::sandbox().engine(false), ());
    store.set_fuel(FUEL).expect("fuel");
    store.fuel_async_yield_interval(Some(1_000_000)).expect("yields");
    store
}

fn choose(store: &mut Store<()>, instance: &Instance) -> TypedFunc<u32, i64> {
    instance.get_typed_func(store, "muster_choose").expect("export")
}

fn bare_move() -> f64 {
    const CALLS: usize = 20_000;
    let module = module();
    let mut store = store();
    let instance =
        block(Linker::new(module.engine()).instantiate_async(&mut store, &module)).expect("starts");
    let choose = choose(&mut store, &instance);
    let memory = instance.get_memory(&mut store, "memory").expect("export");
    let view = [1u8; VIEW];
    median(CALLS, || {
        for _ in 0..CALLS {
            memory.data_mut(&mut store)[1024..1024 + VIEW].copy_from_slice(&view);
            store.set_fuel(FUEL).expect("fuel");
            black_box(block(choose.call_async(&mut store, VIEW as u32)).expect("answers"));
            black_box(store.get_fuel().expect("fuel"));
        }
    })
}

fn new_match(limits: Limits) -> Match {
    Match::new(&TALLY, TALLY.start(&Rules::defaults(TALLY.options())), limits)
}

fn player(seat: Seat, bot: &sandbox::Bot, settings: &Arc<str>, limits: &Limits) -> sandbox::SandboxPlayer {
    common::sandbox().player(bot, MatchSeed::from_number(1).dice(seat), seat, settings, limits)
}

fn player_move() -> f64 {
    const CALLS: usize = 20_000;
    let (limits, settings) = (Limits::default(), Arc::from(""));
    let bot = common::bot("honest");
    let mut player = player(Seat::First, &bot, &settings, &limits);
    let mut playing = new_match(limits);
    let ask = playing.ask(Seat::First);
    median(CALLS, || {
        for _ in 0..CALLS {
            black_box(player.choose(black_box(ask)).expect("no host failure"));
        }
    })
}

fn match_move() -> f64 {
    const MATCHES: usize = 200;
    let (limits, settings) = (Limits::default(), Arc::from(""));
    let bot = common::bot("honest");
    median(MATCHES * common::PLIES as usize, || {
        for _ in 0..MATCHES {
            let mut players: PerSeat<Box<dyn Player>> =
                PerSeat::from_fn(|seat| Box::new(player(seat, &bot, &settings, &limits)) as _);
            let record = referee::play(new_match(limits), &mut players, |_| true).expect("no host failure");
            assert_eq!(record.expect("played").plies, common::PLIES);
        }
    })
}

fn bare_instance() -> f64 {
    const CALLS: usize = 2_000;
    let module = module();
    let ready = Linker::<()>::new(module.engine()).instantiate_pre(&module).expect("no imports");
    median(CALLS, || {
        for _ in 0..CALLS {
            let mut store = store();
            let instance = block(ready.instantiate_async(&mut store)).expect("starts");
            let choose = choose(&mut store, &instance);
            black_box(block(choose.call_async(&mut store, VIEW as u32)).expect("answers"));
        }
    })
}

fn player_instance() -> f64 {
    const CALLS: usize = 2_000;
    let (limits, settings) = (Limits::default(), Arc::from(""));
    let bot = common::bot("honest");
    let mut playing = new_match(limits);
    let ask = playing.ask(Seat::First);
    median(CALLS, || {
        for _ in 0..CALLS {
            let mut player = player(Seat::First, &bot, &settings, &limits);
            black_box(player.choose(ask).expect("no host failure"));
            black_box(player.close());
        }
    })
}
