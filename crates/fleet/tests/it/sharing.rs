//! Several coordinators of one fleet, and orders to them.

use std::time::Duration;

use fleet::message::CoordinatorOrder;
use fleet::{
    CoordinatorOptions, FleetError, FleetExecutor, FleetValidator, Idleness, WorkerOptions, order, status,
};
use job::Executor;

use crate::server::{Fleet, await_true};
use crate::stub::{Place, StubExecutor, StubValidator, builtin, job, module, options, unchecked};
use crate::{ENGINE, Worker, collect};

fn coordinator(fleet: &Fleet, name: &str, options: CoordinatorOptions) -> FleetExecutor {
    let home = Box::new(StubExecutor::at(Place::Home));
    let validator = FleetValidator::new(StubValidator);
    FleetExecutor::connect(&fleet.url, fleet.credentials(name), &validator, home, options).unwrap()
}

fn slow_worker(fleet: &Fleet, time: Duration) -> Worker {
    let executor = StubExecutor::taking(time, Place::Worker);
    Worker::with(fleet, "one", options(4, vec![ENGINE.to_owned()]), executor)
}

/// Slot time is shared. A stall of the machine is charged to the coordinator whose match it hits, which then gets fewer
/// matches for a while. So the shares match the weights in some window without a stall, or in all windows together,
/// where a deficit in one window offsets a surplus in another. A share of two thirds would be that of weights 2 and 1.
#[test]
fn slots_are_shared_by_the_weights_of_coordinators() {
    let Some(fleet) = Fleet::with_workers(&["one"]) else { return };
    // One by one, to see the shares soon.
    let with = |weight| CoordinatorOptions { weight, slots: Some(1000), ..unchecked() };
    let labs = [coordinator(&fleet, "lab", with(3)), coordinator(&fleet, "lab-2", with(1))];
    // More jobs than either plays until the last window ends.
    for lab in &labs {
        lab.submit((0..3000).map(|seed| job(ENGINE, seed, &builtin())).collect()).unwrap();
    }
    // A coordinator that has no jobs for a moment has no claim to that time.
    let waiting = || status(&fleet.url, fleet.credentials("lab")).unwrap().streams[0].messages;
    await_true("all jobs are with the server", || waiting() == 6000);
    let worker = slow_worker(&fleet, Duration::from_millis(20));
    let mut windows: Vec<[usize; 2]> = Vec::new();
    let is_shared = |[three, one]: [usize; 2]| (0.7..=0.8).contains(&(three as f64 / (three + one) as f64));
    let in_all = |windows: &[[usize; 2]]| {
        windows.iter().fold([0, 0], |all, each| [all[0] + each[0], all[1] + each[1]])
    };
    while !windows.last().is_some_and(|last| is_shared(*last) || is_shared(in_all(&windows))) {
        assert!(windows.len() < 7, "{windows:?}");
        let mut counts = [0; 2];
        while counts[0] + counts[1] < 500 {
            for (lab, count) in labs.iter().zip(&mut counts) {
                let finished = lab.collect(Duration::from_millis(5)).unwrap();
                lab.recorded(&finished.iter().map(|finished| finished.id).collect::<Vec<_>>());
                *count += finished.len();
            }
        }
        windows.push(counts);
    }
    worker.end();
}

