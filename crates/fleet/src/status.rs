//! The status of a fleet: its workers, its coordinators and the waiting jobs.

mod longest_held;
mod prometheus;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::jetstream::consumer::{DeliverPolicy, PullConsumer};
use async_nats::jetstream::stream::Stream;
use async_nats::{Message as Envelope, Subscriber};
use futures_util::StreamExt;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::time::{Instant, timeout_at};

pub use self::longest_held::HeldBatchStatus;
use crate::connection::Connection;
use crate::message::{Announcement, Message, Offer, Queue, open};
use crate::{Credentials, FleetError, PublicKey, runtime, streams, subject};

/// Time during which workers and coordinators are heard. Coordinators publish offers every two seconds, and workers
/// answer within one.
const LISTENING: Duration = Duration::from_secs(3);
/// Maximum number of worker and coordinator pairs that are shown with their waiting results.
const MOST_WAITING: usize = 5;

/// The status of a fleet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FleetStatus {
    /// The version of the server.
    pub server: String,
    /// The version of this program.
    pub program: String,
    /// The workers that were heard, by their keys.
    pub workers: Vec<WorkerStatus>,
    /// The coordinators that were heard, by their keys.
    pub coordinators: Vec<CoordinatorStatus>,
    /// The batches that workers hold and that outlasted the query, at most five of each queue, oldest first.
    pub held: Vec<HeldBatchStatus>,
    /// The results that no coordinator has taken, by worker and coordinator, most messages first: at most five.
    pub results: Vec<WaitingResults>,
    /// The streams on the server.
    pub streams: Vec<StreamStatus>,
}

impl FleetStatus {
    /// The versions of workers that differ from this program's, with the number of workers that have each.
    pub fn other_versions(&self) -> BTreeMap<&str, usize> {
        let mut others = BTreeMap::new();
        for worker in self.workers.iter().filter(|worker| worker.version != self.program) {
            *others.entry(worker.version.as_str()).or_default() += 1;
        }
        others
    }
}

impl Shape for FleetStatus {
    const NAME: &'static str = "fleet-status";
    const VERSION: u32 = 2;
}

/// A worker of a fleet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WorkerStatus {
    /// Its public key. Processes with the same credentials share it.
    pub key: String,
    /// A random number that identifies the process, in hexadecimal.
    pub process: String,
    /// Its machine.
    pub host: String,
    /// The version of its program.
    pub version: String,
    /// The number of matches that it plays at the same time.
    pub slots: u32,
    /// The number of batches of jobs that it holds.
    pub batches: usize,
    /// The number of matches that it has played since it was started.
    pub played: u64,
    /// The number of matches that it plays in a second while all of its slots are busy. Null before its first match.
    pub matches_per_second: Option<f64>,
    /// The number of matches that it could not play, which is never a bot's loss.
    pub failed: u64,
    /// The reason for the last of these failures.
    pub failure: Option<String>,
    /// The reason why it has nothing to do. Null if it has.
    pub idle: Option<Idleness>,
    /// `true` if the worker shares the coordinators' account, where it could delete the messages of others.
    pub shares_account: bool,
}

/// The reason why a worker has nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Idleness {
    /// No coordinator offers matches.
    NothingOffered,
    /// All offered matches need another engine: another version, or another kind of machine.
    OtherEngine,
    /// The matches for its engine need more memory than it has.
    TooLittleMemory,
    /// The coordinators of the matches that it could play are paused.
    Paused,
    /// The matches that it could play have results, or are with other workers.
    NothingWaits,
}

impl Idleness {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Idleness::NothingOffered => "no coordinator has matches to play",
            Idleness::OtherEngine => "the waiting matches need another engine",
            Idleness::TooLittleMemory => "the waiting matches need more memory than it has",
            Idleness::Paused => "the coordinators of the waiting matches are paused",
            Idleness::NothingWaits => "no match that it can play is waiting",
        }
    }
}

