//! Steering the interpreter of a sampled script: where it looks at the clock, and the counter to its next look.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use wasmtime::Memory;

use super::{FunctionFrame, Mode, SampledCall, Sampler};

/// Jumps or instructions up to an interpreter's next look, at most; its counter has this value during a look.
pub(crate) const LONGEST: u32 = 10_000;

/// Bounds of [`Steering::near`], in fuel.
const NEAR: u64 = 12_000;
const NEAR_AT_MOST: u64 = 200_000;

/// Looks that are passed in a call before one is answered, call by call: a look comes after up to four times as many jumps or
/// instructions as the one before it, so that a short script has few of them.
const PASSED: [usize; 4] = [0, 2, 1, 3];

/// A call of the host in a module: the function, and where in it.
pub(crate) type Site = (u32, Option<usize>);

/// Where the interpreter of a script looks at the clock, and what it remembers there.
#[derive(Clone, Debug)]
pub struct ScriptWatch {
    pub(crate) look: Site,
    pub(crate) flags: Vec<u32>,
    /// Addresses one of which may be that of the counter to the next look.
    pub(crate) counters: Vec<u32>,
    /// `true` if the interpreter looks before each instruction and names the one that follows.
    pub(crate) looks_ahead: bool,
    /// Fuel refunded for a number of looks.
    pub(crate) looks_cost: (u64, u64),
}

impl ScriptWatch {
    /// The same of an interpreter that looks before each instruction, and then names that one.
    #[must_use]
    pub fn looking_ahead(self) -> ScriptWatch {
        ScriptWatch { looks_ahead: true, ..self }
    }

    /// The same with what a look really takes, by calls that were sampled with it and took `fuel` without.
    #[must_use]
    pub fn corrected(self, calls: &[SampledCall], fuel: u64) -> ScriptWatch {
        let looks: u64 = calls.iter().map(|call| call.looks).sum();
        let sampled: u64 = calls.iter().map(|call| call.fuel).sum();
        let (before, of) = self.looks_cost;
        let taken = (sampled + looks * before / of).saturating_sub(fuel);
        if looks == 0 { self } else { ScriptWatch { looks_cost: (taken, looks), ..self } }
    }
}

/// Finds out where an interpreter looks at the clock: where it is told that no time is left, and writes an account.
pub(crate) struct Finding {
    pub(crate) module: Arc<[u8]>,
    pub(crate) has_begun: bool,
    /// The bot's memory when a call began.
    pub(crate) fresh: Option<Vec<u8>>,
    /// The bytes that functions read which ask for the time.
    pub(crate) flags: BTreeMap<u32, Vec<u32>>,
    /// Calls so far, and looks in this one.
    calls: usize,
    looks: usize,
    /// The last place that was told so.
    pub(crate) told: Option<Site>,
    pub(crate) found: Option<ScriptWatch>,
}

/// Has an interpreter look at the clock right after a sample is due.
pub(crate) struct Steering {
    pub(crate) watch: ScriptWatch,
    /// What the flags are when a call begins.
    pub(crate) fresh: Option<Vec<u8>>,
    /// Whether the call's time was asked for, and whether there was a look since then.
    pub(crate) has_begun: bool,
    pub(crate) has_looked: bool,
    /// The look that has to give an account.
    pub(crate) due: Option<Due>,
    /// The account of the last look, which names the next instruction, and the fuel used before it.
    pub(crate) ahead: Option<(u64, Vec<String>)>,
    /// Fuel of the longest instruction so far.
    pub(crate) longest: u64,
    /// Samples that wait for an account: the host call that they fell into, and how many.
    pub(crate) waiting: Vec<(Option<FunctionFrame>, usize)>,
    /// Looks so far.
    looks: u64,
    /// Times that the engine still yields before the next sample is due.
    yields: u64,
    /// `true` if the interpreter should look as soon as it can.
    is_wanted: bool,
    memory: GuestMemory,
}

/// A look that was told that no time is left.
pub(crate) struct Due {
    /// Fuel that was left, and used.
    pub(crate) left: u64,
    pub(crate) used: u64,
    /// What the flags were.
    pub(crate) flags: Vec<u8>,
    /// `true` if the account names the next instruction, ahead of a sample.
    pub(crate) is_ahead: bool,
}

impl Finding {
    pub(super) fn new(module: Arc<[u8]>) -> Finding {
        Finding {
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

    /// Returns `true` if the interpreter is to hear at this look that no time is left: after some looks first, since the kit
    /// runs before the script, and of the kit there is no account. Once it has heard so, the next look comes late.
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

    /// Returns `true` if the counter to the next look can be set, as it can in every interpreter that was ever built.
    pub(crate) fn is_steered(&self) -> bool {
        self.watch.counters.len() == 1
    }

    /// Fuel ahead of a sample within which the interpreter looks before each instruction, so that it names the instruction of
    /// the sample.
    pub(crate) fn near(&self) -> u64 {
        (2 * self.longest).clamp(NEAR, NEAR_AT_MOST)
    }

    /// Requests a look after `yields` yields of the engine.
    pub(crate) fn want_after(&mut self, yields: u64, memory: GuestMemory) {
        self.memory = memory;
        self.yields = yields;
        self.is_wanted = yields == 0;
        self.set_counter();
    }

    /// The interpreter looks. Returns the fuel that this look takes.
    pub(crate) fn looks(&mut self) -> u64 {
        self.is_wanted = false;
        self.tell_counters_apart(|value| value == LONGEST);
        let (fuel, of) = self.watch.looks_cost;
        self.looks += 1;
        let cost = |looks: u64| u128::from(fuel) * u128::from(looks) / u128::from(of);
        (cost(self.looks) - cost(self.looks - 1)) as u64
    }

    /// The engine has yielded.
    pub(super) fn yielded(&mut self) {
        self.tell_counters_apart(|value| value < LONGEST);
        self.yields = self.yields.saturating_sub(1);
        self.is_wanted |= self.yields == 0;
        self.set_counter();
    }

    /// The bot's memory may move.
    pub(super) fn forget_memory(&mut self) {
        self.memory = GuestMemory::default();
    }

    fn set_counter(&mut self) {
        if let ([counter], true) = (&self.watch.counters[..], self.is_wanted && self.has_begun) {
            self.memory.write(*counter, 1);
        }
    }

    /// A counter has one value during a look, and lower ones between two; nothing else does.
    fn tell_counters_apart(&mut self, may_be: impl Fn(u32) -> bool) {
        if self.has_begun && self.watch.counters.len() > 1 {
            let memory = &self.memory;
            self.watch.counters.retain(|&at| memory.read(at).is_none_or(&may_be));
        }
    }
}

impl Sampler {
    /// What was found out about the interpreter of a script.
    pub(crate) fn watch(&self) -> Option<ScriptWatch> {
        let Mode::Finding(finding) = &self.mode else { return None };
        finding.found.clone()
    }
}

/// The memory of a bot while its code waits in a yield: the engine lends it to no one then.
#[derive(Default)]
pub(crate) struct GuestMemory {
    base: AtomicPtr<u8>,
    size: usize,
}

impl GuestMemory {
    /// The memory as it is until it moves.
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
        // SAFETY: the word lies in a memory that is as large and where it was, or this would have been forgotten: it belongs
        // to a call that has yielded on this thread, and that nothing else has a reference into.
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
