//! Plays jobs that come as values, with modules that are looked up by their hashes.
//!
//! This is all that a process or machine needs to play matches for another one. Anything that keeps it from playing is
//! a failure of the host and never a bot's loss: the bots of a job were admitted where the job was made.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use game::{Game, PerSeat, RuleError, Rules};
use job::{Job, Plays, SeatJob, SizeClass};
use referee::{HostFailure, Match, Record};
use sandbox::{Bot, HostError, NotAdmitted, Sandbox};
use thiserror::Error;

use crate::admission::module_hash;
use crate::contestant::{Contestant, Source, caps};
use crate::engine::engine_fingerprint;
use crate::match_job::MatchSettings;
use crate::recent::Recent;
use crate::setup::MatchSetup;

/// A source of modules.
pub trait Modules {
    /// Returns the bytes of the module with the given hash; `None` when there is no such module.
    ///
    /// # Errors
    /// When the module cannot be read.
    fn find(&self, hash: &[u8; 32]) -> Result<Option<Arc<[u8]>>, Box<dyn Error + Send + Sync>>;
}

impl Modules for BTreeMap<[u8; 32], Arc<[u8]>> {
    fn find(&self, hash: &[u8; 32]) -> Result<Option<Arc<[u8]>>, Box<dyn Error + Send + Sync>> {
        Ok(self.get(hash).map(Arc::clone))
    }
}

/// Why a job cannot be played here.
#[derive(Debug, Error)]
pub enum JobError {
    /// The game is unknown.
    #[error("unknown game `{0}`")]
    Game(String),
    /// The job is for a different engine.
    #[error("the job is for a different engine:\n  the job's: {job}\n  this one:  {here}")]
    Engine {
        /// The job's engine fingerprint.
        job: String,
        /// The fingerprint of this engine.
        here: String,
    },
    /// The rule options cannot be read.
    #[error("invalid rule options")]
    Rules(#[from] RuleError),
    /// The rule options are not in their canonical form.
    #[error("the rule options `{0}` are not in their canonical form")]
    NotCanonical(String),
    /// A module cannot be read.
    #[error("cannot read module {module}")]
    Unread {
        /// The module's hash.
        module: blake3::Hash,
        /// Why not.
        #[source]
        why: Box<dyn Error + Send + Sync>,
    },
    /// A module is missing, or its bytes do not have the hash.
    #[error("module {0} is missing")]
    Missing(blake3::Hash),
    /// A module is refused or undecided here, though it was admitted where the job was made.
    #[error("module {module} is not admitted here: {why}")]
    NotAdmitted {
        /// The module's hash.
        module: blake3::Hash,
        /// Why it is not admitted.
        why: NotAdmitted,
    },
    /// The host failed to check a module.
    #[error(transparent)]
    Sandbox(#[from] HostError),
    /// The host failed during the match.
    #[error(transparent)]
    Host(#[from] HostFailure),
}

impl From<JobError> for HostFailure {
    fn from(error: JobError) -> HostFailure {
        match error {
            JobError::Host(failure) => failure,
            other => HostFailure::new("the job cannot be played here", Some(other.into())),
        }
    }
}

/// The number of admitted modules that a runner keeps. At most 128 MiB of machine code each, usually far less.
const BOTS: usize = 256;

/// Plays jobs on the calling thread. Keeps the modules that it has admitted, up to a number of them; a job whose module
/// was not used for long has it admitted again.
pub struct JobRunner {
    sandbox: Sandbox,
    games: Vec<&'static dyn Game>,
    bots: Recent<([u8; 32], SizeClass), Bot>,
}

impl JobRunner {
    /// A runner for jobs of the given games. It keeps 256 admitted modules.
    pub fn new(sandbox: Sandbox, games: &[&'static dyn Game]) -> JobRunner {
        JobRunner::keeping(BOTS, sandbox, games)
    }

    /// As [`new`](Self::new), with the number of admitted modules that it keeps.
    pub fn keeping(bots: usize, sandbox: Sandbox, games: &[&'static dyn Game]) -> JobRunner {
        JobRunner { sandbox, games: games.to_vec(), bots: Recent::with_room_for(bots) }
    }

    /// Plays a job. Calls `go_on` before every ply, and returns `None` when it returns `false`.
    ///
    /// # Errors
    /// When the job cannot be played here, or the host failed.
    pub fn play(
        &mut self,
        job: &Job,
        modules: &dyn Modules,
        go_on: impl FnMut(&Match) -> bool,
    ) -> Result<Option<Record>, JobError> {
        let settings = self.settings(job)?;
        let [first, second] = job.seats.0.each_ref();
        let seats = PerSeat::new(self.contestant(first, modules)?, self.contestant(second, modules)?);
        let setup = MatchSetup {
            settings: &settings,
            start: job.start.as_deref(),
            seed: job.seed,
            seats: seats.as_ref(),
        };
        Ok(setup.play(&self.sandbox, go_on)?)
    }

    fn settings(&self, job: &Job) -> Result<MatchSettings, JobError> {
        let game = self.games.iter().find(|game| game.name() == job.terms.game);
        let game = *game.ok_or_else(|| JobError::Game(job.terms.game.clone()))?;
        let here = engine_fingerprint(&self.sandbox, game);
        if here != job.terms.engine {
            return Err(JobError::Engine { job: job.terms.engine.clone(), here });
        }
        let rules = Rules::parse(game.options(), &job.terms.rules)?;
        if rules.to_string() != job.terms.rules {
            return Err(JobError::NotCanonical(job.terms.rules.clone()));
        }
        Ok(MatchSettings::new(game, rules, job.terms.limits))
    }

    fn contestant(&mut self, seat: &SeatJob, modules: &dyn Modules) -> Result<Contestant, JobError> {
        let source = match seat.plays {
            Plays::Builtin(builtin) => Source::Builtin(builtin),
            Plays::Module { hash, size } => {
                Source::Module { bot: self.bot(*hash.bytes(), size, modules)?, size }
            }
        };
        Ok(Contestant { source, settings: seat.settings.as_str().into() })
    }

    fn bot(&mut self, hash: [u8; 32], size: SizeClass, modules: &dyn Modules) -> Result<Bot, JobError> {
        if let Some(bot) = self.bots.get(&(hash, size)) {
            return Ok(bot.clone());
        }
        let module = blake3::Hash::from_bytes(hash);
        let bytes = modules.find(&hash).map_err(|why| JobError::Unread { module, why })?;
        let bytes = bytes.filter(|bytes| module_hash(bytes) == hash).ok_or(JobError::Missing(module))?;
        let bot =
            self.sandbox.admit(&bytes, &caps(size))?.map_err(|why| JobError::NotAdmitted { module, why })?;
        self.bots.insert((hash, size), bot.clone());
        Ok(bot)
    }
}
