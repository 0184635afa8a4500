//! Parallel work with results taken in input order.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Maximum number of threads.
const MOST: usize = 8;

/// Calls `work` for every item that `feed` pushes, and `take` with the results in the order in which the items were
/// pushed. Uses as many threads as there are processors, including the calling one. Only a few results are in flight at
/// a time.
///
/// An idle thread takes the next job or result, so no thread waits for another's part while there is work. With one
/// thread per part, the threads would constantly preempt each other.
///
/// # Errors
/// Returns the errors of `feed` and `take`.
pub fn in_order<T: Send, R: Send, E: Send>(
    work: impl Fn(T) -> R + Sync,
    take: impl FnMut(R) -> Result<(), E> + Send,
    feed: impl FnOnce(&mut dyn FnMut(T) -> Result<(), E>) -> Result<(), E>,
) -> Result<(), E> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST);
    let line =
        Line { work, take: Mutex::new(take), state: Mutex::new(State::new()), changed: Condvar::new() };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| line.serve());
        }
        // However the feed ends, the other threads end too.
        let closing = Closing(&line);
        let fed = feed(&mut |job| line.push(job, threads + 2));
        line.drain(0);
        drop(closing);
        // Errors in earlier jobs come before an error of the feed itself.
        line.lock().failed.take().map_or(fed, Err)
    })
}

/// The work in flight.
struct Line<W, F, T, R, E> {
    work: W,
    /// Locked only by the thread that has set `taking`.
    take: Mutex<F>,
    state: Mutex<State<T, R, E>>,
    /// Signals that there is something new to do, or that the line is closed.
    changed: Condvar,
}

struct State<T, R, E> {
    /// Jobs that no thread has started, each with its number.
    jobs: VecDeque<(usize, T)>,
    /// Results not taken yet, in order; `None` where a result is still missing.
    results: VecDeque<Option<R>>,
    /// The number of the first of `results`.
    taken: usize,
    /// `true` if a thread is taking a result.
    taking: bool,
    /// Number of threads that wait for a change.
    waiting: usize,
    /// The error that ended the work, until it is returned.
    failed: Option<E>,
    /// `true` once no more jobs are started and no more results are taken.
    closed: bool,
}

/// One step of the work.
enum Step<T, R> {
    Take(R),
    Work(usize, T),
}

impl<T, R, E> State<T, R, E> {
    const fn new() -> State<T, R, E> {
        State {
            jobs: VecDeque::new(),
            results: VecDeque::new(),
            taken: 0,
            taking: false,
            waiting: 0,
            failed: None,
            closed: false,
        }
    }

    /// Returns the next step that can be done now. Taking comes first, as it makes room.
    fn next(&mut self) -> Option<Step<T, R>> {
        if !self.taking && self.results.front().is_some_and(Option::is_some) {
            self.taking = true;
            self.taken += 1;
            return self.results.pop_front().flatten().map(Step::Take);
        }
        self.jobs.pop_front().map(|(number, job)| Step::Work(number, job))
    }

    /// Number of results that are missing or not completely taken.
    fn under_way(&self) -> usize {
        self.results.len() + usize::from(self.taking)
    }

    fn close(&mut self) {
        self.closed = true;
        self.jobs.clear();
        self.results.clear();
    }
}

impl<W, F, T, R, E> Line<W, F, T, R, E> {
    fn lock(&self) -> MutexGuard<'_, State<T, R, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, mut state: MutexGuard<'a, State<T, R, E>>) -> MutexGuard<'a, State<T, R, E>> {
        state.waiting += 1;
        state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    /// Checks for waiting threads first, as waking is more expensive than the check.
    fn tell(&self, state: &State<T, R, E>) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }
}

impl<W: Fn(T) -> R, F: FnMut(R) -> Result<(), E>, T, R, E> Line<W, F, T, R, E> {
    /// Adds a job, and helps until at most `room` results are in flight.
    fn push(&self, job: T, room: usize) -> Result<(), E> {
        let mut state = self.lock();
        if let Some(error) = state.failed.take() {
            return Err(error);
        }
        if state.closed {
            return Ok(());
        }
        let number = state.taken + state.results.len();
        state.jobs.push_back((number, job));
        state.results.push_back(None);
        self.tell(&state);
        drop(state);
        self.drain(room);
        Ok(())
    }

