//! A cache of the answers of rules. Matches share openings, bots search positions that are played later, and equal
//! requests have equal answers.

use std::collections::HashMap;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game_file::{CallFailure, Form, RulesCalls};

/// Maximum bytes of requests and answers per generation.
const MOST_BYTES: usize = 2 << 20;
/// Maximum bytes of a cached request and answer.
const MOST_EACH: usize = 16 << 10;

/// Cached answers with their fuel. An answer unused for two generations is evicted.
pub(super) struct KnownAnswers {
    calls: Box<dyn RulesCalls>,
    generations: Mutex<Generations>,
}

#[derive(Default)]
struct Generations {
    young: HashMap<Box<[u8]>, Answer>,
    old: HashMap<Box<[u8]>, Answer>,
    /// Bytes of the young generation.
    bytes: usize,
}

struct Answer {
    bytes: Box<[u8]>,
    fuel: u64,
}

impl KnownAnswers {
    /// Caches the answers of scripts. For compiled rules, a lookup would cost as much as a call.
    pub(super) fn for_scripts(calls: Box<dyn RulesCalls>) -> Box<dyn RulesCalls> {
        match calls.form() {
            Form::Lines => Box::new(KnownAnswers { calls, generations: Mutex::default() }),
            Form::Sections => calls,
        }
    }

    fn locked(&self) -> MutexGuard<'_, Generations> {
        self.generations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RulesCalls for KnownAnswers {
    fn form(&self) -> Form {
        self.calls.form()
    }

    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        if let Some(fuel) = self.locked().find(request, answer) {
            return Ok(fuel);
        }
        // No lock is held during the call. Failures are not cached, because a host failure may be transient.
        let fuel = self.calls.call(request, answer)?;
        if request.len() + answer.len() <= MOST_EACH {
            self.locked().put(request.into(), Answer { bytes: answer.as_slice().into(), fuel });
        }
        Ok(fuel)
    }
}

impl Generations {
    /// Fills `answer`, and returns the fuel that it cost.
    fn find(&mut self, request: &[u8], answer: &mut Vec<u8>) -> Option<u64> {
        if !self.young.contains_key(request) {
            let (request, known) = self.old.remove_entry(request)?;
            self.put(request, known);
        }
        let known = self.young.get(request)?;
        answer.clear();
        answer.extend_from_slice(&known.bytes);
        Some(known.fuel)
    }

    fn put(&mut self, request: Box<[u8]>, answer: Answer) {
        if self.bytes > MOST_BYTES {
            self.old = mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += request.len() + answer.bytes.len();
        self.young.insert(request, answer);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Rules that answer with the request, and count their calls.
    struct Echo(&'static AtomicUsize);

    impl RulesCalls for Echo {
        fn form(&self) -> Form {
            Form::Lines
        }

        fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
            self.0.fetch_add(1, Ordering::Relaxed);
            answer.clear();
            answer.extend_from_slice(request);
            Ok(request.len() as u64)
        }
    }

    #[test]
    fn a_known_answer_is_given_with_its_fuel_and_old_ones_are_forgotten() {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let known = KnownAnswers::for_scripts(Box::new(Echo(&CALLS)));
        let ask = |request: &[u8]| {
            let mut answer = b"before".to_vec();
            let fuel = known.call(request, &mut answer).ok();
            assert_eq!((fuel, &answer[..]), (Some(request.len() as u64), request));
            CALLS.load(Ordering::Relaxed)
        };
        assert_eq!([ask(b"start"), ask(b"start"), ask(b"apply"), ask(b"start")], [1, 1, 2, 2]);
        // Each of these takes a thousandth of a generation; used again and again, the first answer stays.
        for number in 0..4_000_u32 {
            let mut long = vec![b'a'; MOST_BYTES / 2_000];
            long.extend(number.to_le_bytes());
            ask(&long);
            if number < 2_000 {
                ask(b"start");
            }
        }
        assert_eq!(CALLS.load(Ordering::Relaxed), 4_002);
        assert_eq!([ask(b"start"), ask(b"apply"), ask(b"apply")], [4_003, 4_004, 4_004]);
        let longest = vec![b'a'; MOST_EACH];
        assert_eq!([ask(&longest), ask(&longest)], [4_005, 4_006], "it is too long to be kept");
    }
}
