//! What is in the variables of a function, as far as that is certain.

use std::collections::HashMap;

use wasmparser::{BinaryReaderError, FunctionBody, Operator};

use crate::value::Value;

/// Where a variable is: a local, or a place in the function's frame in memory, where a build without optimisation has
/// all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Local(u32),
    Frame(i64),
}

/// The variables of a function.
pub(crate) struct Variables {
    /// How often each local is set in the whole function.
    sets: HashMap<u32, usize>,
    /// What was put where, and when.
    values: HashMap<Place, (Value, usize)>,
    /// When the blocks that have ended began and ended, outermost alone: what was set in them may not have been.
    ended: Vec<(usize, usize)>,
}

impl Variables {
    /// Those of a function, none of them set.
    pub(crate) fn of(body: &FunctionBody<'_>) -> Result<Variables, BinaryReaderError> {
        let mut sets: HashMap<u32, usize> = HashMap::new();
        for operator in body.get_operators_reader()? {
            if let Operator::LocalSet { local_index } | Operator::LocalTee { local_index } = operator? {
                *sets.entry(local_index).or_default() += 1;
            }
        }
        Ok(Variables { sets, values: HashMap::new(), ended: Vec::new() })
    }

    pub(crate) fn set(&mut self, place: Place, value: Value, now: usize) {
        self.values.insert(place, (value, now));
    }

    /// What is in a variable, within a loop that began at some time.
    pub(crate) fn get(&self, place: Place, looped: Option<usize>) -> Value {
        let known = self.values.get(&place);
        let known = known.filter(|(_, set)| self.is_set_once(place) || self.still_holds(*set, looped));
        known.map_or(Value::VARIABLE, |(value, _)| *value)
    }

    /// A block has ended. Blocks end before those that they are in.
    pub(crate) fn end_block(&mut self, began: usize, now: usize) {
        while self.ended.last().is_some_and(|(inner, _)| *inner >= began) {
            self.ended.pop();
        }
        self.ended.push((began, now));
    }

    fn is_set_once(&self, place: Place) -> bool {
        matches!(place, Place::Local(local) if self.sets.get(&local) == Some(&1))
    }

    /// Whether what was set at a time is certainly what is there now.
    fn still_holds(&self, set: usize, looped: Option<usize>) -> bool {
        let next = self.ended.partition_point(|(began, _)| *began <= set);
        let was_in_a_block = next > 0 && self.ended[next - 1].1 >= set;
        !was_in_a_block && looped.is_none_or(|began| began <= set)
    }
}
