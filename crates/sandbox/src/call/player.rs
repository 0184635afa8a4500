//! A bot at a seat.

use std::sync::Arc;
use std::time::Duration;

use game::{Dice, Seat};
use referee::{
    Answer, Ask, ClockKind, Closing, CpuGuard, Failure, Fault, HostFailure, Limits, Player, Ticks,
};
use wasmtime::Store;

use super::failure::{engine, host};
use super::ready_instance::ReadyInstance;
use super::sampled_functions;
use crate::engine::YIELD_INTERVAL;
use crate::sampling::{Sampler, SharedSampler, locked};
use crate::seat::{Question, SeatState};
use crate::time::{Account, CallTimer, Meter, Overrun, OwnTime};
use crate::{Bot, SampledCall, SamplingPlan, ScriptWatch};

/// Fuel under the other clocks: more than any bot can use.
const UNMETERED: u64 = 1 << 62;

/// A bot at a seat, for one match. It has no instance before the first question and after a failure.
pub struct SandboxPlayer {
    bot: Bot,
    limits: Limits,
    /// The kind of this seat's clock.
    kind: ClockKind,
    account: Account,
    meter: Arc<Meter>,
    own_time: OwnTime,
    /// Time that the last start took.
    started: Ticks,
    /// The state, while no instance holds it.
    resting: Option<SeatState>,
    live: Option<ReadyInstance>,
    sampler: Option<SharedSampler>,
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
        let watch = account.begin(&meter);
        let state = SeatState::new(seat, dice, settings, &limits, watch, Arc::clone(&meter));
        SandboxPlayer {
            bot,
            limits,
            kind,
            account,
            meter,
            own_time: OwnTime::default(),
            started: Ticks::ZERO,
            resting: Some(state),
            live: None,
            sampler: None,
        }
    }

    /// Starts sampling the bot's fuel from its first question on. The bot may then use any amount of processor time.
    pub fn sample(&mut self, plan: SamplingPlan) {
        let sampler = SharedSampler::new(Sampler::new(plan).into());
        if let Some(state) = &mut self.resting {
            state.sampler = Some(Arc::clone(&sampler));
        }
        let (engine, yields) = (self.bot.engine().clone(), Arc::clone(&sampler));
        self.meter.on_yield(move || {
            engine.increment_epoch();
            locked(&yields).yielded();
        });
        self.account = Account::new(CpuGuard { floor: Duration::MAX, factor: 1 });
        self.sampler = Some(sampler);
    }

    /// Returns the calls that were sampled since the last call of this function.
    pub fn sampled(&self) -> Vec<SampledCall> {
        self.sampler.as_ref().map(|sampler| locked(sampler).calls()).unwrap_or_default()
    }

    /// Returns the place where a script's interpreter checks the clock, once it was found.
    pub fn script_watch(&self) -> Option<ScriptWatch> {
        locked(self.sampler.as_ref()?).watch()
    }

    /// Returns the time that the last start of an instance took; zero before the first one. It is not part of any
    /// answer, except after a restart.
    pub fn started(&self) -> Ticks {
        self.started
    }

    /// Drops the instance, if there is one, and keeps its state.
    fn drop_instance(&mut self) {
        if let Some(live) = self.live.take() {
            self.resting = live.into_state();
        }
    }
}

impl Player for SandboxPlayer {
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure> {
        if ask.restarted {
            self.drop_instance();
        }
        let increment = self.limits.clock[ask.seat].increment;
        let own_time = self.own_time.asked(ask.game_left, increment);
        let mut clock = CallTimer::start(self.kind, ask.limit);
        let mut charged = Ticks::ZERO;
        if self.live.is_none() {
            let started = self.start(&ask, clock, own_time)?;
            self.started = started.spent;
            if ask.restarted {
                charged = started.spent;
            } else {
                clock = CallTimer::start(self.kind, ask.limit);
            }
            if let Err(failure) = started.result {
                return Ok(Answer { result: Err(failure), offer: None, spent: charged });
            }
        }
        let fuel = if self.kind == ClockKind::Fuel { ask.limit.minus(charged).0 } else { UNMETERED };
        let watch = clock.unwrap_or_else(|| self.account.begin(&self.meter));
        let scene = self.bot.needs_scene().then(|| Arc::clone(ask.scene));
        let Ask { limit, game_left, .. } = ask;
        let question = Question { fuel, limit, game_left, own_time, ply: ask.scene.ply, watch, scene };
        let mut answer = self.call(&ask, question)?;
        if answer.result.is_err() {
            self.drop_instance();
        }
        self.settle(watch, answer.spent.minus(charged), &mut answer.result);
        let is_late = answer.result.as_ref().is_err_and(|failure| failure.fault == Fault::Timeout);
        if let Some(state) = self.resting.as_mut().filter(|_| is_late) {
            state.log_late_account();
        }
        Ok(answer)
    }

