//! The cost of the main job: matches of The Tank War between trivial wasm bots, compared with the minimum for the same
//! engine in the same run.
//!
//! `cargo bench -p runner`

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and prints its figures"
)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use config::BotPlan;
use game::{Game, PerSeat, Rules};
use job::{Job, JobId, MatchSettings, ReadyModule, SeatJob, SizeClass, Validator};
use ledger::RunFolder;
use play::{JobRunner, LocalThreads, LocalValidator};
use referee::{Limits, MatchSeed, Record};
use runner::{Candidate, Ending, EnteredTournament};
use sandbox::{Sandbox, SandboxOptions};
use tank_war::GAME;
use wasmtime::{InstancePre, Linker, Module, Store};

/// A bot that names the first of its movable tanks: the lowest bit of its byte of `movable` in the view.
const TRIVIAL: &str = r#"(module
    (memory (export "memory") 1)
    (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
    (func (export "muster_choose") (param i32) (result i64)
        (i64.extend_i32_u (i32.ctz (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0)))))))"#;

const ROUNDS: usize = 15;
const VIEW: usize = 64 + 112;
const ADDRESS: usize = 1024;

fn main() {
    let bench = Bench::new();
    let mut bare_call = Vec::new();
    let mut bare_instance = Vec::new();
    let mut per_match = Vec::new();
    let mut one_ply = Vec::new();
    // They take turns, so that a change in the machine's speed affects all of them.
    for _ in 0..ROUNDS {
        bare_call.push(bench.bare_call());
        bare_instance.push(bench.bare_instance());
        per_match.push(bench.per_match(&bench.job));
        one_ply.push(bench.per_match(&bench.one_ply));
    }
    let [bare_call, bare_instance, per_match, one_ply] =
        [bare_call, bare_instance, per_match, one_ply].map(median);
    let moves = f64::from(bench.moves);
    // The cost of each further move, without the fixed cost of a match.
    let per_move = (per_match - one_ply) / (moves - 2.0);
    let once = one_ply - 2.0 * per_move - 2.0 * bare_instance;
    println!(
        "The Tank War, two trivial bots, {moves} moves a match; processor time of one thread, medians of {ROUNDS}"
    );
    println!("  bare call_async (view copied, fuel set and read)   {bare_call:9.1} ns");
    println!("  bare store + instance + muster_buffer + drop       {bare_instance:9.1} ns");
    println!("  one match without the disk                         {:9.2} us", per_match / 1e3);
    println!("    of it a move (from matches of two lengths)       {per_move:9.1} ns");
    println!("    referee and sandbox above the bare call          {:9.1} ns a move", per_move - bare_call);
    println!("    once a match, above two bare instances           {once:9.1} ns");
    println!("  matches a second without the disk                  {:9.0}", 1e9 / per_match);
    for jobs in [1, 2] {
        let (matches, seconds) = whole_run(jobs);
        println!(
            "  matches a second with the ledger, {jobs} slot(s)         {:9.0}",
            f64::from(matches) / seconds
        );
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

struct Bench {
    sandbox: Sandbox,
    runner: RefCell<JobRunner>,
    job: Job,
    one_ply: Job,
    _ready: ReadyModule,
    ready: InstancePre<()>,
    moves: u32,
}

impl Bench {
    fn new() -> Bench {
        let sandbox = Sandbox::new(&SandboxOptions::default()).unwrap();
        let wasm = wat::parse_str(TRIVIAL).unwrap();
        let validator = LocalValidator::new(sandbox.clone());
        let bot = validator.validate(&wasm, SizeClass::Normal).unwrap().unwrap();
        let module = Module::from_binary(sandbox.engine(false), &wasm).unwrap();
        let ready = Linker::<()>::new(sandbox.engine(false)).instantiate_pre(&module).unwrap();
        let seat = Arc::new(SeatJob { plays: bot.plays(), settings: String::new() });
        let (rules, fingerprint) = (Rules::defaults(GAME.options()), validator.fingerprint(&GAME));
        let job = |limits| Job {
            id: JobId::fresh(),
            terms: Arc::new(MatchSettings::new(&GAME, rules.clone(), limits).terms(&fingerprint)),
            start: None,
            seed: MatchSeed::from_number(1),
            luck: None,
            seats: PerSeat::from_fn(|_| Arc::clone(&seat)),
            alone: false,
        };
        let one_ply = job(Limits { plies: 1, ..Limits::default() });
        let job = job(Limits::default());
        let runner = RefCell::new(JobRunner::new(validator, &[&GAME]));
        let mut bench = Bench { sandbox, runner, job, one_ply, _ready: bot, ready, moves: 0 };
        let record = bench.play(&bench.job);
        assert!(record.losses.0.iter().all(Option::is_none), "{record:?}");
        bench.moves = record.played.len() as u32;
        bench
    }

    fn play(&self, job: &Job) -> Record {
        self.runner.borrow_mut().play(job, &BTreeMap::new(), |_| true).unwrap().unwrap()
    }

    fn bare_call(&self) -> f64 {
        const CALLS: u32 = 20_000;
        let mut store = self.store();
        let instance = block(self.ready.instantiate_async(&mut store)).unwrap();
        let choose = instance.get_typed_func::<u32, i64>(&mut store, "muster_choose").unwrap();
        let memory = instance.get_memory(&mut store, "memory").unwrap();
        let view = [1u8; VIEW];
        each(CALLS, || {
            memory.data_mut(&mut store)[ADDRESS..ADDRESS + VIEW].copy_from_slice(black_box(&view));
            store.set_fuel(1_000_000_000).unwrap();
            black_box(block(choose.call_async(&mut store, VIEW as u32)).unwrap());
            black_box(store.get_fuel().unwrap());
        })
    }

    fn bare_instance(&self) -> f64 {
        const CALLS: u32 = 2_000;
        each(CALLS, || {
            let mut store = self.store();
            let instance = block(self.ready.instantiate_async(&mut store)).unwrap();
            let buffer = instance.get_typed_func::<u32, u32>(&mut store, "muster_buffer").unwrap();
            black_box(block(buffer.call_async(&mut store, VIEW as u32)).unwrap());
        })
    }

    fn per_match(&self, job: &Job) -> f64 {
        const MATCHES: u32 = 2_000;
        each(MATCHES, || {
            black_box(self.play(job));
        })
    }

    fn store(&self) -> Store<()> {
        let mut store = Store::new(self.sandbox.engine(false), ());
        store.set_fuel(1_000_000_000).unwrap();
        store.fuel_async_yield_interval(Some(1_000_000)).unwrap();
        store
    }
}

/// The processor time of this thread, in nanoseconds, for one call of `work`. Other load on the machine does not
/// count.
fn each(calls: u32, mut work: impl FnMut()) -> f64 {
    let begun = processor_nanos();
    (0..calls).for_each(|_| work());
    (processor_nanos() - begun) as f64 / f64::from(calls)
}

fn processor_nanos() -> i64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Runs a future that waits only for fuel.
fn block<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

/// Plays a whole round robin with every transcript in a ledger. Returns the number of matches and the seconds.
fn whole_run(jobs: usize) -> (u32, f64) {
    const ENTRANTS: u32 = 200;
    const GAMES: u32 = 2;
    let mut text = String::from("[tournament]\nname = \"bench\"\ngame = \"tank-war\"\n");
    for entrant in 0..ENTRANTS {
        text.push_str(&format!("[[entrant]]\nname = \"e{entrant}\"\nbot = \"trivial.wasm\"\n"));
    }
    text.push_str(&format!("[[stage]]\nformat = \"round-robin\"\ngames = {GAMES}\n"));
    let plan = config::parse("bench.toml", &text, &[&GAME]).unwrap();
    let wasm: Arc<[u8]> = wat::parse_str(TRIVIAL).unwrap().into();
    let candidates: Vec<Candidate> = plan
        .entrants
        .iter()
        .map(|entrant| {
            assert!(matches!(entrant.bot, BotPlan::File(_)));
            Candidate { plan: entrant.clone(), module: Some(Arc::clone(&wasm)) }
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let run_folder = RunFolder::at(folder.path().join("run"));
    let validator = LocalValidator::new(Sandbox::new(&SandboxOptions::default()).unwrap());
    let entered = EnteredTournament { plan, text, name: "bench.toml".to_owned(), candidates };
    let mut run = runner::begin(&run_folder, entered, &validator).unwrap();
    let threads = LocalThreads::start(jobs, &validator, &[&GAME]).unwrap();
    let begun = Instant::now();
    assert_eq!(run.play(&threads, &AtomicBool::new(false), &mut |_| {}).unwrap(), Ending::Complete);
    (ENTRANTS * (ENTRANTS - 1) / 2 * GAMES, begun.elapsed().as_secs_f64())
}
