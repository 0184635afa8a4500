//! A bot at a seat.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use game::{Dice, Seat, view};
use referee::{
    Answer, Ask, ClockKind, Closing, CpuGuard, Failure, Fault, HostFailure, Limits, Player, Ticks, TrapKind,
};
use wasmtime::{Memory, Store, Trap, TypedFunc, WasmBacktrace};

use crate::Bot;
use crate::account::Account;
use crate::clock::Watch;
use crate::engine::YIELD_INTERVAL;
use crate::foreign::foreign;
use crate::meter::Meter;
use crate::overrun::Overrun;
use crate::program_stack::name_overflow;
use crate::seat::{HostShort, SeatState, Stop};

/// Fuel under the other clocks: more than any bot can use.
const UNMETERED: u64 = 1 << 62;

/// A bot at a seat, for one match. It has no instance before it is first asked, and none after a failure.
pub struct SandboxPlayer {
    bot: Bot,
    limits: Limits,
    /// What this seat's clock measures.
    kind: ClockKind,
    account: Account,
    meter: Arc<Meter>,
    /// The state, while there is no instance to hold it.
    resting: Option<SeatState>,
    live: Option<Live>,
}

/// An instance that is ready to be asked.
struct Live {
    store: Store<SeatState>,
    choose: TypedFunc<u32, i64>,
    memory: Memory,
    /// Address of the view; it was checked against the memory at the start, and memory never shrinks.
    buffer: usize,
}

impl SandboxPlayer {
    pub(crate) fn new(
        bot: Bot,
        dice: Dice,
        seat: Seat,
        settings: Arc<str>,
        limits: Limits,
        guard: CpuGuard,
    ) -> SandboxPlayer {
        let kind = limits.clock[seat].kind;
        let (account, meter) = (Account::new(guard), Arc::new(Meter::default()));
        let state = SeatState {
            seat,
            dice,
            settings,
            log: Vec::new(),
            log_limit: usize::try_from(limits.log).unwrap_or(usize::MAX),
            log_marks: Vec::new(),
            log_dropped: 0,
            ply: 0,
            memory: None,
            instance: None,
            // More than the pool has room for cannot be granted, with a pool or without.
            memory_limit: limits.memory.min(Limits::MOST_MEMORY),
            memory_peak: 0,
            growth_refused: false,
            scene: None,
            offer: None,
            asked: false,
            kind,
            limit: Ticks::ZERO,
            game_left: Ticks::ZERO,
            granted: 0,
            begun_with: 0,
            looked_at: 0,
            watch: account.begin(&meter),
            meter: Arc::clone(&meter),
            legal: Vec::new(),
        };
        SandboxPlayer { bot, limits, kind, account, meter, resting: Some(state), live: None }
    }

    /// Drops the instance, if there is one; the state stays.
    fn drop_instance(&mut self) {
        if let Some(live) = self.live.take() {
            self.resting = Some(live.store.into_data());
        }
    }
}

impl Player for SandboxPlayer {
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure> {
        if ask.restarted {
            self.drop_instance();
        }
        let mut clock = Watch::start(self.kind, ask.limit);
        let mut charged = Ticks::ZERO;
        if self.live.is_none() {
            let started = self.start(&ask, clock)?;
            if ask.restarted {
                charged = started.spent;
            } else {
                clock = Watch::start(self.kind, ask.limit);
            }
            if let Err(failure) = started.result {
                return Ok(Answer { result: Err(failure), offer: None, spent: charged });
            }
        }
        let fuel = if self.kind == ClockKind::Fuel { ask.limit.minus(charged).0 } else { UNMETERED };
        let watch = clock.unwrap_or_else(|| self.account.begin(&self.meter));
        let mut answer = self.call(&ask, fuel, watch)?;
        if answer.result.is_err() {
            self.drop_instance();
        }
        self.settle(watch, answer.spent.minus(charged), &mut answer.result);
        Ok(answer)
    }

    fn close(&mut self) -> Closing {
        self.drop_instance();
        self.resting.as_mut().map(SeatState::close).unwrap_or_default()
    }
}

/// The result of starting an instance, and what it cost.
struct Started {
    result: Result<(), Failure>,
    spent: Ticks,
}