#[test]
fn a_coordinator_is_paused_resumed_and_cancelled_by_another() {
    let Some(fleet) = Fleet::with_workers(&["one"]) else { return };
    let lab = coordinator(&fleet, "lab", unchecked());
    let key = fleet.credentials("lab").key.public();
    let tell = |what| order(&fleet.url, fleet.credentials("lab-2"), &key, what);
    tell(CoordinatorOrder::Pause).unwrap();
    lab.submit((0..20).map(|seed| job(ENGINE, seed, &builtin())).collect()).unwrap();
    let worker = Worker::start(&fleet, "one", ENGINE);
    let found = loop {
        let found = status(&fleet.url, fleet.credentials("lab-2")).unwrap();
        if found.workers.first().is_some_and(|worker| worker.idle.is_some())
            && found.coordinators.first().is_some_and(|lab| lab.jobs == 20)
        {
            break found;
        }
    };
    assert_eq!((found.workers[0].played, found.workers[0].idle), (0, Some(Idleness::Paused)));
    assert!(found.coordinators[0].paused);
    tell(CoordinatorOrder::Resume).unwrap();
    collect(&lab, 20);
    tell(CoordinatorOrder::Cancel).unwrap();
    let cancelled = loop {
        if let Err(error) = lab.collect(Duration::from_secs(1)) {
            break error;
        }
    };
    assert!(cancelled.to_string().contains("cancelled"), "{cancelled}");
    drop(lab);
    assert!(matches!(tell(CoordinatorOrder::Pause), Err(FleetError::NotAtWork(_))));
    // A worker may not give orders.
    assert!(order(&fleet.url, fleet.credentials("one"), &key, CoordinatorOrder::Cancel).is_err());
    worker.end();
}

#[test]
fn a_cancelled_coordinators_jobs_make_room_for_anothers() {
    let Some(fleet) = Fleet::with_workers(&["one"]) else { return };
    let labs = ["lab", "lab-2"].map(|name| coordinator(&fleet, name, unchecked()));
    // Far more than are played until the second one has its results, however long that takes.
    labs[0].submit((0..4000).map(|seed| job(ENGINE, seed, &builtin())).collect()).unwrap();
    let worker = slow_worker(&fleet, Duration::from_millis(20));
    let mut played = 0;
    while played < 40 {
        played += labs[0].collect(Duration::from_secs(1)).unwrap().len();
    }
    let [lab, other] = labs;
    drop(lab);
    other.submit((0..20).map(|seed| job(ENGINE, 1000 + seed, &builtin())).collect()).unwrap();
    collect(&other, 20);
    // The matches that it held of the first one were not played to the end.
    let all = worker.end();
    assert!(all < 4000, "{all} matches");
}

#[test]
fn matches_go_to_workers_that_have_the_memory_for_them() {
    let Some(fleet) = Fleet::with_workers(&["one", "two"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let ready = job::Validator::validate(&validator, &module(100), job::SizeClass::Normal).unwrap().unwrap();
    let home = Box::new(StubExecutor::at(Place::Home));
    let lab = fleet.credentials("lab");
    let lab = FleetExecutor::connect(&fleet.url, lab, &validator, home, unchecked()).unwrap();
    lab.submit((0..20).map(|seed| job(ENGINE, seed, &ready.plays())).collect()).unwrap();
    let of_memory = |name: &str, memory| {
        let options = WorkerOptions { memory: Some(memory), ..options(4, vec![ENGINE.to_owned()]) };
        Worker::with(&fleet, name, options, StubExecutor::at(Place::Worker))
    };
    let small = of_memory("one", 1 << 20);
    let idle = || {
        let found = status(&fleet.url, fleet.credentials("lab")).unwrap();
        found.workers.first().and_then(|worker| worker.idle)
    };
    while idle() != Some(Idleness::TooLittleMemory) {}
    let large = of_memory("two", 1 << 30);
    collect(&lab, 20);
    assert_eq!((small.end(), large.end()), (0, 20));
}

#[test]
fn very_short_matches_are_played_at_home() {
    let Some(fleet) = Fleet::with_workers(&["one"]) else { return };
    let shortest = Duration::from_secs(1);
    let lab = coordinator(&fleet, "lab", CoordinatorOptions { shortest, ..unchecked() });
    let worker = slow_worker(&fleet, Duration::from_millis(10));
    // The fleet plays them as long as their duration is unknown.
    let mut seeds = 0..;
    let mut at_home = 0;
    while at_home == 0 {
        let jobs: Vec<_> = seeds.by_ref().take(100).map(|seed| job(ENGINE, seed, &builtin())).collect();
        lab.submit(jobs).unwrap();
        let played = collect(&lab, 100);
        at_home = played.values().filter(|played| played.worker.is_none()).count();
    }
    worker.end();
}
