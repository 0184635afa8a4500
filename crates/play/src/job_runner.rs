//! Plays jobs on the calling thread.
//!
//! A process or machine needs only this to play matches for another one. An obstacle to playing is a failure of the
//! host and never a bot's loss, since the bots of a job were admitted where the job was made.

use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::sync::Arc;

use explain::with_causes;
use game::{Game, PerSeat, Rules};
use hash::Hash;
use job::{Job, MatchSettings, Plays, ReadyModule, SeatJob, SeatRecord, SizeClass, Terms, Validator};
use referee::{HostFailure, Match, Record};
use sandbox::Bot;
use thiserror::Error;

use crate::retrace::{Retrace, RetraceEnd, RetraceError, RetraceSummary};
use crate::setup::{Contestant, MatchSetup, Source};
use crate::start_cost::StartCost;
use crate::validator::LocalValidator;

/// A source of modules.
pub trait Modules {
    /// Returns the bytes of the module with the given hash; `None` if there is no such module.
    ///
    /// # Errors
    /// Returns an error if the module cannot be read.
    fn find(&self, hash: Hash) -> Result<Option<Arc<[u8]>>, Box<dyn Error + Send + Sync>>;
}

impl Modules for BTreeMap<Hash, Arc<[u8]>> {
    fn find(&self, hash: Hash) -> Result<Option<Arc<[u8]>>, Box<dyn Error + Send + Sync>> {
        Ok(self.get(&hash).map(Arc::clone))
    }
}

/// A reason why a job cannot be played here.
#[derive(Debug, Error)]
pub enum JobError {
    /// An obstacle, such as a missing module, with its causes.
    #[error("{0}")]
    Obstacle(String),
    /// The host failed during the match.
    #[error(transparent)]
    Host(#[from] HostFailure),
}

impl JobError {
    /// Returns the error for a module that is missing, or whose bytes do not have the hash.
    pub(crate) fn missing(module: Hash) -> JobError {
        JobError::Obstacle(format!("module {module} is missing"))
    }

