//! The runs of a class with a student's own places and grades.

use class_model::{Contender, Facts};
use class_operations::feedback::OwnOutcome;
use class_operations::runs::ShownRun;
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::own_outcome::{RESULT, place, read};
use super::{contender_in, matches, results, runs, said};
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
                h2 { (text!(view, "tournaments")) }
                div.scroll tabindex="0" role="region" aria-label=(text!(view, "tournaments")) {
                    table.outcomes {
                        thead { tr { th scope="col" { (text!(view, "tournament")) } th.n scope="col" { (text!(view, "place")) } th scope="col" { (text!(view, "grade")) } th scope="col" { (text!(view, "matches")) } th.n scope="col" { (text!(view, "submission-heading")) } } }
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
            return html! { tr { (report) td colspan="4" { (text!(view, "own-failed")) " " (matches::of_run(view, id, run)) } } };
        }
    };
    let OwnOutcome { formula, origin, .. } = outcome.of(&view.class, seen, own.clone());
    let how = format!("{}#{RESULT}", matches::address(view, id, &run.name));
    html! {
        tr {
            (report)
            @match &origin.played {
                Err(why) => { td colspan="4" { (said(view, &visible(why))) "." } }
                Ok(played) => {
                    td.n { @if let Some((place, of)) = place(&origin) { (text!(view, "place-of", place = place, of = of)) } @else { (text!(view, "none-such")) } }
                    td {
                        @if formula.is_empty() { a href=(how) { (text!(view, "own-feedback")) } }
                        @else { @if let Some(grade) = origin.grade.and_then(|grade| grade.grade) { b { (grade) } } @else { (text!(view, "none-such")) } ", " a href=(how) { (text!(view, "own-how")) } }
                    }
                    td { (matches::of_run(view, id, run)) }
                    td.n { a href=(view.address(&format!("submissions/{}", played.entered.number))) { (played.entered.number) } }
                }
            }
        }
    }
}
