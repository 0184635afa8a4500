//! A student's own outcome of a run: place, grade and how it came about, feedback.

use std::sync::Arc;

use class_model::Contender;
use class_operations::feedback::{OwnOutcome, RunOutcome};
use class_operations::grades::GradeOrigin;
use class_operations::runs::ShownRun;
use explain::{Error, Kind};
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::layout::in_address;
use super::rich_text::{link, rich};
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
    let notes: Vec<String> =
        origin.notes().into_iter().map(|note| view.locale.translated(&visible(note))).collect();
    let (steps, inputs) = origin.grade.map_or((Vec::new(), Vec::new()), |grade| {
        let steps = grade.how.split(" = ").filter(|step| !step.is_empty()).map(|step| format!("= {step}"));
        (steps.collect(), grade.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect())
    });
    html! {
        section id=(RESULT) {
            h2 { (text!(view, if formula.is_empty() { "own-place" } else { "own-place-and-grade" })) }
            div.scroll { table.facts { tbody {
                tr { th scope="row" { (text!(view, "place")) } td { @if let Some((place, of)) = place(&origin) { (text!(view, "place-of", place = place, of = of)) } @else { (text!(view, "none-such")) } } }
                @if !formula.is_empty() {
                    tr { th scope="row" { (text!(view, "grade")) } td { @if let Some(grade) = origin.grade.and_then(|grade| grade.grade) { b { (grade) } } @else { (text!(view, "none-such")) } } }
                    tr { th scope="row" { (text!(view, "own-how-title")) } td {
                        code { (visible(formula)) } @for step in &steps { br; code { (visible(step)) } }
                        @if !inputs.is_empty() { p.soft.small { code { (visible(&inputs.join(", "))) } } }
                    } }
                }
                @if let Ok(played) = &origin.played {
                    tr { th scope="row" { (text!(view, "own-played")) } td {
                        (rich!(view, "own-played-with", number = played.entered.number, days = view.locale.translated(&origin.late_days());
                            a = link(view.address(&format!("submissions/{}", played.entered.number))),
                            at = time(view, played.entered.submission.received)))
                    } }
                }
                @if let Some((key, words)) = &worst_loss {
                    tr { th scope="row" { (text!(view, "own-worst")) } td {
                        a href=(format!("{address}/{}", in_address(&key.to_string()))) { (text!(view, "match", key = key.to_string())) }
                        " " (view.locale.translated(&visible(words)))
                    } }
                }
                @if !notes.is_empty() { tr { th scope="row" { (text!(view, "own-notes")) } td { (notes.join("; ")) } } }
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
