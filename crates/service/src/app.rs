//! What all requests share.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use class::{Access, Actor, Facts, Reader, may_watch};
use classroom::{OpenClass, Warning};
use explain::{Error, Kind};
use game::visible;
use job::Validator;
use ledger::RunLock;
use tokio::sync::{Semaphore, watch};

use crate::checks::Checks;
use crate::downloads::Downloads;
use crate::followers::Followers;
use crate::front::Front;
use crate::hosts::AllowedHosts;
use crate::ladder::LadderCache;
use crate::live_run::{LiveRun, LiveRuns};
use crate::lock::lock;
use crate::memory::Memory;
use crate::metrics::Counts;
use crate::news::News;
use crate::pace::Pace;
use crate::peer::Peer;
use crate::play_kind::PlayKind;
use crate::rates::Rates;
use crate::readiness::Readiness;
use crate::reading::Reading;
use crate::turns::Turns;

/// Decides about what is handed in, from any thread.
pub type SharedValidator = Arc<dyn Validator + Send + Sync>;

/// Compares the versions of the class in a folder, and returns the near copies as a page of their own. It may take minutes, and
/// ends once the flag is set.
pub type CompareVersions = Arc<dyn Fn(&Path, &AtomicBool) -> Result<String, Error> + Send + Sync>;

/// Connections at a time.
pub(crate) const CONNECTIONS: usize = 4096;
/// The most hand-ins that are decided about at a time; others wait in memory.
const VERDICTS: usize = 16;
/// The most wrong secrets from an address within a minute.
const WRONG_SECRETS: u32 = 20;
/// The most addresses that are counted.
const ADDRESSES: usize = 10_000;
const MINUTE: Duration = Duration::from_mins(1);

/// What all requests share.
pub(crate) struct App {
    /// The classes, by their names in addresses.
    pub(crate) classes: BTreeMap<String, Arc<ServedClass>>,
    pub(crate) validator: SharedValidator,
    pub(crate) compare: CompareVersions,
    /// The comparisons that may begin: one at a time.
    pub(crate) comparisons: Arc<Semaphore>,
    pub(crate) hosts: AllowedHosts,
    /// The web server in front, as far as it is believed.
    pub(crate) front: Front,
    /// Where browsers reach it.
    pub(crate) url: String,
    /// Whether browsers reach it by HTTPS, so that cookies are for that alone.
    pub(crate) is_secure: bool,
    pub(crate) connections: Arc<Semaphore>,
    /// Whether what waits is played here.
    pub(crate) is_playing: bool,
    /// Those who hand in.
    pub(crate) handing_in: Turns,
    /// Those whose hand-ins are being checked.
    pub(crate) checking: Turns,
    pub(crate) memory: Memory,
    pub(crate) verdicts: Arc<Semaphore>,
    /// Those who follow.
    pub(crate) followers: Followers,
    /// How many requests everybody may still send.
    pub(crate) rates: Rates,
    /// Counters of requests.
    pub(crate) counts: Counts,
    pub(crate) readiness: Readiness,
    pub(crate) downloads: Downloads,
    /// Those who read matches of runs.
    pub(crate) reading: Reading,
    pub(crate) stop: Arc<AtomicBool>,
    wrong: Mutex<HashMap<Peer, (Instant, u32)>>,
}

/// A class that is served.
pub(crate) struct ServedClass {
    /// Its name in addresses.
    pub(crate) name: String,
    /// The class, opened, by the text that is in force.
    class: RwLock<Current>,
    access: Mutex<Access>,
    /// How much there is to know, whoever wrote it.
    news: watch::Sender<News>,
    /// The right to play for the class, as long as it is held.
    right: Mutex<Option<Arc<RunLock>>>,
    /// What keeps things of a kind from being played.
    stuck: Mutex<BTreeMap<PlayKind, String>>,
    /// How long things take that wait.
    pub(crate) pace: Pace,
    /// What is being checked here.
    pub(crate) checks: Checks,
    /// The runs that are being played here.
    runs: Mutex<LiveRuns>,
    /// The same as JSON, for as long as there is nothing new.
    live: Mutex<LiveTexts>,
    /// The ladder as readers see it.
    pub(crate) ladders: LadderCache,
    /// What stops the orders that are being carried out, by their numbers.
    orders: Mutex<BTreeMap<u32, Arc<AtomicBool>>>,
}

