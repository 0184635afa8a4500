//! The operations on a disk in order, and the remaining state if the machine stops at any point.

use game::Dice;

use crate::state::State;
use crate::{Change, Image};

/// Every operation of a course, in order.
#[derive(Clone, Debug)]
pub struct History {
    begun: State,
    attempts: Vec<Attempt>,
    /// Number of operations at each promise.
    acknowledged: Vec<usize>,
}

/// An operation that was begun.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    change: Change,
    is_done: bool,
}

impl Attempt {
    pub(crate) fn new(change: Change) -> Attempt {
        Attempt { change, is_done: false }
    }
}

impl History {
    pub(crate) fn begin(begun: State) -> History {
        History { begun, attempts: Vec::new(), acknowledged: Vec::new() }
    }

    pub(crate) fn attempt(&mut self, attempt: Attempt) {
        self.attempts.push(attempt);
    }

    /// Notes that an operation was completed; a write may be shorter than it was begun. Threads run operations side
    /// by side, but each file is used by one of them. A completed operation keeps the place where it was begun;
    /// otherwise a file could be written before it is created.
    pub(crate) fn done(&mut self, change: Change) {
        let is_it = |attempt: &&mut Attempt| !attempt.is_done && change.is_of(&attempt.change);
        let begun = self.attempts.iter_mut().rev().find(is_it);
        debug_assert!(begun.is_some(), "what is done was begun: {change}");
        if let Some(attempt) = begun {
            *attempt = Attempt { change, is_done: true };
        }
    }

    pub(crate) fn acknowledge(&mut self) {
        self.acknowledged.push(self.attempts.len());
    }

    /// Returns the number of operations, including those that failed.
    pub fn operation_count(&self) -> usize {
        self.attempts.len()
    }

    /// Returns the operations in order, including those that failed.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.attempts.iter().map(|attempt| &attempt.change)
    }

    /// Stops the machine before each of these operations, which are in ascending order.
    pub(crate) fn crash_at(&self, points: &[usize], mut each: impl FnMut(&Crash<'_>)) {
        let mut state = self.begun.clone();
        let mut next = 0;
        for &point in points {
            for attempt in &self.attempts[next..point] {
                if attempt.is_done {
                    state.apply(&attempt.change);
                }
            }
            next = point;
            each(&Crash { history: self, point, state: &state });
        }
    }

    /// Stops the machine before an operation, by its number from 0, or after all of them if it is their number.
    /// Returns the result of `look`.
    pub fn crash<T>(&self, point: usize, look: impl FnOnce(&Crash<'_>) -> T) -> Option<T> {
        let (mut look, mut seen) = (Some(look), None);
        self.crash_at(&[point], |crash| seen = look.take().map(|look| look(crash)));
        seen
    }
}

/// The moment at which the machine stops.
#[derive(Debug)]
pub struct Crash<'h> {
    history: &'h History,
    point: usize,
    state: &'h State,
}

impl Crash<'_> {
    /// Returns the number of the operation that was about to run.
    pub fn point(&self) -> usize {
        self.point
    }

    /// Returns the operation that was about to run; `None` at the end.
    pub fn operation(&self) -> Option<&Change> {
        self.history.attempts.get(self.point).map(|attempt| &attempt.change)
    }

    /// Returns the number of promises that the program had made by then.
    pub fn acknowledged(&self) -> usize {
        self.history.acknowledged.iter().filter(|&&operations| operations <= self.point).count()
    }

    /// Returns the state if only the process is gone. Operations in progress may be done in part, as the seed
    /// determines.
    pub fn killed(&self, seed: u64) -> Image {
        let mut dice = Dice::from_number(seed);
        self.with_what_was_on_its_way(&mut dice, State::apply_a_part).image()
    }

    /// Returns a possible state after a power loss, as the seed determines.
    pub fn power_lost(&self, seed: u64) -> Image {
        let mut dice = Dice::from_number(seed);
        let state = self.with_what_was_on_its_way(&mut dice, |state, change, _| {
            // A sync promises nothing until it returns.
            if !change.syncs() {
                state.apply(change);
            }
        });
        state.after_power_loss(&mut dice)
    }

    fn with_what_was_on_its_way(
        &self,
        dice: &mut Dice,
        begin: impl FnOnce(&mut State, &Change, &mut Dice),
    ) -> State {
        let mut state = self.state.clone();
        let next = self.history.attempts.get(self.point).filter(|attempt| attempt.is_done);
        if let Some(Attempt { change, .. }) = next
            && dice.below(2) == 0
        {
            begin(&mut state, change, dice);
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn what_threads_do_beside_one_another_stays_in_the_order_of_each() {
        let [first, second] = ["first", "second"].map(PathBuf::from);
        let write = |path: &PathBuf, bytes: &[u8]| Change::Write(path.clone(), 0, bytes.into());
        let mut history = History::begin(State::default());
        history.attempt(Attempt::new(Change::Create(second.clone())));
        history.done(Change::Create(second.clone()));
        // The second file's write is in progress while the first file is created and its write starts, and it ends
        // first.
        history.attempt(Attempt::new(write(&second, b"two and more")));
        history.attempt(Attempt::new(Change::Create(first.clone())));
        history.done(Change::Create(first.clone()));
        history.attempt(Attempt::new(write(&first, b"one")));
        history.done(write(&second, b"two"));
        history.done(write(&first, b"one"));
        let left = history.crash(history.operation_count(), |crash| crash.killed(1)).expect("a point");
        let files: Vec<(PathBuf, Vec<u8>)> = left.files.into_iter().collect();
        assert_eq!(files, [(first, b"one".to_vec()), (second, b"two".to_vec())]);
    }
}
