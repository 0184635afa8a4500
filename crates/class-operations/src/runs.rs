//! Runs of a class: a tournament's entrants, the run from its text to its report, each student's part of it, and the
//! cross-references between run and class.
//!
//! A tournament without a class is entered and played in the same way.

mod continuation;
mod embedding;
mod entry;
mod lineup;
mod pictures;
mod record_notes;
mod release;
mod ruling;
mod ruling_preview;
mod run_entrants;
mod run_folder;
mod run_part;
mod shown;
mod standings_table;
mod students;
mod tournament_run;

pub use continuation::{listed, refuse_changes, refuse_withheld};
pub use embedding::{EmbeddedModules, embed_modules};
pub use entry::{TournamentEntry, TournamentError, read_tournament, read_tournament_plan, tournament_word};
pub use lineup::Lineup;
pub use pictures::run_pictures;
pub(crate) use record_notes::note_completion;
pub use record_notes::note_ruling;
pub use release::{check_release, check_release_in};
pub use report::ProgressPicture;
pub use results::RulingText;
pub use ruling::{
    ClassRuling, RulingAbout, is_complete, make_class_ruling, make_ruling, rulings_about, rulings_of,
};
pub use ruling_preview::{EntrantChange, EntrantStanding, RulingPreview, entrant_standings, preview_ruling};
pub use run_entrants::{entered_version, find_run_entrant};
pub use run_folder::{
    default_run_folder, explain_report, must_be_tournament, open_run, open_tournament, run_identity,
};
pub(crate) use run_folder::{explain_record, explain_run};
pub use run_part::{
    DecidedMatch, LoggedPly, MatchCounts, MatchFilter, MatchLog, MatchPart, MatchPartReport, MatchResult,
    PlayedMatch, PlayedMatches, PlayedMatchesReport, RunPart, count_matches, entrant_matches,
};
pub(crate) use shown::run_name;
pub use shown::{ShownRun, ShownRunsReport, find_class_run, shown_runs};
pub use standings_table::{StandingsColumn, StandingsTable};
pub use students::{count_student_lines, forget_student};
pub use tournament_run::{CompleteRun, PlayError, TournamentRun};
