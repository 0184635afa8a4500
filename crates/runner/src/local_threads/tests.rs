//! The order in which slots take jobs, and the guarantees for a job that is played alone.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use game::{Game, PerSeat, Rules};
use referee::{Builtin, HostFailure, Limits, MatchSeed, Player, Record};
use tournament::{EntrantId, MatchKey};

use super::{LocalThreads, Playing};
use crate::executor::Executor;
use crate::match_job::{MatchJob, MatchSettings};

/// What was being played, as it began and ended.
#[derive(Default)]
struct Watch {
    now: usize,
    /// Keys in the order in which they began.
    begun: Vec<MatchKey>,
    /// The number of matches played alone during which another one was seen.
    disturbed: usize,
}

fn key(number: u32) -> MatchKey {
    MatchKey::new(0, 0, number, 0).unwrap()
}

fn jobs(alone: &[u32], count: u32) -> Vec<MatchJob> {
    let rules = Rules::defaults(tank_war::GAME.options());
    let limits = Limits { plies: 2, ..Limits::default() };
    let settings = Arc::new(MatchSettings::new(&tank_war::GAME, rules, limits));
    let job = |number| MatchJob {
        key: key(number),
        entrants: PerSeat::new(EntrantId(0), EntrantId(1)),
        settings: Arc::clone(&settings),
        start: None,
        seed: MatchSeed::from_number(1),
        alone: alone.contains(&number),
    };
    (0..count).map(job).collect()
}

fn play(job: &MatchJob) -> Result<Option<Record>, HostFailure> {
    let mut players: PerSeat<Box<dyn Player>> =
        PerSeat::from_fn(|seat| Box::new(Builtin::First.player(&job.seed, seat)) as _);
    referee::play(job.settings.begin(None).unwrap(), &mut players, |_| true)
}

fn watched(slots: usize, watch: &Arc<Mutex<Watch>>) -> LocalThreads {
    let watch = Arc::clone(watch);
    let playing: Arc<Playing> = Arc::new(move |job, _stop| {
        {
            let mut watch = watch.lock().unwrap();
            watch.now += 1;
            watch.begun.push(job.key);
        }
        let mut disturbed = false;
        // Gives others time to begin, if they may.
        for _ in 0..100 {
            thread::yield_now();
            disturbed |= watch.lock().unwrap().now > 1;
        }
        let record = play(job);
        let mut watch = watch.lock().unwrap();
        watch.now -= 1;
        watch.disturbed += usize::from(job.alone && disturbed);
        record
    });
    LocalThreads::playing(slots, &playing).unwrap()
}

fn collect(executor: &dyn Executor, count: usize) -> Vec<MatchKey> {
    let mut keys = Vec::new();
    while keys.len() < count {
        let finished = executor.collect(Duration::from_secs(1)).unwrap();
        keys.extend(finished.into_iter().map(|finished| {
            assert!(finished.result.is_ok());
            finished.key
        }));
    }
    keys.sort_unstable();
    keys
}

#[test]
fn nothing_is_played_beside_a_job_that_is_played_alone() {
    const COUNT: u32 = 60;
    let all: Vec<MatchKey> = (0..COUNT).map(key).collect();
    for alone in [&[0, 1][..], &[7, 30, 31, 32], &[COUNT - 1]] {
        for slots in [1, 4] {
            let watch = Arc::new(Mutex::default());
            let threads = watched(slots, &watch);
            threads.submit(jobs(alone, COUNT)).unwrap();
            assert_eq!(collect(&threads, all.len()), all);
            let watch = watch.lock().unwrap();
            assert_eq!(watch.disturbed, 0, "{alone:?} on {slots} slots");
            // It begins in its turn: after those that were submitted before it, and before all others.
            for &number in alone {
                assert_eq!(watch.begun[number as usize], key(number), "{alone:?} on {slots} slots");
            }
        }
    }
}

#[test]
fn what_no_slot_has_begun_is_taken_back_by_name() {
    // So many that the slot takes several at a time.
    const COUNT: u32 = 4 * 16;
    let begun = Arc::new(std::sync::Barrier::new(2));
    let (at_the_door, playing_on) = (Arc::clone(&begun), Arc::clone(&begun));
    let playing: Arc<Playing> = Arc::new(move |job, _stop| {
        // Twice: begun, and allowed to end.
        at_the_door.wait();
        at_the_door.wait();
        play(job)
    });
    let threads = LocalThreads::playing(1, &playing).unwrap();
    threads.submit(jobs(&[], COUNT)).unwrap();
    playing_on.wait();
    let mut back = threads.take_back().unwrap();
    back.sort_unstable();
    assert_eq!(back, (1..COUNT).map(key).collect::<Vec<_>>());
    playing_on.wait();
    assert_eq!(collect(&threads, 1), [key(0)]);
    // The slot goes on with what is submitted afterwards.
    threads.submit(jobs(&[0], 2)).unwrap();
    for _ in 0..4 {
        playing_on.wait();
    }
    assert_eq!(collect(&threads, 2), [key(0), key(1)]);
}
