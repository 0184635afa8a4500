//! The executor whose slots are on other machines.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use job::{Executor, ExecutorError, ExposedWorker, Finished, Job, JobId, Validator};
use referee::{ClockKind, Record};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::coordinator::{self, Acknowledgement, Command, CoordinatorOptions, DIFFERS, Outcome, is_slow};
use crate::validator::FleetValidator;
use crate::{Credentials, FleetError, PublicKey, runtime};

/// Maximum time to wait for matches played at home before checking the fleet again.
const GLANCE: Duration = Duration::from_millis(10);
/// Maximum time to wait for an answer of the thread that communicates with the fleet.
const PATIENCE: Duration = Duration::from_secs(30);

/// Has jobs played by the workers of a fleet. Jobs marked `alone`, jobs too large for a message and jobs about which
/// workers disagree are played at home.
///
/// A message of results is acknowledged when all of them were [recorded](Executor::recorded). If the program ends
/// before that, the message is redelivered, or its matches are republished when the run resumes.
pub struct FleetExecutor {
    commands: UnboundedSender<Command>,
    outcomes: Receiver<Outcome>,
    width: Arc<AtomicUsize>,
    home: Box<dyn Executor + Send>,
    /// Number of jobs that are played at home.
    at_home: Cell<usize>,
    /// The jobs among them that decide about records of workers, with these records.
    disputes: RefCell<BTreeMap<JobId, Vec<(PublicKey, Record)>>>,
    /// Messages of results that were collected and are not recorded yet.
    receipts: RefCell<BTreeMap<JobId, Arc<Acknowledgement>>>,
    exposed: RefCell<Vec<ExposedWorker>>,
    /// The workers that were exposed so far.
    named: RefCell<BTreeSet<Arc<str>>>,
    is_ending: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FleetExecutor {
    /// Connects to a fleet as a coordinator. `home` plays the jobs that the fleet cannot, with modules that `validator`
    /// has admitted. Waits up to `options.patience` for a server that cannot be reached.
    ///
    /// # Errors
    /// When the server cannot be reached, does not admit the coordinator or cannot keep streams; or when the
    /// coordinator is at work elsewhere.
    pub fn connect<V: Validator>(
        url: &str,
        credentials: Credentials,
        validator: &FleetValidator<V>,
        home: Box<dyn Executor + Send>,
        options: CoordinatorOptions,
    ) -> Result<FleetExecutor, FleetError> {
        let (commands, receiver) = unbounded_channel();
        let (sender, outcomes) = mpsc::channel();
        let width = Arc::new(AtomicUsize::new(1));
        let is_ending = Arc::new(AtomicBool::new(false));
        let place = coordinator::CoordinatorState {
            modules: Arc::clone(&validator.modules),
            width: Arc::clone(&width),
            outcomes: sender,
            is_ending: Arc::clone(&is_ending),
        };
        let url = url.to_owned();
        let begin = async move { coordinator::begin(&url, credentials, place, options).await };
        let thread = runtime::start(begin, async move |coordinator| coordinator.run(receiver).await)?;
        Ok(FleetExecutor {
            commands,
            outcomes,
            width,
            home,
            at_home: Cell::new(0),
            disputes: RefCell::default(),
            receipts: RefCell::default(),
            exposed: RefCell::default(),
            named: RefCell::default(),
            is_ending,
            thread: Some(thread),
        })
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
                self.receipts.borrow_mut().insert(result.id, receipt);
                finished.push(result);
                Ok(())
            }
            Outcome::AtHome(job) => self.play_at_home(vec![job]),
            Outcome::Disputed { job, answers } => {
                self.disputes.borrow_mut().insert(job.id, answers);
                self.play_at_home(vec![job])
            }
            Outcome::Exposed(worker) => {
                self.expose(worker);
                Ok(())
            }
            Outcome::Cancelled => Err(ExecutorError::new("cancelled with `muster fleet cancel`", None)),
        }
    }

    /// Judges the workers whose records are compared with one that was played at home. If a bot was slow there, the
    /// comparison proves nothing.
    fn settle(&self, finished: &Finished) -> Result<(), ExecutorError> {
        let Some(answers) = self.disputes.borrow_mut().remove(&finished.id) else { return Ok(()) };
        let Ok(here) = &finished.result else { return Ok(()) };
        if is_slow(here) {
            return Ok(());
        }
        for (worker, record) in answers {
            let is_right = record == *here;
            if !is_right {
                self.expose(ExposedWorker { worker: worker.as_str().into(), why: DIFFERS.to_owned() });
            }
            self.command(Command::Settled { worker, is_right })?;
        }
        Ok(())
    }

    /// Reports a worker as exposed, once.
    fn expose(&self, worker: ExposedWorker) {
        if self.named.borrow_mut().insert(Arc::clone(&worker.worker)) {
            self.exposed.borrow_mut().push(worker);
        }
    }

    fn collect_at_home(&self, patience: Duration, finished: &mut Vec<Finished>) -> Result<(), ExecutorError> {
        let played = self.home.collect(patience)?;
        self.at_home.set(self.at_home.get().saturating_sub(played.len()));
        for played in &played {
            self.settle(played)?;
        }
        finished.extend(played);
        Ok(())
    }
}

fn lost() -> ExecutorError {
    ExecutorError::new("the thread that talks to the fleet has ended", None)
}

impl Executor for FleetExecutor {
    /// Number of slots of the fleet times the number of matches that a slot is handed at a time, or the width of this
    /// machine if that is more.
    fn width(&self) -> usize {
        self.width.load(Ordering::Relaxed).max(self.home.width())
    }

    fn missing_protections(&self) -> Vec<String> {
        self.home.missing_protections()
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        let clock = |job: &Job| {
            job.terms.limits.clock.0.iter().map(|clock| clock.kind).find(|kind| *kind != ClockKind::Fuel)
        };
        if let Some(kind) = jobs.iter().find_map(clock) {
            let what = format!(
                "a fleet supports only the clock `fuel`, because time on the clock `{}` depends on the machine",
                kind.word()
            );
            return Err(ExecutorError::new(what, None));
        }
        let (alone, others): (Vec<Job>, Vec<Job>) = jobs.into_iter().partition(|job| job.alone);
        if !alone.is_empty() {
            self.play_at_home(alone)?;
        }
        if others.is_empty() { Ok(()) } else { self.command(Command::Submit(others)) }
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        let (reply, ids): (Sender<Vec<JobId>>, _) = mpsc::channel();
        self.command(Command::TakeBack(reply))?;
        let mut back = ids.recv_timeout(PATIENCE).map_err(|_| lost())?;
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
    fn recorded(&self, jobs: &[JobId]) {
        let mut receipts = self.receipts.borrow_mut();
        for job in jobs {
            receipts.remove(job);
        }
    }

    fn exposed(&self) -> Vec<ExposedWorker> {
        self.exposed.take()
    }
}

impl Drop for FleetExecutor {
    /// Removes unplayed jobs from the fleet. Unrecorded results are redelivered.
    fn drop(&mut self) {
        self.is_ending.store(true, Ordering::Relaxed);
        self.receipts.take();
        while self.outcomes.try_recv().is_ok() {}
        drop(self.commands.send(Command::End));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
