//! The values of variables in functions, as far as they are certain.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::fingerprint::mix;
use crate::symbolic_value::SymbolicValue;

/// A point in time: the number of operators run before it.
pub(crate) type Time = u32;

/// The place of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum VariablePlace {
    /// A local of one activation of a function.
    Local(u32, u32),
    /// A slot in the stack frames in memory, where an unoptimised build keeps all variables.
    Frame(i64),
}

/// The result of a first run: the times at which each variable is set, and at which loops end.
#[derive(Default)]
pub(crate) struct VariableHistory {
    sets: Map<Vec<Time>>,
    loops: Map<Time>,
}

/// The variables during a run of functions.
pub(crate) struct VariableValues<'h> {
    /// The result of the first run of the same operators; `None` during that run.
    known: Option<&'h VariableHistory>,
    found: VariableHistory,
    /// The last value of each place, and the time at which it was set.
    values: Map<(SymbolicValue, Time)>,
    /// The periods in ended blocks that a jump may skip; only the outermost ones.
    uncertain: Vec<(Time, Time)>,
    /// The times at which the open loops began.
    loops: Vec<Time>,
}

impl<'h> VariableValues<'h> {
    pub(crate) fn new(known: Option<&'h VariableHistory>) -> VariableValues<'h> {
        VariableValues {
            known,
            found: VariableHistory::default(),
            values: Map::default(),
            uncertain: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// Returns the history for a second run.
    pub(crate) fn into_history(self) -> VariableHistory {
        self.found
    }

    pub(crate) fn set(&mut self, place: VariablePlace, value: SymbolicValue, now: Time) {
        let key = place.key();
        self.values.insert(key, (value, now));
        if self.known.is_none() {
            self.found.sets.entry(key).or_default().push(now);
        }
    }

    /// Returns the value of a variable. The first run returns the last value that was set, so that it knows the frames
    /// in loops, too.
    pub(crate) fn get(&self, place: VariablePlace) -> SymbolicValue {
        let key = place.key();
        let Some(&(value, set)) = self.values.get(&key) else { return SymbolicValue::VARIABLE };
        let Some(history) = self.known else { return value };
        let sets = history.sets.get(&key).map_or(&[][..], Vec::as_slice);
        if sets.len() == 1 || self.still_holds(set, sets, history) { value } else { SymbolicValue::VARIABLE }
    }

    pub(crate) fn begin_loop(&mut self, now: Time) {
        self.loops.push(now);
    }

    pub(crate) fn end_loop(&mut self, now: Time) {
        if let Some(began) = self.loops.pop()
            && self.known.is_none()
        {
            self.found.loops.insert(u64::from(began), now);
        }
    }

    /// Marks the values set since a time as uncertain. Blocks end before those that contain them.
    pub(crate) fn merge(&mut self, since: Time, now: Time) {
        while self.uncertain.last().is_some_and(|(inner, _)| *inner >= since) {
            self.uncertain.pop();
        }
        self.uncertain.push((since, now));
    }

    /// Returns `true` if the value set at a time is certainly current: no jump may have skipped it, and no loop that
    /// began since then sets the variable again.
    fn still_holds(&self, set: Time, sets: &[Time], history: &VariableHistory) -> bool {
        let next = self.uncertain.partition_point(|(since, _)| *since <= set);
        if next > 0 && self.uncertain[next - 1].1 >= set {
            return false;
        }
        let Some(began) = self.loops.get(self.loops.partition_point(|began| *began <= set)) else {
            return true;
        };
        let ended = history.loops.get(&u64::from(*began)).copied().unwrap_or(Time::MAX);
        let within = sets.partition_point(|time| time < began);
        sets.get(within).is_none_or(|time| *time > ended)
    }
}

impl VariablePlace {
    fn key(self) -> u64 {
        match self {
            VariablePlace::Local(activation, index) => u64::from(activation) << 32 | u64::from(index),
            VariablePlace::Frame(at) => 1 << 63 | at.cast_unsigned(),
        }
    }
}

type Map<V> = HashMap<u64, V, BuildHasherDefault<Mixing>>;

/// A fast hash. An attacker gains nothing from collisions: it only tells variables apart, and a module has few.
#[derive(Default)]
struct Mixing(u64);

impl Hasher for Mixing {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }
}
