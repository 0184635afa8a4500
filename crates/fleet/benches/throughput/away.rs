//! Cost of a server outage.

use std::time::{Duration, Instant};

use crate::server::Fleet;
use crate::support::{Feed, Worker, coordinator, jobs};

const NAMES: [&str; 2] = ["one", "two"];
const MATCH: Duration = Duration::from_millis(100);
const PLAYING: Duration = Duration::from_secs(10);
const AWAY: Duration = Duration::from_secs(15);
/// Interval between checks for results.
const GLANCE: Duration = Duration::from_millis(10);

pub(crate) fn run() {
    println!("a server that is killed, and away for {} s", AWAY.as_secs());
    let Some(mut fleet) = Fleet::with_workers(&NAMES) else { return };
    let executor = coordinator(&fleet);
    let workers = NAMES.map(|name| Worker::start(&fleet, name, 8, MATCH, 0));
    let busy = || workers.iter().map(Worker::busy).sum::<f64>();
    let mut feed = Feed::new(&executor, jobs(500));
    feed.least = 1000;
    feed.run(PLAYING);
    fleet.kill_server();
    feed.run(AWAY);
    let before = busy();
    fleet.start();
    let back = Instant::now();
    while busy() <= before {
        feed.run(GLANCE);
    }
    println!("  played again {:.1} s after it is back", back.elapsed().as_secs_f64());
    feed.run(PLAYING);
    feed.finish();
    let pause = workers.iter().map(Worker::longest_pause).max().unwrap_or_default();
    println!("  playing stood still for {:.1} s", pause.as_secs_f64());
    let Feed { asked, collected, .. } = feed;
    drop(executor);
    let played: u64 = workers.into_iter().map(Worker::end).sum();
    println!("  {asked} jobs, {collected} results, {played} matches (goal: no result is lost)");
}
