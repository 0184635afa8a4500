//! Work on several threads whose results come in the order of what they are made from.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Threads at most.
const MOST: usize = 8;

/// Something to be worked on, and where its result goes.
type Job<T, R> = (T, SyncSender<R>);

/// Calls `work` for everything that `feed` passes on, on as many threads as there are processors, and `take` with the
/// results, on a thread of its own, in the order in which they were fed. A few of them are under way at a time.
///
/// # Errors
/// What `feed` or `take` returns.
pub(crate) fn in_order<T: Send, R: Send, E: Send>(
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E> + Send,
    feed: impl FnOnce(&mut dyn FnMut(T) -> Result<(), E>) -> Result<(), E>,
) -> Result<(), E> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST);
    let (jobs, queue) = sync_channel::<Job<T, R>>(threads);
    let queue = Mutex::new(queue);
    let (promises, results) = sync_channel::<Receiver<R>>(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((job, result)) = next(&queue) {
                    // Nobody waits for it after an error.
                    drop(result.send(work(job)));
                }
            });
        }
        // A thread that panicked leaves no result; the scope passes its panic on.
        let mut taking =
            Some(scope.spawn(move || {
                results.iter().filter_map(|result| result.recv().ok()).try_for_each(&mut take)
            }));
        let mut taken = || {
            taking.take().map_or(Ok(()), |taking| taking.join().unwrap_or_else(|panic| resume_unwind(panic)))
        };
        let fed = feed(&mut |job| {
            let (sender, result) = sync_channel(1);
            if promises.send(result).is_err() {
                // Nothing is taken after an error, which the feed is told once.
                return taken();
            }
            drop(jobs.send((job, sender)));
            Ok(())
        });
        drop((jobs, promises));
        // What was fed before the feed failed comes first, and so do its errors.
        taken().and(fed)
    })
}

fn next<T, R>(queue: &Mutex<Receiver<Job<T, R>>>) -> Option<Job<T, R>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
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
}
