//! Runs a plan: from a checked tournament to a complete ledger.
//!
//! [`begin`] admits the bots and opens a new run, [`resume`] opens one that is not finished; [`Run::play`] plays what
//! is missing. Matches are [`MatchJob`]s, whose records are pure functions of them. One dispatcher gives them to an
//! [`Executor`], which plays them in whatever order: threads of this process ([`LocalThreads`]), or what else there may
//! be. Results are committed in groups by the one thread that owns the ledger, and only then told as [`Event`]s and
//! given to the schedule.
//!
//! In reading order: [`MatchSettings`], [`MatchJob`], [`Contestant`], [`Roster`], [`MatchSetup`]; [`JobRunner`] for
//! jobs that come as values; [`trial`]; [`Executor`], [`LocalThreads`]; [`Admission`]; [`Entered`], [`begin`],
//! [`resume`], [`Run`]; [`Event`], [`Ending`]; [`Recorded`], [`Verification`]; [`rule`], [`adopt`()]; [`RunError`]; and
//! for two bots alone [`DuelPlan`], [`Duel`].

mod admission;
mod adopt;
mod contestant;
mod dispatch;
mod duel;
mod engine;
mod error;
mod event;
mod executor;
mod job_runner;
mod live;
mod local_threads;
mod match_job;
mod on_record;
mod roster;
mod rule;
mod run;
mod setup;
mod stage_run;
mod trial;
mod verify;

pub use admission::{Admission, Candidate, admit, module_hash};
pub use adopt::adopt;
pub use contestant::{Contestant, Source, caps};
pub use duel::{Duel, DuelEnding, DuelError, DuelEvent, DuelPlan, DuelState, DuelVerdict};
pub use engine::engine_fingerprint;
pub use error::RunError;
pub use event::{Ending, Event, VoidMatch};
pub use executor::{Executor, ExecutorError, Finished};
pub use job_runner::{JobError, JobRunner, Modules};
pub use local_threads::LocalThreads;
pub use match_job::{MatchJob, MatchSettings};
pub use roster::Roster;
pub use rule::{Ruled, rule};
pub use run::{Entered, Prepared, Run, begin, prepare, resume};
pub use setup::MatchSetup;
pub use trial::{Spending, Trial, TrialPlan, trial};
pub use verify::{Earlier, OneMatch, Recorded, Verification};
