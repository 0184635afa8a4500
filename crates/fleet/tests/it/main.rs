//! A fleet with a real NATS server and stub bots: the tests are about who gets which job, not about who wins.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cluster;
mod deputies;
mod disturbed;
mod earlier_disk;
mod encrypted;
mod floods;
mod held;
mod lies;
mod proxy;
mod server;
mod sharing;
mod stub;
mod trust;
mod users;

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use fleet::{
    Credentials, FleetError, FleetExecutor, FleetValidator, Idleness, WorkerOptions, forget, status, work,
};
use job::{Executor, Finished, JobId, Validator};

use crate::server::Fleet;
use crate::stub::{Place, StubExecutor, StubValidator, job, module, options, played_by, unchecked};

/// The engine fingerprint of all workers and jobs.
const ENGINE: &str = "stub; no rules 1";

/// A worker on its own thread.
struct Worker {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<u64, FleetError>>,
}

impl Worker {
    fn start(fleet: &Fleet, name: &str, engine: &str) -> Worker {
        Worker::with(fleet, name, options(4, vec![engine.to_owned()]), StubExecutor::at(Place::Worker))
    }

    fn with(fleet: &Fleet, name: &str, options: WorkerOptions, executor: StubExecutor) -> Worker {
        Worker::new(fleet.url.clone(), fleet.credentials(name), options, executor)
    }

    fn at(url: String, credentials: Credentials, engine: &str) -> Worker {
        Worker::new(url, credentials, options(4, vec![engine.to_owned()]), StubExecutor::at(Place::Worker))
    }

    fn new(url: String, credentials: Credentials, options: WorkerOptions, executor: StubExecutor) -> Worker {
        let stop = Arc::new(AtomicBool::new(false));
        let stops = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let validator = StubValidator;
            work(&url, credentials, &validator, &executor, options, &stops)
        });
        Worker { stop, thread }
    }

    /// Ends it and returns the number of matches that it has played.
    fn end(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap().unwrap()
    }
}

fn coordinator(
    fleet: &Fleet,
    validator: &FleetValidator<StubValidator>,
) -> Result<FleetExecutor, FleetError> {
    let home = Box::new(StubExecutor::at(Place::Home));
    FleetExecutor::connect(&fleet.url, fleet.credentials("lab"), validator, home, unchecked())
}

/// Collects this number of results, each of which comes once.
fn collect(executor: &dyn Executor, count: usize) -> BTreeMap<JobId, Finished> {
    let mut results = BTreeMap::new();
    while results.len() < count {
        for finished in executor.collect(Duration::from_secs(1)).unwrap() {
            executor.recorded(&[finished.id]);
            let twice = results.insert(finished.id, finished);
            assert!(twice.is_none(), "{twice:?} came twice");
        }
    }
    results
}

