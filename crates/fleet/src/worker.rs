//! The worker's side of a fleet: takes jobs, has them played here, and sends their results.

mod batches;
mod event;
mod fair_shares;
mod held_batches;
mod job_requests;
mod match_counts;
mod modules;
mod next_batch;
mod player;
mod reference_match;
mod result_sending;
mod slot_time;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use async_nats::jetstream::AckKind;
use async_nats::{Message as Envelope, Subject, Subscriber};
use futures_util::StreamExt;
use job::{Executor, Validator};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use self::event::{Event, Patience};
use self::fair_shares::FairShares;
use self::held_batches::HeldBatches;
use self::match_counts::MatchCounts;
use self::modules::Cache;
use self::player::{Player, PlayerCommand};
pub use self::reference_match::{ReferenceMatch, record_hash};
use self::slot_time::SlotTime;
use crate::connection::Connection;
use crate::message::{Announcement, Batch, Forget, HeldJobs, MOST_ANNOUNCEMENT, Message, Offer, Queue, seal};
use crate::{Credentials, FleetError, PublicKey, runtime, subject};

/// Interval between announcements and between extensions of leases: a third of a lease.
const TELLING: Duration = Duration::from_secs(10);
/// Time after which a silent coordinator counts as ended.
const SILENCE: Duration = Duration::from_secs(15);
/// Maximum time to shut down.
const END: Duration = Duration::from_secs(2);

/// Options of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Maximum time to wait for a server that cannot be reached at first.
    pub patience: Duration,
    /// A readable name of its machine.
    pub host: String,
    /// Number of matches that it plays at the same time.
    pub slots: usize,
    /// Maximum memory of the bots that play at the same time, in bytes; `None` if unlimited.
    pub memory: Option<u64>,
    /// The fingerprints of its engines and rules.
    pub engines: Vec<String>,
    /// Matches that it must reproduce before it plays with their engines.
    pub references: Vec<ReferenceMatch>,
    /// Time without a job after which the worker ends.
    pub quit_idle: Option<Duration>,
    /// Time after which the worker takes no more jobs. It ends once it has played the jobs that it holds.
    pub until: Option<Duration>,
}

/// Connects to a fleet as a worker and plays for it, until it has been idle for long enough, its time is over, or
/// `stop` is set. On `stop`, it releases the matches that have not begun. Returns the number of matches that were
/// played.
///
/// # Errors
/// When this machine reproduces no reference match, the server cannot be reached, the server does not admit the worker
/// at first or later, or the local executor is lost.
pub fn work(
    url: &str,
    credentials: Credentials,
    validator: &dyn Validator,
    executor: &dyn Executor,
    mut options: WorkerOptions,
    stop: &AtomicBool,
) -> Result<u64, FleetError> {
    play_references(validator, executor, &mut options)?;
    let (events, arriving) = unbounded_channel();
    let (orders, receiver) = mpsc::channel();
    let is_refused = Arc::new(AtomicBool::new(false));
    let (user, refused) = (credentials.key.public(), Arc::clone(&is_refused));
    let (server, url) = (url.to_owned(), url.to_owned());
    let player = Player::new(validator, executor, &options);
    let sender = events.clone();
    let begin = async move { Session::begin(&url, credentials, options, (sender, orders), refused).await };
    let thread = runtime::start(begin, async move |session| session.run(arriving).await)?;
    let played = player.play(&receiver, &events, stop);
    drop(receiver);
    drop(events.send(Event::PlayerEnded));
    drop(thread.join());
    let played = played?;
    if is_refused.load(Ordering::Relaxed) {
        return Err(FleetError::NotAdmitted { url: server, user });
    }
    Ok(played)
}

/// Plays the reference matches, and drops the engines of those that differ.
fn play_references(
    validator: &dyn Validator,
    executor: &dyn Executor,
    options: &mut WorkerOptions,
) -> Result<(), FleetError> {
    let failed = reference_match::failed(&options.references, validator, executor)?;
    // Games from files have no reference match, so any failed one shows that the engine is wrong.
    let of_files = |engine: &String| {
        let own = engine.split_once("; ").map(|(own, _)| job::engine_of_file_games(own));
        own.unwrap_or_default()
    };
    let wrong: BTreeSet<String> = failed.keys().map(of_files).collect();
    options.engines.retain(|engine| !failed.contains_key(engine) && !wrong.contains(engine));
    for (engine, why) in &failed {
        tracing::warn!(engine, why, "the reference match failed; leaving this game to other workers");
    }
    match failed.into_iter().next() {
        Some((engine, why)) if options.engines.is_empty() => Err(FleetError::Reference { engine, why }),
        _ => Ok(()),
    }
}

