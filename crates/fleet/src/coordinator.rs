//! The coordinator's side of a fleet: publishes jobs, takes results, and republishes lost jobs.

mod acknowledgement;
mod answers;
mod control;
mod event;
mod intake;
mod live_workers;
mod options;
mod outstanding_jobs;
mod publishing;
mod rules_check;
mod slot_times;
mod trust;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use async_nats::{Message as Envelope, Subscriber};
use futures_util::StreamExt;
use hash::Hash;
use job::{Job, JobId};
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::MissedTickBehavior;

pub(crate) use self::acknowledgement::Acknowledgement;
pub(crate) use self::answers::DIFFERS;
use self::control::{WorkerNote, WorkerPresence};
use self::event::Event;
pub(crate) use self::event::{Command, Outcome};
use self::live_workers::LiveWorkers;
pub use self::options::{Checks, CoordinatorOptions};
use self::outstanding_jobs::OutstandingJobs;
use self::rules_check::RulesCheck;
use self::slot_times::SlotTimes;
use self::trust::WorkerTrust;
pub(crate) use self::trust::is_slow;
use crate::connection::Connection;
use crate::message::{CoordinatorOrder, Message};
use crate::validator::Modules;
use crate::{Credentials, FleetError, JobClass, PublicKey, streams, subject};

/// Interval between offers.
const OFFERS: Duration = Duration::from_secs(2);
/// Interval between checks for lost batches and missing streams.
const RECONCILING: Duration = Duration::from_secs(5);
/// Maximum number of unconfirmed publications.
const MOST_PUBLICATIONS: usize = 64;
/// Pause after a failed publication.
const PAUSE: Duration = Duration::from_millis(500);
/// Maximum time to shut down.
const END: Duration = Duration::from_secs(2);

/// The state that a coordinator shares with its executor and validator.
pub(crate) struct CoordinatorState {
    pub(crate) modules: Arc<Modules>,
    pub(crate) width: Arc<AtomicUsize>,
    pub(crate) outcomes: Sender<Outcome>,
    /// Set when unrecorded results must be redelivered.
    pub(crate) is_ending: Arc<AtomicBool>,
}

/// A coordinator at work.
pub(crate) struct Coordinator {
    link: Connection,
    epoch: u64,
    /// Number of replicas of each stream at the beginning.
    replicas: usize,
    place: CoordinatorState,
    outstanding: OutstandingJobs,
    paces: SlotTimes,
    /// Messages of results that are still referenced, by their places in the stream.
    receipts: BTreeMap<u64, Weak<Acknowledgement>>,
    roll: LiveWorkers,
    /// Number of slots of the workers in `roll` that can play for it, at the last count.
    slots: usize,
    /// The classes of all jobs so far.
    classes: BTreeSet<JobClass>,
    weight: u32,
    /// Maximum number of slots that play for it at the same time.
    most_slots: Option<u32>,
    shortest: Duration,
    rules: Arc<RulesCheck>,
    trust: WorkerTrust,
    /// Notes about workers that were logged; each is logged once.
    noted: BTreeSet<(PublicKey, WorkerNote)>,
    is_paused: bool,
    /// Modules that are in their stream.
    published: BTreeSet<Hash>,
    /// `true` while modules are being published; jobs wait for them.
    publishes_modules: bool,
    publications: usize,
    /// Time of the next try after a failed publication.
    resumes: Option<Instant>,
    ensures: bool,
    /// Time at which the reason why jobs wait was last logged.
    told_why: Option<Instant>,
    events: UnboundedSender<Event>,
    arriving: Option<UnboundedReceiver<Event>>,
    announced: Receiver<Envelope>,
    questions: Subscriber,
    offered: Instant,
    reconciled: Instant,
    company: WorkerPresence,
}

/// Connects and begins an epoch.
pub(crate) async fn begin(
    url: &str,
    credentials: Credentials,
    place: CoordinatorState,
    options: CoordinatorOptions,
) -> Result<Coordinator, FleetError> {
    let CoordinatorOptions { weight, slots, checks, patience, shortest, games, known_workers } = options;
    let trust = WorkerTrust::open(checks, known_workers)?;
    let link = Connection::to(url, credentials, patience).await?;
    let own = subject::coordinator(&link.user);
    // Only the same coordinator would answer.
    let question = CoordinatorOrder::Answer.encode().unwrap_or_default();
    if link.client.request(own.clone(), question.into()).await.is_ok() {
        return Err(FleetError::AtWork(link.user));
    }
    let questions = link.client.subscribe(own).await;
    let questions = questions.map_err(|error| FleetError::server("subscribe", &error))?;
    let replicas = prepare(&link, patience).await?;
    let announced = intake::announcements(link.clone());
    let epoch = getrandom::u64().map_err(|error| FleetError::Thread(error.to_string()))?;
    let (events, arriving) = unbounded_channel();
    Ok(Coordinator {
        link,
        epoch,
        replicas,
        place,
        outstanding: OutstandingJobs::in_batches(slots.is_none()),
        paces: SlotTimes::default(),
        receipts: BTreeMap::new(),
        roll: LiveWorkers::default(),
        slots: 0,
        classes: BTreeSet::new(),
        weight: weight.max(1),
        most_slots: slots,
        shortest,
        rules: Arc::new(RulesCheck::new(games)),
        trust,
        noted: BTreeSet::new(),
        is_paused: false,
        published: BTreeSet::new(),
        publishes_modules: false,
        publications: 0,
        resumes: None,
        ensures: false,
        told_why: None,
        events,
        arriving: Some(arriving),
        announced,
        questions,
        offered: Instant::now(),
        reconciled: Instant::now(),
        company: WorkerPresence::MissedSince(Instant::now()),
    })
}

