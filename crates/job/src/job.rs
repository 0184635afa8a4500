//! A match to be played.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::PerSeat;
use hash::Hash;
use referee::{Builtin, Limits, MatchSeed};
use serde::{Deserialize, Serialize};

use crate::{Caps, Format, Terms};

/// A match to be played. It holds everything that its record depends on except the bytes of the modules. The record is
/// a pure function of all fields but `id` and `alone`.
///
/// Jobs share their common parts, so a job is cheap to create, clone and pass on within a process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenJob", into = "WrittenJob")]
pub struct Job {
    /// The id, chosen by the submitter.
    pub id: JobId,
    /// Engine, game, rule options and limits.
    pub terms: Arc<Terms>,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<Arc<str>>,
    /// The seed of all randomness in the match. Secret while the match is played.
    pub seed: MatchSeed,
    /// The seed of chance, if it is not `seed`: two games that swap seats share it.
    pub luck: Option<MatchSeed>,
    /// The players, the first seat's first.
    pub seats: PerSeat<Arc<SeatJob>>,
    /// `true` if no other match may be played on the same machine at the same time.
    pub alone: bool,
}

impl Job {
    /// Returns the modules in its seats, the first seat's first, and then that of the rules of a game from a file.
    pub fn modules(&self) -> impl Iterator<Item = (Hash, SizeClass)> {
        self.seats.0.iter().filter_map(|seat| seat.plays.module()).chain(self.terms.rules_module())
    }

    /// Returns the seed of chance.
    pub fn luck(&self) -> MatchSeed {
        self.luck.unwrap_or(self.seed)
    }

    /// Returns another job that plays the same match once more.
    #[must_use]
    pub fn again(self) -> Job {
        Job { id: JobId::fresh(), ..self }
    }

    /// Returns another job that plays the same match once more, while no other match is played on the machine.
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
    limits: Limits,
    start: Option<String>,
    #[serde(with = "hash::hex")]
    seed: [u8; 32],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    luck: Option<Hash>,
    seats: PerSeat<SeatJob>,
    alone: bool,
}

impl From<Job> for WrittenJob {
    fn from(Job { id, terms, start, seed, luck, seats, alone }: Job) -> WrittenJob {
        let Terms { engine, game, rules, limits } = Arc::unwrap_or_clone(terms);
        let start = start.as_deref().map(str::to_owned);
        let (seed, seats) = (*seed.bytes(), seats.map(Arc::unwrap_or_clone));
        let luck = luck.map(|luck| Hash::from(*luck.bytes()));
        WrittenJob { format: Format, id, engine, game, rules, limits, start, seed, luck, seats, alone }
    }
}

impl From<WrittenJob> for Job {
    fn from(written: WrittenJob) -> Job {
        let WrittenJob { format: Format, id, engine, game, rules, limits, start, seed, luck, seats, alone } =
            written;
        let terms = Arc::new(Terms { engine, game, rules, limits });
        let seed = MatchSeed::new(seed);
        let luck = luck.map(|luck| MatchSeed::new(*luck.bytes()));
        Job { id, terms, start: start.map(Arc::from), seed, luck, seats: seats.map(Arc::new), alone }
    }
}

/// The player at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatJob {
    /// The bot or built-in player.
    pub plays: Plays,
    /// The settings text passed to the player.
    pub settings: String,
}

/// The source of a seat's moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Plays {
    /// A built-in player.
    Builtin(Builtin),
    /// A wasm module.
    Module {
        /// BLAKE3 hash of its bytes.
        hash: Hash,
        /// The caps that apply to it.
        size: SizeClass,
    },
}

impl Plays {
    /// Returns the module's hash and size class; `None` for a built-in player.
    pub const fn module(&self) -> Option<(Hash, SizeClass)> {
        match *self {
            Plays::Module { hash, size } => Some((hash, size)),
            Plays::Builtin(_) => None,
        }
    }
}

/// The class that selects a module's caps.
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
    /// The class of modules with the rules of games, whose author is the organiser.
    pub const RULES: SizeClass = SizeClass::Script;

    /// All classes, the default first.
    pub const ALL: [SizeClass; 2] = [SizeClass::Normal, SizeClass::Script];

    /// The name in texts and records: `normal` or `script`.
    pub const fn name(self) -> &'static str {
        match self {
            SizeClass::Normal => "normal",
            SizeClass::Script => "script",
        }
    }

    /// Returns the class with the given name; `None` if there is none.
    pub fn named(name: &str) -> Option<SizeClass> {
        SizeClass::ALL.into_iter().find(|class| class.name() == name)
    }

    /// Returns the maximum size of each part of a module of this class.
    pub const fn caps(self) -> Caps {
        match self {
            SizeClass::Normal => Caps::standard(),
            SizeClass::Script => Caps::script(),
        }
    }
}

/// The id of a job, which matches a result to its job. It is unique within a process, even across schedules, so
/// schedules may share an executor. No record depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(u64);

impl JobId {
    /// Returns an id that is unused in this process.
    pub fn fresh() -> JobId {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        JobId(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the id with this number, for a job that came from elsewhere.
    pub const fn new(number: u64) -> JobId {
        JobId(number)
    }

    /// Its number.
    pub const fn number(self) -> u64 {
        self.0
    }
}
