//! Concurrency limits for reading the matches of runs: a list or a log may take megabytes, in several copies.

use std::sync::Arc;

use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::caller::LimitedCaller;
use crate::concurrency::{CallerConcurrency, RunningOperation, Slot};
use crate::problem::Problem;

/// Maximum number of requests that read at a time; others wait.
const READERS: usize = 8;
/// Maximum number of requests of one person that read or wait.
const OF_ONE: usize = 16;

/// The slots for reading matches of runs.
#[derive(Debug)]
pub(crate) struct ReadingSlots {
    permits: Arc<Semaphore>,
    readers: CallerConcurrency,
    evidence: CallerConcurrency,
}

impl Default for ReadingSlots {
    fn default() -> ReadingSlots {
        let (readers, evidence) = (CallerConcurrency::default(), CallerConcurrency::default());
        ReadingSlots { permits: Arc::new(Semaphore::new(READERS)), readers, evidence }
    }
}

impl ReadingSlots {
    /// Waits for a slot for reading.
    ///
    /// # Errors
    /// If the caller has too many requests that read or wait.
    pub(crate) async fn begin(&self, asker: LimitedCaller) -> Result<Slot, Problem> {
        let turn = self.readers.begin(asker, OF_ONE).ok_or_else(|| {
            Problem::new(StatusCode::TOO_MANY_REQUESTS, format!("you are already reading {OF_ONE} matches"))
                .hint("wait a few seconds and try again")
        })?;
        let closed = |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the service is shutting down");
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(closed)?;
        Ok(Slot { _turn: turn, _permits: vec![permit] })
    }

    /// Begins to collect evidence for a caller, which reads the whole run.
    ///
    /// # Errors
    /// If the caller already has such a request.
    pub(crate) fn begin_evidence(&self, asker: LimitedCaller) -> Result<RunningOperation, Problem> {
        self.evidence.begin(asker, 1).ok_or_else(|| {
            Problem::new(StatusCode::CONFLICT, "evidence is already being prepared for you")
                .hint("wait until it is ready and try again")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caller::student;

    #[tokio::test]
    async fn a_class_waits_for_its_turn_and_is_served() {
        let reading = Arc::new(ReadingSlots::default());
        let mut held = Vec::new();
        for number in 0..READERS {
            held.push(reading.begin(student(&number.to_string())).await.unwrap());
        }
        let waiting: Vec<_> = (0..100)
            .map(|number| {
                let reading = Arc::clone(&reading);
                tokio::spawn(async move { reading.begin(student(&number.to_string())).await.is_ok() })
            })
            .collect();
        tokio::task::yield_now().await;
        assert!(waiting.iter().all(|one| !one.is_finished()));
        drop(held);
        for one in waiting {
            assert!(one.await.unwrap());
        }
    }

    #[tokio::test]
    async fn nobody_reads_too_much_or_makes_two_pieces_of_evidence_at_a_time() {
        let reading = ReadingSlots::default();
        let turns: Vec<RunningOperation> =
            (0..OF_ONE).map(|_| reading.readers.begin(student("1"), OF_ONE).unwrap()).collect();
        assert_eq!(reading.begin(student("1")).await.unwrap_err().status, StatusCode::TOO_MANY_REQUESTS);
        reading.begin(student("2")).await.unwrap();
        drop(turns);
        reading.begin(student("1")).await.unwrap();
        let first = reading.begin_evidence(student("1")).unwrap();
        assert_eq!(reading.begin_evidence(student("1")).unwrap_err().status, StatusCode::CONFLICT);
        reading.begin_evidence(student("2")).unwrap();
        drop(first);
        reading.begin_evidence(student("1")).unwrap();
    }
}
