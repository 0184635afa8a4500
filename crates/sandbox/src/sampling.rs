//! Sampling of the fuel that a bot uses while it answers.
//!
//! One unit out of every `gap` units of fuel, at a random place, is attributed to the functions that were running.
//! Shares of these samples are shares of the fuel. No byte of the module changes, and no price.
//!
//! - [`waking`]: any module by its functions, in an engine of its own whose code can be woken between two operators.
//!   The code uses the fuel of the match, to the unit.
//! - [`script`]: a script by its own functions and lines. Its interpreter names them when it checks the clock and is
//!   told that time runs out. The check comes right after a sample is due; [`flags`] makes the interpreter report
//!   more than once.
//!
//! The work during a bot's run is in `call/sampled_functions.rs` and `call/sampled_script.rs`.

pub(crate) mod flags;
mod names;
mod script;
mod sections;
mod wake_up;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use self::wake_up::WakeUp;

pub use self::names::FunctionNames;
pub use self::script::ScriptWatch;
pub(crate) use self::script::{ClockCheckFinder, DueCheck, GuestMemory, LONGEST, Site, Steering};
pub use self::sections::DebugSections;

/// The settings for sampling a bot.
#[derive(Clone, Debug)]
pub struct SamplingPlan {
    /// Units of fuel between two samples.
    pub gap: u64,
    /// The only ply that is sampled; `None` for all, and the start.
    pub ply: Option<u32>,
    /// The names in the samples.
    pub kind: SampledKind,
    /// Seed of the samples' random places. Repetitions of the same calls use different seeds.
    pub places: u64,
}

/// The names in the samples of a bot.
#[derive(Clone, Debug)]
pub enum SampledKind {
    /// The functions of the module. The bot must come from [`Sandbox::for_sampling`](crate::Sandbox::for_sampling).
    Functions,
    /// None yet: this run finds the place in this script's module where the interpreter checks the clock.
    Finding(Arc<[u8]>),
    /// The functions and lines of a script.
    Script(ScriptWatch),
}

/// A call of a bot, with its samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledCall {
    /// The ply of the question.
    pub ply: u32,
    /// `true` if it is the start of an instance.
    pub is_start: bool,
    /// Fuel used.
    pub fuel: u64,
    /// Number of clock checks by a script's interpreter; [`ScriptWatch`] refunds fuel for each.
    pub looks: u64,
    /// The samples. All samples of a run stand for the same amount of fuel.
    pub samples: Vec<SampledStack>,
}

/// The running functions at a sample, innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampledStack {
    /// Functions of the module.
    Functions(Vec<FunctionFrame>),
    /// Functions and lines of a script.
    Script {
        /// The interpreter's account, which is the lines of [`referee::AccountKind::Time`].
        account: Vec<String>,
        /// The host call that was running, and the place where the interpreter called it.
        host_call: Option<FunctionFrame>,
    },
    /// Code without a name: the surroundings of a script, such as making its view.
    Outside,
}

/// A running function of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionFrame {
    /// Its number.
    pub function: u32,
    /// The place in it, in bytes from the start of the module.
    pub offset: Option<u64>,
    /// `true` if the function waits for a host call there.
    pub calls_host: bool,
}

/// More fuel than any call has.
const NEVER: u64 = 1 << 60;

/// The sampler of a seat, shared by its player and the running call.
pub(crate) type SharedSampler = Arc<Mutex<Sampler>>;

/// Samples a seat in a match.
pub(crate) struct Sampler {
    gap: u64,
    ply: Option<u32>,
    /// The state of a random number generator (`SplitMix64`), which places the sample in each gap.
    random: u64,
    /// The fuel of all calls at which the next sample is due.
    target: u64,
    /// Fuel of the calls that have ended.
    before: u64,
    call: Option<SampledCall>,
    calls: Vec<SampledCall>,
    pub(crate) mode: Mode,
}

/// The kind of names in the samples, and its state.
pub(crate) enum Mode {
    Functions(WakeUp),
    Finding(ClockCheckFinder),
    Script(Steering),
}

impl Sampler {
    pub(crate) fn new(plan: SamplingPlan) -> Sampler {
        let mode = match plan.kind {
            SampledKind::Functions => Mode::Functions(WakeUp::default()),
            SampledKind::Finding(module) => Mode::Finding(ClockCheckFinder::new(module)),
            SampledKind::Script(watch) => Mode::Script(Steering::new(watch)),
        };
        let (gap, ply, calls) = (plan.gap.max(1), plan.ply, Vec::new());
        let random = plan.places.rotate_left(32);
        let mut sampler = Sampler { gap, ply, random, target: 0, before: 0, call: None, calls, mode };
        sampler.target = sampler.within_gap();
        sampler
    }

