//! State shared by all requests.

mod first_run;
mod sessions;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use class_model::{Access, Actor, ClassError, ClassFolder, Facts, Hash, Outbox, Reader, SignOn, may_watch};
use class_operations::{OpenClass, Warning};
use explain::{Error, Kind};
use game::visible;
use job::Validator;
use ledger::RunLock;
use tokio::sync::{Semaphore, watch};

pub(crate) use self::first_run::{FirstRun, NewClass};
use crate::allowed_hosts::AllowedHosts;
use crate::concurrency::CallerConcurrency;
use crate::download_slots::DownloadSlots;
use crate::kept::Kept;
use crate::kept_archive::KeptArchive;
use crate::kept_backup::KeptBackup;
use crate::ladder::LadderCache;
use crate::live_run::{LiveRun, LiveRuns};
use crate::lock::lock;
use crate::mail_state::MailState;
use crate::metrics::Counts;
use crate::peer::Peer;
use crate::play_kind::PlayKind;
use crate::rate_limits::RateLimits;
use crate::readiness::Readiness;
use crate::reading_slots::ReadingSlots;
use crate::reverse_proxy::ReverseProxy;
use crate::revisions::ClassRevisions;
use crate::run_outcomes::OutcomeCache;
use crate::running_checks::RunningChecks;
use crate::sign_on_state::SignOnState;
use crate::stream_slots::StreamSlots;
use crate::upload_memory::UploadMemory;
use crate::work_durations::WorkDurations;

/// Decides on submitted files; callable from any thread.
pub type SharedValidator = Arc<dyn Validator + Send + Sync>;

/// Compares all versions of the class in a folder and returns the near copies as a self-contained page, with links below
/// the class's address. This may take minutes; setting the flag stops it.
pub type CompareVersions = Arc<dyn Fn(&Path, &str, &AtomicBool) -> Result<String, Error> + Send + Sync>;

/// Removes the compiled code of modules from the caches of this machine.
pub type DiscardCode = fn(&[Hash]) -> Result<(), Error>;

/// Maximum number of open connections.
pub(crate) const CONNECTIONS: usize = 4096;
/// Maximum number of hand-ins decided at a time; others wait in memory.
const VERDICTS: usize = 16;
/// Maximum number of wrong secrets from one address within a minute.
const WRONG_SECRETS: u32 = 20;
/// Maximum number of addresses tracked.
const ADDRESSES: usize = 10_000;
const MINUTE: Duration = Duration::from_mins(1);

/// State shared by all requests.
pub(crate) struct App {
    /// The classes, by their names in URLs.
    classes: BTreeMap<String, Arc<ServedClass>>,
    /// A class that is still to be made in the browser, or was made there since the start.
    pub(crate) first_run: Option<FirstRun>,
    /// `true` to compile the interpreters ahead.
    pub(crate) warms_up: bool,
    pub(crate) validator: SharedValidator,
    pub(crate) compare: CompareVersions,
    /// Removes compiled code of modules from the caches.
    pub(crate) discard_code: Option<DiscardCode>,
    /// Permit for a comparison: one runs at a time.
    pub(crate) comparisons: Semaphore,
    pub(crate) hosts: AllowedHosts,
    /// The reverse proxy, and how far its headers are trusted.
    pub(crate) front: ReverseProxy,
    /// The URL by which browsers reach the service.
    pub(crate) url: String,
    /// The path of the service on its host, without a trailing slash; empty if it has the whole host.
    pub(crate) path: String,
    /// `true` if browsers reach the service by HTTPS, which makes cookies HTTPS-only.
    pub(crate) is_secure: bool,
    pub(crate) connections: Arc<Semaphore>,
    /// `true` if this process plays waiting games.
    pub(crate) is_playing: bool,
    /// Hand-ins being received, by caller.
    pub(crate) handing_in: CallerConcurrency,
    /// Hand-ins being checked, by caller.
    pub(crate) checking: CallerConcurrency,
    pub(crate) memory: UploadMemory,
    /// Archives whose preview waits for confirmation.
    pub(crate) archives: Kept<KeptArchive>,
    /// Backups to download.
    pub(crate) backups: Kept<KeptBackup>,
    pub(crate) verdicts: Arc<Semaphore>,
    /// Open event streams.
    pub(crate) followers: StreamSlots,
    /// Requests left to each caller under the rate limits.
    pub(crate) rates: RateLimits,
    /// Sign-on by the school's systems.
    pub(crate) sign_on: SignOnState,
    /// Mail; `None` if the service sends none.
    pub(crate) mail: Option<MailState>,
    /// Counters of requests.
    pub(crate) counts: Counts,
    pub(crate) readiness: Readiness,
    pub(crate) downloads: DownloadSlots,
    /// Requests that read the matches of runs.
    pub(crate) reading: ReadingSlots,
    pub(crate) stop: Arc<AtomicBool>,
    wrong: Mutex<HashMap<Peer, (Instant, u32)>>,
}

