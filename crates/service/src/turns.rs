//! What nobody does too often or too much of at a time, so that enough is left for others.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use class::Person;

use crate::lock::lock;
use crate::peer::Peer;

/// Who asks, as far as limits go.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Asker {
    /// Somebody of a class, which is named first.
    Person(String, Person),
    /// Anybody at an address, or in an IPv6 network.
    Anybody(Option<Peer>),
}

/// Those who are at something that nobody does more often at a time than a given number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Arc<Mutex<BTreeMap<Asker, usize>>>);

/// That somebody is at it, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    turns: Turns,
    asker: Asker,
}

impl Turns {
    /// Begins for somebody; `None` if they are at it the given number of times.
    pub(crate) fn begin(&self, asker: Asker, most: usize) -> Option<Turn> {
        let mut turns = lock(&self.0);
        let count = turns.entry(asker.clone()).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Turn { turns: self.clone(), asker })
    }

    /// How often somebody is at it, whoever that is.
    pub(crate) fn count(&self) -> usize {
        lock(&self.0).values().sum()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut turns = lock(&self.turns.0);
        let Some(count) = turns.get_mut(&self.asker) else { return };
        *count -= 1;
        if *count == 0 {
            turns.remove(&self.asker);
        }
    }
}

/// How many requests everybody may send: as many at once as `burst`, and `per_second` of them come back in a second.
#[derive(Clone, Copy, Debug)]
struct Rate {
    burst: f64,
    per_second: f64,
}

/// Somebody has a browser or two, or a program.
const PERSON: Rate = Rate { burst: 1000.0, per_second: 50.0 };
/// Behind an address there may be a whole school.
const ADDRESS: Rate = Rate { burst: 5000.0, per_second: 500.0 };
/// The most askers that are remembered before those are forgotten that may send everything again.
const REMEMBERED: usize = 10_000;

/// How many requests everybody may still send.
#[derive(Debug, Default)]
pub(crate) struct Rates(Mutex<BTreeMap<Asker, (f64, Instant)>>);

impl Rates {
    /// Counts a request that somebody sends now, and returns whether they may.
    pub(crate) fn count(&self, asker: Asker, now: Instant) -> bool {
        let rate = rate_of(&asker);
        let mut left = lock(&self.0);
        if left.len() >= REMEMBERED {
            left.retain(|asker, known| refilled(rate_of(asker), *known, now) < rate_of(asker).burst);
        }
        let (requests, since) = left.entry(asker).or_insert((rate.burst, now));
        *requests = refilled(rate, (*requests, *since), now);
        *since = now;
        let may = *requests >= 1.0;
        if may {
            *requests -= 1.0;
        }
        may
    }
}

const fn rate_of(asker: &Asker) -> Rate {
    match asker {
        Asker::Person(..) => PERSON,
        Asker::Anybody(_) => ADDRESS,
    }
}

fn refilled(rate: Rate, (requests, since): (f64, Instant), now: Instant) -> f64 {
    let elapsed = now.saturating_duration_since(since).as_secs_f64();
    rate.per_second.mul_add(elapsed, requests).min(rate.burst)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn student(id: &str) -> Asker {
        Asker::Person("ki".to_owned(), Person::Student { id: id.to_owned() })
    }

    #[test]
    fn turns_are_everybodys_own_and_end() {
        let turns = Turns::default();
        let first = turns.begin(student("1"), 2).unwrap();
        let second = turns.begin(student("1"), 2).unwrap();
        assert!(turns.begin(student("1"), 2).is_none());
        let other = turns.begin(student("2"), 2).unwrap();
        assert_eq!(turns.count(), 3);
        drop(first);
        assert!(turns.begin(student("1"), 2).is_some());
        drop((second, other));
        assert_eq!(turns.count(), 0);
    }

    #[test]
    fn requests_come_back_with_time() {
        let (rates, begun) = (Rates::default(), Instant::now());
        let sent = (0..2000).filter(|_| rates.count(student("1"), begun)).count();
        assert_eq!(sent, 1000);
        assert!(rates.count(student("2"), begun));
        let later = begun + Duration::from_millis(100);
        assert_eq!((0..100).filter(|_| rates.count(student("1"), later)).count(), 5);
        let much_later = begun + Duration::from_hours(1);
        assert_eq!((0..2000).filter(|_| rates.count(student("1"), much_later)).count(), 1000);
    }

    #[test]
    fn whoever_may_send_everything_again_is_forgotten() {
        let (rates, begun) = (Rates::default(), Instant::now());
        for at in 0..REMEMBERED {
            rates.count(student(&at.to_string()), begun);
        }
        rates.count(student("one more"), begun + Duration::from_mins(1));
        assert_eq!(lock(&rates.0).len(), 1);
    }
}
