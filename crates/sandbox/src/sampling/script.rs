//! Steering of a sampled script's interpreter: the place where it checks the clock, and the counter to its next
//! check.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use wasmtime::Memory;

use super::{FunctionFrame, Mode, SampledCall, Sampler};

/// Maximum number of jumps or instructions up to an interpreter's next check; its counter has this value during a
/// check.
pub(crate) const LONGEST: u32 = 10_000;

/// Bounds of [`Steering::near`], in fuel.
const NEAR: u64 = 12_000;
const NEAR_AT_MOST: u64 = 200_000;

/// Number of checks to pass in a call before one is answered, call by call. A check comes after up to four times as
/// many jumps or instructions as the one before it, so that a short script has few of them.
const PASSED: [usize; 4] = [0, 2, 1, 3];

/// A place in a module that calls the host: the function, and the offset in it.
pub(crate) type Site = (u32, Option<usize>);

/// The place where a script's interpreter checks the clock, and the flags that it reads there.
#[derive(Clone, Debug)]
pub struct ScriptWatch {
    pub(crate) look: Site,
    pub(crate) flags: Vec<u32>,
    /// Addresses that may hold the counter to the next check; one of them does.
    pub(crate) counters: Vec<u32>,
    /// `true` if the interpreter checks before each instruction and names the one that follows.
    pub(crate) looks_ahead: bool,
    /// Fuel refunded, and the number of checks that it covers.
    pub(crate) looks_cost: (u64, u64),
}

impl ScriptWatch {
    /// Returns the same for an interpreter that checks before each instruction and names that instruction.
    #[must_use]
    pub fn looking_ahead(self) -> ScriptWatch {
        ScriptWatch { looks_ahead: true, ..self }
    }

    /// Returns the same with the true cost of a check, computed from calls that were sampled with it and used `fuel`
    /// without sampling.
    #[must_use]
    pub fn corrected(self, calls: &[SampledCall], fuel: u64) -> ScriptWatch {
        let looks: u64 = calls.iter().map(|call| call.looks).sum();
        let sampled: u64 = calls.iter().map(|call| call.fuel).sum();
        let (before, of) = self.looks_cost;
        let taken = (sampled + looks * before / of).saturating_sub(fuel);
        if looks == 0 { self } else { ScriptWatch { looks_cost: (taken, looks), ..self } }
    }
}

/// Finds the place where an interpreter checks the clock: it writes an account after it was told there that no time
/// is left.
pub(crate) struct ClockCheckFinder {
    pub(crate) module: Arc<[u8]>,
    pub(crate) has_begun: bool,
    /// The bot's memory at the start of a call.
    pub(crate) fresh: Option<Vec<u8>>,
    /// Flags read by functions that ask for the time.
    pub(crate) flags: BTreeMap<u32, Vec<u32>>,
    /// Number of calls so far, and of checks in this call.
    calls: usize,
    looks: usize,
    /// The last place that was told that no time is left.
    pub(crate) told: Option<Site>,
    pub(crate) found: Option<ScriptWatch>,
}

/// Makes an interpreter check the clock right after a sample is due.
pub(crate) struct Steering {
    pub(crate) watch: ScriptWatch,
    /// Values of the flags at the start of a call.
    pub(crate) fresh: Option<Vec<u8>>,
    /// `true` if the call's time was asked for, and `true` if there was a check since then.
    pub(crate) has_begun: bool,
    pub(crate) has_looked: bool,
    /// The check that has to give an account.
    pub(crate) due: Option<DueCheck>,
    /// The account of the last check, which names the next instruction, and the fuel used before it.
    pub(crate) ahead: Option<(u64, Vec<String>)>,
    /// Fuel of the longest instruction so far.
    pub(crate) longest: u64,
    /// Samples that wait for an account: the host call that they fell into, and their number.
    pub(crate) waiting: Vec<(Option<FunctionFrame>, usize)>,
    /// Number of checks so far.
    looks: u64,
    /// Number of yields of the engine until the next sample is due.
    yields: u64,
    /// `true` if the interpreter should check as soon as it can.
    is_wanted: bool,
    memory: GuestMemory,
}

/// A check that was told that no time is left.
pub(crate) struct DueCheck {
    /// Fuel left, and fuel used, at the check.
    pub(crate) left: u64,
    pub(crate) used: u64,
    /// Values of the flags before it.
    pub(crate) flags: Vec<u8>,
    /// `true` if the account names the next instruction, ahead of a sample.
    pub(crate) is_ahead: bool,
}

impl ClockCheckFinder {
    pub(super) fn new(module: Arc<[u8]>) -> ClockCheckFinder {
        ClockCheckFinder {
            module,
            has_begun: false,
            fresh: None,
            flags: BTreeMap::new(),
            calls: 0,
            looks: 0,
            told: None,
            found: None,
        }
    }

    pub(super) fn begin(&mut self) {
        self.has_begun = false;
        self.calls += 1;
        self.looks = 0;
        self.told = None;
    }

