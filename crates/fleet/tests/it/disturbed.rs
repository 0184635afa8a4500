//! Messages that are repeated, reordered, changed or lost: each result comes once, and is the right one.
//!
//! One seed for each kind of fault; with `MUSTER_FULL=1` twenty-five, which take a quarter of an hour. Lost jobs come
//! back after a lease or two.
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use fleet::FleetValidator;
use job::{Executor, Job, Validator};

use crate::proxy::{Done, Faults, Proxy};
use crate::server::Fleet;
use crate::stub::{Place, StubValidator, job, module, played_by};
use crate::{ENGINE, Worker, collect, coordinator};

/// Number of seeds by default and in full.
const SEEDS: [u64; 2] = [1, 25];
/// Number of jobs for each seed.
const JOBS: u64 = 400;

/// Has jobs played through a proxy with these faults, and checks that the faults have occurred.
fn check(faults: Faults, has_done: impl Fn(&Done) -> bool) {
    let seeds = SEEDS[usize::from(std::env::var_os("MUSTER_FULL").is_some())];
    for seed in 0..seeds {
        let Some(mut fleet) = Fleet::with_workers(&["one", "two"]) else { return };
        let proxy = Proxy::before(fleet.address(), faults, seed);
        fleet.url.clone_from(&proxy.url);
        let validator = FleetValidator::new(StubValidator);
        let bytes = module(1 << 20);
        let ready = validator.validate(&bytes, job::SizeClass::Normal).unwrap().unwrap();
        let executor = coordinator(&fleet, &validator).unwrap();
        proxy.begin();
        let workers = ["one", "two"].map(|name| Worker::start(&fleet, name, ENGINE));
        let jobs: Vec<Job> = (0..JOBS).map(|seed| job(ENGINE, seed, &ready.plays())).collect();
        executor.submit(jobs.clone()).unwrap();
        let results = collect(&executor, jobs.len());
        for (at, job) in jobs.iter().enumerate() {
            assert_eq!(*results[&job.id].result.as_ref().unwrap(), played_by(job, Place::Worker), "job {at}");
        }
        // In parallel, since each waits for its pending request.
        thread::scope(|scope| {
            for worker in workers {
                scope.spawn(|| worker.end());
            }
        });
        assert!(executor.collect(Duration::ZERO).unwrap().is_empty(), "nothing comes twice");
        assert!(has_done(proxy.done()), "{:?}", proxy.done());
    }
}

fn is_some(count: &AtomicUsize) -> bool {
    count.load(Ordering::Relaxed) > 0
}

#[test]
fn messages_that_come_twice_change_nothing() {
    check(Faults { repeated: 200, ..Faults::default() }, |done| is_some(&done.repeated));
}

#[test]
fn messages_that_change_places_change_nothing() {
    check(Faults { swapped: 300, ..Faults::default() }, |done| is_some(&done.swapped));
}

#[test]
fn messages_that_are_lost_cost_time_alone() {
    check(Faults { lost: 30, most: 6, ..Faults::default() }, |done| is_some(&done.lost));
}

#[test]
fn connections_that_lose_their_tails_cost_time_alone() {
    check(Faults { cut: 20, most: 4, ..Faults::default() }, |done| is_some(&done.cut));
}

#[test]
fn jobs_that_are_changed_on_their_way_cost_time_alone() {
    check(Faults { changed: 700, most: 3, ..Faults::default() }, |done| is_some(&done.changed));
}

#[test]
fn all_of_that_together_costs_time_alone() {
    let faults = Faults { repeated: 100, swapped: 100, lost: 20, changed: 0, cut: 10, most: 3 };
    check(faults, |done| is_some(&done.repeated) && is_some(&done.swapped));
}
