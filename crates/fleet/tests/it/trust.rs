//! Answers that count: those that the rules allow and, for some matches, those on which two agree.

use std::thread;
use std::time::Duration;

use fleet::{
    Checks, CoordinatorOptions, FleetExecutor, FleetValidator, ReferenceMatch, WorkerOptions, record_hash,
};
use job::{Executor, Job};

use crate::server::Fleet;
use crate::stub::{Place, StubExecutor, StubValidator, builtin, job, options, played_by, unchecked};
use crate::{ENGINE, Worker, collect};

/// A coordinator whose home plays like honest workers.
fn coordinator(fleet: &Fleet, options: CoordinatorOptions) -> FleetExecutor {
    let home = Box::new(StubExecutor::at(Place::Worker));
    let validator = FleetValidator::new(StubValidator);
    FleetExecutor::connect(&fleet.url, fleet.credentials("lab"), &validator, home, options).unwrap()
}

fn liar(fleet: &Fleet) -> Worker {
    Worker::with(fleet, "liar", options(4, vec![ENGINE.to_owned()]), StubExecutor::at(Place::Liar))
}

fn jobs(seeds: std::ops::Range<u64>) -> Vec<Job> {
    seeds.map(|seed| job(ENGINE, seed, &builtin())).collect()
}

/// Has jobs played, and asserts that each result is honest.
fn play_honestly(executor: &dyn Executor, jobs: &[Job]) {
    executor.submit(jobs.to_vec()).unwrap();
    let found = collect(executor, jobs.len());
    for job in jobs {
        assert_eq!(*found[&job.id].result.as_ref().unwrap(), played_by(job, Place::Worker));
    }
}

#[test]
fn where_two_must_agree_a_liar_changes_nothing_and_is_named() {
    let Some(fleet) = Fleet::with_workers(&["liar", "honest"]) else { return };
    let executor = coordinator(&fleet, CoordinatorOptions { checks: Checks::ALL, ..unchecked() });
    let workers = [liar(&fleet), Worker::start(&fleet, "honest", ENGINE)];
    play_honestly(&executor, &jobs(0..200));
    let key = fleet.credentials("liar").key.public();
    let exposed = executor.exposed();
    let named: Vec<&str> = exposed.iter().map(|exposed| &*exposed.worker).collect();
    assert_eq!(named, [key.as_str()]);
    assert!(exposed[0].why.contains("differs"), "{}", exposed[0].why);
    // It continues, and none of its results count.
    play_honestly(&executor, &jobs(200..300));
    assert_eq!(executor.exposed(), []);
    for worker in workers {
        worker.end();
    }
}

#[test]
fn a_new_workers_first_results_are_checked_at_home_where_it_is_alone() {
    let Some(fleet) = Fleet::with_workers(&["liar", "honest"]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let known = Some(folder.path().join("known.json"));
    let checks = Checks { first: 20, ..Checks::NONE };
    let with_known = |checks| CoordinatorOptions { checks, known_workers: known.clone(), ..unchecked() };
    let executor = coordinator(&fleet, with_known(checks));
    let honest = Worker::start(&fleet, "honest", ENGINE);
    play_honestly(&executor, &jobs(0..20));
    honest.end();
    let lies = liar(&fleet);
    executor.submit(jobs(20..40)).unwrap();
    let exposed = loop {
        drop(executor.collect(Duration::from_millis(100)).unwrap());
        if let Some(exposed) = executor.exposed().pop() {
            break exposed;
        }
    };
    assert_eq!(*exposed.worker, *fleet.credentials("liar").key.public().as_str());
    drop(executor);
    // The exposure is remembered: a coordinator that checks nothing still ignores the worker.
    let executor = coordinator(&fleet, with_known(Checks::NONE));
    let honest = Worker::start(&fleet, "honest", ENGINE);
    play_honestly(&executor, &jobs(40..140));
    honest.end();
    lies.end();
}

#[test]
fn whoever_does_not_play_the_reference_match_as_known_takes_no_job() {
    let Some(fleet) = Fleet::with_workers(&["honest", "liar"]) else { return };
    let reference = job(ENGINE, 7, &builtin());
    let record = record_hash(&played_by(&reference, Place::Worker));
    let references =
        vec![ReferenceMatch { job: reference, modules: std::collections::BTreeMap::new(), record }];
    let engines = vec![ENGINE.to_owned()];
    let with = |name: &str, place| {
        let options = WorkerOptions { references: references.clone(), ..options(4, engines.clone()) };
        Worker::with(&fleet, name, options, StubExecutor::at(place))
    };
    let refused = with("liar", Place::Liar).thread.join().unwrap().unwrap_err();
    assert!(refused.to_string().contains("the reference match"), "{refused}");
    let executor = coordinator(&fleet, unchecked());
    let worker = with("honest", Place::Worker);
    play_honestly(&executor, &jobs(0..10));
    worker.end();
}

#[test]
fn results_that_were_not_recorded_are_those_of_the_next_epoch() {
    let Some(fleet) = Fleet::with_workers(&["honest"]) else { return };
    let first = coordinator(&fleet, unchecked());
    let worker = Worker::start(&fleet, "honest", ENGINE);
    let jobs = jobs(0..5);
    first.submit(jobs.clone()).unwrap();
    let mut count = 0;
    while count < 5 {
        count += first.collect(Duration::from_secs(1)).unwrap().len();
    }
    worker.end();
    drop(first);
    // No other worker could play them again.
    let second = coordinator(&fleet, unchecked());
    play_honestly(&second, &jobs.into_iter().map(Job::again).collect::<Vec<_>>());
}

#[test]
fn whoever_is_asked_for_a_second_answer_does_not_get_rid_of_the_first() {
    let Some(fleet) = Fleet::with_workers(&["liar", "other"]) else { return };
    let executor = coordinator(&fleet, CoordinatorOptions { checks: Checks::ALL, ..unchecked() });
    let failing = StubExecutor::at(Place::Nowhere);
    let workers = [liar(&fleet), Worker::with(&fleet, "other", options(4, vec![ENGINE.to_owned()]), failing)];
    // The other worker only answers that it cannot play.
    let all = jobs(0..40);
    executor.submit(all).unwrap();
    let exposed = loop {
        for finished in executor.collect(Duration::from_millis(100)).unwrap() {
            if let Ok(record) = &finished.result {
                assert_ne!(record.closings.0[0].memory_peak & 15, Place::Liar as u64);
            }
        }
        if let Some(exposed) = executor.exposed().pop() {
            break exposed;
        }
    };
    assert_eq!(*exposed.worker, *fleet.credentials("liar").key.public().as_str());
    for worker in workers {
        worker.end();
    }
}

#[test]
fn results_stay_with_the_server_until_they_are_recorded() {
    let Some(fleet) = Fleet::with_workers(&["honest"]) else { return };
    let executor = coordinator(&fleet, unchecked());
    let worker = Worker::start(&fleet, "honest", ENGINE);
    let jobs = jobs(0..5);
    executor.submit(jobs.clone()).unwrap();
    let mut ids = Vec::new();
    while ids.len() < 5 {
        let finished = executor.collect(Duration::from_secs(1)).unwrap();
        ids.extend(finished.into_iter().map(|finished| finished.id));
    }
    let kept = || {
        let found = fleet::status(&fleet.url, fleet.credentials("lab")).unwrap();
        found.streams.iter().find(|stream| stream.name == "RESULTS").unwrap().messages
    };
    assert!(kept() > 0);
    executor.recorded(&ids);
    while kept() > 0 {
        thread::sleep(Duration::from_millis(10));
    }
    worker.end();
}
