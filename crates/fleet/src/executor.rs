//! The executor whose slots are on other machines.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use job::{Executor, ExecutorError, Finished, Job, JobId, Validator};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::coordinator::{self, Command, Outcome};
use crate::validator::FleetValidator;
use crate::{Credentials, FleetError, runtime};

/// How long to wait for what is played at home before looking at the fleet again.
const GLANCE: Duration = Duration::from_millis(10);

/// Has jobs played by the workers of a fleet. Those marked `alone`, and those too large for a message, are played at home.
///
/// A result is acknowledged when it is collected. The ledger commits it later, by at most the time in which the dispatcher
/// collects what it commits together: if the program ends between the two, the match has no result, and is published again
/// when the run goes on. That costs the match's time and never a result.
pub struct FleetExecutor {
    commands: UnboundedSender<Command>,
    outcomes: Receiver<Outcome>,
    width: Arc<AtomicUsize>,
    home: Box<dyn Executor + Send>,
    /// Jobs that are played at home.
    at_home: Cell<usize>,
    thread: Option<JoinHandle<()>>,
}

impl FleetExecutor {
    /// Connects to a fleet as a coordinator. `home` plays what the fleet cannot, of modules that `validator` has admitted.
    ///
    /// # Errors
    /// When the server cannot be reached, does not admit the coordinator or cannot keep streams; or when the coordinator is at
    /// work elsewhere.
    pub fn connect<V: Validator>(
        url: &str,
        credentials: Credentials,
        validator: &FleetValidator<V>,
        home: Box<dyn Executor + Send>,
    ) -> Result<FleetExecutor, FleetError> {
        let (commands, receiver) = unbounded_channel();
        let (sender, outcomes) = mpsc::channel();
        let (begun, beginning) = mpsc::channel();
        let width = Arc::new(AtomicUsize::new(1));
        let (modules, shared_width) = (Arc::clone(&validator.modules), Arc::clone(&width));
        let url = url.to_owned();
        let thread = runtime::on_a_thread("fleet", async move {
            let place = coordinator::Place { modules, width: shared_width, outcomes: sender };
            match coordinator::begin(&url, credentials, place).await {
                Ok(coordinator) => {
                    drop(begun.send(Ok(())));
                    coordinator.run(receiver).await;
                }
                Err(error) => drop(begun.send(Err(error))),
            }
        })?;
        beginning.recv().unwrap_or_else(|_| Err(FleetError::Thread("it panicked".to_owned())))?;
        Ok(FleetExecutor { commands, outcomes, width, home, at_home: Cell::new(0), thread: Some(thread) })
    }

    fn command(&self, command: Command) -> Result<(), ExecutorError> {
        self.commands.send(command).map_err(|_| lost())
    }

    fn play_at_home(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.at_home.set(self.at_home.get() + jobs.len());
        self.home.submit(jobs)
    }

    fn take(&self, outcome: Outcome, finished: &mut Vec<Finished>) -> Result<(), ExecutorError> {
        match outcome {
            Outcome::Finished { result, receipt } => {
                receipt.collected();
                finished.push(result);
                Ok(())
            }
            Outcome::AtHome(job) => self.play_at_home(vec![job]),
        }
    }

    fn collect_at_home(&self, patience: Duration, finished: &mut Vec<Finished>) -> Result<(), ExecutorError> {
        let played = self.home.collect(patience)?;
        self.at_home.set(self.at_home.get().saturating_sub(played.len()));
        finished.extend(played);
        Ok(())
    }
}

fn lost() -> ExecutorError {
    ExecutorError::new("the thread that speaks with the fleet has ended", None)
}

impl Executor for FleetExecutor {
    /// The slots of the fleet, times the matches that a slot is handed at a time.
    fn width(&self) -> usize {
        self.width.load(Ordering::Relaxed).max(1)
    }

    fn missing_protections(&self) -> Vec<String> {
        self.home.missing_protections()
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        let (alone, others): (Vec<Job>, Vec<Job>) = jobs.into_iter().partition(|job| job.alone);
        if !alone.is_empty() {
            self.play_at_home(alone)?;
        }
        if others.is_empty() { Ok(()) } else { self.command(Command::Submit(others)) }
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        let (reply, ids): (Sender<Vec<JobId>>, _) = mpsc::channel();
        self.command(Command::TakeBack(reply))?;
        let mut back = ids.recv().map_err(|_| lost())?;
        let from_home = self.home.take_back()?;
        self.at_home.set(self.at_home.get().saturating_sub(from_home.len()));
        back.extend(from_home);
        Ok(back)
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let deadline = Instant::now() + patience;
        let mut finished = Vec::new();
        loop {
            while let Ok(outcome) = self.outcomes.try_recv() {
                self.take(outcome, &mut finished)?;
            }
            if self.at_home.get() > 0 {
                self.collect_at_home(Duration::ZERO, &mut finished)?;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if !finished.is_empty() || left.is_zero() {
                return Ok(finished);
            }
            if self.at_home.get() > 0 {
                self.collect_at_home(left.min(GLANCE), &mut finished)?;
                continue;
            }
            match self.outcomes.recv_timeout(left) {
                Ok(outcome) => self.take(outcome, &mut finished)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(lost()),
            }
        }
    }
}

impl Drop for FleetExecutor {
    /// Takes what was not played from the fleet.
    fn drop(&mut self) {
        drop(self.commands.send(Command::End));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
