//! Making and describing rulings on a run.

use class_model::{Contender, Facts};
use explain::Error;
use game::{Seat, visible_path};
use games::GAMES;
use ledger::RunFolder;
use results::{RulingText, ruling_texts};
use run_folder::{RecordError, RecordedRun, RulingSummary};
use tournament::rulings::RulingAction;
use tournament::{EntrantId, Ruling};

use super::record_notes::{note_completion_in, note_ruling_in};
use super::run_entrants::entered_version;
use super::run_folder::{explain_record, explain_report, open_tournament};
use super::shown::run_name;
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

/// A ruling that concerns a student or a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingAbout {
    /// The name of the run.
    pub run: String,
    /// The number of the ruling in the run, from 1.
    pub number: usize,
    /// The ruling in words, which contain untrusted texts.
    pub words: String,
}

/// Returns the rulings on a run in the words of its report, in the order in which they were made. They contain
/// untrusted texts.
///
/// # Errors
/// If the run cannot be read.
pub fn rulings_of(folder: &RunFolder, run: &RecordedRun) -> Result<Vec<RulingText>, Error> {
    ruling_texts(run, GAMES).map_err(|error| explain_record(folder, &error))
}

/// Returns the rulings on the bots and matches of a student or a team, run by run. Runs that cannot be read are left out.
pub fn rulings_about(class: &OpenClass, facts: &Facts, contender: &Contender<'_>) -> Vec<RulingAbout> {
    let about = |place: &str| {
        let name = run_name(place)?;
        let run = open_tournament(&RunFolder::at(class.folder.at_place(place))).ok()?;
        let mut entrants = (0..).map(EntrantId).zip(&run.entrants);
        let (own, row) = entrants.find(|(_, row)| row.name == contender.alias)?;
        entered_version(class, facts, contender, row).ok()?;
        let (rulings, words) = (run.ledger.rulings().ok()?, ruling_texts(&run, GAMES).ok()?);
        let is_own = |index: &usize| is_about(&run, rulings.as_slice(), *index, own);
        let numbered = words.iter().enumerate().filter(|(index, _)| is_own(index));
        let found = numbered.map(|(index, words)| {
            let (run, number, words) = (name.to_owned(), index + 1, words.to_string());
            RulingAbout { run, number, words }
        });
        Some(found.collect::<Vec<_>>())
    };
    let ruled = facts.places().filter(|(run, _)| facts.may_have_rulings(run));
    let mut found: Vec<RulingAbout> = ruled.filter_map(|(_, place)| about(place)).flatten().collect();
    found.sort_by(|one, other| (&one.run, one.number).cmp(&(&other.run, other.number)));
    found
}

/// Returns `true` if the ruling with this index concerns the entrant or a match of the entrant.
fn is_about(run: &RecordedRun, rulings: &[Ruling], index: usize, own: EntrantId) -> bool {
    let Some(ruling) = rulings.get(index) else { return false };
    match ruling.order {
        RulingAction::Withdraw { entrant, .. } | RulingAction::Disqualify { entrant, .. } => entrant == own,
        RulingAction::Annul { game } | RulingAction::Replay { game } => {
            let played = run.find(game).ok().flatten();
            played.is_some_and(|row| Seat::BOTH.into_iter().any(|seat| row.entrants[seat] == own))
        }
        // An undo refers to an earlier ruling.
        RulingAction::Undo { ruling } => ruling < index && is_about(run, rulings, ruling, own),
    }
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