/// A class being served.
pub(crate) struct ServedClass {
    /// Its name in URLs.
    pub(crate) name: String,
    /// The path of its first page: `/ki/`.
    pub(crate) home: String,
    /// The open class, under the text in force.
    class: RwLock<Current>,
    access: Mutex<Access>,
    /// Sign-on by the school's systems, opened when a class has some.
    sign_on: Mutex<Option<SignOn>>,
    /// The queue of mail, once a page has opened it.
    outbox: Mutex<Option<Outbox>>,
    /// The latest news, regardless of which process wrote it.
    news: watch::Sender<ClassRevisions>,
    /// The lock to play for the class, while this process holds it.
    right: Mutex<Option<Arc<RunLock>>>,
    /// Reasons why work of a kind cannot be played.
    stuck: Mutex<BTreeMap<PlayKind, String>>,
    /// Recent durations of queued work.
    pub(crate) pace: WorkDurations,
    /// Submissions being checked by this process.
    pub(crate) checks: RunningChecks,
    /// Runs being played by this process.
    runs: Mutex<LiveRuns>,
    /// `runs` as JSON, cached until there is news.
    live: Mutex<LiveTexts>,
    /// The ladder, cached for each kind of reader.
    pub(crate) ladders: LadderCache,
    /// The outcomes of runs, as students see them.
    pub(crate) outcomes: OutcomeCache,
    /// Flags that stop the orders being carried out, by order number.
    orders: Mutex<BTreeMap<u32, Arc<AtomicBool>>>,
    /// Numbers of matches that verifications have checked so far, by order number.
    verified: Mutex<BTreeMap<u32, u64>>,
}

/// The runs being played, as JSON for each reader; `None` for a reader who may not see them.
#[derive(Default)]
struct LiveTexts {
    /// The news at the time the texts were made.
    of: ClassRevisions,
    texts: BTreeMap<Option<Reader>, Option<Arc<str>>>,
}

#[derive(Clone)]
struct Current {
    class: Arc<OpenClass>,
    /// A warning to the teacher about the class's text.
    warning: Option<Warning>,
}

impl App {
    pub(crate) fn new(
        (classes, first_run): (Vec<ServedClass>, Option<FirstRun>),
        (validator, compare, discard_code): (SharedValidator, CompareVersions, Option<DiscardCode>),
        hosts: AllowedHosts,
        front: ReverseProxy,
        (origin, path): (&str, &str),
        (is_playing, warms_up): (bool, bool),
        stop: Arc<AtomicBool>,
    ) -> App {
        let classes = classes.into_iter().map(|class| class.below(path));
        App {
            classes: classes.map(|class| (class.name.clone(), Arc::new(class))).collect(),
            first_run,
            warms_up,
            validator,
            compare,
            discard_code,
            comparisons: Semaphore::new(1),
            hosts,
            front,
            is_secure: origin.starts_with("https://"),
            url: origin.to_owned(),
            path: path.to_owned(),
            connections: Arc::new(Semaphore::new(CONNECTIONS)),
            is_playing,
            handing_in: CallerConcurrency::default(),
            checking: CallerConcurrency::default(),
            memory: UploadMemory::default(),
            archives: Kept::default(),
            backups: Kept::default(),
            verdicts: Arc::new(Semaphore::new(VERDICTS)),
            followers: StreamSlots::default(),
            rates: RateLimits::default(),
            sign_on: SignOnState::default(),
            mail: None,
            counts: Counts::default(),
            readiness: Readiness::default(),
            downloads: DownloadSlots::default(),
            reading: ReadingSlots::default(),
            stop,
            wrong: Mutex::default(),
        }
    }

    /// Returns the classes that were opened at the start.
    pub(crate) fn opened(&self) -> impl Iterator<Item = &Arc<ServedClass>> {
        self.classes.values()
    }

    /// Returns the served classes.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &Arc<ServedClass>> {
        self.opened().chain(self.first_run.as_ref().and_then(FirstRun::class))
    }

    /// Returns the class with a name in URLs.
    pub(crate) fn class(&self, name: &str) -> Option<&Arc<ServedClass>> {
        self.classes().find(|class| class.name == name)
    }

    /// Logs and counts a wrong secret, described by `what`, from an address or socket. Returns `true` if there were too
    /// many within a minute. A valid secret is still accepted, because others may share the address.
    pub(crate) fn note_wrong(&self, peer: Option<Peer>, what: &str) -> bool {
        tracing::warn!(peer = peer.as_ref().map(Peer::to_string), "an invalid {what}");
        let Some(peer) = peer.map(Peer::network) else { return false };
        let mut wrong = lock(&self.wrong);
        if wrong.len() >= ADDRESSES {
            wrong.retain(|_, (since, _)| since.elapsed() < MINUTE);
        }
        if wrong.len() >= ADDRESSES && !wrong.contains_key(&peer) {
            return true;
        }
        let entry = wrong.entry(peer).or_insert_with(|| (Instant::now(), 0));
        if entry.0.elapsed() >= MINUTE {
            *entry = (Instant::now(), 0);
        }
        entry.1 += 1;
        entry.1 > WRONG_SECRETS
    }
}