impl SandboxPlayer {
    /// Creates an instance: start function, `_initialize`, `muster_buffer`. The start has fuel of its own; a restart
    /// in the middle of a match is limited by the time of the move too.
    fn start(&mut self, ask: &Ask<'_>, clock: Option<Watch>) -> Result<Started, HostFailure> {
        let metered = self.kind == ClockKind::Fuel;
        let within_move = ask.restarted;
        let mut budget = self.limits.start.0;
        if within_move && metered {
            budget = budget.min(ask.limit.0);
        }
        let watch = clock.filter(|_| within_move).unwrap_or_else(|| self.account.begin(&self.meter));
        let mut state = self.resting.take().ok_or_else(|| host("a bot without a state was asked"))?;
        state.ply = ask.scene.ply;
        let length = view::HEADER_LEN + ask.scene.game.layout().view_len();
        let mut store = new_store(&self.bot, state, budget, watch).map_err(|error| engine(&error))?;
        let outcome = drive(begin(&self.bot, &mut store, length as u32), watch, &self.meter);
        let left = store.get_fuel().map_err(|error| engine(&error))?;
        let fuel = Ticks(budget - left);
        let begun = match outcome {
            Ok(Ok(begun)) if left > 0 => begun.with_buffer(&store, length),
            Ok(Ok(_)) => Err(Failure::new(Fault::Timeout, "")),
            Ok(Err(error)) => Err(name_overflow(self.classify_start(&error, &store)?, &mut store)),
            Err(overrun) => Err(overrun.failure()),
        };
        let mut result = match begun {
            Ok((begun, buffer)) => {
                store.data_mut().memory = Some(begun.memory);
                self.live = Some(Live { store, choose: begun.choose, memory: begun.memory, buffer });
                Ok(())
            }
            Err(failure) => {
                self.resting = Some(store.into_data());
                Err(failure)
            }
        };
        // The smaller of the two limits decides the name of the fault.
        if let Err(failure) = &mut result
            && failure.fault == Fault::Timeout
            && budget == self.limits.start.0
            && left == 0
        {
            *failure = Failure::new(Fault::StartTimeout, format!("the start used up its {}", Ticks(budget)));
        }
        self.settle(watch, fuel, &mut result);
        Ok(Started { result, spent: if metered { fuel } else { watch.elapsed() } })
    }

    /// Puts a call or start on the account. A seat that used more than the guard allows has failed by that, unless it
    /// failed in a way that ends the match on every machine.
    fn settle<T>(&mut self, watch: Watch, fuel: Ticks, result: &mut Result<T, Failure>) {
        let Watch::Fuel(_) = watch else { return };
        let Err(overrun) = self.account.settle(fuel, &self.meter) else { return };
        let ends_the_match = |failure: &Failure| !matches!(failure.fault, Fault::Timeout | Fault::Slow);
        if !result.as_ref().err().is_some_and(ends_the_match) {
            *result = Err(overrun.failure());
        }
    }

    fn classify_start(
        &self,
        error: &wasmtime::Error,
        store: &Store<SeatState>,
    ) -> Result<Failure, HostFailure> {
        let wanted = self.bot.sizes().memory_pages * 65_536;
        if wanted > self.limits.memory {
            let detail = format!("the memory starts with {wanted} bytes; {} are allowed", self.limits.memory);
            return Ok(Failure::new(Fault::OutOfMemory, detail));
        }
        classify(error, store.data())
    }

    /// Asks the instance one question.
    fn call(&mut self, ask: &Ask<'_>, fuel: u64, watch: Watch) -> Result<Answer, HostFailure> {
        let needs_scene = self.bot.needs_scene();
        let Live { store, choose, memory, buffer } =
            self.live.as_mut().ok_or_else(|| host("a bot without an instance was asked"))?;
        memory
            .data_mut(&mut *store)
            .get_mut(*buffer..*buffer + ask.view.len())
            .ok_or_else(|| host("a view is longer than the game said"))?
            .copy_from_slice(ask.view);
        store.set_fuel(fuel).map_err(|error| engine(&error))?;
        let state = store.data_mut();
        state.limit = ask.limit;
        state.game_left = ask.game_left;
        state.granted = ask.limit.0;
        state.begun_with = fuel;
        state.looked_at = fuel;
        state.watch = watch;
        state.offer = None;
        state.ply = ask.scene.ply;
        state.asked = true;
        if needs_scene {
            state.scene = Some(Arc::clone(ask.scene));
        }
        let outcome = drive(choose.call_async(&mut *store, ask.view.len() as u32), watch, &self.meter);
        let left = store.get_fuel().map_err(|error| engine(&error))?;
        let state = store.data_mut();
        // The referee copies the scene if a handle is kept longer than the answer takes.
        state.scene = None;
        state.asked = false;
        let offer = state.offer;
        let spent = match self.kind {
            ClockKind::Fuel => ask.limit.minus(Ticks(left)),
            ClockKind::Cpu | ClockKind::Wall => watch.elapsed(),
        };
        let result = match outcome {
            Ok(Ok(code)) if spent < ask.limit => Ok(code),
            Ok(Ok(_)) => Err(Overrun::Time.failure()),
            Ok(Err(error)) => Err(name_overflow(classify(&error, state)?, store)),
            Err(overrun) => Err(overrun.failure()),
        };
        Ok(Answer { result, offer, spent })
    }
}

/// The exports of a started instance.
struct Begun {
    memory: Memory,
    choose: TypedFunc<u32, i64>,
    address: u32,
}

impl Begun {
    /// Adds the buffer's address, if it is aligned and `length` bytes fit in memory there.
    fn with_buffer(self, store: &Store<SeatState>, length: usize) -> Result<(Begun, usize), Failure> {
        const ALIGNMENT: usize = 8;
        let size = self.memory.data_size(store);
        let address = self.address as usize;
        let fits = address.checked_add(length).is_some_and(|end| end <= size);
        if fits && address.is_multiple_of(ALIGNMENT) {
            return Ok((self, address));
        }
        let detail = format!("{length} bytes at address {address}, in a memory of {size} bytes");
        Err(Failure::new(Fault::BadBuffer, detail))
    }
}