/// A coordinator of a fleet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CoordinatorStatus {
    /// Its public key.
    pub key: String,
    /// The number of its jobs without results.
    pub jobs: u64,
    /// Its share of the slots relative to other coordinators.
    pub weight: u32,
    /// `true` if workers must not take its jobs for now.
    pub paused: bool,
    /// Its queues.
    pub queues: Vec<QueueStatus>,
}

/// Jobs for workers with one engine and enough memory.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QueueStatus {
    /// The fingerprint of engine and rules.
    pub engine: String,
    /// The memory that a match may need, in MiB.
    pub memory: u32,
    /// The number of batches that no worker has taken. Null if unknown.
    pub waiting: Option<u64>,
    /// The number of batches that workers hold. Null if unknown.
    pub held: Option<u64>,
}

/// Results of a worker that its coordinator has not taken.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WaitingResults {
    /// The worker's public key.
    pub worker: String,
    /// The coordinator's public key.
    pub coordinator: String,
    /// The number of messages. At most 512 messages of one worker wait for one coordinator.
    pub messages: usize,
}

/// A stream of the server.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StreamStatus {
    /// Its name.
    pub name: String,
    /// The number of messages in it.
    pub messages: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// The maximum size in bytes.
    pub most_bytes: i64,
}

/// Queries the status of a fleet, as one of its coordinators, which may be at work at the same time.
///
/// # Errors
/// When the server cannot be reached, or does not admit the coordinator.
pub fn status(url: &str, credentials: Credentials) -> Result<FleetStatus, FleetError> {
    runtime::block_on(async { ask(&Connection::to(url, credentials, Duration::ZERO).await?).await })
}

async fn ask(link: &Connection) -> Result<FleetStatus, FleetError> {
    // First, because the server answers only coordinators.
    let oldest = match find(link, subject::JOBS).await? {
        Some(stream) => longest_held::oldest(&stream).await,
        None => Vec::new(),
    };
    // Workers are heard through their stream alone, and may connect before any coordinator.
    if find(link, subject::WORKERS).await?.is_none() {
        streams::ensure_as_found(&link.context).await?;
    }
    let told = streams::announcements(&link.context, DeliverPolicy::New).await?;
    let offers = link.client.subscribe(subject::OFFER_SUBJECTS).await.map_err(|error| failed(&error))?;
    let question = subject::question(&link.user);
    link.client.publish(question, "".into()).await.map_err(|error| failed(&error))?;
    let heard = listen(told, offers).await;
    let jobs = find(link, subject::JOBS).await?;
    let held = match &jobs {
        Some(stream) => longest_held::still(stream, &oldest, &heard).await,
        None => Vec::new(),
    };
    let mut coordinators = Vec::new();
    for Offer { coordinator, queues, jobs: count, weight, is_paused, .. } in heard.offers.values() {
        let queues = match &jobs {
            Some(stream) => queues_of(stream, queues).await,
            None => Vec::new(),
        };
        coordinators.push(CoordinatorStatus {
            key: coordinator.to_string(),
            jobs: *count,
            weight: *weight,
            paused: *is_paused,
            queues,
        });
    }
    let mut kept = Vec::new();
    let mut results = Vec::new();
    for name in streams::NAMES {
        let Some(stream) = find(link, name).await? else { continue };
        if name == subject::RESULTS {
            results = waiting_results(&stream).await?;
        }
        let info = stream.cached_info();
        kept.push(StreamStatus {
            name: name.to_owned(),
            messages: info.state.messages,
            bytes: info.state.bytes,
            most_bytes: info.config.max_bytes,
        });
    }
    let worker =
        |((key, _), told): (&(PublicKey, u64), &SignedAnnouncement)| worker(key, told, &coordinators);
    let workers = heard.workers.iter().map(worker).collect();
    Ok(FleetStatus {
        server: link.client.server_info().version,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        workers,
        coordinators,
        held,
        results,
        streams: kept,
    })
}

