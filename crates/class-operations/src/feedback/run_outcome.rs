//! The outcome of a run for its entrants: places, grades and worst losses, kept without the run's ledger.

use std::collections::BTreeMap;

use class_model::{Contender, Facts};
use explain::Error;
use game::visible;
use ledger::{EntrantRow, RunFolder};
use results::EntrantGrade;
use tournament::{EntrantId, MatchKey};

use super::worst_loss::{WorstLoss, worst_losses};
use crate::grades::{GradeOrigin, GradedRun};
use crate::open_class::OpenClass;
use crate::runs::{ShownRun, open_tournament};

/// The outcome of a run for all its entrants.
pub struct RunOutcome {
    formula: String,
    entrants: Vec<EntrantRow>,
    grades: Vec<EntrantGrade>,
    losses: BTreeMap<EntrantId, WorstLoss>,
}

/// The outcome of a run for a student or a team.
pub struct OwnOutcome<'a> {
    /// The grading formula from the tournament's text; empty without grades.
    pub formula: &'a str,
    /// The place, the grade, and the version that played.
    pub origin: GradeOrigin<'a>,
    /// The first loss to the opponent with the worst place, in words; `None` without such a loss.
    pub worst_loss: Option<(MatchKey, String)>,
}

impl RunOutcome {
    /// Reads the outcome of a run that may be shown.
    ///
    /// # Errors
    /// If the run has changed since the report that may be shown, is incomplete, or cannot be read.
    pub fn read(shown: &ShownRun) -> Result<RunOutcome, Error> {
        let folder = RunFolder::at(shown.folder());
        let run = open_tournament(&folder)?;
        shown.refuse_later(&run)?;
        RunOutcome::new(&GradedRun::with_places(&folder, run)?)
    }

    pub(super) fn new(run: &GradedRun) -> Result<RunOutcome, Error> {
        Ok(RunOutcome {
            formula: run.formula.clone(),
            entrants: run.run.entrants.clone(),
            grades: run.grades.clone(),
            losses: worst_losses(run)?,
        })
    }

    /// Returns the outcome for a student or a team.
    pub fn of<'a>(
        &'a self,
        class: &'a OpenClass,
        facts: &'a Facts,
        contender: Contender<'a>,
    ) -> OwnOutcome<'a> {
        let origin = GradeOrigin::of_contender(class, facts, contender, &self.entrants, &self.grades);
        let loss = origin.grade.and_then(|grade| self.losses.get(&grade.id));
        let worst_loss = loss.map(|loss| (loss.key, self.worst_words(loss)));
        OwnOutcome { formula: &self.formula, origin, worst_loss }
    }

    fn worst_words(&self, loss: &WorstLoss) -> String {
        let opponent = self.entrants.get(loss.opponent.index()).map_or("", |row| row.name.as_str());
        let why = loss.failure.as_ref();
        let why = why.map_or_else(String::new, |failure| format!(", by {}", visible(&failure.headline())));
        format!("against {opponent} (place {}){why}", loss.place)
    }
}

impl OwnOutcome<'_> {
    /// Describes the outcome, line by line. The lines contain untrusted text.
    pub(super) fn lines(&self) -> Vec<String> {
        let OwnOutcome { formula, origin, worst_loss } = self;
        let mut lines = Vec::new();
        if let Ok(played) = &origin.played {
            let (number, late) = (played.entered.number, origin.late_days());
            let late = if late == "0" { String::new() } else { format!("; late days: {late}") };
            lines.push(format!("Tournament: played with submission {number}{late}."));
        }
        if let Some(grade) = origin.grade {
            if let Some(place) = grade.place {
                lines.push(format!("Place {place} of {}.", grade.ranked));
            }
            lines.extend(worst_loss.iter().map(|(key, words)| format!("Worst loss: match {key} {words}.")));
            if let Some(value) = grade.grade {
                lines.push(format!("Grade {value}: {formula} = {}.", grade.how));
            }
        }
        lines.extend(origin.notes().into_iter().map(|note| format!("Note: {note}.")));
        lines
    }
}
