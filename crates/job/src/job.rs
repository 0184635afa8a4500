//! A match to be played.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::PerSeat;
use hash::Hash;
use referee::{Builtin, Limits, MatchSeed};
use serde::{Deserialize, Serialize};

use crate::wire;
use crate::{Caps, Format, Terms};

/// A match to be played, with everything that its record depends on except the bytes of the modules. The record is a
/// pure function of all but `id` and `alone`.
///
/// What jobs have in common is shared, so that a job is cheap to make, to copy and to hand on within a process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenJob", into = "WrittenJob")]
pub struct Job {
    /// Which job it is, for whoever submits it.
    pub id: JobId,
    /// Engine, game, rule options and limits.
    pub terms: Arc<Terms>,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<Arc<str>>,
    /// The seed of all randomness in the match. Secret while the match is played.
    pub seed: MatchSeed,
    /// What plays, the first seat first.
    pub seats: PerSeat<Arc<SeatJob>>,
    /// Whether no other match may be played on the same machine at the same time.
    pub alone: bool,
}

impl Job {
    /// The same match, to be played once more: another job.
    #[must_use]
    pub fn again(self) -> Job {
        Job { id: JobId::fresh(), ..self }
    }

    /// The same match, to be played once more with no other beside it: another job.
    #[must_use]
    pub fn again_alone(self) -> Job {
        Job { alone: true, ..self.again() }
    }
}

/// A job in its written form.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Job", deny_unknown_fields)]
struct WrittenJob {
    format: Format,
    id: JobId,
    engine: String,
    game: String,
    rules: String,
    #[serde(with = "wire::limits")]
    limits: Limits,
    start: Option<String>,
    #[serde(with = "wire::seed")]
    seed: MatchSeed,
    #[serde(with = "wire::per_seat")]
    seats: PerSeat<SeatJob>,
    alone: bool,
}

impl From<Job> for WrittenJob {
    fn from(Job { id, terms, start, seed, seats, alone }: Job) -> WrittenJob {
        let Terms { engine, game, rules, limits } = Arc::unwrap_or_clone(terms);
        let start = start.as_deref().map(str::to_owned);
        let seats = seats.map(Arc::unwrap_or_clone);
        WrittenJob { format: Format, id, engine, game, rules, limits, start, seed, seats, alone }
    }
}

impl From<WrittenJob> for Job {
    fn from(written: WrittenJob) -> Job {
        let WrittenJob { format: Format, id, engine, game, rules, limits, start, seed, seats, alone } =
            written;
        let terms = Arc::new(Terms { engine, game, rules, limits });
        Job { id, terms, start: start.map(Arc::from), seed, seats: seats.map(Arc::new), alone }
    }
}

/// What plays at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatJob {
    /// The bot or built-in player.
    pub plays: Plays,
    /// The settings text that it is given.
    pub settings: String,
}

/// Where a seat's moves come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Plays {
    /// A built-in player.
    Builtin(#[serde(with = "wire::builtin")] Builtin),
    /// A wasm module.
    Module {
        /// The BLAKE3 of its bytes.
        hash: Hash,
        /// The caps that apply to it.
        size: SizeClass,
    },
}

/// Which caps apply to a module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SizeClass {
    /// The usual caps.
    #[default]
    Normal,
    /// Larger caps, for interpreters with a script inside.
    Script,
}

impl SizeClass {
    /// All classes, the default first.
    pub const ALL: [SizeClass; 2] = [SizeClass::Normal, SizeClass::Script];

    /// The name in texts and records: `normal` or `script`.
    pub const fn name(self) -> &'static str {
        match self {
            SizeClass::Normal => "normal",
            SizeClass::Script => "script",
        }
    }

    /// The class with the given name, if there is one.
    pub fn named(name: &str) -> Option<SizeClass> {
        SizeClass::ALL.into_iter().find(|class| class.name() == name)
    }

    /// How large each part of a module of this class may be.
    pub const fn caps(self) -> Caps {
        match self {
            SizeClass::Normal => Caps::standard(),
            SizeClass::Script => Caps::script(),
        }
    }
}

/// Which job: its sender knows by it which one a result is of. No two jobs of a process have the same, whichever schedules
/// they are of, so that several may share an executor. No record depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(u64);

impl JobId {
    /// An id that nothing in this process has had before.
    pub fn fresh() -> JobId {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        JobId(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The id with this number, of a job that came from elsewhere.
    pub const fn new(number: u64) -> JobId {
        JobId(number)
    }

    /// Its number.
    pub const fn number(self) -> u64 {
        self.0
    }
}
