//! A match job and its record as values, and the traits for checking modules and playing jobs.
//!
//! A [`Job`] contains everything that a result depends on: modules by hash, settings, game, rule options, start
//! position, limits, seed and engine. The match can therefore be played on a thread, in another process, on another
//! machine or a year later. Its [`Record`] is a pure function of the job.
//!
//! An [`Executor`] plays jobs. A [`Validator`] decides which modules may play and builds modules from scripts. Code
//! that manages tournaments and classes depends only on these two traits, not on wasm or threads. The crate `play`
//! implements both on a single machine.
//!
//! The sender of a value may be hostile: reading never panics, and a value that contradicts itself is refused with an
//! error that names the field. The JSON form is described in this crate's README.
//!
//! In reading order: [`Job`], [`JobId`], [`Terms`], [`SeatJob`], [`Plays`], [`SizeClass`]; [`rules_hash`], [`RULES_FILE`]:
//! games from files; [`MatchSettings`];
//! [`TrialPairing`]; [`Record`]; [`SeatRecord`], the part of a match that one entrant may have; [`meaning`],
//! [`public_failure`]: a failure in words; [`RecordError`], [`NotOfTheJob`]; [`Format`];
//! [`Executor`], [`Finished`], [`play_all`]; [`Validator`], [`ReadyModule`], [`Caps`], [`Sizes`], [`NotAdmitted`];
//! [`Script`], [`Sources`], [`ScriptBuild`], [`NotBuilt`].

mod acceptance;
mod checks;
mod executor;
mod failure_words;
mod file_game;
mod format;
mod job;
mod record;
mod script;
mod seat_record;
mod settings;
mod terms;
mod trial;
mod validator;

pub use acceptance::NotOfTheJob;
pub use checks::RecordError;
pub use executor::{Executor, ExecutorError, ExposedWorker, Finished, TRIES, play_all, play_all_watched};
pub use failure_words::{meaning, public_detail, public_failure};
pub use file_game::{RULES_FILE, engine_of_file_games, recorded_game, rules_hash};
pub use format::Format;
pub use job::{Job, JobId, Plays, SeatJob, SizeClass};
pub use record::Record;
pub use script::{JAVASCRIPT_ENDINGS, NotBuilt, PYTHON_ENDINGS, Script, ScriptBuild, Sources, is_script};
pub use seat_record::SeatRecord;
pub use settings::MatchSettings;
pub use terms::Terms;
pub use trial::TrialPairing;
pub use validator::{
    CHECKED_BOUNDS, Caps, NotAdmitted, Objection, ReadyModule, Refusal, Sizes, Undecided, Validator,
    ValidatorError, differ_in_bounds_alone, fingerprint,
};
