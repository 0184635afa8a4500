//! Grades by the formula of the class, with what they were computed from.

use std::collections::BTreeMap;

use ledger::EntrantRow;
use tournament::rulings::Since;
use tournament::{Career, EntrantId, Grade};

use crate::export::GradeLine;
use crate::facts::metric_names;
use crate::fold::Folded;
use crate::notes::Notes;

/// The gradebook: the columns of inputs, and a line for every graded entrant.
pub(crate) struct Gradebook {
    /// The names the formula uses, in the order of their first use.
    pub(crate) inputs: Vec<String>,
    /// Everybody but the guests, in the order of the tournament's file.
    pub(crate) lines: Vec<GradeLine>,
}

/// The gradebook of a complete run that has a formula.
pub(crate) fn gradebook(folded: &Folded) -> Option<Gradebook> {
    let grade = folded.plan.grade.as_ref().filter(|_| folded.complete)?;
    let inputs = Input::of(grade.text());
    let grading = Grading { folded, grade, inputs: &inputs };
    let careers = careers(folded);
    let notes = Notes::new(folded).of_careers(folded, &careers);
    let entrants = folded.entrants.iter().zip((0..).map(EntrantId).zip(careers.iter().zip(notes)));
    let lines = entrants
        .filter(|(row, _)| !row.guest)
        .map(|(row, (id, (career, notes)))| GradeLine {
            entrant: row.name.clone(),
            ..if row.refusal.is_empty() {
                grading.line(id, career, notes)
            } else {
                refused(row, inputs.len())
            }
        })
        .collect();
    Some(Gradebook { inputs: inputs.iter().map(Input::column).collect(), lines })
}

/// The line of an entrant who did not play.
fn refused(row: &EntrantRow, inputs: usize) -> GradeLine {
    GradeLine {
        inputs: vec![String::new(); inputs],
        notes: vec![format!("refused: {}", row.refusal.join("; "))],
        ..GradeLine::default()
    }
}

/// What grades are made by.
struct Grading<'a> {
    folded: &'a Folded,
    grade: &'a Grade,
    inputs: &'a [Input],
}

impl Grading<'_> {
    /// The line of an entrant who played. A disqualified entrant has no grade, whatever the formula says.
    fn line(&self, id: EntrantId, career: &Career, mut notes: Vec<String>) -> GradeLine {
        let grade = match self.grade.of(career) {
            _ if self.is_disqualified(id) => None,
            Ok(grade) => Some(grade.to_string()),
            Err(error) => {
                notes.insert(0, format!("no grade: {error}"));
                None
            }
        };
        let inputs = self.inputs.iter().map(|input| input.value(self.folded, career)).collect();
        GradeLine { inputs, grade, notes, ..GradeLine::default() }
    }

    fn is_disqualified(&self, id: EntrantId) -> bool {
        self.folded.rulings.in_force(Since::END).exit(id).is_some_and(|exit| exit.disqualified)
    }
}

/// What every entrant did in all stages, with its place in the end.
fn careers(folded: &Folded) -> Vec<Career> {
    let metrics = folded.plan.game.metrics().len();
    let mut careers = Career::all(folded.entrants.len(), &folded.stages, metrics);
    let places = places(folded);
    for (career, id) in careers.iter_mut().zip(0..) {
        career.place = places.get(&EntrantId(id)).copied().unwrap_or(0);
        career.entrants = places.len() as u32;
    }
    careers
}

/// The final places: those of the last stage first, then of the one before, and so on.
fn places(folded: &Folded) -> BTreeMap<EntrantId, u32> {
    let mut places = BTreeMap::new();
    for entrant in folded.stages.iter().rev().flat_map(|stage| stage.standings().order()) {
        let next = places.len() as u32 + 1;
        places.entry(entrant).or_insert(next);
    }
    places
}

/// A name that a formula uses.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Input {
    Variable(String),
    Beat(String),
}

impl Input {
    /// The names in a formula that was read before, so that only known ones occur.
    fn of(formula: &str) -> Vec<Input> {
        let mut inputs: Vec<Input> = Vec::new();
        // Texts stand between quotation marks: every second part.
        for (index, part) in formula.split('"').enumerate() {
            let found: Vec<Input> = if index % 2 == 1 {
                vec![Input::Beat(part.to_owned())]
            } else {
                names(part).map(|name| Input::Variable(name.to_owned())).collect()
            };
            for input in found {
                if !inputs.contains(&input) {
                    inputs.push(input);
                }
            }
        }
        inputs
    }

    fn column(&self) -> String {
        match self {
            Input::Variable(name) => name.clone(),
            Input::Beat(name) => crate::cell::text(&format!("beat({name})")),
        }
    }

    fn value(&self, folded: &Folded, career: &Career) -> String {
        let tally = &career.tally;
        let name = match self {
            Input::Beat(name) => {
                let of_name =
                    |id: &EntrantId| folded.entrants.get(id.index()).is_some_and(|row| row.name == *name);
                return u8::from(career.beaten.iter().any(of_name)).to_string();
            }
            Input::Variable(name) => name.as_str(),
        };
        let metric = |prefix: &str, values: &[i64]| {
            let metric = name.strip_prefix(prefix)?;
            let index = metric_names(folded.plan.game).iter().position(|known| *known == metric)?;
            values.get(index).map(ToString::to_string)
        };
        match name {
            "wins" => tally.wins.to_string(),
            "draws" => tally.draws.to_string(),
            "losses" => tally.losses.to_string(),
            "points" => tally.points.to_string(),
            "games" => tally.games.to_string(),
            "byes" => tally.byes.to_string(),
            "place" => career.place.to_string(),
            "entrants" => career.entrants.to_string(),
            _ => metric("max_", &tally.maxima).or_else(|| metric("sum_", &tally.sums)).unwrap_or_default(),
        }
    }
}

/// Variables of a part of a formula: names that are not called.
fn names(part: &str) -> impl Iterator<Item = &str> {
    let is_of_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut rest = part;
    std::iter::from_fn(move || {
        loop {
            rest = &rest[rest.find(is_of_name)?..];
            let (name, after) = rest.split_at(rest.find(|next| !is_of_name(next)).unwrap_or(rest.len()));
            rest = after;
            let is_called = after.trim_start().starts_with('(');
            if !is_called && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
                return Some(name);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inputs_of_a_formula_are_its_names_and_whom_it_asks_about() {
        let formula =
            "min(10, 9 * sqrt((max_boxes + max_tanks) / 30) + beat(\"The Teacher\") + wins - max_boxes)";
        let columns: Vec<String> = Input::of(formula).iter().map(Input::column).collect();
        assert_eq!(columns, ["max_boxes", "max_tanks", "beat(The Teacher)", "wins"]);
    }
}
