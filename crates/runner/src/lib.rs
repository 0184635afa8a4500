//! Runs a plan: from a checked tournament to a complete ledger.
//!
//! [`begin`] admits the bots and opens a new run, [`resume`] opens one that is not finished; [`Run::play`] plays what
//! is missing. Matches are [`MatchJob`]s. A single dispatcher submits them to an [`Executor`], such as the threads of
//! this process ([`LocalThreads`]), which plays them in any order. Results are given to the schedule, committed in
//! groups by the one thread that owns the ledger, and only then reported as [`Event`]s.
//!
//! In reading order: [`MatchSettings`], [`MatchJob`], [`Contestant`], [`Roster`], [`MatchSetup`]; [`JobRunner`] for
//! jobs that come as values; [`trial`], [`StartCost`]; [`OneAnswer`], [`MixedMatch`], [`Retrace`]; [`Executor`], [`LocalThreads`]; [`Admission`];
//! [`Entered`], [`begin`], [`Reopened`], [`resume`], [`Run`]; [`Event`], [`Ending`]; [`Recorded`], [`Verification`];
//! [`adopt`()]; [`RunError`]; [`SequentialTest`] and [`Comparison`] for two bots.

mod admission;
mod adopt;
mod comparison;
mod contestant;
mod dispatch;
mod engine;
mod entered;
mod error;
mod event;
mod executor;
mod job_runner;
mod live;
mod local_threads;
mod match_job;
mod mixed_match;
mod one_answer;
mod recent;
mod reopened;
mod retrace;
mod roster;
mod run;
mod sequential_test;
mod setup;
mod stage_run;
mod start_cost;
mod trial;
mod verify;

pub use self::run::{Prepared, Run, begin, prepare};
pub use admission::{Admission, AdmissionError, Candidate, UndecidedEntrant, admit, module_hash};
pub use adopt::{Adopted, adopt};
pub use comparison::{
    ComparedGame, ComparedPair, Comparison, ComparisonEnding, ComparisonError, ComparisonPlan,
    ComparisonTally,
};
pub use contestant::{Contestant, Source, caps};
pub use engine::{advice_on_engine, build_fingerprint, engine_fingerprint};
pub use entered::Entered;
pub use error::RunError;
pub use event::{Ending, Event, VoidMatch};
pub use executor::{Executor, ExecutorError, Finished};
pub use job_runner::{JobError, JobRunner, Modules};
pub use local_threads::LocalThreads;
pub use match_job::{MatchJob, MatchSettings};
pub use mixed_match::{MixedMatch, MixedSeat};
pub use one_answer::OneAnswer;
pub use reopened::{Reopened, reopen, resume};
pub use retrace::{LastAnswer, Retrace, RetraceError, Retraced};
pub use roster::Roster;
pub use sequential_test::{SequentialTest, SequentialTestEnding, SequentialTestError, SequentialTestEvent};
pub use setup::MatchSetup;
pub use start_cost::StartCost;
pub use trial::{Spending, Trial, TrialPlan, trial};
pub use verify::{OneMatch, Recorded, Verification};
