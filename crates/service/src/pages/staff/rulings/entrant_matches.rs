//! The matches of an entrant, each with links to rule on it.

use axum::response::Response;
use class_operations::runs::{PlayedMatch, entrant_matches, find_class_run};
use game::visible;
use maud::{Markup, html};
use tournament::EntrantId;

use super::{TITLE, address, named};
use crate::answer;
use crate::class_visit::View;
use crate::pages::match_ruling_link;
use crate::pages::staff::staff_layout;
use crate::problem::Problem;
use crate::url_parameters::Path;

/// Shows the matches of an entrant.
pub(crate) fn of_entrant(
    view: &View,
    Path((_, run, entrant)): Path<(String, String, u32)>,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let folder = find_class_run(&view.class, &view.facts, &run)?;
    let matches = entrant_matches(&folder, EntrantId(entrant));
    let matches = matches.map_err(|error| named(&run, &folder, error))?;
    let content = html! {
        p { "In " a href=(address(view, &run)) { (visible(&run)) } }
        div.scroll tabindex="0" role="region" aria-label="Matches" {
            table {
                thead { tr {
                    th scope="col" { "Match" } th scope="col" { "Against" } th scope="col" { "Seat" }
                    th scope="col" { "Result" } th scope="col" { "Why" } th scope="col" { "Rule on the match" }
                } }
                tbody { @for one in matches.iter() { (row(view, &run, &one)) } }
            }
        }
    };
    Ok(answer::page(staff_layout::below(view, TITLE, &format!("Matches of {}", matches.alias()), &content)))
}

fn row(view: &View, run: &str, one: &PlayedMatch<'_>) -> Markup {
    let key = one.key.to_string();
    html! {
        tr {
            th scope="row" { (key) }
            td.name { (visible(one.opponent)) }
            td { (one.seat) }
            td { (one.result.word()) @if !one.counts { " (annulled)" } }
            td { (visible(one.reason)) }
            td.nowrap {
                @if one.counts { (match_ruling_link(view, run, &key, "annul", "Annul")) " · " }
                (match_ruling_link(view, run, &key, "replay", "Play again"))
            }
        }
    }
}
