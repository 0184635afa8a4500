//! The ladder: its table, its pages, and the reports of its cycles, as far as the caller may see them.

use std::path::Path;

use axum::http::StatusCode;
use axum::response::Response;
use class_operations::ladder::ShownLadder;
use locale::text;
use maud::{Markup, html};

use super::{playing, results, runs};
use crate::answer::see;
use crate::class_visit::{View, Visit};
use crate::problem::Problem;
use crate::url_parameters;

/// Name of the ladder's pages in URLs, and of the report in a cycle's folder.
const SITE: &str = "site";
/// Number of rows shown before the rest is collapsed.
const ROWS: usize = 10;

/// Returns the part of the ladder that the caller sees; `None` if they see no cycle of it.
fn shown(view: &View) -> Result<Option<ShownLadder>, Problem> {
    let Some(facts) = results(view) else { return Ok(None) };
    let seen = view.reader().map(|reader| (reader, &facts));
    let shown = view.place.ladders.shown(&view.class, &view.facts, seen)?;
    Ok((!shown.roots.is_empty()).then_some(shown))
}

/// Renders the table as a section of a class's page. Errors are shown in it and do not affect the rest of the page.
pub(super) fn section(view: &View) -> Markup {
    let notice = |key: &str| html! { section id="ladder" { h2 { (text!(view, "ladder")) } p.notice { (text!(view, key)) } } };
    let made = shown(view).and_then(|shown| {
        let made = shown.map(|shown| view.place.ladders.view(&view.class, view.reader(), shown));
        Ok(made.transpose()?)
    });
    let ladder = match made {
        Ok(None) => return html! {},
        Ok(Some(None)) => return notice("ladder-in-preparation"),
        Ok(Some(Some(ladder))) => ladder,
        Err(problem) => {
            problem.log();
            return notice("ladder-failed");
        }
    };
    let cycles = ladder.cycles;
    let mut first = ladder.standings.clone();
    let rest = first.rows.len().saturating_sub(ROWS);
    first.rows.truncate(ROWS);
    html! {
        section id="ladder" {
            h2 { (text!(view, "ladder")) }
            p {
                (text!(view, "ladder-cycles", count = cycles)) " "
                a href=(view.address(&format!("ladder/{SITE}/index.html"))) { (text!(view, "ladder-all", rest = rest)) }
            }
            div.scroll tabindex="0" role="region" aria-label=(text!(view, "ladder")) { (playing::table(view, &first)) }
        }
    }
}

/// Redirects to the ladder's first page.
pub(crate) async fn first(visit: Visit) -> Response {
    see(&format!("{}ladder/{SITE}/index.html", visit.place.home))
}

/// Returns a file of the ladder's pages or of a cycle's report.
pub(crate) fn file(
    view: &View,
    url_parameters::Path((_, part, path)): url_parameters::Path<(String, String, String)>,
) -> Result<Response, Problem> {
    let not_found = || Problem::not_found("there is no such page");
    let shown = shown(view)?.ok_or_else(not_found)?;
    if part == SITE {
        let ladder = view.place.ladders.view(&view.class, view.reader(), shown)?.ok_or_else(|| {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the ladder is being prepared")
                .hint("reload this page in a moment")
        })?;
        let bytes = ladder.pages.get(&path).ok_or_else(not_found)?;
        return Ok(runs::answer(bytes.clone(), Path::new(&path)));
    }
    let number = part.parse::<usize>().ok().filter(|number| format!("{number:04}") == part);
    let is_shown = number.is_some_and(|number| (1..=shown.roots.len()).contains(&number));
    let path = path.strip_prefix("site/").filter(|_| is_shown).ok_or_else(not_found)?;
    let folder = view.class.folder.ladder();
    runs::file_within(&folder.join(&part).join(SITE), path).ok_or_else(not_found)
}
