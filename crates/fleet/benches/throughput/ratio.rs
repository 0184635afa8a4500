//! Throughput of a fleet, relative to that of its slots on one machine.

use std::time::Duration;

use crate::server::Fleet;
use crate::sleeping::Sleeping;
use crate::support::{Feed, Worker, coordinator, jobs};

const SLOTS: usize = 8;
const NAMES: [&str; 2] = ["one", "two"];
const START: Duration = Duration::from_secs(5);
const TIME: Duration = Duration::from_secs(25);

pub(crate) fn run() {
    println!("throughput of {} workers with {SLOTS} slots, and of as many slots here", NAMES.len());
    for (millis, goal) in [(100, 0.97), (1000, 0.99)] {
        let time = Duration::from_millis(millis);
        let (fleet, local) = (in_a_fleet(time), here(time));
        let ratio = fleet / local;
        println!("  {millis:4} ms a match: {fleet:7.2}/s, {local:7.2}/s here: {ratio:.4} (goal {goal})");
    }
}

/// Matches per second of busy slot time.
fn in_a_fleet(time: Duration) -> f64 {
    let Some(fleet) = Fleet::with_workers(&NAMES) else { return f64::NAN };
    let executor = coordinator(&fleet);
    let workers = NAMES.map(|name| Worker::start(&fleet, name, SLOTS, time, 5000));
    let busy = || workers.iter().map(Worker::busy).sum::<f64>();
    let mut feed = Feed::new(&executor, jobs(500));
    feed.run(START);
    let before = busy();
    let passed = feed.run(TIME);
    let played = busy() - before;
    drop(executor);
    workers.into_iter().map(Worker::end).for_each(drop);
    played / passed / time.as_secs_f64()
}

fn here(time: Duration) -> f64 {
    let executor = Sleeping::new(NAMES.len() * SLOTS, time, 5000);
    let playing = executor.playing();
    let busy = || playing.lock().unwrap().busy(time).as_secs_f64();
    let mut feed = Feed::new(&executor, jobs(500));
    feed.run(Duration::from_secs(1));
    let before = busy();
    let passed = feed.run(Duration::from_secs(5));
    (busy() - before) / passed / time.as_secs_f64()
}