impl ServedClass {
    /// Opens a class, to be served under the name of its folder.
    pub(crate) fn open(path: &Path) -> Result<ServedClass, Error> {
        let (class, warning) = OpenClass::in_force(path)?;
        let class = class.acting(Actor::SERVICE);
        let facts = class.facts()?;
        let access = Access::open(&class.folder)?;
        let news = watch::Sender::new(ClassRevisions::new(&class.plan, &facts, ClassRevisions::default()));
        let class = RwLock::new(Current { class: Arc::new(class), warning });
        let name = name_of(path)?;
        Ok(ServedClass {
            home: format!("/{name}/"),
            name,
            class,
            access: Mutex::new(access),
            sign_on: Mutex::default(),
            outbox: Mutex::default(),
            news,
            right: Mutex::default(),
            stuck: Mutex::default(),
            pace: WorkDurations::default(),
            checks: RunningChecks::default(),
            runs: Mutex::default(),
            live: Mutex::default(),
            ladders: LadderCache::default(),
            outcomes: OutcomeCache::default(),
            orders: Mutex::default(),
            verified: Mutex::default(),
        })
    }

    /// Returns the class at a service with this path.
    pub(crate) fn below(self, path: &str) -> ServedClass {
        ServedClass { home: format!("{path}/{}/", self.name), ..self }
    }

    /// Returns the class under its current text. If that cannot be read, returns the class under the earlier text, with
    /// a warning.
    pub(crate) fn current(&self) -> (Arc<OpenClass>, Option<Warning>) {
        let Current { class, warning } = self.class.read().unwrap_or_else(PoisonError::into_inner).clone();
        match class.renewed() {
            Ok(None) => (class, warning),
            Ok(Some((class, warning))) => {
                // Loading a page must not depend on recording the new text.
                if let Err(error) = class.facts() {
                    tracing::warn!(class = self.name, what = error.what, "cannot apply the new class.toml");
                }
                let current = Current { class: Arc::new(class), warning };
                *self.class.write().unwrap_or_else(PoisonError::into_inner) = current.clone();
                (current.class, current.warning)
            }
            Err(error) => (class, Some(Warning::earlier_text(&error.to_string()))),
        }
    }

    /// Returns the class with all changes recorded as made by `actor`.
    pub(crate) fn acting(&self, actor: Actor) -> (OpenClass, Option<Warning>) {
        let (class, warning) = self.current();
        (class.acting(actor), warning)
    }

