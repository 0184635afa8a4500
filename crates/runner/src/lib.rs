//! Runs a plan: from a checked tournament to a complete ledger.
//!
//! [`begin`] has a [`Validator`](job::Validator) admit the bots and opens a new run, [`resume`] opens an unfinished
//! one, and [`Run::play`] plays the missing matches. Matches are [`MatchJob`]s. A single dispatcher submits their jobs
//! to an [`Executor`](job::Executor), which plays them in any order. This crate does not know where or how. Results are
//! passed to the schedule, committed in groups by the one thread that owns the ledger, and only then reported as
//! [`Event`]s.
//!
//! In reading order: [`Forecast`]; [`Candidate`], [`Admission`], [`Roster`]; [`MatchJob`]; [`EnteredTournament`],
//! [`begin`], [`Reopened`], [`resume`], [`Run`]; [`Event`], [`Ending`], [`host_failed`], [`RunEvent`]; [`RunCheck`],
//! [`Verification`]; [`adopt`()]; [`RunError`]; [`SequentialTest`] and [`Comparison`] for two bots.

mod admission;
mod adopt;
mod comparison;
mod dispatch;
mod engine;
mod error;
mod event;
mod forecast;
mod incomplete_run;
mod match_job;
mod openings;
mod resume;
mod roster;
mod run;
mod run_event;
mod sequential_test;
mod spectator_updates;
mod stage_run;
mod tournament_entry;
mod untrusted_worker;
mod verify;

pub use self::run::{NewRun, Run, begin, prepare};
pub use admission::{Admission, AdmissionError, Candidate, UndecidedEntrant, admit};
pub use adopt::adopt;
pub use comparison::{
    CompareReport, ComparedGame, ComparedPair, Comparison, ComparisonError, ComparisonPlan, ComparisonTally,
};
pub use error::RunError;
pub use event::{Ending, Event, VoidMatch};
pub use forecast::{Forecast, RoundForecast, StageForecast, UnplayableStage, time_words};
pub use incomplete_run::{FEWER_AT_ONCE, host_failed};
pub use match_job::MatchJob;
pub use resume::{Reopened, reopen, resume};
pub use roster::Roster;
pub use run_event::{RunEvent, SeatWord, StandingsRow};
pub use sequential_test::{SequentialTest, SequentialTestEvent, SprtReport};
pub use tournament_entry::EnteredTournament;
pub use untrusted_worker::exposure;
pub use verify::{OneMatch, RunCheck, Verification, VerificationEvent};
