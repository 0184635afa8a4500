//! A coordinator's side of a fleet: publishes jobs, takes results, and publishes again what is lost.

mod event;
mod intake;
mod outstanding;
mod publishing;
mod receipt;
mod roll;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use async_nats::{Message as Envelope, Subscriber};
use futures_util::StreamExt;
use hash::Hash;
use job::{Finished, Job, JobId};
use referee::HostFailure;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::MissedTickBehavior;

use self::event::{Arrived, Event};
pub(crate) use self::event::{Command, Outcome};
use self::outstanding::Outstanding;
use self::receipt::Receipt;
use self::roll::Roll;
use crate::link::Link;
use crate::message::{Announcement, Answer, JobResult, Message, Offer, Queue, open};
use crate::validator::Modules;
use crate::{Credentials, FleetError, streams, subject};

/// How often offers are told.
const OFFERS: Duration = Duration::from_secs(2);
/// How often it is looked for what was lost, and streams are made that are no longer there.
const RECONCILING: Duration = Duration::from_secs(5);
/// Publications that wait for the server's word at one time.
const MOST_PUBLICATIONS: usize = 64;
/// The pause after a publication that failed.
const PAUSE: Duration = Duration::from_millis(500);
/// How long the end may take.
const END: Duration = Duration::from_secs(2);
/// After which time without workers that is said.
const LONELY: Duration = Duration::from_secs(10);

/// What a coordinator has in common with its executor and validator.
pub(crate) struct Place {
    pub(crate) modules: Arc<Modules>,
    pub(crate) width: Arc<AtomicUsize>,
    pub(crate) outcomes: Sender<Outcome>,
}

/// A coordinator at work.
pub(crate) struct Coordinator {
    link: Link,
    epoch: u64,
    place: Place,
    outstanding: Outstanding,
    roll: Roll,
    /// The fingerprints that jobs have had.
    engines: BTreeSet<String>,
    /// Modules that are in their stream.
    published: BTreeSet<Hash>,
    /// Whether modules are on their way there; jobs wait for them.
    publishes_modules: bool,
    publications: usize,
    /// When to publish again after a failure.
    resumes: Option<Instant>,
    ensures: bool,
    events: UnboundedSender<Event>,
    arriving: Option<UnboundedReceiver<Event>>,
    told: Subscriber,
    questions: Subscriber,
    offered: Instant,
    reconciled: Instant,
    /// Since when there has been no worker, until that is said.
    lonely: Option<Instant>,
}