async fn waiting_results(results: &Stream) -> Result<Vec<WaitingResults>, FleetError> {
    let mut waiting: Vec<WaitingResults> = streams::waiting_results(results)
        .await?
        .into_iter()
        .map(|(coordinator, worker, messages)| WaitingResults {
            worker: worker.to_string(),
            coordinator: coordinator.to_string(),
            messages,
        })
        .collect();
    waiting.sort_by_key(|waiting| Reverse(waiting.messages));
    waiting.truncate(MOST_WAITING);
    Ok(waiting)
}

/// Returns a stream; `None` if no coordinator has created it yet.
async fn find(link: &Connection, name: &str) -> Result<Option<Stream>, FleetError> {
    streams::find(&link.context, name).await.map_err(|error| failed(&error))
}

fn failed(error: &dyn std::error::Error) -> FleetError {
    FleetError::server("read the status", error)
}

/// The announcements and offers that were heard.
#[derive(Default)]
struct HeardMessages {
    /// Announcements by key and process.
    workers: BTreeMap<(PublicKey, u64), SignedAnnouncement>,
    offers: BTreeMap<PublicKey, Offer>,
}

/// An announcement, and the account of its sender.
struct SignedAnnouncement {
    announcement: Announcement,
    shares_account: bool,
}

impl HeardMessages {
    fn worker(&mut self, message: &Envelope) {
        let Some(key) = subject::user_of(&message.subject) else { return };
        let Ok(announcement) = open::<Announcement>(&message.payload, &key) else { return };
        let name = (key, announcement.process);
        if announcement.slots == 0 {
            self.workers.remove(&name);
            return;
        }
        let shares_account = !subject::is_from_own_account(&message.subject);
        self.workers.insert(name, SignedAnnouncement { announcement, shares_account });
    }

    fn offer(&mut self, message: &Envelope) {
        let Ok(offer) = Offer::decode(&message.payload) else { return };
        if message.subject.as_str() == subject::offer(&offer.coordinator) {
            self.offers.insert(offer.coordinator.clone(), offer);
        }
    }
}

async fn listen(told: PullConsumer, mut offers: Subscriber) -> HeardMessages {
    let mut heard = HeardMessages::default();
    let end = Instant::now() + LISTENING;
    let listening = async {
        let mut told = told.messages().await.ok();
        loop {
            tokio::select! {
                Some(Ok(message)) = next_of(told.as_mut()) => heard.worker(&message),
                Some(message) = offers.next() => heard.offer(&message),
                else => return,
            }
        }
    };
    drop(timeout_at(end, listening).await);
    heard
}

/// The next item of a stream; `None` if there is no stream.
async fn next_of<S: futures_util::Stream + Unpin>(stream: Option<&mut S>) -> Option<S::Item> {
    stream?.next().await
}

async fn queues_of(stream: &Stream, queues: &[Queue]) -> Vec<QueueStatus> {
    let mut found = Vec::new();
    for Queue { class, consumer } in queues {
        let info = stream.consumer_info(consumer).await.ok();
        found.push(QueueStatus {
            engine: class.engine.clone(),
            memory: class.memory,
            waiting: info.as_ref().map(|info| info.num_pending),
            held: info.as_ref().map(|info| info.num_ack_pending as u64),
        });
    }
    found
}

fn worker(key: &PublicKey, told: &SignedAnnouncement, coordinators: &[CoordinatorStatus]) -> WorkerStatus {
    let SignedAnnouncement { announcement: told, shares_account } = told;
    let pace = Duration::from_nanos(told.pace).as_secs_f64();
    WorkerStatus {
        key: key.to_string(),
        process: format!("{:016x}", told.process),
        host: told.host.clone(),
        version: told.version.clone(),
        slots: told.slots,
        batches: told.held.len(),
        played: told.played,
        matches_per_second: (told.pace > 0).then(|| f64::from(told.slots) / pace),
        failed: told.failed,
        failure: told.failure.clone(),
        idle: if told.held.is_empty() { idleness(&told.engines, told.memory, coordinators) } else { None },
        shares_account: *shares_account,
    }
}

