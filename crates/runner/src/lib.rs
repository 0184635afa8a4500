//! Runs a plan: from a checked tournament to a complete ledger.
//!
//! [`begin`] admits the bots and opens a new run, [`resume`] opens one that is not finished; [`Run::play`]
//! plays what is missing. Matches are [`MatchJob`]s: values whose records are pure functions of them, played
//! by [`Slots`] threads that take them from one queue. Results come back in any order, are committed in groups
//! by the one thread that owns the ledger, and only then told as [`Event`]s and given to the schedule.
//!
//! In reading order: [`MatchJob`], [`Roster`], [`Slots`]; [`Admission`]; [`Entered`], [`begin`], [`resume`],
//! [`Run`]; [`Event`], [`Ending`]; [`Recorded`], [`Verification`]; [`rule`], [`adopt`()]; [`RunError`]; and for two bots alone [`DuelPlan`],
//! [`Duel`].

mod admission;
mod adopt;
mod duel;
mod error;
mod event;
mod job;
mod live;
mod on_record;
mod rule;
mod run;
mod slots;
mod stage_run;
mod tries;
mod verify;

pub use admission::{Admission, Candidate, admit, module_hash};
pub use adopt::adopt;
pub use duel::{Duel, DuelEnding, DuelError, DuelEvent, DuelPlan, DuelState, DuelVerdict};
pub use error::RunError;
pub use event::{Ending, Event};
pub use job::{Contestant, MatchJob, Roster, Source, Terms};
pub use rule::{Ruled, rule};
pub use run::{Entered, Prepared, Run, begin, engine_fingerprint, prepare, resume};
pub use slots::{Finished, Slots};
pub use verify::{Earlier, OneMatch, Recorded, Verification};