/// Connects, and begins an epoch.
pub(crate) async fn begin(
    url: &str,
    credentials: Credentials,
    place: Place,
) -> Result<Coordinator, FleetError> {
    let link = Link::to(url, credentials).await?;
    let failed = |error: &dyn std::error::Error| FleetError::Server {
        what: "be listened to",
        why: explain::with_causes(error),
    };
    let own = subject::coordinator(&link.user);
    // Nobody answers unless the same coordinator is at work.
    if link.client.request(own.clone(), "".into()).await.is_ok() {
        return Err(FleetError::AtWork(link.user));
    }
    let questions = link.client.subscribe(own).await.map_err(|error| failed(&error))?;
    let told = link.client.subscribe(subject::WORKER_SUBJECTS).await.map_err(|error| failed(&error))?;
    streams::ensure(&link.context).await?;
    streams::begin_epoch(&link.context, &link.user).await?;
    let epoch = getrandom::u64().map_err(|error| FleetError::Thread(error.to_string()))?;
    let (events, arriving) = unbounded_channel();
    tokio::spawn(intake::take_results(link.clone(), events.clone()));
    Ok(Coordinator {
        link,
        epoch,
        place,
        outstanding: Outstanding::default(),
        roll: Roll::default(),
        engines: BTreeSet::new(),
        published: BTreeSet::new(),
        publishes_modules: false,
        publications: 0,
        resumes: None,
        ensures: false,
        events,
        arriving: Some(arriving),
        told,
        questions,
        offered: Instant::now(),
        reconciled: Instant::now(),
        lonely: Some(Instant::now()),
    })
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
                    Some(Command::End) | None => break,
                },
                Some(event) = arriving.recv() => self.take(event),
                Some(message) = self.told.next() => self.hear(&message).await,
                Some(question) = self.questions.next() => self.say_here(question).await,
                _ = ticks.tick() => self.tick().await,
            }
            self.publish();
            self.tell_width();
        }
        drop(tokio::time::timeout(END, self.end()).await);
    }

    /// Takes what was not played from the fleet.
    async fn end(&self) {
        self.offer(false).await;
        drop(streams::begin_epoch(&self.link.context, &self.link.user).await);
        drop(self.link.client.flush().await);
    }

    async fn submit(&mut self, jobs: Vec<Job>) {
        let known = self.engines.len();
        for job in jobs {
            self.engines.insert(job.terms.engine.clone());
            self.outstanding.add(job);
        }
        if self.engines.len() > known {
            for engine in &self.engines {
                let made = streams::ensure_queue(&self.link.context, &self.link.user, self.epoch, engine);
                if let Err(error) = made.await {
                    tracing::warn!(error = explain::with_causes(&error), "jobs wait");
                }
            }
            self.offer(true).await;
        }
    }

    /// Takes back all jobs of which no worker has said that it holds them.
    fn take_back(&mut self) -> Vec<JobId> {
        let epoch = self.epoch;
        let roll = &self.roll;
        let user = &self.link.user;
        let back = self.outstanding.take_back(|batch| roll.is_held(user, epoch, batch));
        let (link, subject) = (self.link.clone(), subject::jobs_of(&self.link.user));
        tokio::spawn(async move {
            let Ok(stream) = link.context.get_stream(subject::JOBS).await else { return };
            drop(stream.purge().filter(subject).await);
        });
        back
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Published { batch, place } => {
                self.publications -= 1;
                self.outstanding.published(batch, place);
                if place.is_none() {
                    self.resumes = Some(Instant::now() + PAUSE);
                }
            }
            Event::ModulesPublished(modules) => {
                self.publishes_modules = false;
                self.published.extend(modules);
            }
            Event::Checked { batch, is_there } => {
                let lost = self.outstanding.checked(Instant::now(), batch, is_there);
                if lost > 0 {
                    tracing::warn!(jobs = lost, "published again: nobody has them");
                }
            }
            Event::Results(arrived) => self.take_results(*arrived),
            Event::Ensured => self.ensures = false,
        }
    }

    fn take_results(&mut self, Arrived { worker, results, acker }: Arrived) {
        let mut finished = Vec::new();
        self.outstanding.paced(Duration::from_nanos(results.pace));
        let is_own = results.epoch == self.epoch;
        for JobResult { number, job: digest, answer } in results.results {
            let number = is_own.then_some(number);
            // Came twice, was taken back, or is of a match that has its result from an earlier epoch.
            let Some(job) = self.outstanding.find(number, &digest) else { continue };
            let id = job.id;
            let result = match answer {
                Answer::Played(record) => match job.accept(*record) {
                    Ok(record) => Ok(record),
                    Err(why) => {
                        tracing::warn!(%worker, %why, "a record was refused; the match is played at home");
                        self.send_home(id);
                        continue;
                    }
                },
                Answer::NoModule(module) => {
                    self.published.remove(&module);
                    self.outstanding.publish_again(id);
                    continue;
                }
                Answer::Failed(why) => {
                    Err(HostFailure::new(format!("the fleet's worker {worker} did not play it: {why}"), None))
                }
            };
            self.outstanding.remove(id);
            finished.push(Finished { id, result });
        }
        let receipt = Receipt::of(finished.len(), acker);
        for result in finished {
            let outcome = Outcome::Finished { result, receipt: Arc::clone(&receipt) };
            drop(self.place.outcomes.send(outcome));
        }
    }

    fn send_home(&mut self, id: JobId) {
        if let Some(job) = self.outstanding.remove(id) {
            drop(self.place.outcomes.send(Outcome::AtHome(job)));
        }
    }

    /// Hears what a worker says of itself.
    async fn hear(&mut self, message: &Envelope) {
        let Some(worker) = subject::user_of(&message.subject) else { return };
        let Ok(told) = open::<Announcement>(&message.payload, &worker) else {
            tracing::warn!(%worker, "what it says of itself is not signed by it, or of another version");
            return;
        };
        if self.roll.hear(worker, told, Instant::now()) {
            self.offer(true).await;
        }
    }

    /// Answers that this coordinator is at work.
    async fn say_here(&self, question: Envelope) {
        if let Some(reply) = question.reply {
            drop(self.link.client.publish(reply, "".into()).await);
        }
    }

    /// Tells workers where jobs are to be had, or that there are none any more.
    async fn offer(&self, is_open: bool) {
        let queue = |engine: &String| Queue {
            engine: engine.clone(),
            consumer: subject::jobs_consumer(&self.link.user, engine),
        };
        let queues = if is_open { self.engines.iter().map(queue).collect() } else { Vec::new() };
        let offer = Offer {
            coordinator: self.link.user.clone(),
            epoch: self.epoch,
            queues,
            jobs: self.outstanding.count() as u64,
        };
        if let Ok(bytes) = offer.encode() {
            drop(self.link.client.publish(subject::offer(&self.link.user), bytes.into()).await);
        }
    }

    async fn tick(&mut self) {
        let now = Instant::now();
        self.roll.forget_silent(now);
        self.tell_lonely(now);
        if now - self.offered >= OFFERS {
            self.offered = now;
            self.offer(true).await;
        }
        if now - self.reconciled >= RECONCILING {
            self.reconciled = now;
            self.reconcile(now);
        }
    }

    /// Says it once where no worker can play what there is.
    fn tell_lonely(&mut self, now: Instant) {
        if self.roll.slots(&self.engines) > 0 {
            self.lonely = None;
        } else if self.lonely.is_some_and(|since| now - since >= LONELY) && !self.engines.is_empty() {
            self.lonely = None;
            let engines = self.engines.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            tracing::warn!("no worker of the fleet plays with {engines}; waiting for one");
        }
    }

    /// Looks for batches that neither a worker nor the server has, and makes streams that are gone.
    fn reconcile(&mut self, now: Instant) {
        let (roll, user, epoch) = (&self.roll, &self.link.user, self.epoch);
        for (batch, place) in self.outstanding.unheard(now, |batch| roll.is_held(user, epoch, batch)) {
            let (link, events) = (self.link.clone(), self.events.clone());
            tokio::spawn(async move {
                if let Some(is_there) = publishing::is_there(&link, (epoch, batch), place).await {
                    drop(events.send(Event::Checked { batch, is_there }));
                }
            });
        }
        if !self.ensures {
            self.ensures = true;
            let (link, events) = (self.link.clone(), self.events.clone());
            let engines = self.engines.clone();
            tokio::spawn(async move {
                publishing::ensure(&link, epoch, &engines).await;
                drop(events.send(Event::Ensured));
            });
        }
    }

    /// Publishes jobs that wait, while the server takes them.
    fn publish(&mut self) {
        if self.resumes.is_some_and(|resumes| Instant::now() < resumes) {
            return;
        }
        self.resumes = None;
        let slots = self.roll.slots(&self.engines);
        while self.publications < MOST_PUBLICATIONS && !self.publishes_modules {
            let Some(jobs) = self.outstanding.next_batch(slots) else { return };
            let missing = self.missing_modules(&jobs);
            if !missing.is_empty() {
                self.publishes_modules = true;
                self.outstanding.put_back(&jobs);
                let (link, events, modules) =
                    (self.link.clone(), self.events.clone(), Arc::clone(&self.place.modules));
                tokio::spawn(async move {
                    publishing::publish_modules(&link, &modules, &missing).await;
                    drop(events.send(Event::ModulesPublished(missing)));
                });
                return;
            }
            self.publish_batch(&jobs);
        }
    }

    fn publish_batch(&mut self, jobs: &[Job]) {
        let engine = jobs.first().map_or("", |job| &*job.terms.engine);
        let subject = subject::jobs(&self.link.user, self.epoch, engine);
        let encoded = self.outstanding.batch(&self.link.user, self.epoch, jobs);
        let Some((batch, bytes)) = encoded else {
            // The first is too large for a message, whatever is left out; the others are put back.
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

    /// Modules of these jobs that are not in their stream yet.
    fn missing_modules(&self, jobs: &[Job]) -> Vec<Hash> {
        let named: BTreeSet<Hash> = jobs.iter().flat_map(publishing::modules_of).collect();
        named.difference(&self.published).copied().collect()
    }

    fn tell_width(&self) {
        let slots = self.roll.slots(&self.engines).max(1);
        let width = slots.saturating_mul(self.outstanding.batch_size());
        self.place.width.store(width, Ordering::Relaxed);
    }
}
