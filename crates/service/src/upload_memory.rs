//! Memory for uploads: reserved as bytes arrive, not as announced by the request.

use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use futures_util::StreamExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::lock::lock;

/// Maximum size of a request that hands in a bot, in bytes.
pub(crate) const LARGEST: usize = 80 << 20;
/// Number of bytes per permit.
const UNIT: usize = 64 << 10;
/// Maximum number of bytes of hand-ins in memory at a time.
const ALL: usize = 512 << 20;
/// Number of bytes at the start of each hand-in that use separate memory, so that small hand-ins do not wait for large
/// ones.
const FIRST: usize = 1 << 20;
/// Memory for the starts of all hand-ins, in bytes.
const FIRST_OF_ALL: usize = 64 << 20;

/// The memory for hand-ins.
///
/// A hand-in that needs more memory than is free waits and keeps what it has. To prevent deadlock, one waiting hand-in
/// at a time may be completed from memory set aside for that.
#[derive(Clone, Debug)]
pub(crate) struct UploadMemory {
    first: Arc<Semaphore>,
    shared: Arc<Semaphore>,
    /// The right to use the memory set aside, which suffices for any hand-in.
    completing: Arc<Semaphore>,
}

/// The memory of one hand-in, until it is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Reservation {
    memory: UploadMemory,
    held: Arc<Mutex<HeldMemory>>,
}

#[derive(Debug, Default)]
struct HeldMemory {
    bytes: usize,
    units: usize,
    permits: Vec<OwnedSemaphorePermit>,
    is_completing: bool,
}

impl Default for UploadMemory {
    fn default() -> UploadMemory {
        let units = |bytes: usize| Arc::new(Semaphore::new(bytes / UNIT));
        UploadMemory {
            first: units(FIRST_OF_ALL),
            shared: units(ALL - FIRST_OF_ALL - LARGEST),
            completing: Arc::new(Semaphore::new(1)),
        }
    }
}

impl UploadMemory {
    /// Begins a hand-in, without any memory yet.
    pub(crate) fn reservation(&self) -> Reservation {
        Reservation { memory: self.clone(), held: Arc::default() }
    }
}

impl Reservation {
    /// Wraps a body: each chunk is passed on once memory for it is reserved.
    pub(crate) fn bound(&self, body: Body) -> Body {
        let begin = (body.into_data_stream(), self.clone());
        Body::from_stream(futures_util::stream::unfold(begin, async |(mut body, memory)| {
            let part: Result<Bytes, axum::Error> = body.next().await?;
            if let Ok(bytes) = &part {
                memory.add(bytes.len()).await;
            }
            Some((part, (body, memory)))
        }))
    }

    /// Reserves memory for more bytes, waiting until it is available.
    async fn add(&self, bytes: usize) {
        let (wanted, is_first) = {
            let mut held = lock(&self.held);
            held.bytes += bytes;
            (held.bytes.div_ceil(UNIT).saturating_sub(held.units), held.bytes <= FIRST)
        };
        if wanted == 0 || lock(&self.held).is_completing {
            return;
        }
        let count = u32::try_from(wanted).unwrap_or(u32::MAX);
        let own = is_first.then(|| Arc::clone(&self.memory.first).try_acquire_many_owned(count));
        let (permit, is_completing) = if let Some(Ok(permit)) = own {
            (Ok(permit), false)
        } else {
            tokio::select! {
                biased;
                permit = Arc::clone(&self.memory.shared).acquire_many_owned(count) => (permit, false),
                permit = Arc::clone(&self.memory.completing).acquire_owned() => (permit, true),
            }
        };
        let mut held = lock(&self.held);
        held.units += wanted;
        held.is_completing |= is_completing;
        // The semaphores are never closed.
        held.permits.extend(permit);
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;

    /// Returns `true` if memory for more bytes of a hand-in is available immediately.
    fn add(hand_in: &Reservation, bytes: usize) -> bool {
        let future = std::pin::pin!(hand_in.add(bytes));
        matches!(future.poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(()))
    }

    /// Adds one mebibyte at a time and returns how many were granted immediately.
    fn add_megabytes(hand_in: &Reservation, count: usize) -> usize {
        (0..count).take_while(|_| add(hand_in, 1 << 20)).count()
    }

    #[test]
    fn announced_bytes_take_no_memory_and_large_hand_ins_leave_some_for_small_ones() {
        let memory = UploadMemory::default();
        // One hand-in per student of a large class, each of which has sent one byte.
        let dripping: Vec<Reservation> = (0..500).map(|_| memory.reservation()).collect();
        assert!(dripping.iter().all(|hand_in| add(hand_in, 1)));
        let large: Vec<Reservation> = (0..7).map(|_| memory.reservation()).collect();
        let taken: Vec<usize> = large.iter().map(|hand_in| add_megabytes(hand_in, 80)).collect();
        // At most five fit into memory as a whole. Of the others, only the first mebibyte does.
        assert_eq!(taken, [80, 80, 80, 80, 80, 1, 1]);
        let small = memory.reservation();
        assert!(add(&small, 1000));
    }

    #[test]
    fn hand_ins_that_wait_for_one_another_are_completed_one_by_one() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.unwrap().block_on(async {
            let memory = UploadMemory::default();
            let arrive = |hand_in: Reservation| async move {
                for _ in 0..80 {
                    hand_in.add(1 << 20).await;
                    tokio::task::yield_now().await;
                }
            };
            let all = futures_util::future::join_all((0..9).map(|_| arrive(memory.reservation())));
            // The paused clock advances only once all of them wait.
            tokio::time::timeout(std::time::Duration::from_hours(1), all).await.unwrap();
            assert_eq!(memory.shared.available_permits(), (ALL - FIRST_OF_ALL - LARGEST) / UNIT);
            assert_eq!((memory.completing.available_permits(), memory.first.available_permits()), (1, 1024));
        });
    }
}
