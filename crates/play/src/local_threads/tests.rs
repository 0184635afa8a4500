//! Tests the order in which slots take jobs, and the guarantees for exclusive jobs.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use game::{Game, PerSeat, Rules};
use job::{Executor, Job, JobId, MatchSettings, Plays, SeatJob};
use referee::{Builtin, HostFailure, Limits, MatchSeed, Player, Record};

use super::{LocalThreads, PlayJob};

/// The jobs in progress, and the order in which they began.
#[derive(Default)]
struct Watch {
    now: usize,
    /// Jobs in the order in which they began.
    begun: Vec<JobId>,
    /// Number of exclusive jobs during which another one was in progress.
    disturbed: usize,
}

fn id(number: u32) -> JobId {
    JobId::new(u64::from(number))
}

fn jobs(alone: &[u32], count: u32) -> Vec<Job> {
    let terms = Arc::new(settings().terms("of a test"));
    let seat = SeatJob { plays: Plays::Builtin(Builtin::First), settings: String::new() };
    let seat = Arc::new(seat);
    let job = |number| Job {
        id: id(number),
        terms: Arc::clone(&terms),
        start: None,
        seed: MatchSeed::from_number(1),
        luck: None,
        seats: PerSeat::from_fn(|_| Arc::clone(&seat)),
        alone: alone.contains(&number),
    };
    (0..count).map(job).collect()
}

fn settings() -> MatchSettings {
    let rules = Rules::defaults(tank_war::GAME.options());
    MatchSettings::new(&tank_war::GAME, rules, Limits { plies: 2, ..Limits::default() })
}

fn play(job: &Job) -> Result<Option<Record>, HostFailure> {
    let mut players: PerSeat<Box<dyn Player>> =
        PerSeat::from_fn(|seat| Box::new(Builtin::First.player(&job.seed, seat)) as _);
    referee::play(settings().begin(None).unwrap(), &mut players, |_| true)
}

fn watched(slots: usize, watch: &Arc<Mutex<Watch>>) -> LocalThreads {
    let each = || -> Box<PlayJob> {
        let watch = Arc::clone(watch);
        Box::new(move |job, _stop| {
            {
                let mut watch = watch.lock().unwrap();
                watch.now += 1;
                watch.begun.push(job.id);
            }
            let mut disturbed = false;
            // Gives other jobs time to begin, if they may.
            for _ in 0..100 {
                thread::yield_now();
                disturbed |= watch.lock().unwrap().now > 1;
            }
            let record = play(job);
            let mut watch = watch.lock().unwrap();
            watch.now -= 1;
            watch.disturbed += usize::from(job.alone && disturbed);
            record
        })
    };
    LocalThreads::playing(slots, &each).unwrap()
}

fn collect(executor: &dyn Executor, count: usize) -> Vec<JobId> {
    let mut ids = Vec::new();
    while ids.len() < count {
        let finished = executor.collect(Duration::from_secs(1)).unwrap();
        ids.extend(finished.into_iter().map(|finished| {
            assert!(finished.result.is_ok());
            finished.id
        }));
    }
    ids.sort_unstable();
    ids
}

#[test]
fn nothing_is_played_beside_a_job_that_is_played_alone() {
    const COUNT: u32 = 60;
    let all: Vec<JobId> = (0..COUNT).map(id).collect();
    for alone in [&[0, 1][..], &[7, 30, 31, 32], &[COUNT - 1]] {
        for slots in [1, 4] {
            let watch = Arc::new(Mutex::default());
            let threads = watched(slots, &watch);
            threads.submit(jobs(alone, COUNT)).unwrap();
            assert_eq!(collect(&threads, all.len()), all);
            let watch = watch.lock().unwrap();
            assert_eq!(watch.disturbed, 0, "{alone:?} on {slots} slots");
            // It begins in its turn: after all jobs submitted before it, and before all others.
            for &number in alone {
                assert_eq!(watch.begun[number as usize], id(number), "{alone:?} on {slots} slots");
            }
        }
    }
}

#[test]
fn what_no_slot_has_begun_is_taken_back_by_name() {
    // Enough jobs that the slot takes several at a time.
    const COUNT: u32 = 4 * 16;
    let begun = Arc::new(std::sync::Barrier::new(2));
    let each = || -> Box<PlayJob> {
        let begun = Arc::clone(&begun);
        Box::new(move |job, _stop| {
            // Waits twice: when it has begun, and until it may end.
            begun.wait();
            begun.wait();
            play(job)
        })
    };
    let threads = LocalThreads::playing(1, &each).unwrap();
    threads.submit(jobs(&[], COUNT)).unwrap();
    begun.wait();
    let mut back = threads.take_back().unwrap();
    back.sort_unstable();
    assert_eq!(back, (1..COUNT).map(id).collect::<Vec<_>>());
    begun.wait();
    assert_eq!(collect(&threads, 1), [id(0)]);
    // The slot continues with jobs submitted later.
    threads.submit(jobs(&[0], 2)).unwrap();
    for _ in 0..4 {
        begun.wait();
    }
    assert_eq!(collect(&threads, 2), [id(0), id(1)]);
}

#[test]
fn a_match_at_which_the_host_fails_is_played_three_times_the_last_time_alone() {
    for (failures, is_played) in [(0, true), (1, true), (2, true), (3, false)] {
        let tries: Arc<Mutex<Vec<bool>>> = Arc::default();
        let each = || -> Box<PlayJob> {
            let tries = Arc::clone(&tries);
            Box::new(move |job, _stop| {
                let mut tries = tries.lock().unwrap();
                tries.push(job.alone);
                if tries.len() <= failures { Err(HostFailure::new("no memory", None)) } else { play(job) }
            })
        };
        let threads = LocalThreads::playing(2, &each).unwrap();
        let played = job::play_all(&threads, jobs(&[], 1)).unwrap();
        assert_eq!(played.iter().map(Result::is_ok).collect::<Vec<_>>(), [is_played], "{failures} failures");
        let due = [false, false, true];
        assert_eq!(*tries.lock().unwrap(), due[..=failures.min(2)], "{failures} failures");
    }
}
