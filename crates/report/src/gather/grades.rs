//! Grades by the formula of the class, with the numbers they were computed from.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use game::Game;
use ledger::EntrantRow;
use run::RecordedRun;
use tournament::rulings::Since;
use tournament::{Career, EntrantId, Grade, GradeInput};

use super::notes::Notes;
use crate::ReportError;
use crate::export::GradeLine;
use crate::extent::Extent;
use crate::fold::{Room, RunSummary, fold};

/// The grades of a run, as in its gradebook.
#[derive(Clone, Debug, PartialEq)]
pub enum Grades {
    /// The grades.
    Given {
        /// The formula as written in the tournament's text.
        formula: String,
        /// The grades of all entrants but the guests, in the order of the tournament's file.
        grades: Vec<EntrantGrade>,
    },
    /// The tournament has no formula for grades.
    NoFormula,
    /// The run still has matches to play.
    Incomplete,
}

/// The grade of an entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct EntrantGrade {
    /// The entrant.
    pub id: EntrantId,
    /// The entrant's name.
    pub entrant: String,
    /// The final place, from 1; `None` for unranked entrants.
    pub place: Option<u32>,
    /// Number of ranked entrants.
    pub ranked: u32,
    /// The grade; `None` if there is none.
    pub grade: Option<f64>,
    /// The formula's inputs for the entrant: each name with its value as a decimal number, empty if it has none.
    pub inputs: Vec<(String, String)>,
    /// The formula with its values, step by step to the grade; empty without a grade.
    pub how: String,
    /// The reason for a missing grade, and remarks that the numbers do not show: byes, rulings, lots.
    pub notes: Vec<String>,
}

/// Returns the grades of a run.
///
/// # Errors
/// Fails if the record cannot be read or was damaged.
pub fn grades(run: &RecordedRun, games: &[&'static dyn Game]) -> Result<Grades, ReportError> {
    let folded = fold(run, games, Room::default(), Extent::WHOLE)?;
    let Some(formula) = folded.plan.grade.as_ref().map(|grade| grade.text().to_owned()) else {
        return Ok(Grades::NoFormula);
    };
    let Some(book) = gradebook(&folded) else { return Ok(Grades::Incomplete) };
    let names = book.inputs;
    let grade = |GradeLine { id, entrant, place, ranked, inputs, grade, how, notes }| EntrantGrade {
        id,
        entrant,
        place,
        ranked,
        grade,
        inputs: names.iter().cloned().zip(inputs).collect(),
        how,
        notes,
    };
    Ok(Grades::Given { formula, grades: book.lines.into_iter().map(grade).collect() })
}

/// The gradebook: the columns of inputs, and a line for every graded entrant.
pub(crate) struct Gradebook {
    /// The names the formula uses, in the order of their first use.
    pub(crate) inputs: Vec<String>,
    /// The lines of all entrants but the guests, in the order of the tournament's file.
    pub(crate) lines: Vec<GradeLine>,
}

/// Returns the gradebook; `None` if the run is incomplete or has no formula.
pub(crate) fn gradebook(folded: &RunSummary) -> Option<Gradebook> {
    let grade = folded.plan.grade.as_ref().filter(|_| folded.complete)?;
    let inputs = grade.inputs();
    let grading = Grading { folded, grade, inputs: &inputs };
    let careers = careers(folded, grade);
    let notes = Notes::new(folded).of_careers(folded, &careers);
    let entrants = folded.entrants.iter().zip((0..).map(EntrantId).zip(careers.iter().zip(notes)));
    let lines = entrants
        .filter(|(row, _)| !row.guest)
        .map(|(row, (id, (career, notes)))| match row.refusal.as_slice() {
            [] => grading.line(row, id, career, notes),
            _ => grading.refused(row, id),
        })
        .collect();
    Some(Gradebook { inputs: inputs.iter().map(|input| crate::cell::text(input.name())).collect(), lines })
}

/// The inputs for computing grades.
struct Grading<'a> {
    folded: &'a RunSummary,
    grade: &'a Grade,
    inputs: &'a [&'a GradeInput],
}

impl Grading<'_> {
    /// Returns the line of an entrant who played. A disqualified entrant has no grade, regardless of the formula.
    fn line(&self, row: &EntrantRow, id: EntrantId, career: &Career, mut notes: Vec<String>) -> GradeLine {
        let grade = match self.grade.of(career) {
            _ if self.is_disqualified(id) => None,
            Ok(grade) => Some(grade),
            Err(error) => {
                notes.insert(0, format!("no grade: {error}"));
                None
            }
        };
        let value = |input: &&GradeInput| input.value(career).map_or_else(String::new, Grade::number);
        let inputs = self.inputs.iter().map(value).collect();
        let how = if grade.is_some() { self.grade.steps(career).join(" = ") } else { String::new() };
        let (entrant, ranked) = (row.name.clone(), career.entrants);
        let place = Some(career.place).filter(|place| *place > 0);
        GradeLine { id, entrant, place, ranked, inputs, grade, how, notes }
    }

    /// Returns the line of an entrant who did not play.
    fn refused(&self, row: &EntrantRow, id: EntrantId) -> GradeLine {
        GradeLine {
            id,
            entrant: row.name.clone(),
            place: None,
            ranked: 0,
            inputs: vec![String::new(); self.inputs.len()],
            grade: None,
            how: String::new(),
            notes: vec![format!("refused: {}", row.refusal.join("; "))],
        }
    }

    fn is_disqualified(&self, id: EntrantId) -> bool {
        self.folded.rulings.in_force(Since::END).exit(id).is_some_and(|exit| exit.disqualified)
    }
}

/// Returns the results of every entrant in all stages, with its final place and its rating as `muster rate` prints it.
fn careers(folded: &RunSummary, grade: &Grade) -> Vec<Career> {
    let metrics = folded.plan.game.metrics().len();
    let mut careers = Career::all(folded.entrants.len(), &folded.stages, metrics, &grade.opponents());
    let places = final_places(folded);
    for (id, (career, rating)) in (0..).map(EntrantId).zip(careers.iter_mut().zip(&folded.fitted.graded)) {
        (career.place, career.rank) = places.get(&id).copied().unwrap_or_default();
        career.entrants = places.len() as u32;
        career.rating = rating.map(libm::round);
    }
    careers
}

/// Returns the final places and ranks: those of the last stage first, then of the one before, and so on.
pub(crate) fn final_places(folded: &RunSummary) -> BTreeMap<EntrantId, (u32, u32)> {
    let mut places = BTreeMap::new();
    let tables = (0..folded.stages.len()).rev().map(|stage| folded.standings(stage));
    // Without a winner of the last stage, the first place stays empty.
    let mut next = None;
    for standings in tables {
        // The stage rank of the previous row in the table, and its final rank.
        let mut before = None;
        for (row, place) in standings.rows.iter().filter_map(|row| Some((row, row.place?))) {
            let place = *next.get_or_insert(place);
            if let Entry::Vacant(entry) = places.entry(row.entrant) {
                let rank = match before {
                    Some((here, rank)) if here == row.rank => rank,
                    _ => place,
                };
                entry.insert((place, rank));
                before = Some((row.rank, rank));
                next = Some(place + 1);
            }
        }
    }
    places
}
