//! Runs a plan: from a checked tournament to a complete ledger.
//!
//! [`begin`] has a [`Validator`](job::Validator) admit the bots and opens a new run, [`resume`] opens an unfinished
//! one, and [`Run::play`] plays the missing matches. Matches are [`MatchJob`]s. A single dispatcher submits their jobs
//! to an [`Executor`](job::Executor), which plays them in any order. This crate does not know where or how. Results are
//! passed to the schedule, committed in groups by the one thread that owns the ledger, and only then reported as
//! [`Event`]s.
//!
//! In reading order: [`Forecast`]; [`Candidate`], [`Admission`], [`Roster`]; [`MatchJob`]; [`Entry`], [`begin`],
//! [`Reopened`], [`resume`], [`Run`]; [`Event`], [`Ending`], [`host_failed`], [`RunEvent`]; [`RunCheck`],
//! [`Verification`]; [`adopt`()]; [`RunError`]; [`SequentialTest`] and [`Comparison`] for two bots.

mod admission;
mod adopt;
mod comparison;
mod dispatch;
mod engine;
mod entered;
mod error;
mod event;
mod exposure;
mod forecast;
mod live;
mod match_job;
mod openings;
mod reopened;
mod roster;
mod run;
mod run_event;
mod sequential_test;
mod stage_run;
mod verify;
mod void;

pub use self::run::{NewRun, Run, begin, prepare};
pub use admission::{Admission, AdmissionError, Candidate, UndecidedEntrant, admit};
pub use adopt::adopt;
pub use comparison::{
    CompareReport, ComparedGame, ComparedPair, Comparison, ComparisonEnding, ComparisonError, ComparisonPlan,
    ComparisonTally,
};
pub use entered::Entry;
pub use error::RunError;
pub use event::{Ending, Event, VoidMatch};
pub use exposure::exposure;
pub use forecast::{Forecast, RoundForecast, StageForecast, UnplayableStage};
pub use match_job::MatchJob;
pub use reopened::{Reopened, reopen, resume};
pub use roster::Roster;
pub use run_event::{RunEvent, SeatWord, StandingsRow};
pub use sequential_test::{
    SequentialTest, SequentialTestEnding, SequentialTestError, SequentialTestEvent, SprtReport,
};
pub use verify::{OneMatch, RunCheck, Verification, VerificationEvent};
pub use void::{FEWER_AT_ONCE, host_failed};