/// The runs that are being played, as JSON for each reader; `None` for one who may not see them.
#[derive(Default)]
struct LiveTexts {
    /// What was known when they were made.
    of: News,
    texts: BTreeMap<Option<Reader>, Option<Arc<str>>>,
}

#[derive(Clone)]
struct Current {
    class: Arc<OpenClass>,
    /// What the teacher should know of its text.
    warning: Option<Warning>,
}

impl App {
    pub(crate) fn new(
        classes: Vec<ServedClass>,
        (validator, compare): (SharedValidator, CompareVersions),
        hosts: AllowedHosts,
        front: Front,
        url: String,
        is_playing: bool,
        stop: Arc<AtomicBool>,
    ) -> App {
        App {
            classes: classes.into_iter().map(|class| (class.name.clone(), Arc::new(class))).collect(),
            validator,
            compare,
            comparisons: Arc::new(Semaphore::new(1)),
            hosts,
            front,
            is_secure: url.starts_with("https://"),
            url,
            connections: Arc::new(Semaphore::new(CONNECTIONS)),
            is_playing,
            handing_in: Turns::default(),
            checking: Turns::default(),
            memory: Memory::default(),
            verdicts: Arc::new(Semaphore::new(VERDICTS)),
            followers: Followers::default(),
            rates: Rates::default(),
            counts: Counts::default(),
            readiness: Readiness::default(),
            downloads: Downloads::default(),
            reading: Reading::default(),
            stop,
            wrong: Mutex::default(),
        }
    }

    /// Logs and counts a wrong secret, `what`, from an address or socket, and returns whether there were too many within a
    /// minute. A valid secret is accepted all the same, because others may share the address.
    pub(crate) fn note_wrong(&self, peer: Option<Peer>, what: &str) -> bool {
        tracing::warn!(peer = peer.as_ref().map(Peer::to_string), "a wrong {what}");
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
    /// Opens a class to be served under the name of its folder.
    pub(crate) fn open(path: &Path) -> Result<ServedClass, Error> {
        let (class, warning) = OpenClass::in_force(path)?;
        let class = class.acting(Actor::SERVICE);
        let facts = class.facts()?;
        let access = Access::open(&class.folder)?;
        let news = watch::Sender::new(News::of(&class.plan, &facts, News::default()));
        let class = RwLock::new(Current { class: Arc::new(class), warning });
        let name = name_of(path)?;
        Ok(ServedClass {
            name,
            class,
            access: Mutex::new(access),
            news,
            right: Mutex::default(),
            stuck: Mutex::default(),
            pace: Pace::default(),
            checks: Checks::default(),
            runs: Mutex::default(),
            live: Mutex::default(),
            ladders: LadderCache::default(),
            orders: Mutex::default(),
        })
    }

    /// The class by its text of now, as long as that can be read; else as it was, with why.
    pub(crate) fn current(&self) -> (Arc<OpenClass>, Option<Warning>) {
        let Current { class, warning } = self.class.read().unwrap_or_else(PoisonError::into_inner).clone();
        match class.renewed() {
            Ok(None) => (class, warning),
            Ok(Some((class, warning))) => {
                // That the text is another is noted by nobody who merely looks at a page.
                if let Err(error) = class.facts() {
                    tracing::warn!(class = self.name, what = error.what, "cannot adopt the class's text");
                }
                let current = Current { class: Arc::new(class), warning };
                *self.class.write().unwrap_or_else(PoisonError::into_inner) = current.clone();
                (current.class, current.warning)
            }
            Err(error) => (class, Some(Warning::EarlierText { why: error.to_string() })),
        }
    }

    /// The class for somebody to act on.
    pub(crate) fn acting(&self, actor: Actor) -> (OpenClass, Option<Warning>) {
        let (class, warning) = self.current();
        (class.acting(actor), warning)
    }

    pub(crate) fn access(&self) -> MutexGuard<'_, Access> {
        lock(&self.access)
    }