#[test]
fn every_job_gets_its_result_and_gets_it_once() {
    let Some(fleet) = Fleet::with_workers(&["one", "two"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    // A module of several chunks.
    let bytes = module(1 << 20);
    let ready = validator.validate(&bytes, job::SizeClass::Normal).unwrap().unwrap();
    let executor = coordinator(&fleet, &validator).unwrap();
    let workers = ["one", "two"].map(|name| Worker::start(&fleet, name, ENGINE));
    let mut jobs: Vec<_> = (0..500).map(|seed| job(ENGINE, seed, &ready.plays())).collect();
    jobs[7].alone = true;
    executor.submit(jobs.clone()).unwrap();
    let results = collect(&executor, jobs.len());
    for (at, job) in jobs.iter().enumerate() {
        let record = results[&job.id].result.as_ref().unwrap();
        let place = if at == 7 { Place::Home } else { Place::Worker };
        assert_eq!(*record, played_by(job, place), "job {at}");
    }
    let played: u64 = workers.into_iter().map(Worker::end).sum();
    assert!(played >= 499, "{played}");
}

#[test]
fn a_worker_with_another_engine_gets_no_job() {
    let Some(fleet) = Fleet::with_workers(&["one", "two"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let other = Worker::start(&fleet, "one", "another; no rules 1");
    let same = Worker::start(&fleet, "two", ENGINE);
    let jobs: Vec<_> = (0..50).map(|seed| job(ENGINE, seed, &stub::builtin())).collect();
    executor.submit(jobs).unwrap();
    collect(&executor, 50);
    assert_eq!(other.end(), 0);
    assert!(same.end() >= 50);
}

#[test]
fn a_fleet_says_who_plays_and_why_somebody_does_not() {
    let Some(fleet) = Fleet::with_workers(&["one", "two"]) else { return };
    let ask = || status(&fleet.url, fleet.credentials("lab")).unwrap();
    let empty = ask();
    assert_eq!((empty.workers.len(), empty.coordinators.len()), (0, 0));
    // The query creates the streams, one of which carries the workers' announcements.
    assert_eq!(empty.streams.iter().map(|stream| stream.messages).collect::<Vec<_>>(), [0; 4]);
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let workers = [("one", "another; no rules 1"), ("two", ENGINE)]
        .map(|(name, engine)| Worker::start(&fleet, name, engine));
    executor.submit((0..50).map(|seed| job(ENGINE, seed, &stub::builtin())).collect()).unwrap();
    collect(&executor, 50);
    // A job that no worker here can play.
    let other = job("a third; no rules 1", 51, &stub::builtin());
    executor.submit(vec![other]).unwrap();
    let found = ask();
    let of = |name: &str| {
        let key = fleet.credentials(name).key.public().to_string();
        found.workers.iter().find(|worker| worker.key == key).unwrap()
    };
    assert_eq!((of("one").played, of("one").idle), (0, Some(Idleness::OtherEngine)));
    assert!(of("two").played >= 50, "{:?}", of("two"));
    assert_eq!((of("two").host.as_str(), of("two").slots, of("two").failed), ("here", 4, 0));
    let [lab] = &found.coordinators[..] else { panic!("{:?}", found.coordinators) };
    assert_eq!((lab.key.clone(), lab.jobs), (fleet.credentials("lab").key.public().to_string(), 1));
    let waiting: Vec<_> = lab.queues.iter().map(|queue| (queue.engine.as_str(), queue.waiting)).collect();
    assert_eq!(waiting, [("a third; no rules 1", Some(1)), (ENGINE, Some(0))]);
    assert_eq!(found.streams.iter().take(3).map(|stream| stream.messages).collect::<Vec<_>>(), [1, 0, 0]);
    for worker in workers {
        worker.end();
    }
    assert_eq!(ask().workers.len(), 0);
    // A worker may not ask.
    assert!(matches!(status(&fleet.url, fleet.credentials("one")), Err(FleetError::Server { .. })));
}

#[test]
fn what_is_taken_back_is_played_by_nobody() {
    let Some(fleet) = Fleet::with_workers(&["one"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let jobs: Vec<_> = (0..50).map(|seed| job(ENGINE, seed, &stub::builtin())).collect();
    executor.submit(jobs.clone()).unwrap();
    let back = executor.take_back().unwrap();
    assert_eq!(back, jobs.iter().map(|job| job.id).collect::<Vec<_>>());
    let worker = Worker::start(&fleet, "one", ENGINE);
    let later = job(ENGINE, 99, &stub::builtin());
    executor.submit(vec![later.clone()]).unwrap();
    assert_eq!(collect(&executor, 1).into_keys().collect::<Vec<_>>(), [later.id]);
    worker.end();
}

#[test]
fn a_module_that_is_forgotten_is_gone_until_somebody_needs_it_again() {
    let Some(fleet) = Fleet::with_workers(&["one"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let ready = validator.validate(&module(1 << 20), job::SizeClass::Normal).unwrap().unwrap();
    let executor = coordinator(&fleet, &validator).unwrap();
    let worker = Worker::start(&fleet, "one", ENGINE);
    let play = |seed| {
        executor.submit(vec![job(ENGINE, seed, &ready.plays())]).unwrap();
        collect(&executor, 1);
    };
    let chunks = || {
        let found = status(&fleet.url, fleet.credentials("lab")).unwrap();
        found.streams.iter().find(|stream| stream.name == "MODULES").unwrap().messages
    };
    play(1);
    let whole = chunks();
    assert!(whole > 1, "{whole}");
    forget(&fleet.url, fleet.credentials("lab"), &[ready.hash]).unwrap();
    assert_eq!(chunks(), 0);
    // The worker has dropped it, too, and asks for it.
    play(2);
    assert_eq!(chunks(), whole);
    worker.end();
    assert!(matches!(
        forget(&fleet.url, fleet.credentials("one"), &[ready.hash]),
        Err(FleetError::Server { .. })
    ));
}

#[test]
fn a_server_that_is_too_old_is_named_with_its_version() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("nats://{}", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let (mut client, _) = listener.accept().unwrap();
        let info = r#"INFO {"server_id":"A","server_name":"A","version":"2.9.10","go":"1","host":"h","port":1,"headers":true,"max_payload":1048576,"proto":1,"client_id":1,"nonce":"abcdefgh"}"#;
        client.write_all(format!("{info}\r\n").as_bytes()).unwrap();
        let mut read = [0; 4096];
        while client.read(&mut read).is_ok_and(|bytes| bytes > 0) {
            if client.write_all(b"PONG\r\n").is_err() {
                break;
            }
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let seed = folder.path().join("lab.seed");
    fs::write(&seed, fleet::Key::fresh().seed()).unwrap();
    let error = status(&url, Credentials::read(&seed).unwrap()).unwrap_err();
    assert!(matches!(&error, FleetError::OldServer { version, .. } if version == "2.9.10"), "{error}");
    server.join().unwrap();
}

#[test]
fn what_an_earlier_coordinator_left_is_published_anew() {
    let Some(fleet) = Fleet::with_workers(&["one"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let jobs: Vec<_> = (0..20).map(|seed| job(ENGINE, seed, &stub::builtin())).collect();
    let first = coordinator(&fleet, &validator).unwrap();
    first.submit(jobs.clone()).unwrap();
    let same = coordinator(&fleet, &validator);
    assert!(matches!(same, Err(FleetError::AtWork(_))), "one at a time");
    drop(first);
    let second = coordinator(&fleet, &validator).unwrap();
    let worker = Worker::start(&fleet, "one", ENGINE);
    let again: Vec<_> = jobs.into_iter().map(job::Job::again).collect();
    second.submit(again).unwrap();
    collect(&second, 20);
    worker.end();
}

#[test]
fn a_server_that_is_away_is_waited_for() {
    let Some(mut fleet) = Fleet::with_workers(&["one"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let worker = Worker::start(&fleet, "one", ENGINE);
    let jobs = |seeds: std::ops::Range<u64>| seeds.map(|seed| job(ENGINE, seed, &stub::builtin())).collect();
    executor.submit(jobs(0..20)).unwrap();
    collect(&executor, 20);
    fleet.kill_server();
    executor.submit(jobs(20..40)).unwrap();
    fleet.start();
    collect(&executor, 20);
    // The server also loses its disk.
    fleet.kill_server();
    fleet.wipe();
    executor.submit(jobs(40..60)).unwrap();
    fleet.start();
    collect(&executor, 20);
    worker.end();
}

#[test]
fn what_is_wrong_with_a_server_is_said_in_one_sentence() {
    let Some(fleet) = Fleet::with_workers(&["one"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let connect = |url: &str, credentials: Credentials| {
        let home = Box::new(StubExecutor::at(Place::Home));
        FleetExecutor::connect(url, credentials, &validator, home, unchecked()).err().unwrap()
    };
    let lab = || fleet.credentials("lab");
    assert!(matches!(connect("nats://127.0.0.1:1", lab()), FleetError::Unreachable { .. }));
    assert!(matches!(connect("nats://", lab()), FleetError::Url(_) | FleetError::Unreachable { .. }));
    let Some(other) = Fleet::with_workers(&["one"]) else { return };
    assert!(matches!(connect(&fleet.url, other.credentials("lab")), FleetError::NotAdmitted { .. }));
    // A worker is not a coordinator.
    assert!(matches!(connect(&fleet.url, fleet.credentials("one")), FleetError::Server { .. }));
}