    /// Starts a call.
    pub(crate) fn begin(&mut self, ply: u32, is_start: bool) {
        let is_wanted = self.ply.is_none_or(|wanted| wanted == ply && !is_start);
        self.call = is_wanted.then(|| SampledCall { ply, is_start, fuel: 0, looks: 0, samples: Vec::new() });
        match &mut self.mode {
            Mode::Functions(waking) => waking.begin(),
            Mode::Finding(finding) => finding.begin(),
            Mode::Script(steering) => steering.begin(),
        }
    }

    /// Ends a call that used `fuel`.
    pub(crate) fn end(&mut self, fuel: u64) {
        let last = self.last().unwrap_or(SampledStack::Outside);
        self.take_waiting(&[]);
        self.take(fuel, &last);
        if let Some(call) = self.call.take() {
            self.before += fuel;
            self.calls.push(SampledCall { fuel, ..call });
        }
    }

    /// Takes the calls sampled so far.
    pub(crate) fn calls(&mut self) -> Vec<SampledCall> {
        std::mem::take(&mut self.calls)
    }

    /// Counts a clock check by the interpreter of a script, and returns the fuel that this check takes.
    pub(crate) fn looks(&mut self) -> u64 {
        if let Some(call) = &mut self.call {
            call.looks += 1;
        }
        if let Mode::Script(steering) = &mut self.mode { steering.looks() } else { 0 }
    }

    /// Returns `true` if the running call is sampled.
    pub(crate) fn is_on(&self) -> bool {
        self.call.is_some()
    }

    /// Takes the stack that was running at the module's last wake-up.
    pub(crate) fn last(&mut self) -> Option<SampledStack> {
        match &mut self.mode {
            Mode::Functions(waking) => waking.last(),
            Mode::Finding(_) | Mode::Script(_) => None,
        }
    }

    /// Returns the fuel left until the next sample, for a call that has used `used`; zero when it is due. A call that
    /// is not sampled never gets there.
    pub(crate) fn distance(&self, used: u64) -> u64 {
        if self.call.is_none() {
            return NEVER;
        }
        self.target.saturating_sub(self.before + used)
    }

    /// Takes the samples that are due in a call that has used `used` units of fuel.
    pub(crate) fn take(&mut self, used: u64, stack: &SampledStack) {
        let count = self.pass(used);
        self.add(count, stack);
    }

    /// Passes the samples that are due after `used` units of fuel in this call, and returns their number.
    pub(crate) fn pass(&mut self, used: u64) -> usize {
        let mut count = 0;
        while self.distance(used) == 0 {
            count += 1;
            self.target = (self.target / self.gap + 1) * self.gap + self.within_gap();
        }
        count
    }

    /// Takes the samples of a script that wait for an account, which is empty if there is none.
    pub(crate) fn take_waiting(&mut self, account: &[String]) {
        let Mode::Script(steering) = &mut self.mode else { return };
        for (host_call, count) in std::mem::take(&mut steering.waiting) {
            self.add(count, &SampledStack::Script { account: account.to_vec(), host_call });
        }
    }

    /// Notes that the engine has yielded in the middle of a call.
    pub(crate) fn yielded(&mut self) {
        if let (Mode::Script(steering), true) = (&mut self.mode, self.call.is_some()) {
            steering.yielded();
        }
    }

    /// Notes that the bot's memory grows, and may move.
    pub(crate) fn memory_grows(&mut self) {
        if let Mode::Script(steering) = &mut self.mode {
            steering.forget_memory();
        }
    }

    fn add(&mut self, count: usize, stack: &SampledStack) {
        if let Some(call) = &mut self.call {
            call.samples.extend(std::iter::repeat_n(stack, count).cloned());
        }
    }

    /// Returns a random place in a gap.
    fn within_gap(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % self.gap
    }
}

/// Locks the sampler, and ignores poisoning.
pub(crate) fn locked(sampler: &SharedSampler) -> MutexGuard<'_, Sampler> {
    sampler.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gap_has_one_sample_whatever_calls_it_is_cut_into() {
        for calls in [&[1_000_u64][..], &[3; 333], &[250, 250, 499]] {
            let plan = SamplingPlan { gap: 10, ply: None, kind: SampledKind::Functions, places: 0 };
            let mut sampler = Sampler::new(plan);
            for &fuel in calls {
                sampler.begin(0, false);
                sampler.end(fuel);
            }
            let samples: usize = sampler.calls().iter().map(|call| call.samples.len()).sum();
            assert!((99..=100).contains(&samples), "{samples} of {calls:?}");
        }
    }
}