    fn unknown_game(name: &str) -> JobError {
        JobError::Obstacle(format!("unknown game `{name}`"))
    }
}

impl From<JobError> for HostFailure {
    fn from(error: JobError) -> HostFailure {
        match error {
            JobError::Host(failure) => failure,
            obstacle @ JobError::Obstacle(_) => {
                HostFailure::new("the job cannot be played here", Some(obstacle.into()))
            }
        }
    }
}

/// Maximum number of looked-up modules that a runner keeps. Each has at most 128 MiB of machine code, usually far less.
const BOTS: usize = 256;
/// Number of settings kept ready. The stages of a run follow one another.
const SETTINGS: usize = 4;
/// Number of contestants kept ready. The games of a pairing follow one another.
const CONTESTANTS: usize = 2;

/// Plays jobs on the calling thread. Reads the data that jobs share only once. Plays a module directly if a
/// [`ReadyModule`] for it exists. Looks up any other module by its hash, admits it, and keeps it while it is among the
/// most recently used ones.
pub struct JobRunner {
    validator: LocalValidator,
    games: Vec<&'static dyn Game>,
    settings: Recent<Arc<Terms>, Arc<MatchSettings>>,
    contestants: Recent<Arc<SeatJob>, Contestant>,
    kept: Recent<(Hash, SizeClass), ReadyModule>,
}

impl JobRunner {
    /// Creates a runner for jobs of the given games, which keeps up to 256 of the modules that it looks up.
    pub fn new(validator: LocalValidator, games: &[&'static dyn Game]) -> JobRunner {
        JobRunner::keeping(BOTS, validator, games)
    }

    /// Creates a runner that keeps the given number of modules.
    pub fn keeping(modules: usize, validator: LocalValidator, games: &[&'static dyn Game]) -> JobRunner {
        JobRunner {
            validator,
            games: games.to_vec(),
            settings: Recent::with_room_for(SETTINGS),
            contestants: Recent::with_room_for(CONTESTANTS),
            kept: Recent::with_room_for(modules),
        }
    }

    /// Plays a job. Calls `go_on` before every ply, and returns `None` if it returns `false`.
    ///
    /// # Errors
    /// Returns an error if the job cannot be played here, or the host failed.
    pub fn play(
        &mut self,
        job: &Job,
        modules: &dyn Modules,
        go_on: impl FnMut(&Match) -> bool,
    ) -> Result<Option<Record>, JobError> {
        let settings = self.settings(&job.terms, modules)?;
        let [first, second] = job.seats.0.each_ref();
        let seats = PerSeat::new(self.contestant(first, modules)?, self.contestant(second, modules)?);
        let setup = MatchSetup {
            settings: &settings,
            start: job.start.as_deref(),
            seed: job.seed,
            seats: seats.as_ref(),
        };
        Ok(setup.play_with_luck(job.luck(), self.validator.sandbox(), go_on)?)
    }

    /// Starts the player of a seat and asks it for the first move of a match. The player may fail.
    ///
    /// # Errors
    /// Returns an error if the player cannot be started here, or the host failed.
    pub fn start_cost(
        &mut self,
        seat: &SeatJob,
        terms: &Arc<Terms>,
        modules: &dyn Modules,
    ) -> Result<StartCost, JobError> {
        let settings = self.settings(terms, modules)?;
        let Plays::Module { hash, size } = seat.plays else { return Ok(StartCost::default()) };
        let bot = self.bot(hash, size, modules)?;
        let text = seat.settings.as_str().into();
        Ok(StartCost::measure(self.validator.sandbox(), &bot, &text, &settings)?)
    }

    /// Asks a module again the questions of one seat of a recorded match, even if another engine played the match.
    ///
    /// # Errors
    /// Returns an error if the module cannot be asked here, the record is not one of a match, or the host failed.
    pub fn retrace(
        &mut self,
        record: &SeatRecord,
        (hash, size): (Hash, SizeClass),
        until: RetraceEnd,
        modules: &dyn Modules,
    ) -> Result<RetraceSummary, RetraceError> {
        let played = record.played().map_err(|error| RetraceError::Record(error.to_string()))?;
        let game = self.game(&record.game, modules).map_err(HostFailure::from)?;
        let terms = Arc::new(Terms {
            engine: self.validator.fingerprint(game),
            game: record.game.clone(),
            rules: record.rules.clone(),
            limits: record.limits,
        });
        let settings = self.settings(&terms, modules).map_err(HostFailure::from)?;
        let bot = self.bot(hash, size, modules).map_err(HostFailure::from)?;
        let retrace = Retrace { settings: &settings, record, played: &played, bot: &bot, until };
        retrace.run(self.validator.sandbox())
    }

    /// Returns the game with a key. Opens a game from a file if it is not registered.
    ///
    /// # Errors
    /// If the game is unknown, or its rules are missing or cannot be opened.
    pub fn game(&self, key: &str, modules: &dyn Modules) -> Result<&'static dyn Game, JobError> {
        if let Some(known) = games::find_in(&self.games, key) {
            return Ok(known);
        }
        let hash = job::rules_hash(key).ok_or_else(|| JobError::unknown_game(key))?;
        let rules = bytes_of(hash, modules)?;
        let opened = games::open_module(&rules)
            .map_err(|why| JobError::Obstacle(format!("the rules of {key} cannot be opened: {why}")))?;
        if opened.key() == key { Ok(opened) } else { Err(JobError::unknown_game(key)) }
    }

    fn settings(
        &mut self,
        terms: &Arc<Terms>,
        modules: &dyn Modules,
    ) -> Result<Arc<MatchSettings>, JobError> {
        if let Some(settings) = self.settings.get(terms) {
            return Ok(Arc::clone(settings));
        }
        let game = self.game(&terms.game, modules)?;
        let here = self.validator.fingerprint(game);
        if here != terms.engine {
            let what = "the job is for a different engine";
            return Err(JobError::Obstacle(format!(
                "{what}:\n  the job's: {}\n  this one:  {here}",
                terms.engine
            )));
        }
        let invalid = |error| JobError::Obstacle(format!("invalid rule options: {error}"));
        let rules = Rules::parse(game.options(), &terms.rules).map_err(invalid)?;
        if rules.to_string() != terms.rules {
            let what = format!("the rule options `{}` are not in their canonical form", terms.rules);
            return Err(JobError::Obstacle(what));
        }
        let settings = Arc::new(MatchSettings::new(game, rules, terms.limits));
        if !settings.lacks_start() {
            self.settings.insert(Arc::clone(terms), Arc::clone(&settings));
        }
        Ok(settings)
    }

    fn contestant(&mut self, seat: &Arc<SeatJob>, modules: &dyn Modules) -> Result<Contestant, JobError> {
        if let Some(contestant) = self.contestants.get(seat) {
            return Ok(contestant.clone());
        }
        let source = match seat.plays {
            Plays::Builtin(builtin) => Source::Builtin(builtin),
            Plays::Module { hash, size } => Source::Module { bot: self.bot(hash, size, modules)?, size },
        };
        let contestant = Contestant { source, settings: seat.settings.as_str().into() };
        self.contestants.insert(Arc::clone(seat), contestant.clone());
        Ok(contestant)
    }

    fn bot(&mut self, module: Hash, size: SizeClass, modules: &dyn Modules) -> Result<Bot, JobError> {
        // Marks it as the most recently used one, even if another holder exists.
        let _ = self.kept.get(&(module, size));
        if let Some(bot) = self.validator.bot(module, size) {
            return Ok(bot);
        }
        let bytes = bytes_of(module, modules)?;
        let decided = self.validator.validate(&bytes, size);
        let decided = decided.map_err(|error| JobError::Obstacle(with_causes(&error)))?;
        let ready = decided
            .map_err(|why| JobError::Obstacle(format!("module {module} is not admitted here: {why}")))?;
        self.kept.insert((module, size), ready);
        self.validator.bot(module, size).ok_or_else(|| JobError::missing(module))
    }
}

/// Returns the bytes of a module.
fn bytes_of(module: Hash, modules: &dyn Modules) -> Result<Arc<[u8]>, JobError> {
    let bytes = modules
        .find(module)
        .map_err(|why| JobError::Obstacle(format!("cannot read module {module}: {}", with_causes(&*why))))?;
    let bytes = bytes.filter(|bytes| Hash::digest(bytes) == module);
    bytes.ok_or_else(|| JobError::missing(module))
}

/// A cache with a fixed capacity that evicts the least recently used value. A look-up takes time linear in the
/// capacity, which should be small.
struct Recent<K, V> {
    /// The most recently used one comes first.
    kept: VecDeque<(K, V)>,
    room: usize,
}

impl<K: PartialEq, V> Recent<K, V> {
    /// Creates a cache for the given number of values, but at least one.
    fn with_room_for(room: usize) -> Recent<K, V> {
        Recent { kept: VecDeque::new(), room: room.max(1) }
    }

    /// Returns a value and marks it as the most recently used one.
    fn get(&mut self, key: &K) -> Option<&V> {
        let place = self.kept.iter().position(|(kept, _)| kept == key)?;
        let found = self.kept.remove(place)?;
        self.kept.push_front(found);
        self.kept.front().map(|(_, value)| value)
    }

    /// Adds a value for a key that is not in the cache.
    fn insert(&mut self, key: K, value: V) {
        self.kept.truncate(self.room - 1);
        self.kept.push_front((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_that_was_used_least_recently_goes() {
        let mut recent = Recent::with_room_for(2);
        recent.insert('a', 1);
        recent.insert('b', 2);
        assert_eq!(recent.get(&'a'), Some(&1));
        recent.insert('c', 3);
        assert_eq!(['a', 'b', 'c'].map(|key| recent.get(&key).copied()), [Some(1), None, Some(3)]);
        recent.insert('d', 4);
        assert_eq!(['a', 'c', 'd'].map(|key| recent.get(&key).copied()), [None, Some(3), Some(4)]);
    }
}
