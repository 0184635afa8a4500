//! Where a bot's fuel goes: what runs is looked at again and again while it answers.
//!
//! Every `gap` units of fuel, at a random place in each gap, one unit is traced to the functions that were running. Shares of
//! these samples are shares of the fuel. No byte of the module changes, and no price.
//!
//! - [`waking`]: of any module by its functions, in an engine of its own whose code can be woken between two operators. What
//!   runs uses the fuel of the match, to the unit.
//! - [`script`]: of a script by its own functions and lines, which its interpreter names when it looks at the clock and is told
//!   that time runs out. It looks right after a sample is due; [`flags`] has it tell more than once.
//!
//! What is done about it while a bot runs is in `call/sampled_functions.rs` and `call/sampled_script.rs`.

pub(crate) mod flags;
mod names;
mod script;
mod sections;
mod waking;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use self::waking::Waking;

pub use self::names::FunctionNames;
pub use self::script::ScriptWatch;
pub(crate) use self::script::{Due, Finding, GuestMemory, LONGEST, Site, Steering};
pub use self::sections::DebugSections;

/// How a bot is sampled.
#[derive(Clone, Debug)]
pub struct SamplingPlan {
    /// Units of fuel between two samples.
    pub gap: u64,
    /// The only ply that is sampled; `None` for all, and the start.
    pub ply: Option<u32>,
    /// What is named in them.
    pub kind: SampledKind,
    /// Seed of the random places of the samples. Repetitions of the same calls use different seeds.
    pub places: u64,
}

/// What the samples of a bot name.
#[derive(Clone, Debug)]
pub enum SampledKind {
    /// The functions of the module. The bot is one of [`Sandbox::for_sampling`](crate::Sandbox::for_sampling).
    Functions,
    /// Nothing yet: it is found out where the interpreter of a script looks at the clock, in the module of this script.
    Finding(Arc<[u8]>),
    /// The functions and lines of a script.
    Script(ScriptWatch),
}

/// A call of a bot, with what ran in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledCall {
    /// The ply that it was asked for.
    pub ply: u32,
    /// Whether it is the start of an instance.
    pub is_start: bool,
    /// The fuel that it used.
    pub fuel: u64,
    /// Looks of a script's interpreter, for each of which [`ScriptWatch`] has fuel given back.
    pub looks: u64,
    /// The samples; each stands for as much fuel as any other one of the same run.
    pub samples: Vec<SampledStack>,
}

/// What ran at a sample, the innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampledStack {
    /// Functions of the module.
    Functions(Vec<FunctionFrame>),
    /// Functions and lines of a script.
    Script {
        /// The interpreter's account of it, the lines of [`referee::AccountKind::Time`].
        account: Vec<String>,
        /// The host call that ran, and where the interpreter called it.
        host_call: Option<FunctionFrame>,
    },
    /// Nothing that has a name: what surrounds a script, as making its view.
    Outside,
}

/// A function of a module that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionFrame {
    /// Its number.
    pub function: u32,
    /// Where it is, in bytes from the beginning of the module.
    pub offset: Option<u64>,
    /// `true` if the function waits there for a host call.
    pub calls_host: bool,
}

/// More fuel than any call has.
const NEVER: u64 = 1 << 60;

/// The sampler of a seat, shared by its player and what runs.
pub(crate) type SharedSampler = Arc<Mutex<Sampler>>;

/// Samples a seat in a match.
pub(crate) struct Sampler {
    gap: u64,
    ply: Option<u32>,
    /// The state of a generator (SplitMix64): where in each gap the sample is.
    random: u64,
    /// Where the next sample is due, in fuel of all calls.
    target: u64,
    /// Fuel of the calls that have ended.
    before: u64,
    call: Option<SampledCall>,
    calls: Vec<SampledCall>,
    pub(crate) mode: Mode,
}

/// What the samples name, and how far that is.
pub(crate) enum Mode {
    Functions(Waking),
    Finding(Finding),
    Script(Steering),
}

impl Sampler {
    pub(crate) fn new(plan: SamplingPlan) -> Sampler {
        let mode = match plan.kind {
            SampledKind::Functions => Mode::Functions(Waking::default()),
            SampledKind::Finding(module) => Mode::Finding(Finding::new(module)),
            SampledKind::Script(watch) => Mode::Script(Steering::new(watch)),
        };
        let (gap, ply, calls) = (plan.gap.max(1), plan.ply, Vec::new());
        let random = plan.places.rotate_left(32);
        let mut sampler = Sampler { gap, ply, random, target: 0, before: 0, call: None, calls, mode };
        sampler.target = sampler.within_gap();
        sampler
    }

    /// A call begins.
    pub(crate) fn begin(&mut self, ply: u32, is_start: bool) {
        let is_wanted = self.ply.is_none_or(|wanted| wanted == ply && !is_start);
        self.call = is_wanted.then(|| SampledCall { ply, is_start, fuel: 0, looks: 0, samples: Vec::new() });
        match &mut self.mode {
            Mode::Functions(waking) => waking.begin(),
            Mode::Finding(finding) => finding.begin(),
            Mode::Script(steering) => steering.begin(),
        }
    }

    /// A call has ended that used so much fuel.
    pub(crate) fn end(&mut self, fuel: u64) {
        let last = self.last().unwrap_or(SampledStack::Outside);
        self.take_waiting(&[]);
        self.take(fuel, &last);
        if let Some(call) = self.call.take() {
            self.before += fuel;
            self.calls.push(SampledCall { fuel, ..call });
        }
    }

    /// What was sampled so far.
    pub(crate) fn calls(&mut self) -> Vec<SampledCall> {
        std::mem::take(&mut self.calls)
    }

    /// The interpreter of a script looks. Returns the fuel that this look takes.
    pub(crate) fn looks(&mut self) -> u64 {
        if let Some(call) = &mut self.call {
            call.looks += 1;
        }
        if let Mode::Script(steering) = &mut self.mode { steering.looks() } else { 0 }
    }

    /// Whether a call runs that is sampled.
    pub(crate) fn is_on(&self) -> bool {
        self.call.is_some()
    }

    /// What ran when a module woke last; forgotten by that.
    pub(crate) fn last(&mut self) -> Option<SampledStack> {
        match &mut self.mode {
            Mode::Functions(waking) => waking.last(),
            Mode::Finding(_) | Mode::Script(_) => None,
        }
    }

    /// Fuel up to the next sample, of a call that has used so much; zero when it is due. A call that is not sampled never
    /// gets there.
    pub(crate) fn distance(&self, used: u64) -> u64 {
        if self.call.is_none() {
            return NEVER;
        }
        self.target.saturating_sub(self.before + used)
    }

    /// Takes the samples that are due in a call that has used so much fuel.
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

    /// The engine has yielded in the middle of a call.
    pub(crate) fn yielded(&mut self) {
        if let (Mode::Script(steering), true) = (&mut self.mode, self.call.is_some()) {
            steering.yielded();
        }
    }

    /// The bot's memory grows, and may move.
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

    /// A place in a gap.
    fn within_gap(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % self.gap
    }
}

/// The sampler, whatever became of a thread that had it.
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
