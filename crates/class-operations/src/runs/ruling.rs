//! Making and describing rulings on a run.

use explain::Error;
use game::visible_path;
use games::GAMES;
use ledger::RunFolder;
use results::ruling_texts;
use run_folder::{RecordError, RecordedRun, RulingSummary};
use tournament::rulings::RulingAction;

use super::record_notes::{note_completion_in, note_ruling_in};
use super::run_folder::{explain_record, explain_report, open_tournament};
use crate::open_class::OpenClass;
use crate::warning::Warning;

/// A ruling on a run of a class.
#[derive(Debug)]
pub struct ClassRuling {
    /// The ruling.
    pub ruled: RulingSummary,
    /// Warnings for the teacher.
    pub warnings: Vec<Warning>,
}

/// Returns the rulings on a run in the words of its report, in the order in which they were made. They contain
/// untrusted texts.
///
/// # Errors
/// If the run cannot be read.
pub fn rulings_of(folder: &RunFolder, run: &RecordedRun) -> Result<Vec<String>, Error> {
    let rulings = ruling_texts(run, GAMES).map_err(|error| explain_record(folder, &error))?;
    Ok(rulings.iter().map(ToString::to_string).collect())
}

/// Returns `true` if a run is completely played, taking its rulings into account.
///
/// # Errors
/// If the run cannot be read.
pub fn is_complete(run: &RecordedRun) -> Result<bool, Error> {
    Ok(run.subject(GAMES)?.fit(run)?.missing.is_none())
}

/// Makes a ruling on a run that is not in use.
///
/// # Errors
/// As [`rule`](::run_folder::rule).
pub fn make_ruling(folder: &RunFolder, order: RulingAction, reason: &str) -> Result<RulingSummary, Error> {
    run_folder::rule(folder, GAMES, order, reason).map_err(|error| match error {
        RecordError::Ledger(error) => folder.explain(&error),
        RecordError::NoRuling(_) => {
            Error::from(&error).hint(format!("see `muster rule {} list`", visible_path(folder.root())))
        }
        error => (&error).into(),
    })
}

/// Makes a ruling on a run of a class. Unless matches remain to be played, writes a new report and records the results
/// in the class's record.
///
/// # Errors
/// As [`make_ruling`]; or if the report or the class's record cannot be written, although the ruling is made.
pub fn make_class_ruling(
    class: &OpenClass,
    folder: &RunFolder,
    order: RulingAction,
    reason: &str,
) -> Result<ClassRuling, Error> {
    let ruled = make_ruling(folder, order, reason)?;
    let run = open_tournament(folder)?;
    note_ruling_in(class, &run, ruled.number)?;
    if ruled.incomplete {
        return Ok(ClassRuling { ruled, warnings: Vec::new() });
    }
    let written =
        report::write_keeping(folder, &run, GAMES, None).map_err(|error| explain_report(folder, &error))?;
    let noted = written.root.map(|root| note_completion_in(class, &run, &root)).transpose()?;
    Ok(ClassRuling { ruled, warnings: noted.unwrap_or_default() })
}