/// A coordinator that was heard.
struct Coordinator {
    epoch: u64,
    queues: Vec<Queue>,
    is_paused: bool,
    /// The pace of its matches.
    pace: SlotTime,
    heard: Instant,
}

/// The stage of a worker's shutdown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It takes jobs.
    Working,
    /// It takes no more jobs, and finishes those that it holds.
    Finishing,
}

/// A worker at work.
struct Session {
    link: Connection,
    /// A random number for the process.
    process: u64,
    options: WorkerOptions,
    events: UnboundedSender<Event>,
    orders: mpsc::Sender<PlayerCommand>,
    offers: Subscriber,
    coordinators: BTreeMap<PublicKey, Coordinator>,
    shares: FairShares,
    /// Consumers that are being asked for a batch.
    asked: BTreeMap<String, Patience>,
    /// Batches that wait until their modules are fetched, one batch after another.
    fetching: VecDeque<(HeldJobs, Batch)>,
    fetches: bool,
    cache: Cache,
    held: HeldBatches,
    pace: SlotTime,
    tally: MatchCounts,
    /// Number of consecutive matches that it could not play.
    failures: u32,
    /// Time until which it asks for no jobs because of these failures.
    rests: Option<Instant>,
    /// Set when the worker's credentials were revoked.
    is_refused: Arc<AtomicBool>,
    stage: Stage,
    /// Tells tasks that wait for jobs that the worker is finishing.
    is_ending: watch::Sender<bool>,
    begun: Instant,
    /// Time at which it last had something to play.
    busy: Instant,
    /// Time at which slot time was last counted.
    ticked: Instant,
    told: Option<Instant>,
    /// `true` if its batches have changed since the last announcement.
    has_changed: bool,
}

impl Session {
    async fn begin(
        url: &str,
        credentials: Credentials,
        options: WorkerOptions,
        (events, orders): (UnboundedSender<Event>, mpsc::Sender<PlayerCommand>),
        is_refused: Arc<AtomicBool>,
    ) -> Result<Session, FleetError> {
        let link = Connection::to(url, credentials, options.patience).await?;
        let offers = link
            .client
            .subscribe(subject::CONTROL_SUBJECTS)
            .await
            .map_err(|error| FleetError::server("subscribe", &error))?;
        let process = getrandom::u64().map_err(|error| FleetError::Thread(error.to_string()))?;
        let now = Instant::now();
        Ok(Session {
            link,
            process,
            options,
            events,
            orders,
            offers,
            coordinators: BTreeMap::new(),
            shares: FairShares::default(),
            asked: BTreeMap::new(),
            fetching: VecDeque::new(),
            fetches: false,
            cache: Cache::default(),
            held: HeldBatches::default(),
            pace: SlotTime::default(),
            tally: MatchCounts::default(),
            failures: 0,
            rests: None,
            is_refused,
            stage: Stage::Working,
            is_ending: watch::channel(false).0,
            begun: now,
            busy: now,
            ticked: now,
            told: None,
            has_changed: false,
        })
    }

