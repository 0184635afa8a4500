//! What all requests share.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use class::{Access, Actor};
use classroom::{OpenClass, Warning};
use explain::{Error, Kind};
use game::visible;
use job::Validator;
use tokio::sync::{Semaphore, watch};

use crate::hosts::AllowedHosts;
use crate::news::News;

/// Decides about what is handed in, from any thread.
pub type SharedValidator = Arc<dyn Validator + Send + Sync>;

/// The most uploads in memory at a time.
const UPLOADS: usize = 4;
/// The most open streams of news.
const FOLLOWERS: usize = 2000;
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
    pub(crate) hosts: AllowedHosts,
    /// Where browsers reach it.
    pub(crate) url: String,
    /// Whether browsers reach it by HTTPS, so that cookies are for that alone.
    pub(crate) is_secure: bool,
    pub(crate) uploads: Arc<Semaphore>,
    pub(crate) followers: Arc<Semaphore>,
    pub(crate) stop: Arc<AtomicBool>,
    wrong: Mutex<HashMap<IpAddr, (Instant, u32)>>,
}

/// A class that is served.
pub(crate) struct ServedClass {
    /// Its name in addresses.
    pub(crate) name: String,
    /// The class, opened, by the text that is in force.
    class: RwLock<Current>,
    access: Mutex<Access>,
    /// How much there is to know, whoever wrote it.
    pub(crate) news: watch::Sender<News>,
    /// What keeps it from being played, if anything does.
    stuck: Mutex<Option<String>>,
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
        validator: SharedValidator,
        hosts: AllowedHosts,
        url: String,
        stop: Arc<AtomicBool>,
    ) -> App {
        App {
            classes: classes.into_iter().map(|class| (class.name.clone(), Arc::new(class))).collect(),
            validator,
            hosts,
            is_secure: url.starts_with("https://"),
            url,
            uploads: Arc::new(Semaphore::new(UPLOADS)),
            followers: Arc::new(Semaphore::new(FOLLOWERS)),
            stop,
            wrong: Mutex::default(),
        }
    }

    /// Counts a wrong secret from an address, and returns whether there were too many within a minute. A valid secret is
    /// accepted all the same, because others may share the address.
    pub(crate) fn note_wrong(&self, address: Option<IpAddr>) -> bool {
        let Some(address) = address else { return false };
        let mut wrong = lock(&self.wrong);
        if wrong.len() >= ADDRESSES {
            wrong.retain(|_, (since, _)| since.elapsed() < MINUTE);
        }
        if wrong.len() >= ADDRESSES && !wrong.contains_key(&address) {
            return true;
        }
        let entry = wrong.entry(address).or_insert_with(|| (Instant::now(), 0));
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
        let facts = class.facts()?;
        let access = Access::open(&class.folder)?;
        let news = watch::Sender::new(News::of(&facts));
        let class = RwLock::new(Current { class: Arc::new(class), warning });
        let name = name_of(path)?;
        Ok(ServedClass { name, class, access: Mutex::new(access), news, stuck: Mutex::default() })
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

    /// What keeps it from being played.
    pub(crate) fn stuck(&self) -> Option<String> {
        lock(&self.stuck).clone()
    }

    pub(crate) fn set_stuck(&self, why: Option<String>) {
        *lock(&self.stuck) = why;
    }

    /// Has everybody who follows look, if there is anything new.
    pub(crate) fn note(&self, news: News) {
        self.news.send_if_modified(|known| std::mem::replace(known, news) != news);
    }
}

/// What a panic leaves behind is whole: each change is a single one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
