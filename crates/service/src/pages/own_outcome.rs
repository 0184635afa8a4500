//! A student's own outcome of a run: place, grade and how it came about, feedback.

use std::sync::Arc;

use class_model::Contender;
use class_operations::feedback::{OwnOutcome, RunOutcome};
use class_operations::grades::GradeOrigin;
use class_operations::runs::ShownRun;
use explain::{Error, Kind};
use game::visible;
use maud::{Markup, html};

use super::layout::in_address;
use super::{contender_in, results, time};
use crate::class_visit::View;
use crate::problem::Problem;

/// The id of the section with a student's result.
pub(super) const RESULT: &str = "result";

/// Renders the student's own result in a run, whose matches are at `address`; nothing for staff, who have the pages of
/// grades and feedback.
pub(super) fn section(view: &View, address: &str, run: &ShownRun, own: &Contender<'_>) -> Markup {
    let Some(seen) = results(view).filter(|_| view.reader().is_some()) else { return html! {} };
    let Ok(own) = contender_in(&seen, own) else { return html! {} };
    let Ok(outcome) = read(view, run).map_err(Problem::from).inspect_err(Problem::log) else {
        return html! {};
    };
    let OwnOutcome { formula, origin, worst_loss } = outcome.of(&view.class, &seen, own);
    let notes: Vec<String> = origin.notes().into_iter().map(visible).collect();
    let (steps, inputs) = origin.grade.map_or((Vec::new(), Vec::new()), |grade| {
        let steps = grade.how.split(" = ").filter(|step| !step.is_empty()).map(|step| format!("= {step}"));
        (steps.collect(), grade.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect())
    });
    html! {
        section id=(RESULT) {
            h2 { @if formula.is_empty() { "Your place" } @else { "Your place and grade" } }
            div.scroll { table.facts { tbody {
                tr { th scope="row" { "Place" } td { @if let Some((place, of)) = place(&origin) { (place) " of " (of) } @else { "none" } } }
                @if !formula.is_empty() {
                    tr { th scope="row" { "Grade" } td { @if let Some(grade) = origin.grade.and_then(|grade| grade.grade) { b { (grade) } } @else { "none" } } }
                    tr { th scope="row" { "How it came about" } td {
                        code { (visible(formula)) } @for step in &steps { br; code { (visible(step)) } }
                        @if !inputs.is_empty() { p.soft.small { (visible(&inputs.join(", "))) } }
                    } }
                }
                @if let Ok(played) = &origin.played {
                    tr { th scope="row" { "Played with" } td {
                        a href=(view.address(&format!("submissions/{}", played.entered.number))) { "Submission " (played.entered.number) }
                        ", received " (time(view, played.entered.submission.received)) "; late days used: " (origin.late_days())
                    } }
                }
                @if let Some((key, words)) = &worst_loss {
                    tr { th scope="row" { "Worst loss" } td {
                        a href=(format!("{address}/{}", in_address(&key.to_string()))) { "Match " (key) } " " (visible(words))
                    } }
                }
                @if !notes.is_empty() { tr { th scope="row" { "Notes" } td { (notes.join("; ")) } } }
            } } }
        }
    }
}

/// Returns the place, and the number of ranked entrants.
pub(super) fn place(origin: &GradeOrigin<'_>) -> Option<(u32, u32)> {
    let grade = origin.grade?;
    Some((grade.place?, grade.ranked))
}

/// Returns the outcome of a run that the caller may see.
pub(crate) fn read(view: &View, run: &ShownRun) -> Result<Arc<RunOutcome>, Error> {
    let complete = view.facts.track_record().run(&run.run);
    let root = complete.ok_or_else(|| Error::new(Kind::NotFound, "the run is not complete"))?.root;
    view.place.outcomes.read(run, root)
}