    fn close(&mut self) -> Closing {
        self.drop_instance();
        self.resting.as_mut().map(SeatState::close).unwrap_or_default()
    }
}

/// The result of starting an instance, and its cost.
struct StartResult {
    result: Result<(), Failure>,
    spent: Ticks,
}

impl SandboxPlayer {
    /// Creates an instance. The start has fuel of its own; a restart in the middle of a match is also limited by the
    /// time for the move.
    fn start(
        &mut self,
        ask: &Ask<'_>,
        clock: Option<CallTimer>,
        own_time: Ticks,
    ) -> Result<StartResult, HostFailure> {
        let metered = self.kind == ClockKind::Fuel;
        let within_move = ask.restarted;
        let mut budget = self.limits.start.0;
        if within_move && metered {
            budget = budget.min(ask.limit.0);
        }
        let watch = clock.filter(|_| within_move).unwrap_or_else(|| self.account.begin(&self.meter));
        let mut state = self.resting.take().ok_or_else(|| host("a bot without a state was asked"))?;
        state.ply = ask.scene.ply;
        state.own_time = within_move.then_some(own_time);
        if let Some(sampler) = &self.sampler {
            locked(sampler).begin(state.ply, true);
        }
        let store = new_store(&self.bot, state, budget, watch).map_err(|error| engine(&error))?;
        let begun = ReadyInstance::begin(&self.bot, store, ask, &self.limits, watch, &self.meter)?;
        let fuel = Ticks(budget - begun.left);
        if let Some(sampler) = &self.sampler {
            locked(sampler).end(fuel.0);
        }
        let mut result = match begun.result {
            Ok(live) => {
                self.live = Some(live);
                Ok(())
            }
            Err((failure, state)) => {
                self.resting = Some(state);
                Err(failure)
            }
        };
        // The smaller of the two limits determines the fault.
        if let Err(failure) = &mut result
            && failure.fault == Fault::Timeout
            && budget == self.limits.start.0
            && begun.left == 0
        {
            *failure = Failure::new(Fault::StartTimeout, format!("the start used up its {}", Ticks(budget)));
        }
        self.settle(watch, fuel, &mut result);
        Ok(StartResult { result, spent: if metered { fuel } else { watch.elapsed() } })
    }

    /// Adds a call or start to the account. A seat that used more than the guard allows fails with an overrun, unless
    /// its failure ends the match on every machine.
    fn settle<T>(&mut self, watch: CallTimer, fuel: Ticks, result: &mut Result<T, Failure>) {
        let CallTimer::Fuel(_) = watch else { return };
        let Err(overrun) = self.account.settle(fuel, &self.meter) else { return };
        let ends_the_match = |failure: &Failure| !matches!(failure.fault, Fault::Timeout | Fault::Slow);
        if !result.as_ref().err().is_some_and(ends_the_match) {
            *result = Err(overrun.failure());
        }
    }

    /// Asks the instance one question.
    fn call(&mut self, ask: &Ask<'_>, question: Question) -> Result<Answer, HostFailure> {
        let watch = question.watch;
        let live = self.live.as_mut().ok_or_else(|| host("a bot without an instance was asked"))?;
        let fuel = question.fuel;
        let reply = live.ask(question, ask, &self.meter)?;
        if let Some(sampler) = &self.sampler {
            locked(sampler).end(fuel.saturating_sub(reply.left));
        }
        let spent = match self.kind {
            ClockKind::Fuel => ask.limit.minus(Ticks(reply.left)),
            ClockKind::Cpu | ClockKind::Wall => watch.elapsed(),
        };
        let result = match reply.result {
            Ok(_) if spent >= ask.limit => Err(Overrun::Time.failure()),
            result => result,
        };
        Ok(Answer { result, offer: reply.offer, spent })
    }
}

/// Creates a store for an instance of a bot, with `budget` units of fuel.
pub(crate) fn new_store(
    bot: &Bot,
    mut state: SeatState,
    budget: u64,
    watch: CallTimer,
) -> wasmtime::Result<Store<SeatState>> {
    state.memory = None;
    state.instance = None;
    state.granted = budget;
    state.begun_with = budget;
    state.looked_at = budget;
    state.complaint.clear();
    state.limit = Ticks(budget);
    state.watch = watch;
    let mut store = Store::new(bot.engine(), state);
    store.limiter(|state| state);
    store.set_fuel(budget)?;
    store.fuel_async_yield_interval(Some(YIELD_INTERVAL))?;
    sampled_functions::prepare(&mut store)?;
    Ok(store)
}
