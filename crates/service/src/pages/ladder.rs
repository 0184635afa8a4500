//! The ladder: its table, its pages, and the reports of its cycles, as far as whoever asks may see them.

use std::path::Path;
use std::sync::Arc;

use axum::response::Response;
use maud::{Markup, html};

use super::{playing, results, runs};
use crate::answer::see;
use crate::ladder::SeenLadder;
use crate::path;
use crate::problem::Problem;
use crate::visit::{View, Visit};

/// The folder of the pages in the ladder's, which the addresses have, too.
const SITE: &str = "site";
/// Rows that are shown before one has to ask for more.
const ROWS: usize = 10;

/// The ladder as whoever asks sees it; `None` if they see nothing of it.
fn seen(view: &View) -> Result<Option<Arc<SeenLadder>>, Problem> {
    let reader = view.reader();
    let facts = results(view);
    if facts.is_none() {
        return Ok(None);
    }
    let facts = facts.as_ref().filter(|_| reader.is_some());
    Ok(view.place.ladders.of(&view.class, reader, (&view.facts, facts))?)
}

/// The table, on a page of the class, which is there whatever is wrong with the ladder.
pub(super) fn section(view: &View) -> Markup {
    let seen = match seen(view) {
        Ok(Some(seen)) => seen,
        Ok(None) => return html! {},
        Err(problem) => {
            problem.log();
            return html! { p.notice { "The ladder cannot be shown." } };
        }
    };
    let cycles = seen.shown.roots.len();
    let mut first = seen.standings.clone();
    let rest = first.rows.len().saturating_sub(ROWS);
    first.rows.truncate(ROWS);
    html! {
        section id="ladder" {
            h2 { "Ladder" }
            p {
                "After " (cycles) @if cycles == 1 { " cycle" } @else { " cycles" } "; ± is half of a 95 % interval. "
                a href=(view.address(&format!("ladder/{SITE}/index.html"))) { "Ratings, versions and all games" }
                @if rest > 0 { "; " (rest) " more are there" } "."
            }
            div.scroll tabindex="0" role="region" aria-label="Ladder" { (playing::table(&first)) }
        }
    }
}

/// Leads to the first page.
pub(crate) async fn first(visit: Visit) -> Result<Response, Problem> {
    let address = format!("/{}/ladder/{SITE}/index.html", visit.place.name);
    Ok(see(&address))
}

/// A file of the pages, or of a cycle's report.
pub(crate) async fn file(
    visit: Visit,
    path::Path((_, part, path)): path::Path<(String, String, String)>,
) -> Result<Response, Problem> {
    visit.view(move |view| find(view, &part, &path)).await
}

fn find(view: &View, part: &str, path: &str) -> Result<Response, Problem> {
    let not_found = || Problem::not_found("there is no such page");
    let seen = seen(view)?.ok_or_else(not_found)?;
    let folder = view.class.folder.ladder();
    if part == SITE {
        return match &seen.pages {
            None => runs::file_within(&folder.join(SITE), path).ok_or_else(not_found),
            Some(pages) => {
                let bytes = pages.get(path).ok_or_else(not_found)?;
                Ok(runs::answer(bytes.clone(), Path::new(path)))
            }
        };
    }
    let number = part.parse::<usize>().ok().filter(|number| format!("{number:04}") == part);
    let is_shown = number.is_some_and(|number| (1..=seen.shown.roots.len()).contains(&number));
    let path = path.strip_prefix("site/").filter(|_| is_shown).ok_or_else(not_found)?;
    runs::file_within(&folder.join(part).join(SITE), path).ok_or_else(not_found)
}