/// The reason why a worker with these engines and this memory holds nothing; `None` if a batch waits for it.
fn idleness(engines: &[String], memory: Option<u64>, coordinators: &[CoordinatorStatus]) -> Option<Idleness> {
    let with_jobs = coordinators.iter().filter(|coordinator| coordinator.jobs > 0);
    let queues: Vec<_> = with_jobs
        .flat_map(|coordinator| coordinator.queues.iter().map(|queue| (coordinator.paused, queue)))
        .collect();
    let has_engine = |queue: &QueueStatus| engines.contains(&queue.engine);
    let has_memory = |queue: &QueueStatus| memory.is_none_or(|bytes| u64::from(queue.memory) << 20 <= bytes);
    let (mut playable, mut open) = (false, Vec::new());
    for (is_paused, queue) in &queues {
        if has_engine(queue) && has_memory(queue) {
            playable = true;
            if !is_paused {
                open.push(*queue);
            }
        }
    }
    if queues.is_empty() {
        Some(Idleness::NothingOffered)
    } else if !queues.iter().any(|(_, queue)| has_engine(queue)) {
        Some(Idleness::OtherEngine)
    } else if !playable {
        Some(Idleness::TooLittleMemory)
    } else if open.is_empty() {
        Some(Idleness::Paused)
    } else if open.iter().all(|queue| queue.waiting == Some(0)) {
        Some(Idleness::NothingWaits)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coordinator(jobs: u64, queues: &[(&str, u64)]) -> CoordinatorStatus {
        let queue = |(engine, waiting): &(&str, u64)| QueueStatus {
            engine: (*engine).to_owned(),
            memory: 128,
            waiting: Some(*waiting),
            held: Some(0),
        };
        let queues = queues.iter().map(queue).collect();
        CoordinatorStatus { key: String::new(), jobs, weight: 1, paused: false, queues }
    }

    #[test]
    fn a_worker_plays_as_many_matches_as_its_slots_have_time_for() {
        let announcement = |pace: Duration| Announcement {
            process: 1,
            version: "1".to_owned(),
            host: "here".to_owned(),
            slots: 4,
            engines: Vec::new(),
            memory: None,
            held: Vec::new(),
            played: 9,
            pace: u64::try_from(pace.as_nanos()).unwrap(),
            failed: 0,
            failure: None,
        };
        let key = crate::Key::fresh().public();
        let told = |pace| SignedAnnouncement { announcement: announcement(pace), shares_account: false };
        let rate = |pace: Duration| worker(&key, &told(pace), &[]).matches_per_second;
        assert_eq!((rate(Duration::from_millis(500)), rate(Duration::ZERO)), (Some(8.0), None));
    }

    #[test]
    fn why_a_worker_idles_is_found_in_what_is_offered() {
        let engines = ["linux".to_owned(), "linux 2".to_owned()];
        let cases = [
            (vec![], Some(Idleness::NothingOffered)),
            (vec![coordinator(0, &[("linux", 0)])], Some(Idleness::NothingOffered)),
            (vec![coordinator(9, &[("windows", 4)])], Some(Idleness::OtherEngine)),
            (vec![coordinator(9, &[("windows", 4), ("linux", 0)])], Some(Idleness::NothingWaits)),
            (vec![coordinator(9, &[("windows", 4)]), coordinator(1, &[("linux 2", 1)])], None),
        ];
        for (coordinators, why) in cases {
            assert_eq!(idleness(&engines, None, &coordinators), why, "{coordinators:?}");
        }
        let lab = coordinator(9, &[("linux", 4)]);
        assert_eq!(idleness(&engines, Some(128 << 20), std::slice::from_ref(&lab)), None);
        let found = idleness(&engines, Some(127 << 20), std::slice::from_ref(&lab));
        assert_eq!(found, Some(Idleness::TooLittleMemory));
        let lab = CoordinatorStatus { paused: true, ..lab };
        assert_eq!(idleness(&engines, None, &[lab]), Some(Idleness::Paused));
    }
}
