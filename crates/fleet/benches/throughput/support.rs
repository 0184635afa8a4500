//! Coordinators and workers, and their processor time.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fleet::{FleetError, FleetExecutor, FleetValidator, JobClass, work};
use game::PerSeat;
use job::{Executor, Job, JobId, SeatJob};
use referee::MatchSeed;

use crate::server::Fleet;
use crate::sleeping::{Playing, Sleeping};
use crate::stub::{Place, StubExecutor, StubValidator, builtin, job, options, unchecked};

/// The engine fingerprint of all workers and jobs.
pub(crate) const ENGINE: &str = "stub; no rules 1";
/// The class of jobs between players without modules.
pub(crate) fn class() -> JobClass {
    JobClass { engine: ENGINE.to_owned(), memory: 0 }
}

/// Ticks of processor time in a second.
const TICKS: f64 = 100.0;

pub(crate) fn coordinator(fleet: &Fleet) -> FleetExecutor {
    let validator = FleetValidator::new(StubValidator);
    let home = Box::new(StubExecutor::at(Place::Home));
    FleetExecutor::connect(&fleet.url, fleet.credentials("lab"), &validator, home, unchecked()).unwrap()
}

/// A worker on its own threads.
pub(crate) struct Worker {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<u64, FleetError>>,
    time: Duration,
    playing: Arc<Mutex<Playing>>,
}

impl Worker {
    /// Starts a worker whose matches take `time` and whose records have logs of `log` bytes.
    pub(crate) fn start(fleet: &Fleet, name: &str, slots: usize, time: Duration, log: usize) -> Worker {
        let stop = Arc::new(AtomicBool::new(false));
        let (url, credentials, stops) = (fleet.url.clone(), fleet.credentials(name), Arc::clone(&stop));
        let executor = Sleeping::new(slots, time, log);
        let playing = executor.playing();
        let options = options(slots, vec![ENGINE.to_owned()]);
        let thread =
            thread::spawn(move || work(&url, credentials, &StubValidator, &executor, options, &stops));
        Worker { stop, thread, time, playing }
    }

    /// Busy time of its slots, in seconds.
    pub(crate) fn busy(&self) -> f64 {
        self.playing.lock().unwrap().busy(self.time).as_secs_f64()
    }

    /// The longest time in which none of its matches ended.
    pub(crate) fn longest_pause(&self) -> Duration {
        self.playing.lock().unwrap().longest_pause
    }

    pub(crate) fn end(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap().unwrap()
    }
}

/// An endless sequence of jobs with settings of this number of bytes.
pub(crate) fn jobs(settings: usize) -> impl Iterator<Item = Job> {
    let first = job(ENGINE, 0, &builtin());
    let seat = Arc::new(SeatJob { plays: builtin(), settings: "s".repeat(settings) });
    (0..).map(move |seed| Job {
        id: JobId::fresh(),
        seed: MatchSeed::from_number(seed),
        seats: PerSeat::new(Arc::clone(&seat), Arc::clone(&first.seats.0[1])),
        ..first.clone()
    })
}

/// Submits jobs, with as many ahead as a tournament has.
pub(crate) struct Feed<'a, J> {
    executor: &'a dyn Executor,
    jobs: J,
    /// Minimum number of jobs ahead.
    pub(crate) least: usize,
    /// Number of jobs without a result.
    pub(crate) out: usize,
    pub(crate) asked: usize,
    pub(crate) collected: u64,
}

impl<'a, J: Iterator<Item = Job>> Feed<'a, J> {
    pub(crate) fn new(executor: &'a dyn Executor, jobs: J) -> Self {
        Feed { executor, jobs, least: 8192, out: 0, asked: 0, collected: 0 }
    }

    /// Feeds the executor for this time. Returns the elapsed seconds.
    pub(crate) fn run(&mut self, time: Duration) -> f64 {
        let begun = Instant::now();
        while begun.elapsed() < time {
            let ahead = (16 * self.executor.width()).max(self.least);
            if let room @ 1.. = ahead.saturating_sub(self.out) {
                self.executor.submit(self.jobs.by_ref().take(room).collect()).unwrap();
                self.out += room;
                self.asked += room;
            }
            self.collect();
        }
        begun.elapsed().as_secs_f64()
    }

    /// Waits for the outstanding jobs. Each job has one result.
    pub(crate) fn finish(&mut self) {
        while self.out > 0 {
            self.collect();
        }
    }

    pub(crate) fn collect(&mut self) {
        for finished in self.executor.collect(Duration::from_millis(100)).unwrap() {
            self.executor.recorded(&[finished.id]);
            finished.result.unwrap();
            self.out = self.out.checked_sub(1).unwrap();
            self.collected += 1;
        }
    }
}

/// Runs a task on its own thread.
pub(crate) fn on_a_runtime(task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    thread::Builder::new().name("simulated".to_owned()).spawn(move || runtime.block_on(task)).unwrap()
}

/// Processor time in seconds of a process, or of a thread of this one.
pub(crate) fn processor_time(stat: &str) -> f64 {
    let stat = fs::read_to_string(stat).unwrap();
    // The name is in parentheses and may contain spaces.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u32 = fields[11..13].iter().map(|ticks| ticks.parse::<u32>().unwrap()).sum();
    f64::from(ticks) / TICKS
}

/// The `stat` files of the threads of this process that communicate with a server.
pub(crate) fn speaking_threads() -> Vec<String> {
    let tasks = fs::read_dir("/proc/self/task").unwrap().map(|task| task.unwrap().path());
    let speaks =
        |task: &PathBuf| fs::read_to_string(task.join("comm")).is_ok_and(|name| name.trim_end() == "fleet");
    tasks.filter(speaks).map(|task| task.join("stat").to_str().unwrap().to_owned()).collect()
}

/// The `stat` file of the main thread, which submits the jobs.
pub(crate) fn own_stat() -> String {
    format!("/proc/self/task/{}/stat", std::process::id())
}

/// The `stat` file of the server.
pub(crate) fn server_stat(fleet: &Fleet) -> String {
    format!("/proc/{}/stat", fleet.server_id())
}
