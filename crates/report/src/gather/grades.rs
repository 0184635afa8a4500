//! Grades by the formula of the class, with what they were computed from.

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
    /// There are grades.
    Given {
        /// The formula as the tournament's text has it.
        formula: String,
        /// Those of everybody but the guests, in the order of the tournament's file.
        grades: Vec<EntrantGrade>,
    },
    /// The tournament has no formula for grades.
    NoFormula,
    /// There are matches to play.
    Incomplete,
}

/// The grade of an entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct EntrantGrade {
    /// The entrant.
    pub id: EntrantId,
    /// The entrant's name.
    pub entrant: String,
    /// The place in the end, from 1; `None` for whoever is not ranked.
    pub place: Option<u32>,
    /// How many entrants are ranked.
    pub ranked: u32,
    /// The grade, if there is one.
    pub grade: Option<f64>,
    /// What the formula reads of the entrant: each name with its value as a decimal number, empty if it has none.
    pub inputs: Vec<(String, String)>,
    /// The formula with the values put in, step by step to the grade; empty without a grade.
    pub how: String,
    /// Why there is no grade, and what the numbers do not say: byes, rulings, lots.
    pub notes: Vec<String>,
}

/// The grades of a run.
///
/// # Errors
/// When the record cannot be read or was damaged.
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
    /// Everybody but the guests, in the order of the tournament's file.
    pub(crate) lines: Vec<GradeLine>,
}

/// The gradebook of a complete run that has a formula.
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

/// What grades are made by.
struct Grading<'a> {
    folded: &'a RunSummary,
    grade: &'a Grade,
    inputs: &'a [&'a GradeInput],
}

impl Grading<'_> {
    /// The line of an entrant who played. A disqualified entrant has no grade, whatever the formula says.
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

    /// The line of an entrant who did not play.
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

/// The results of every entrant in all stages, with its final place and its rating as `muster rate` prints it.
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

/// The final places and ranks: those of the last stage first, then of the one before, and so on.
pub(crate) fn final_places(folded: &RunSummary) -> BTreeMap<EntrantId, (u32, u32)> {
    let mut places = BTreeMap::new();
    let tables = (0..folded.stages.len()).rev().map(|stage| folded.standings(stage));
    // Without a winner of the last stage, the first place stays empty.
    let mut next = None;
    for standings in tables {
        // The rank in the stage of the one before in the table, and its rank in the end.
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
