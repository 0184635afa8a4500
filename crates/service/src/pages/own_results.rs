//! The runs of a class with a student's own places and grades.

use class_model::{Contender, Facts};
use class_operations::feedback::OwnOutcome;
use class_operations::runs::ShownRun;
use game::visible;
use maud::{Markup, html};

use super::own_outcome::{RESULT, place, read};
use super::{contender_in, matches, results, runs};
use crate::class_visit::View;
use crate::problem::Problem;

/// Lists the runs with the student's own places and grades.
pub(super) fn list(view: &View, id: &str, contender: &Contender<'_>) -> Markup {
    let runs = runs::shown(view);
    let Some(seen) = results(view) else { return html! {} };
    let Ok(own) = contender_in(&seen, contender) else { return html! {} };
    html! {
        @if !runs.is_empty() {
            section id="runs" {
                h2 { "Tournaments" }
                div.scroll tabindex="0" role="region" aria-label="Tournaments" {
                    table.outcomes {
                        thead { tr { th scope="col" { "Tournament" } th.n scope="col" { "Place" } th scope="col" { "Grade" } th scope="col" { "Matches" } th.n scope="col" { "Submission" } } }
                        tbody { @for run in &runs { (row(view, (id, &own), &seen, run)) } }
                    }
                }
            }
        }
    }
}

fn row(view: &View, (id, own): (&str, &Contender<'_>), seen: &Facts, run: &ShownRun) -> Markup {
    let report =
        html! { th.name scope="row" { a href=(runs::address(view, &run.name)) { (visible(&run.name)) } } };
    let outcome = match read(view, run) {
        Ok(outcome) => outcome,
        Err(error) => {
            Problem::from(error).log();
            return html! { tr { (report) td colspan="4" { "Your result cannot be shown. " (matches::of_run(view, id, run)) } } };
        }
    };
    let OwnOutcome { formula, origin, .. } = outcome.of(&view.class, seen, own.clone());
    let how = format!("{}#{RESULT}", matches::address(view, id, &run.name));
    html! {
        tr {
            (report)
            @match &origin.played {
                Err(why) => { td colspan="4" { (super::sentence(&visible(why))) "." } }
                Ok(played) => {
                    td.n { @if let Some((place, of)) = place(&origin) { (place) " of " (of) } @else { "none" } }
                    td {
                        @if formula.is_empty() { a href=(how) { "Feedback" } }
                        @else { @if let Some(grade) = origin.grade.and_then(|grade| grade.grade) { b { (grade) } } @else { "none" } ", " a href=(how) { "how it came about" } }
                    }
                    td { (matches::of_run(view, id, run)) }
                    td.n { a href=(view.address(&format!("submissions/{}", played.entered.number))) { (played.entered.number) } }
                }
            }
        }
    }
}
