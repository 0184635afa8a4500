//! Concurrency limits for event streams.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::caller::LimitedCaller;
use crate::concurrency::{CallerConcurrency, Slot};
use crate::problem::Problem;

/// Maximum number of streams.
const ALL: usize = 2000;
/// Maximum number of streams, except those of staff.
const NOT_STAFF: usize = 1900;
/// Maximum number of streams of anonymous readers.
const STRANGERS: usize = 1500;
/// Maximum number of streams of one person, and of anonymous readers at one address.
const OF_PERSON: usize = 64;
const OF_ADDRESS: usize = 1000;

/// Maximum number of pages to reload per second when there is news for all followers.
const PAGES: u32 = 60;
/// Minimum time over which reloads are spread.
const WITHIN: Duration = Duration::from_millis(1200);

/// The slots for event streams.
pub(crate) struct StreamSlots {
    free: Arc<Semaphore>,
    free_for_others_than_staff: Arc<Semaphore>,
    free_for_strangers: Arc<Semaphore>,
    following: CallerConcurrency,
}

impl Default for StreamSlots {
    fn default() -> StreamSlots {
        let [free, free_for_others_than_staff, free_for_strangers] =
            [ALL, NOT_STAFF, STRANGERS].map(|most| Arc::new(Semaphore::new(most)));
        StreamSlots {
            free,
            free_for_others_than_staff,
            free_for_strangers,
            following: CallerConcurrency::default(),
        }
    }
}

impl StreamSlots {
    /// Admits a follower.
    ///
    /// # Errors
    /// If this caller or all callers together have too many streams.
    pub(crate) fn admit(&self, asker: LimitedCaller) -> Result<Slot, Problem> {
        let take = |free: &Arc<Semaphore>| {
            let full = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many live pages are open");
            let permit = Arc::clone(free).try_acquire_owned();
            permit.map_err(|_| full.hint("reload this page in a few minutes"))
        };
        let (most, of_strangers) = match asker {
            LimitedCaller::Person(..) => (OF_PERSON, None),
            LimitedCaller::Anybody(_) => (OF_ADDRESS, Some(&self.free_for_strangers)),
        };
        let of_others = (!asker.is_staff()).then_some(&self.free_for_others_than_staff);
        let wanted = of_strangers.into_iter().chain(of_others).chain([&self.free]);
        let permits = wanted.map(take).collect::<Result<_, _>>()?;
        let turn = self.following.begin(asker, most).ok_or_else(|| {
            Problem::new(StatusCode::TOO_MANY_REQUESTS, format!("you already have {most} live pages open"))
                .hint("close some of them and reload this page")
        })?;
        Ok(Slot { _turn: turn, _permits: permits })
    }

    /// Returns the time over which followers spread their reloads, to avoid a burst of requests.
    pub(crate) fn within(&self) -> Duration {
        let count = u32::try_from(self.count()).unwrap_or(u32::MAX);
        WITHIN.max(Duration::from_secs(1) * count / PAGES)
    }

    /// Returns the number of open streams.
    pub(crate) fn count(&self) -> usize {
        ALL - self.free.available_permits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caller::{student, teacher};
    use crate::peer::Peer;

    fn stranger(last: u8) -> LimitedCaller {
        LimitedCaller::Anybody(Some(Peer::Address([192, 0, 2, last].into())))
    }

    #[test]
    fn a_crowd_of_strangers_leaves_streams_for_students_and_students_leave_some_for_staff() {
        let followers = StreamSlots::default();
        let admit = |asker| followers.admit(asker).map_err(|problem| problem.status.as_u16());
        let mut held: Vec<Slot> = (0..OF_ADDRESS).map(|_| admit(stranger(1)).unwrap()).collect();
        assert_eq!(admit(stranger(1)).err(), Some(429));
        held.extend((OF_ADDRESS..STRANGERS).map(|_| admit(stranger(2)).unwrap()));
        assert_eq!(admit(stranger(3)).err(), Some(503));
        held.extend((STRANGERS..NOT_STAFF).map(|number| admit(student(&number.to_string())).unwrap()));
        assert_eq!(admit(student("1")).err(), Some(503));
        held.extend((0..OF_PERSON).map(|_| admit(teacher()).unwrap()));
        assert_eq!(followers.count(), NOT_STAFF + OF_PERSON);
        assert_eq!(followers.within(), Duration::from_secs((NOT_STAFF + OF_PERSON) as u64) / PAGES);
        drop(held);
        assert_eq!((followers.count(), followers.within()), (0, WITHIN));
        let held: Vec<Slot> = (0..OF_PERSON).map(|_| admit(student("1")).unwrap()).collect();
        assert_eq!(admit(student("1")).err(), Some(429));
        drop(held);
    }
}