/// Creates the streams and removes the leftovers of an earlier epoch. Waits for a server that goes away in the
/// meantime. Returns the number of replicas of the streams.
async fn prepare(link: &Connection, patience: Duration) -> Result<usize, FleetError> {
    let end = Instant::now() + patience;
    loop {
        let prepared = async {
            let replicas = streams::ensure_as_found(&link.context).await?;
            streams::begin_epoch(&link.context, &link.user).await?;
            Ok(replicas)
        };
        match prepared.await {
            Err(_) if Instant::now() < end => tokio::time::sleep(PAUSE).await,
            result => return result,
        }
    }
}

impl Coordinator {
    /// Works until the executor ends.
    pub(crate) async fn run(mut self, mut commands: UnboundedReceiver<Command>) {
        let Some(mut arriving) = self.arriving.take() else { return };
        let mut ticks = tokio::time::interval(Duration::from_millis(250));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.offer(true).await;
        loop {
            tokio::select! {
                command = commands.recv() => match command {
                    Some(Command::Submit(jobs)) => self.submit(jobs).await,
                    Some(Command::TakeBack(reply)) => drop(reply.send(self.take_back())),
                    Some(Command::Settled { worker, is_right }) => self.settle(&worker, is_right),
                    Some(Command::End) | None => break,
                },
                Some(event) = arriving.recv() => self.take(event),
                Some(message) = self.announced.recv() => self.hear(&message).await,
                Some(order) = self.questions.next() => self.obey(order).await,
                _ = ticks.tick() => self.tick().await,
            }
            self.publish();
            self.tell_width();
        }
        drop(tokio::time::timeout(END, self.end()).await);
    }

    /// Removes unplayed jobs from the fleet.
    async fn end(&mut self) {
        self.trust.save();
        self.offer(false).await;
        drop(streams::begin_epoch(&self.link.context, &self.link.user).await);
        drop(self.link.client.flush().await);
    }

    async fn submit(&mut self, jobs: Vec<Job>) {
        let known = self.classes.len();
        for job in jobs {
            self.classes.insert(JobClass::from_job(&job));
            self.outstanding.add(job);
        }
        // Results are consumed once there are jobs that they may belong to.
        if known == 0 && !self.classes.is_empty() {
            tokio::spawn(intake::take_results(self.link.clone(), self.events.clone()));
        }
        if self.classes.len() > known {
            self.count_slots();
            for class in &self.classes {
                let (context, user) = (&self.link.context, &self.link.user);
                let made = streams::ensure_queue(context, user, self.epoch, class, self.most_slots);
                if let Err(error) = made.await {
                    tracing::warn!(
                        error = explain::with_causes(&error),
                        "cannot create a queue; its jobs wait"
                    );
                }
            }
            self.offer(true).await;
        }
    }

