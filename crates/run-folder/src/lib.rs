//! Opens a run's folder: its text and bots, the matches played, and the results.
//!
//! All code that resumes, changes, verifies, reports on or rates a run opens its folder here. It sees the kind of run,
//! its game and its entrants ([`RecordedRun`]), the meaning of its text ([`Subject`]), and the schedule with the
//! results on record ([`TournamentRecord`], [`sequential_test`]). Nothing here plays a match.
//!
//! In reading order: [`RecordedRun`], [`LockedRun`], [`MatchParts`], [`MatchRules`], [`Subject`], [`stage_terms`], [`entered`];
//! [`TournamentRecord`], [`Progress`], [`load_results`], [`Fit`]; [`rule()`], [`RulingSummary`]; [`changes`],
//! [`Adopting`]; [`EarlierState`]; [`RootSignature`]; [`sequential_test`]; [`RecordError`].

mod change;
mod change_check;
mod changes;
mod earlier_states;
mod error;
mod locked_run;
mod make_ruling;
mod match_parts;
mod match_rules;
mod plan;
mod recorded_entrant;
mod recorded_run;
mod result_loading;
mod schedule_check;
mod seat_record;
pub mod sequential_test;
mod signature;
mod subject;
mod text_check;
mod tournament_record;

pub use change::{Adoptable, Adopting};
pub use changes::{ChangedInputs, changes};
pub use earlier_states::EarlierState;
pub use error::RecordError;
pub use locked_run::LockedRun;
pub use make_ruling::{RulingSummary, rule};
pub use match_parts::MatchParts;
pub use match_rules::MatchRules;
pub use recorded_entrant::{bot_name, entered};
pub use recorded_run::RecordedRun;
pub use result_loading::load_results;
pub use schedule_check::Fit;
pub use signature::RootSignature;
pub use subject::{Subject, stage_terms};
pub use tournament_record::{Progress, TournamentRecord};
