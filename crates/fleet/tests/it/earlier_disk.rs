//! A server that comes back with an earlier disk: it has lost messages that it confirmed, and has taken messages again.

use std::collections::BTreeSet;

use fleet::{FleetValidator, status};
use job::{Executor, Job, JobId};

use crate::server::Fleet;
use crate::stub::{StubValidator, builtin, job};
use crate::{ENGINE, Worker, collect, coordinator};

fn jobs(seeds: std::ops::Range<u64>) -> Vec<Job> {
    seeds.map(|seed| job(ENGINE, seed, &builtin())).collect()
}

/// Waits until the server has this number of batches.
fn wait_for_batches(fleet: &Fleet, count: u64) {
    while status(&fleet.url, fleet.credentials("lab")).unwrap().streams[0].messages != count {}
}

/// The coordinator looks for the lost jobs after ten seconds, and republishes them. Other batches are in their places.
#[test]
fn a_server_that_has_lost_its_latest_writes_costs_time_alone() {
    let Some(mut fleet) = Fleet::with_workers(&["one"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    // One job in a batch, as long as the duration of matches is unknown.
    executor.submit(jobs(0..3)).unwrap();
    wait_for_batches(&fleet, 3);
    fleet.kill_server();
    fleet.save();
    fleet.start();
    let worker = Worker::start(&fleet, "one", ENGINE);
    collect(&executor, 3);
    worker.end();
    let forgotten = jobs(3..4);
    executor.submit(forgotten.clone()).unwrap();
    wait_for_batches(&fleet, 1);
    fleet.kill_server();
    fleet.restore();
    fleet.start();
    let later = jobs(4..7);
    executor.submit(later.clone()).unwrap();
    let worker = Worker::start(&fleet, "one", ENGINE);
    let found: BTreeSet<JobId> = collect(&executor, 4).into_keys().collect();
    assert_eq!(found, forgotten.iter().chain(&later).map(|job| job.id).collect());
    let played = worker.end();
    assert!(played >= 7, "the first three once more, and four: {played}");
}
