//! Opens a run's folder: its text and bots, the matches played, and the results.
//!
//! All code that resumes, changes, verifies, reports on or rates a run opens its folder here. It sees the kind of run,
//! its game and its entrants ([`RecordedRun`]), the meaning of its text ([`Subject`]), and the schedule with the
//! results on record ([`TournamentRecord`], [`sequential_test`]). Nothing here plays a match.
//!
//! In reading order: [`RecordedRun`], [`LockedRun`], [`MatchParts`], [`Subject`], [`stage_terms`], [`entered`];
//! [`TournamentRecord`], [`Progress`], [`load_results`], [`Fit`]; [`rule()`], [`RulingSummary`]; [`changes`],
//! [`Adopting`]; [`Earlier`]; [`RootSignature`]; [`sequential_test`]; [`RecordError`].

mod change;
mod changes;
mod contradiction;
mod earlier;
mod entered;
mod error;
mod fit;
mod history;
mod load;
mod locked_run;
mod match_parts;
mod plan;
mod recorded_run;
mod rule;
mod seat_record;
pub mod sequential_test;
mod signature;
mod subject;
mod tournament_record;

pub use change::{Adoptable, Adopting};
pub use changes::{Changed, changes};
pub use earlier::Earlier;
pub use entered::{bot_name, entered};
pub use error::RecordError;
pub use fit::Fit;
pub use load::load_results;
pub use locked_run::LockedRun;
pub use match_parts::MatchParts;
pub use recorded_run::RecordedRun;
pub use rule::{RulingSummary, rule};
pub use signature::RootSignature;
pub use subject::{Subject, stage_terms};
pub use tournament_record::{Progress, TournamentRecord};