    /// Takes back all jobs that no worker claims to hold.
    fn take_back(&mut self) -> Vec<JobId> {
        let held = self.roll.held(&self.link.user, self.epoch);
        let back = self.outstanding.take_back(|batch| held.contains(&batch));
        // Batches that are published from now on stay.
        if let Some(last) = self.outstanding.last_place() {
            let (link, subject) = (self.link.clone(), subject::jobs_of(&self.link.user));
            tokio::spawn(async move {
                let Ok(stream) = link.context.get_stream(subject::JOBS).await else { return };
                drop(stream.purge().filter(subject).sequence(last + 1).await);
            });
        }
        back
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Published { batch, place } => {
                self.publications -= 1;
                self.outstanding.published(batch, place.as_ref().ok().copied());
                if let Err(why) = place {
                    self.resumes = Some(Instant::now() + PAUSE);
                    self.tell_why_jobs_wait(&why);
                }
            }
            Event::ModulesPublished { published, is_whole } => {
                self.publishes_modules = false;
                self.published.extend(published);
                if !is_whole {
                    self.resumes = Some(Instant::now() + PAUSE);
                }
            }
            Event::Checked { batch, is_there } => {
                let (lost, given_up) = self.outstanding.checked(Instant::now(), batch, is_there);
                if lost > 0 {
                    tracing::warn!(jobs = lost, "republishing lost jobs");
                }
                for id in given_up {
                    tracing::warn!("a match was lost too often; playing it here");
                    self.send_home(id);
                }
            }
            Event::Results(arrived) => self.take_results(*arrived),
            Event::Judged { given, records } => self.take_judged(&given, records),
            Event::Ensured { fillers } => {
                self.ensures = false;
                self.name_fillers(fillers);
            }
        }
    }

    async fn tick(&mut self) {
        let now = Instant::now();
        if let Some(pace) = self.paces.median() {
            self.outstanding.paced(pace);
        }
        self.roll.forget_silent(now);
        self.count_slots();
        self.tell_lonely(now);
        if now - self.offered >= OFFERS {
            self.offered = now;
            self.offer(true).await;
        }
        if now - self.reconciled >= RECONCILING {
            self.reconciled = now;
            self.reconcile(now);
            self.trust.save();
            let (copied, given_up) = self.outstanding.copy_stragglers(now);
            if copied > 0 {
                tracing::warn!(jobs = copied, "republishing jobs of slow workers");
            }
            for id in given_up {
                tracing::warn!("a match is slow on every worker; also playing it here");
                self.send_home(id);
            }
        }
    }

    /// Looks for batches that neither a worker nor the server has, and recreates missing streams.
    fn reconcile(&mut self, now: Instant) {
        let epoch = self.epoch;
        let held = self.roll.held(&self.link.user, epoch);
        for (batch, place) in self.outstanding.unheard(now, |batch| held.contains(&batch)) {
            let (link, events) = (self.link.clone(), self.events.clone());
            tokio::spawn(async move {
                let is_there = publishing::is_there(&link, (epoch, batch), place).await;
                drop(events.send(Event::Checked { batch, is_there }));
            });
        }
        if !self.ensures {
            self.ensures = true;
            let (link, events) = (self.link.clone(), self.events.clone());
            let (classes, slots, replicas) = (self.classes.clone(), self.most_slots, self.replicas);
            tokio::spawn(async move {
                publishing::ensure(&link, replicas, epoch, &classes, slots).await;
                let fillers = streams::fillers(&link.context).await;
                drop(events.send(Event::Ensured { fillers }));
            });
        }
    }

    /// Publishes waiting jobs while the server accepts them.
    fn publish(&mut self) {
        if self.resumes.is_some_and(|resumes| Instant::now() < resumes) {
            return;
        }
        self.resumes = None;
        if self.is_paused {
            return;
        }
        for id in self.outstanding.take_short(self.shortest) {
            self.send_home(id);
        }
        while self.publications < MOST_PUBLICATIONS && !self.publishes_modules {
            let Some(jobs) = self.outstanding.next_batch(self.slots) else { return };
            let missing = self.missing_modules(&jobs);
            if !missing.is_empty() {
                self.publishes_modules = true;
                self.outstanding.put_back(&jobs);
                let (link, events, modules) =
                    (self.link.clone(), self.events.clone(), Arc::clone(&self.place.modules));
                tokio::spawn(async move {
                    let published = publishing::publish_modules(&link, &modules, &missing).await;
                    let is_whole = published.len() == missing.len();
                    drop(events.send(Event::ModulesPublished { published, is_whole }));
                });
                return;
            }
            self.publish_batch(&jobs);
        }
    }

    fn publish_batch(&mut self, jobs: &[Job]) {
        let Some(class) = jobs.first().map(JobClass::from_job) else { return };
        let subject = subject::jobs(&self.link.user, self.epoch, &class);
        let encoded = self.outstanding.batch(&self.link.user, self.epoch, jobs);
        let Some((batch, bytes)) = encoded else {
            // The first job alone is too large for a message. The others were put back.
            if let Some(job) = jobs.first() {
                self.send_home(job.id);
            }
            return;
        };
        self.publications += 1;
        let (link, events) = (self.link.clone(), self.events.clone());
        tokio::spawn(async move {
            let place = publishing::publish(&link, subject, bytes).await;
            drop(events.send(Event::Published { batch, place }));
        });
    }

    /// The modules of these jobs that are not in their stream yet.
    fn missing_modules(&self, jobs: &[Job]) -> Vec<Hash> {
        let named: BTreeSet<Hash> = jobs.iter().flat_map(Job::modules).map(|(hash, _)| hash).collect();
        named.difference(&self.published).copied().collect()
    }

    /// Recounts the slots, which takes a while with many workers.
    fn count_slots(&mut self) {
        let slots = self.roll.slots(&self.classes);
        self.slots = self.most_slots.map_or(slots, |most| slots.min(most as usize));
    }

    fn tell_width(&self) {
        let width = self.slots.max(1).saturating_mul(self.outstanding.batch_size());
        self.place.width.store(width, Ordering::Relaxed);
    }
}