fn new_store(
    bot: &Bot,
    mut state: SeatState,
    budget: u64,
    watch: Watch,
) -> wasmtime::Result<Store<SeatState>> {
    state.memory = None;
    state.instance = None;
    state.granted = budget;
    state.begun_with = budget;
    state.looked_at = budget;
    state.limit = Ticks(budget);
    state.watch = watch;
    let mut store = Store::new(bot.ready().module().engine(), state);
    store.limiter(|state| state);
    store.set_fuel(budget)?;
    store.fuel_async_yield_interval(Some(YIELD_INTERVAL))?;
    Ok(store)
}

async fn begin(bot: &Bot, store: &mut Store<SeatState>, length: u32) -> wasmtime::Result<Begun> {
    let missing = || wasmtime::Error::msg("an export that the door saw is missing");
    let exports = bot.exports();
    let instance = bot.ready().instantiate_async(&mut *store).await?;
    store.data_mut().instance = Some(instance);
    if let Some(initialize) = exports.initialize {
        let initialize = instance
            .get_module_export(&mut *store, &initialize)
            .and_then(wasmtime::Extern::into_func)
            .ok_or_else(missing)?;
        initialize.typed::<(), ()>(&*store)?.call_async(&mut *store, ()).await?;
    }
    let mut export = |name| instance.get_module_export(&mut *store, name).ok_or_else(missing);
    let memory = export(&exports.memory)?.into_memory().ok_or_else(missing)?;
    let buffer = export(&exports.buffer)?.into_func().ok_or_else(missing)?;
    let choose = export(&exports.choose)?.into_func().ok_or_else(missing)?;
    let choose = choose.typed::<u32, i64>(&*store)?;
    let address = buffer.typed::<u32, u32>(&*store)?.call_async(&mut *store, length).await?;
    Ok(Begun { memory, choose, address })
}

/// Runs a call on this thread. It yields after every interval of fuel; past its limit it is dropped where it
/// is.
fn drive<T>(call: impl Future<Output = T>, watch: Watch, meter: &Meter) -> Result<T, Overrun> {
    let mut call = pin!(call);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        match call.as_mut().poll(&mut context) {
            Poll::Ready(value) => return Ok(value),
            Poll::Pending => {
                meter.add_interval();
                watch.look(meter)?;
            }
        }
    }
}

/// Tells a bot's failure from the host's.
fn classify(error: &wasmtime::Error, state: &SeatState) -> Result<Failure, HostFailure> {
    let mut failure = if let Some(Stop(failure)) = error.downcast_ref::<Stop>() {
        failure.clone()
    } else if let Some(trap) = error.downcast_ref::<Trap>() {
        trap_failure(*trap, state.growth_refused)
    } else if let Some(short) = error.downcast_ref::<HostShort>() {
        return Err(host(&short.to_string()));
    } else {
        return Err(engine(error));
    };
    if failure.fault != Fault::Timeout {
        failure.backtrace = error.downcast_ref::<WasmBacktrace>().map(frames).unwrap_or_default();
    }
    Ok(failure)
}

fn trap_failure(trap: Trap, growth_refused: bool) -> Failure {
    let kind = match trap {
        Trap::OutOfFuel => return Overrun::Time.failure(),
        Trap::UnreachableCodeReached => TrapKind::Unreachable,
        Trap::StackOverflow => TrapKind::StackOverflow,
        Trap::MemoryOutOfBounds => TrapKind::MemoryOutOfBounds,
        Trap::TableOutOfBounds => TrapKind::TableOutOfBounds,
        Trap::IndirectCallToNull => TrapKind::NullCall,
        Trap::BadSignature => TrapKind::BadSignature,
        Trap::IntegerOverflow => TrapKind::IntegerOverflow,
        Trap::IntegerDivisionByZero => TrapKind::DivisionByZero,
        Trap::BadConversionToInteger => TrapKind::BadConversion,
        _ => TrapKind::Other,
    };
    if growth_refused {
        return Failure::new(
            Fault::OutOfMemory,
            format!("a growth of memory was refused, and then: {}", Fault::Trap(kind)),
        );
    }
    Failure::new(Fault::Trap(kind), trap.to_string())
}

/// The functions of a backtrace, innermost first.
fn frames(backtrace: &WasmBacktrace) -> Vec<String> {
    backtrace
        .frames()
        .iter()
        .map(|frame| match (frame.func_name().map(foreign), frame.module_offset()) {
            (Some(name), Some(offset)) => format!("{name} (byte {offset:#x})"),
            (Some(name), None) => name,
            (None, Some(offset)) => format!("function {} (byte {offset:#x})", frame.func_index()),
            (None, None) => format!("function {}", frame.func_index()),
        })
        .collect()
}

fn host(what: &str) -> HostFailure {
    HostFailure::new(what, None)
}

fn engine(error: &wasmtime::Error) -> HostFailure {
    HostFailure::new(format!("the engine: {error:#}"), None)
}
