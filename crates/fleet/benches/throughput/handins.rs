//! Number of jobs that make a round trip in a second, one per message, and the processor time of each process.

use std::time::Duration;

use crate::server::Fleet;
use crate::support::{Feed, Worker, coordinator, jobs, processor_time, server_stat, speaking_threads};

/// Matches of a second are handed out one by one. Four workers with this number of slots could play twice the target.
const SLOTS: usize = 1000;
const MATCH: Duration = Duration::from_secs(1);
const NAMES: [&str; 4] = ["one", "two", "three", "four"];
const START: Duration = Duration::from_secs(10);
const TIME: Duration = Duration::from_secs(20);
/// Size of the settings and logs in bytes: jobs have 2.5 KB and results 10 KB.
const SETTINGS: usize = 2200;
const LOG: usize = 9600;

pub(crate) fn run() {
    println!("hand-ins of {} workers; jobs of 2.5 KB, results of 10 KB, one in a message", NAMES.len());
    let Some(fleet) = Fleet::with_workers(&NAMES) else { return };
    let executor = coordinator(&fleet);
    let coordinating = speaking_threads().remove(0);
    let workers = NAMES.map(|name| Worker::start(&fleet, name, SLOTS, MATCH, LOG));
    let mut feed = Feed::new(&executor, jobs(SETTINGS));
    feed.run(START);
    let times = || [&server_stat(&fleet), &coordinating].map(|stat| processor_time(stat));
    let (count, before) = (feed.collected, times());
    let passed = feed.run(TIME);
    let (count, after) = ((feed.collected - count) as f64, times());
    let [server, own] = [0, 1].map(|at| 1000.0 * (after[at] - before[at]) / count);
    println!("  {:6.0}/s (goal 2000)", count / passed);
    println!("  {server:6.3} ms of the server for each (goal 0.2)");
    println!("  {own:6.3} ms of the coordinator for each");
    drop(executor);
    workers.into_iter().map(Worker::end).for_each(drop);
}
