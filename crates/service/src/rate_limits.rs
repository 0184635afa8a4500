//! Per-caller rate limits.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

use crate::caller::LimitedCaller;
use crate::lock::lock;

/// A token bucket: up to `burst` requests at once, refilled by `per_second`.
#[derive(Clone, Copy, Debug)]
struct TokenBucket {
    burst: f64,
    per_second: f64,
}

/// Limit for one person, with a browser or two, or a program.
const PERSON: TokenBucket = TokenBucket { burst: 1000.0, per_second: 50.0 };
/// Limit for an address, which a whole school may share.
const ADDRESS: TokenBucket = TokenBucket { burst: 5000.0, per_second: 500.0 };
/// Maximum number of callers tracked before those with a full bucket are forgotten.
const REMEMBERED: usize = 10_000;

/// Requests left to each caller.
#[derive(Debug, Default)]
pub(crate) struct RateLimits(Mutex<BTreeMap<LimitedCaller, (f64, Instant)>>);

impl RateLimits {
    /// Counts a request. Returns `true` if it is within the limit.
    pub(crate) fn count(&self, asker: LimitedCaller, now: Instant) -> bool {
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

const fn rate_of(asker: &LimitedCaller) -> TokenBucket {
    match asker {
        LimitedCaller::Person(..) => PERSON,
        LimitedCaller::Anybody(_) => ADDRESS,
    }
}

fn refilled(rate: TokenBucket, (requests, since): (f64, Instant), now: Instant) -> f64 {
    let elapsed = now.saturating_duration_since(since).as_secs_f64();
    rate.per_second.mul_add(elapsed, requests).min(rate.burst)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::caller::student;

    #[test]
    fn requests_come_back_with_time() {
        let (rates, begun) = (RateLimits::default(), Instant::now());
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
        let (rates, begun) = (RateLimits::default(), Instant::now());
        for at in 0..REMEMBERED {
            rates.count(student(&at.to_string()), begun);
        }
        rates.count(student("one more"), begun + Duration::from_mins(1));
        assert_eq!(lock(&rates.0).len(), 1);
    }
}