    /// Works until everything is done.
    async fn run(mut self, mut arriving: UnboundedReceiver<Event>) {
        let mut ticks = tokio::time::interval(slot_time::TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                event = arriving.recv() => match event {
                    Some(Event::PlayerEnded) | None => break,
                    Some(event) => self.take(event).await,
                },
                Some(message) = self.offers.next() => self.hear(&message).await,
                _ = ticks.tick() => self.tick().await,
            }
            if self.link.is_refused() {
                self.is_refused.store(true, Ordering::Relaxed);
                break;
            }
            if self.stage == Stage::Finishing && self.held.is_empty() && self.asked.is_empty() {
                break;
            }
            self.ask();
        }
        drop(self.orders.send(PlayerCommand::End));
        drop(tokio::time::timeout(END, self.end()).await);
    }

    async fn end(&mut self) {
        self.options.slots = 0;
        self.tell().await;
        drop(self.link.client.flush().await);
    }

    async fn take(&mut self, event: Event) {
        match event {
            Event::Played { held, number, answer } => {
                self.count_answer(&held, &answer);
                self.tally.count(&answer);
                self.held.answered(&held, number, answer);
                self.send_if_done(&held);
            }
            Event::Released(held, count) => {
                self.held.released(&held, count);
                self.send_if_done(&held);
            }
            Event::Stopped => self.finish(),
            Event::PlayerEnded => {}
            Event::Pulled { consumer, patience, message } => {
                self.asked.remove(&consumer);
                match message {
                    Some(message) => self.receive(*message).await,
                    None if patience == Patience::None => self.wait_for(consumer),
                    None => {}
                }
            }
            Event::Fetched { held, batch, modules } => self.hand_on(held, &batch, modules),
            Event::Sent(held) => {
                if let Some((reply, is_whole)) = self.held.remove(&held) {
                    let kind = if is_whole { AckKind::Ack } else { AckKind::Nak(None) };
                    self.acknowledge(reply, kind).await;
                    self.has_changed = true;
                }
            }
        }
    }

    fn finish(&mut self) {
        self.stage = Stage::Finishing;
        self.is_ending.send_replace(true);
    }

    /// Handles a message of a coordinator.
    async fn hear(&mut self, message: &Envelope) {
        if subject::is_question(&message.subject) {
            // Answered at the next tick, so many questions cost no more than one.
            self.has_changed = true;
            return;
        }
        if subject::is_forget(&message.subject) {
            let Ok(Forget(modules)) = Forget::decode(&message.payload) else { return };
            for module in &modules {
                self.cache.remove(module);
            }
            drop(self.orders.send(PlayerCommand::Forget(modules)));
            return;
        }
        let Ok(offer) = Offer::decode(&message.payload) else {
            tracing::warn!(subject = %message.subject, "ignoring an offer that is forged or has another version");
            return;
        };
        let Offer { coordinator, epoch, queues, jobs: _, weight, is_paused } = offer;
        if message.subject.as_str() != subject::offer(&coordinator) {
            return;
        }
        self.shares.hear(&coordinator, weight);
        // It has ended, so its matches that have not begun are no longer wanted.
        if queues.is_empty()
            && self.coordinators.get(&coordinator).is_some_and(|known| !known.queues.is_empty())
        {
            drop(self.orders.send(PlayerCommand::Leave(coordinator.clone())));
        }
        let heard = Instant::now();
        let before = self.coordinators.remove(&coordinator);
        let is_new = before.as_ref().is_none_or(|before| before.epoch != epoch);
        let pace = before.map_or_else(SlotTime::default, |before| before.pace);
        self.coordinators.insert(coordinator, Coordinator { epoch, queues, is_paused, pace, heard });
        if is_new {
            self.tell().await;
        }
    }

    async fn tick(&mut self) {
        let now = Instant::now();
        let shares = &mut self.shares;
        self.coordinators.retain(|key, coordinator| {
            let is_there = now - coordinator.heard < SILENCE;
            if !is_there {
                shares.forget(key);
            }
            is_there
        });
        self.count_slot_time(now);
        if !self.held.is_empty() {
            self.busy = now;
        }
        let is_idle = self.options.quit_idle.is_some_and(|most| now - self.busy >= most);
        let is_over = self.options.until.is_some_and(|most| now - self.begun >= most);
        if is_idle || is_over {
            self.finish();
        }
        let since_told = self.told.map(|told| now - told);
        if since_told.is_none_or(|since| since >= TELLING) {
            for reply in self.held.replies() {
                self.acknowledge(reply, AckKind::Progress).await;
            }
            self.tell().await;
        } else if self.has_changed && since_told.is_some_and(|since| since >= Duration::from_secs(1)) {
            self.tell().await;
        }
    }

    /// Announces the capabilities of this worker and the batches that it holds.
    async fn tell(&mut self) {
        self.told = Some(Instant::now());
        self.has_changed = false;
        let mut told = Announcement {
            process: self.process,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            host: self.options.host.clone(),
            slots: self.options.slots as u32,
            engines: self.options.engines.clone(),
            memory: self.options.memory,
            held: self.held.names(),
            played: self.tally.played,
            pace: self.pace.of_a_match().map_or(0, |pace| u64::try_from(pace.as_nanos()).unwrap_or(u64::MAX)),
            failed: self.tally.failed,
            failure: self.tally.failure.clone(),
        };
        while let Ok(bytes) = seal(&told, &self.link.key) {
            if bytes.len() <= MOST_ANNOUNCEMENT {
                drop(self.link.client.publish(subject::worker(&self.link.user), bytes.into()).await);
                return;
            }
            // The coordinator asks the server about batches that are not named.
            if told.held.is_empty() {
                return;
            }
            told.held.truncate(told.held.len() / 2);
        }
    }

    async fn acknowledge(&self, reply: Subject, kind: AckKind) {
        drop(self.link.client.publish(reply, kind.into()).await);
    }
}