    /// Helps until at most `room` results are in flight.
    fn drain(&self, room: usize) {
        let mut state = self.lock();
        while state.under_way() > room && !state.closed {
            state = match state.next() {
                Some(step) => self.step(step, state),
                None => self.wait(state),
            };
        }
    }

    /// Works until the line is closed.
    fn serve(&self) {
        let closing = Closing(self);
        let mut state = self.lock();
        while !state.closed {
            state = match state.next() {
                Some(step) => self.step(step, state),
                None => self.wait(state),
            };
        }
        drop(state);
        drop(closing);
    }

    fn step<'a>(
        &'a self,
        step: Step<T, R>,
        state: MutexGuard<'a, State<T, R, E>>,
    ) -> MutexGuard<'a, State<T, R, E>> {
        drop(state);
        match step {
            Step::Take(result) => {
                let taken = self.take.lock().unwrap_or_else(PoisonError::into_inner)(result);
                let mut state = self.lock();
                state.taking = false;
                if let Err(error) = taken {
                    state.failed = Some(error);
                    state.close();
                }
                self.tell(&state);
                state
            }
            Step::Work(number, job) => {
                let result = (self.work)(job);
                let mut state = self.lock();
                let index = number.wrapping_sub(state.taken);
                // After an error, the result is no longer wanted.
                if let Some(place) = state.results.get_mut(index) {
                    *place = Some(result);
                }
                self.tell(&state);
                state
            }
        }
    }
}

/// Closes a line when it is dropped, even by a panic, so that no thread waits for one that is gone.
struct Closing<'a, W, F, T, R, E>(&'a Line<W, F, T, R, E>);

impl<W, F, T, R, E> Drop for Closing<'_, W, F, T, R, E> {
    fn drop(&mut self) {
        self.0.lock().close();
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_an_error_ends_the_work() {
        let squares = |numbers: std::ops::Range<u64>, last: u64| {
            let mut taken = Vec::new();
            let take = |square| {
                taken.push(square);
                if square == last { Err("enough") } else { Ok(()) }
            };
            let ended = in_order(|number| number * number, take, |push| numbers.clone().try_for_each(push));
            (taken, ended)
        };
        let all: Vec<u64> = (0..500).map(|number| number * number).collect();
        assert_eq!(squares(0..500, u64::MAX), (all.clone(), Ok(())));
        assert_eq!(squares(0..500, 9), (all[..4].to_vec(), Err("enough")));
        assert_eq!(squares(0..0, 9), (Vec::new(), Ok(())));
    }

    #[test]
    fn an_error_of_the_feed_is_told_after_those_of_what_was_fed() {
        let feed = |push: &mut dyn FnMut(u32) -> Result<(), &'static str>| {
            push(1)?;
            Err("no more")
        };
        assert_eq!(in_order(|number| number, |_| Ok(()), feed), Err("no more"));
        assert_eq!(in_order(|number| number, |_| Err("refused"), feed), Err("refused"));
    }

    #[test]
    fn a_panic_of_the_work_or_of_the_taking_is_passed_on() {
        use std::panic::{AssertUnwindSafe, catch_unwind};
        let count_to = |last: u64, work: fn(u64) -> u64, take: fn(u64)| {
            let push_all = |push: &mut dyn FnMut(u64) -> Result<(), ()>| (0..last).try_for_each(&mut *push);
            let take = |result| {
                take(result);
                Ok(())
            };
            catch_unwind(AssertUnwindSafe(|| in_order(work, take, push_all)))
        };
        let fails = |number: u64| if number == 50 { panic!("no") } else { number };
        assert!(count_to(50, fails, drop).is_ok());
        assert!(count_to(100, fails, drop).is_err());
        assert!(count_to(100, |number| number, |number| assert!(number < 50, "no")).is_err());
    }
}
