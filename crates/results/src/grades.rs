//! Grades by the formula of the class, with the numbers they were computed from.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use game::Game;
use ledger::EntrantRow;
use run_folder::{RecordError, RecordedRun};
use tournament::rulings::Since;
use tournament::{Career, EntrantId, Grade, GradeInput};

use crate::entrant_notes::Notes;
use crate::{OptionalParts, RunResults};

/// The name of the rating in a formula.
const RATING: &str = "rating";

/// The grades of a run, if there are any.
#[derive(Clone, Debug, PartialEq)]
pub enum Grades {
    /// The grades.
    Given(Gradebook),
    /// The tournament has no formula for grades.
    NoFormula,
    /// The run still has matches to play.
    Incomplete,
}

/// The gradebook of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradebook {
    /// The formula as written in the tournament's text.
    pub formula: String,
    /// The names the formula uses, in the order of their first use.
    pub inputs: Vec<String>,
    /// The grades of all entrants but the guests, in the order of the tournament's file.
    pub grades: Vec<EntrantGrade>,
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

impl Grades {
    /// Reads the grades of a run: no more of its results than the formula needs.
    ///
    /// # Errors
    /// Fails if the record cannot be read or was damaged, or is of a sequential test.
    pub fn read(run: &RecordedRun, games: &[&'static dyn Game]) -> Result<Grades, RecordError> {
        let Some(grade) = run.plan(games)?.grade else { return Ok(Grades::NoFormula) };
        let ratings = grade.inputs().iter().any(|input| input.name() == RATING);
        let results = RunResults::read(run, games, OptionalParts { ratings, ..OptionalParts::STANDINGS })?;
        Ok(Gradebook::new(&results).map_or(Grades::Incomplete, Grades::Given))
    }
}

impl Gradebook {
    /// Returns the gradebook; `None` if the run is incomplete or has no formula.
    pub fn new(results: &RunResults) -> Option<Gradebook> {
        let grade = results.plan.grade.as_ref().filter(|_| results.complete)?;
        let inputs = grade.inputs();
        let careers = careers(results, grade);
        let notes = Notes::new(results).of_careers(results, &careers);
        let names: Vec<String> = inputs.iter().map(|input| course_files::cell::text(input.name())).collect();
        let grading = Grading { results, grade, inputs: &inputs, names: &names };
        let entrants = results.entrants.iter().zip((0..).map(EntrantId).zip(careers.iter().zip(notes)));
        let grades = entrants
            .filter(|(row, _)| !row.guest)
            .map(|(row, (id, (career, notes)))| match row.refusal.as_slice() {
                [] => grading.graded(row, id, career, notes),
                _ => grading.refused(row, id),
            })
            .collect();
        Some(Gradebook { formula: grade.text().to_owned(), inputs: names, grades })
    }
}

/// The inputs for computing grades.
struct Grading<'a> {
    results: &'a RunResults,
    grade: &'a Grade,
    inputs: &'a [&'a GradeInput],
    names: &'a [String],
}

impl Grading<'_> {
    /// Returns the grade of an entrant who played. A disqualified entrant has no grade, regardless of the formula.
    fn graded(
        &self,
        row: &EntrantRow,
        id: EntrantId,
        career: &Career,
        mut notes: Vec<String>,
    ) -> EntrantGrade {
        let grade = match self.grade.evaluate(career) {
            _ if self.is_disqualified(id) => None,
            Ok(grade) => Some(grade),
            Err(error) => {
                notes.insert(0, format!("no grade: {error}"));
                None
            }
        };
        let value = |input: &&GradeInput| input.value(career).map_or_else(String::new, Grade::number);
        let inputs = self.names.iter().cloned().zip(self.inputs.iter().map(value)).collect();
        let how = if grade.is_some() { self.grade.steps(career).join(" = ") } else { String::new() };
        let (entrant, ranked) = (row.name.clone(), career.entrants);
        let place = Some(career.place).filter(|place| *place > 0);
        EntrantGrade { id, entrant, place, ranked, grade, inputs, how, notes }
    }

    /// Returns the entry of an entrant who did not play.
    fn refused(&self, row: &EntrantRow, id: EntrantId) -> EntrantGrade {
        EntrantGrade {
            id,
            entrant: row.name.clone(),
            place: None,
            ranked: 0,
            inputs: self.names.iter().map(|name| (name.clone(), String::new())).collect(),
            grade: None,
            how: String::new(),
            notes: vec![format!("refused: {}", row.refusal.join("; "))],
        }
    }

    fn is_disqualified(&self, id: EntrantId) -> bool {
        self.results.rulings.in_force(Since::END).exit(id).is_some_and(|exit| exit.disqualified)
    }
}

/// Returns the results of every entrant in all stages, with its final place and its rating as `muster rate` prints it.
fn careers(results: &RunResults, grade: &Grade) -> Vec<Career> {
    let metrics = results.plan.game.metrics().len();
    let mut careers = Career::all(results.entrants.len(), &results.stages, metrics, &grade.opponents());
    let places = final_places(results);
    for (id, career) in (0..).map(EntrantId).zip(&mut careers) {
        (career.place, career.rank) = places.get(&id).copied().unwrap_or_default();
        career.entrants = places.len() as u32;
        career.rating = results.fitted.graded.get(id.index()).copied().flatten().map(libm::round);
    }
    careers
}

/// Returns the final places and ranks: those of the last stage first, then of the one before, and so on.
pub fn final_places(results: &RunResults) -> BTreeMap<EntrantId, (u32, u32)> {
    let mut places = BTreeMap::new();
    let tables = (0..results.stages.len()).rev().map(|stage| results.standings(stage));
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
