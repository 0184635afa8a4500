//! A student's or a team's own results of all runs, as JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use class_model::{Contender, Facts};
use explain::Error;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;
use tournament::Grade;

use super::run_outcome::{OwnOutcome, RunOutcome};
use crate::open_class::OpenClass;
use crate::runs::ShownRun;

/// A student's or a team's own results of the complete runs that the caller may see.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OwnResultsReport {
    /// Alias of the student or team in runs.
    alias: String,
    /// The runs, sorted by name.
    runs: Vec<OwnResultReport>,
}

/// A student's or a team's own result of a run.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct OwnResultReport {
    /// The name of the run.
    run: String,
    /// The number of the submission that played; null if none did.
    submission: Option<u32>,
    /// Number of late days that it uses; null if it was received too late even for those, or none played.
    late_days: Option<u32>,
    /// The place, from 1; null without one.
    place: Option<u32>,
    /// Number of ranked entrants; null without a place.
    ranked: Option<u32>,
    /// The grade, as a decimal number; null without one.
    grade: Option<String>,
    /// The grading formula from the tournament's text; null without grades.
    formula: Option<String>,
    /// The formula's inputs by name, as decimal numbers; empty for an absent value.
    inputs: BTreeMap<String, String>,
    /// The formula with its values, step by step to the grade; null without a grade.
    how: Option<String>,
    /// The first loss to the opponent with the worst place; null without such a loss.
    worst_loss: Option<WorstLossReport>,
    /// Remarks that the numbers do not show, such as rulings, or why no submission played.
    notes: Vec<String>,
    /// The reason why the result cannot be shown; null if it is shown.
    problem: Option<String>,
}

/// A lost match.
#[derive(Debug, Serialize, JsonSchema)]
struct WorstLossReport {
    /// The match's id in the run.
    #[serde(rename = "match")]
    key: String,
    /// The opponent and the reason, in words.
    words: String,
}

impl Shape for OwnResultsReport {
    const NAME: &'static str = "class-own-results";
    const VERSION: u32 = 1;
}

impl OwnResultsReport {
    /// Reports the results of a student or a team in these runs, of which incomplete ones are left out. `read` returns
    /// the outcome of a run.
    pub fn new(
        class: &OpenClass,
        facts: &Facts,
        contender: &Contender<'_>,
        runs: &[ShownRun],
        read: &dyn Fn(&ShownRun) -> Result<Arc<RunOutcome>, Error>,
    ) -> OwnResultsReport {
        let complete = runs.iter().filter(|run| run.is_complete);
        let reports = complete.map(|run| match read(run) {
            Ok(outcome) => OwnResultReport::new(&run.name, &outcome.of(class, facts, contender.clone())),
            Err(_) => OwnResultReport {
                run: run.name.clone(),
                problem: Some("the results of this run cannot be shown now".to_owned()),
                ..OwnResultReport::default()
            },
        });
        OwnResultsReport { alias: contender.alias.to_owned(), runs: reports.collect() }
    }
}

impl OwnResultReport {
    fn new(run: &str, OwnOutcome { formula, origin, worst_loss }: &OwnOutcome<'_>) -> OwnResultReport {
        let played = origin.played.as_ref().ok();
        let grade = origin.grade;
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        OwnResultReport {
            run: run.to_owned(),
            submission: played.map(|played| played.entered.number),
            late_days: played.and_then(|played| played.entered.late_days),
            place: grade.and_then(|grade| grade.place),
            ranked: grade.filter(|grade| grade.place.is_some()).map(|grade| grade.ranked),
            grade: grade.and_then(|grade| grade.grade).map(Grade::number),
            formula: text(formula),
            inputs: grade.into_iter().flat_map(|grade| grade.inputs.iter().cloned()).collect(),
            how: grade.and_then(|grade| text(&grade.how)),
            worst_loss: worst_loss
                .as_ref()
                .map(|(key, words)| WorstLossReport { key: key.to_string(), words: words.clone() }),
            notes: origin.notes().into_iter().map(str::to_owned).collect(),
            problem: None,
        }
    }
}