    pub(crate) fn access(&self) -> MutexGuard<'_, Access> {
        lock(&self.access)
    }

    /// Returns the class's folder.
    pub(crate) fn folder(&self) -> ClassFolder {
        self.class.read().unwrap_or_else(PoisonError::into_inner).class.folder.clone()
    }

    /// Uses the queue of mail, which stays open unless it fails.
    ///
    /// # Errors
    /// If it cannot be opened, or `act` fails.
    pub(crate) fn with_outbox<T, E: From<ClassError>>(
        &self,
        act: impl FnOnce(&mut Outbox) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut open = lock(&self.outbox);
        let mut outbox = match open.take() {
            Some(outbox) => outbox,
            None => Outbox::open(&self.folder())?,
        };
        let done = act(&mut outbox)?;
        *open = Some(outbox);
        Ok(done)
    }

    /// Takes the lock to play for the class and keeps it until the service ends.
    ///
    /// # Errors
    /// If another process holds it.
    pub(crate) fn take_right(&self, class: &OpenClass) -> Result<Arc<RunLock>, Error> {
        let mut held = lock(&self.right);
        if let Some(right) = &*held {
            return Ok(Arc::clone(right));
        }
        Ok(Arc::clone(held.insert(Arc::new(class_operations::judging::lock(class)?))))
    }

    /// Takes the lock for a short operation, or shares it if this process already holds it.
    ///
    /// # Errors
    /// If another process holds it.
    pub(crate) fn borrow_right(&self, class: &OpenClass) -> Result<Arc<RunLock>, Error> {
        let held = lock(&self.right).clone();
        held.map_or_else(|| class_operations::judging::lock(class).map(Arc::new), Ok)
    }

    /// Returns the kinds of work that cannot be played, each with the reason.
    pub(crate) fn stuck(&self) -> Vec<(PlayKind, String)> {
        lock(&self.stuck).iter().map(|(kind, why)| (*kind, why.clone())).collect()
    }

    /// Sets the reason why work of a kind cannot be played; `None` clears it. Returns `true` if that changed anything.
    pub(crate) fn set_stuck(&self, kind: PlayKind, why: Option<String>) -> bool {
        let mut stuck = lock(&self.stuck);
        match why {
            Some(why) => stuck.insert(kind, why.clone()).as_ref() != Some(&why),
            None => stuck.remove(&kind).is_some(),
        }
    }

    /// Returns the latest news.
    pub(crate) fn news(&self) -> ClassRevisions {
        *self.news.borrow()
    }

    /// Subscribes to news.
    pub(crate) fn follow(&self) -> watch::Receiver<ClassRevisions> {
        self.news.subscribe()
    }

    /// Wakes all followers.
    pub(crate) fn wake(&self) {
        self.news.send_modify(|_| {});
    }

    /// Wakes all followers if `facts` contain news.
    pub(crate) fn note(&self, facts: &Facts) {
        let class = Arc::clone(&self.class.read().unwrap_or_else(PoisonError::into_inner).class);
        self.news.send_if_modified(|known| {
            let news = ClassRevisions::new(&class.plan, facts, *known);
            std::mem::replace(known, news) != news
        });
    }

    /// Returns the runs being played by this process.
    pub(crate) fn runs(&self) -> LiveRuns {
        lock(&self.runs).clone()
    }

    /// Returns the runs being played by this process, as JSON; `None` if the reader may not see them.
    ///
    /// # Errors
    /// If the class's record cannot be read.
    pub(crate) fn live(&self, reader: Option<Reader>) -> Result<Option<Arc<str>>, Error> {
        let news = self.news();
        {
            let mut live = lock(&self.live);
            if live.of != news {
                *live = LiveTexts { of: news, texts: BTreeMap::new() };
            }
            if let Some(known) = live.texts.get(&reader) {
                return Ok(known.clone());
            }
        }
        let (class, _) = self.current();
        let text = may_watch(&class.plan, &class.facts()?, reader).then(|| {
            let runs: Vec<LiveRun> = self.runs().into_values().collect();
            Arc::from(serde_json::json!({ "runs": runs }).to_string())
        });
        let mut live = lock(&self.live);
        if live.of == news {
            live.texts.insert(reader, text.clone());
        }
        Ok(text)
    }

    /// Changes the runs being played by this process. Wakes all followers if `change` returns `true`.
    pub(crate) fn change_runs(&self, change: impl FnOnce(&mut LiveRuns) -> bool) {
        let is_shown = change(&mut lock(&self.runs));
        if is_shown {
            self.news.send_modify(|known| known.live += 1);
        }
    }

    /// Wakes all followers, because a submission has made progress.
    pub(crate) fn note_step(&self) {
        self.news.send_modify(|known| known.steps += 1);
    }

    /// Registers the flag that stops an order while it is being carried out.
    pub(crate) fn begin_order(&self, number: u32, stop: Arc<AtomicBool>) {
        lock(&self.orders).insert(number, stop);
    }

    /// Unregisters an order that is no longer being carried out.
    pub(crate) fn end_order(&self, number: u32) {
        lock(&self.orders).remove(&number);
        lock(&self.verified).remove(&number);
    }

    /// Notes the number of matches that a verification has checked so far.
    pub(crate) fn note_verified(&self, order: u32, matches: u64) {
        lock(&self.verified).insert(order, matches);
    }

    /// Returns the number of matches that a verification in progress has checked; `None` if it has not begun.
    pub(crate) fn verified(&self, order: u32) -> Option<u64> {
        lock(&self.verified).get(&order).copied()
    }

    /// Stops the orders that the record says have ended.
    pub(crate) fn stop_ended_orders(&self, facts: &Facts) {
        for (number, stop) in &*lock(&self.orders) {
            if facts.open_orders().all(|(open, _)| open != *number) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Stops all orders, because the service ends.
    pub(crate) fn stop_orders(&self) {
        for stop in lock(&self.orders).values() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Returns the name of a class in URLs: the name of its folder.
fn name_of(path: &Path) -> Result<String, Error> {
    let folder = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.is_empty() || name.starts_with(['.', '-']) || !name.chars().all(is_plain) {
        let what = format!(
            "a class is served under the name of its folder, but \"{}\" cannot be part of a URL",
            visible(name)
        );
        return Err(Error::new(Kind::Input, what)
            .hint("rename the folder, using only ASCII letters, digits, `-`, `_` and `.`"));
    }
    Ok(name.to_owned())
}