    /// Returns `true` if the interpreter should be told at this check that no time is left. Some checks are passed
    /// first, because the kit runs before the script and gives no account. The check after one that was told so comes
    /// late.
    pub(crate) fn is_time(&mut self) -> bool {
        let passed = PASSED[self.calls % PASSED.len()];
        self.looks += 1;
        self.looks > passed
    }
}

impl Steering {
    pub(super) fn new(watch: ScriptWatch) -> Steering {
        Steering {
            watch,
            fresh: None,
            has_begun: false,
            has_looked: false,
            due: None,
            ahead: None,
            longest: 0,
            waiting: Vec::new(),
            looks: 0,
            yields: 0,
            is_wanted: false,
            memory: GuestMemory::default(),
        }
    }

    pub(super) fn begin(&mut self) {
        self.has_begun = false;
        self.has_looked = false;
        self.due = None;
        self.ahead = None;
        self.waiting.clear();
        self.is_wanted = false;
        self.memory = GuestMemory::default();
    }

    /// Returns `true` if the counter to the next check can be set, as in every interpreter built so far.
    pub(crate) fn is_steered(&self) -> bool {
        self.watch.counters.len() == 1
    }

    /// Fuel before a sample from which the interpreter checks before each instruction, so that it names the
    /// instruction of the sample.
    pub(crate) fn near(&self) -> u64 {
        (2 * self.longest).clamp(NEAR, NEAR_AT_MOST)
    }

    /// Requests a check after `yields` yields of the engine.
    pub(crate) fn want_after(&mut self, yields: u64, memory: GuestMemory) {
        self.memory = memory;
        self.yields = yields;
        self.is_wanted = yields == 0;
        self.set_counter();
    }

    /// Counts a check by the interpreter, and returns the fuel that this check takes.
    pub(crate) fn looks(&mut self) -> u64 {
        self.is_wanted = false;
        self.tell_counters_apart(|value| value == LONGEST);
        let (fuel, of) = self.watch.looks_cost;
        self.looks += 1;
        let cost = |looks: u64| u128::from(fuel) * u128::from(looks) / u128::from(of);
        (cost(self.looks) - cost(self.looks - 1)) as u64
    }

    /// Handles a yield of the engine.
    pub(super) fn yielded(&mut self) {
        self.tell_counters_apart(|value| value < LONGEST);
        self.yields = self.yields.saturating_sub(1);
        self.is_wanted |= self.yields == 0;
        self.set_counter();
    }

    /// Forgets the bot's memory, which may move.
    pub(super) fn forget_memory(&mut self) {
        self.memory = GuestMemory::default();
    }

    fn set_counter(&mut self) {
        if let ([counter], true) = (&self.watch.counters[..], self.is_wanted && self.has_begun) {
            self.memory.write(*counter, 1);
        }
    }

    /// Drops addresses that cannot be the counter. Only a counter has one value during checks and lower ones between
    /// them.
    fn tell_counters_apart(&mut self, may_be: impl Fn(u32) -> bool) {
        if self.has_begun && self.watch.counters.len() > 1 {
            let memory = &self.memory;
            self.watch.counters.retain(|&at| memory.read(at).is_none_or(&may_be));
        }
    }
}

impl Sampler {
    /// Returns the findings about the interpreter of a script.
    pub(crate) fn watch(&self) -> Option<ScriptWatch> {
        let Mode::Finding(finding) = &self.mode else { return None };
        finding.found.clone()
    }
}

/// The memory of a bot while its code waits in a yield; the engine then lends it to no one.
#[derive(Default)]
pub(crate) struct GuestMemory {
    base: AtomicPtr<u8>,
    size: usize,
}

impl GuestMemory {
    /// Returns the memory at its present place, valid until it moves.
    pub(crate) fn new(memory: Memory, context: impl wasmtime::AsContext) -> GuestMemory {
        GuestMemory { base: AtomicPtr::new(memory.data_ptr(&context)), size: memory.data_size(&context) }
    }

    fn word(&self, at: u32) -> Option<*mut u32> {
        let base = self.base.load(Ordering::Relaxed);
        let fits = !base.is_null() && at.is_multiple_of(4) && at as usize + size_of::<u32>() <= self.size;
        fits.then(|| base.wrapping_add(at as usize).cast())
    }

    #[expect(unsafe_code, reason = "the engine gives no access to a store whose code has yielded")]
    fn read(&self, at: u32) -> Option<u32> {
        // SAFETY: the word lies in a memory whose size and place have not changed, or this would have been forgotten.
        // The memory belongs to a call that has yielded on this thread, and nothing else holds a reference into it.
        self.word(at).map(|word| u32::from_le(unsafe { word.read() }))
    }

    #[expect(unsafe_code, reason = "the engine gives no access to a store whose code has yielded")]
    fn write(&self, at: u32, value: u32) {
        if let Some(word) = self.word(at) {
            // SAFETY: as for reading.
            unsafe { word.write(value.to_le()) }
        }
    }
}