    /// Takes the right to play for the class, which no other process has from now on until the service ends.
    ///
    /// # Errors
    /// If another process has it.
    pub(crate) fn take_right(&self, class: &OpenClass) -> Result<Arc<RunLock>, Error> {
        let mut held = lock(&self.right);
        if let Some(right) = &*held {
            return Ok(Arc::clone(right));
        }
        Ok(Arc::clone(held.insert(Arc::new(classroom::lock(class)?))))
    }

    /// The same for a moment, unless it is held anyway.
    ///
    /// # Errors
    /// If another process has it.
    pub(crate) fn borrow_right(&self, class: &OpenClass) -> Result<Arc<RunLock>, Error> {
        let held = lock(&self.right).clone();
        held.map_or_else(|| classroom::lock(class).map(Arc::new), Ok)
    }

    /// What keeps things from being played: which, and why.
    pub(crate) fn stuck(&self) -> Vec<(PlayKind, String)> {
        lock(&self.stuck).iter().map(|(kind, why)| (*kind, why.clone())).collect()
    }

    /// Sets what keeps things of a kind from being played. Returns whether that is new.
    pub(crate) fn set_stuck(&self, kind: PlayKind, why: Option<String>) -> bool {
        let mut stuck = lock(&self.stuck);
        match why {
            Some(why) => stuck.insert(kind, why.clone()).as_ref() != Some(&why),
            None => stuck.remove(&kind).is_some(),
        }
    }

    /// How much there is to know.
    pub(crate) fn news(&self) -> News {
        *self.news.borrow()
    }

    /// Follows how much there is to know.
    pub(crate) fn follow(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Wakes everybody who follows.
    pub(crate) fn wake(&self) {
        self.news.send_modify(|_| {});
    }

    /// Wakes everybody who follows, if there is anything new.
    pub(crate) fn note(&self, facts: &Facts) {
        let class = Arc::clone(&self.class.read().unwrap_or_else(PoisonError::into_inner).class);
        self.news.send_if_modified(|known| {
            let news = News::of(&class.plan, facts, *known);
            std::mem::replace(known, news) != news
        });
    }

    /// The runs that are being played here.
    pub(crate) fn runs(&self) -> LiveRuns {
        lock(&self.runs).clone()
    }

    /// The runs that are being played here, as JSON; `None` for a reader who may not see them.
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

    /// Changes the runs that are being played here; wakes everybody who follows if `change` says so.
    pub(crate) fn change_runs(&self, change: impl FnOnce(&mut LiveRuns) -> bool) {
        let is_shown = change(&mut lock(&self.runs));
        if is_shown {
            self.news.send_modify(|known| known.live += 1);
        }
    }

    /// Wakes everybody who follows, because a submission has come further.
    pub(crate) fn note_step(&self) {
        self.news.send_modify(|known| known.steps += 1);
    }

    /// Registers the flag that stops an order while it is carried out.
    pub(crate) fn begin_order(&self, number: u32, stop: Arc<AtomicBool>) {
        lock(&self.orders).insert(number, stop);
    }

    /// An order is no longer being carried out.
    pub(crate) fn end_order(&self, number: u32) {
        lock(&self.orders).remove(&number);
    }

    /// Stops what is being carried out and has ended by the record.
    pub(crate) fn stop_ended_orders(&self, facts: &Facts) {
        for (number, stop) in &*lock(&self.orders) {
            if facts.open_orders().all(|(open, _)| open != *number) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Stops everything that is being carried out, because the service ends.
    pub(crate) fn stop_orders(&self) {
        for stop in lock(&self.orders).values() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// The name of a class in addresses: that of its folder.
fn name_of(path: &Path) -> Result<String, Error> {
    let folder = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.is_empty() || name.starts_with(['.', '-']) || !name.chars().all(is_plain) {
        let what = format!(
            "a class is served under the name of its folder, and \"{}\" cannot be part of an address",
            visible(name)
        );
        return Err(Error::new(Kind::Input, what)
            .hint("rename the folder, using ASCII letters, digits, `-`, `_` and `.`"));
    }
    Ok(name.to_owned())
}
