//! Tests with an executor that has one slot and finishes jobs when a test allows it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use game::PerSeat;
use games::GAMES;
use job::{MatchSettings, Plays, SeatJob};
use referee::{Builtin, HostFailure, MatchSeed};

use super::*;

/// Maximum time to wait in a test.
const PATIENCE: Duration = Duration::from_mins(2);

/// Finishes as many jobs as allowed, in the order of submission.
#[derive(Default)]
struct OneByOne {
    jobs: RefCell<VecDeque<Job>>,
    gate: Arc<Gate>,
    is_lost: bool,
}

#[derive(Default)]
struct Gate {
    allowed: Mutex<usize>,
    changed: Condvar,
}

impl Gate {
    fn allow(&self, jobs: usize) {
        *self.allowed.lock().unwrap() += jobs;
        self.changed.notify_all();
    }
}

impl Executor for OneByOne {
    fn width(&self) -> usize {
        1
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.jobs.borrow_mut().extend(jobs);
        if self.is_lost { Err(ExecutorError::new("gone", None)) } else { Ok(()) }
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        // The first job has begun.
        let mut jobs = self.jobs.borrow_mut();
        let begun = jobs.len().min(1);
        Ok(jobs.drain(begun..).rev().map(|job| job.id).collect())
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let allowed = self.gate.allowed.lock().unwrap();
        let (mut allowed, _) =
            self.gate.changed.wait_timeout_while(allowed, patience, |allowed| *allowed == 0).unwrap();
        if *allowed == 0 {
            return Ok(Vec::new());
        }
        let Some(job) = self.jobs.borrow_mut().pop_front() else { return Ok(Vec::new()) };
        *allowed -= 1;
        Ok(vec![Finished::here(job.id, Err(HostFailure::new("a test", None)))])
    }
}

fn jobs(count: usize) -> Vec<Job> {
    let game = GAMES.iter().find(|game| game.name() == "tank-war").unwrap();
    let terms = Arc::new(MatchSettings::defaults(*game).terms("engine"));
    let seat = Arc::new(SeatJob { plays: Plays::Builtin(Builtin::Random), settings: String::new() });
    let job = |_| Job {
        id: JobId::fresh(),
        terms: Arc::clone(&terms),
        start: None,
        seed: MatchSeed::from_number(0),
        luck: None,
        seats: PerSeat::from_fn(|_| Arc::clone(&seat)),
        alone: false,
    };
    (0..count).map(job).collect()
}

/// Serves a shared executor while `act` uses its lanes. Returns the result of serving.
fn with_lanes(is_lost: bool, act: impl FnOnce(Lanes, &Gate) + Send) -> Result<(), ExecutorError> {
    let gate = Arc::new(Gate::default());
    thread::scope(|scope| {
        let (sender, lanes) = mpsc::channel();
        let served = {
            let gate = Arc::clone(&gate);
            scope.spawn(move || {
                let executor = OneByOne { gate, is_lost, ..OneByOne::default() };
                let (lanes, shared) = share(&executor);
                sender.send(lanes).unwrap();
                shared.serve()
            })
        };
        act(lanes.recv().unwrap(), &gate);
        served.join().unwrap()
    })
}

/// Waits for a number of results of a lane.
fn collect(lane: &Lane, count: usize) -> usize {
    let mut collected = 0;
    while collected < count {
        let results = lane.collect(PATIENCE).unwrap();
        assert!(!results.is_empty(), "waited in vain");
        collected += results.len();
    }
    collected
}

/// Waits until all submitted jobs have reached the executor.
fn settle(lanes: &Lanes) {
    assert_eq!(lanes.open(100, 1).take_back().unwrap(), []);
}

#[test]
fn what_is_short_waits_for_the_match_in_progress_alone() {
    with_lanes(false, |lanes, gate| {
        let (long, short) = (lanes.open(1, 1), lanes.open(2, 16));
        long.submit(jobs(1000)).unwrap();
        short.submit(jobs(3)).unwrap();
        settle(&lanes);
        // One job of the long lane has begun; the three come next.
        gate.allow(4);
        assert_eq!(collect(&short, 3), 3);
        assert_eq!(collect(&long, 1), 1);
        assert!(long.collect(Duration::ZERO).unwrap().is_empty());
    })
    .unwrap();
}

#[test]
fn who_is_long_has_a_share_all_the_same() {
    with_lanes(false, |lanes, gate| {
        let (long, short) = (lanes.open(1, 1), lanes.open(2, 3));
        long.submit(jobs(100)).unwrap();
        short.submit(jobs(100)).unwrap();
        // Even as new jobs arrive, the short lane plays about three times as many while both have any.
        let mut played = [0, 0];
        for round in 1..=10 {
            short.submit(jobs(1)).unwrap();
            settle(&lanes);
            gate.allow(4);
            while played.iter().sum::<usize>() < 4 * round {
                played[0] += long.collect(Duration::from_millis(1)).unwrap().len();
                played[1] += short.collect(Duration::from_millis(1)).unwrap().len();
            }
        }
        assert!((9..=11).contains(&played[0]), "{played:?}");
    })
    .unwrap();
}

#[test]
fn each_takes_back_its_own_in_their_order() {
    with_lanes(false, |lanes, gate| {
        let (one, other) = (lanes.open(1, 1), lanes.open(2, 1));
        let (first, second) = (jobs(3), jobs(2));
        let ids = |jobs: &[Job]| jobs.iter().map(|job| job.id).collect::<Vec<_>>();
        one.submit(first.clone()).unwrap();
        other.submit(second.clone()).unwrap();
        // The first job has begun.
        assert_eq!(one.take_back().unwrap(), ids(&first[1..]));
        gate.allow(3);
        assert_eq!(collect(&one, 1), 1);
        let mut played = Vec::new();
        while played.len() < 2 {
            played.extend(other.collect(PATIENCE).unwrap().into_iter().map(|finished| finished.id));
        }
        assert_eq!(played, ids(&second));
        // A closed lane leaves no jobs behind.
        one.submit(jobs(50)).unwrap();
        drop(one);
        other.submit(jobs(1)).unwrap();
        settle(&lanes);
        gate.allow(2);
        assert_eq!(collect(&other, 1), 1);
    })
    .unwrap();
}

#[test]
fn all_know_that_the_executor_is_lost() {
    let lost = with_lanes(true, |lanes, _| {
        let (one, other) = (lanes.open(1, 1), lanes.open(2, 1));
        one.submit(jobs(1)).unwrap();
        assert!(other.collect(PATIENCE).is_err());
        assert!(one.collect(PATIENCE).is_err());
        assert!(one.take_back().is_err());
        assert!(one.submit(jobs(1)).is_err());
    });
    assert!(lost.is_err());
}
