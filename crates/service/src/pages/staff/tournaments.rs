//! Tournaments of the class: a list, a form for each format, and the text, which is checked before it is saved.

mod editor;
mod format_form;

use axum::http::StatusCode;
use axum::response::Response;
use class_model::Hash;
use class_operations::backup::check_run_record;
use class_operations::orders::{
    FORMATS, SavedTournament, TournamentState, class_tournaments, save_tournament, tournament_text,
};
use class_operations::runs::{embed_modules, find_class_run};
use explain::Kind;
use game::visible;
use maud::{Markup, html};

use self::editor::TEXT;
pub(crate) use self::format_form::{ask, write};
use super::{graded_runs, staff_layout};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::pages::tournament_address as address;
use crate::problem::Problem;
use crate::url_parameters::Path;
use crate::{answer, forms, pages};

const TITLE: &str = "Tournaments";
const ADDRESS: &str = "staff/tournaments";

/// Lists the tournaments, and the formats for a new one.
pub(crate) fn list(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let tournaments = class_tournaments(&view.class, &view.facts)?;
    let content = html! {
        @if tournaments.is_empty() { p { "The class has no tournament yet." } } @else {
            ul { @for one in &tournaments {
                li { a href=(address(view, &one.name)) { (visible(&one.name)) } ": "
                    @match one.state {
                        TournamentState::New => { "not begun" }
                        TournamentState::Begun => { "begun" }
                        TournamentState::Complete => { "complete" }
                    }
                }
            } }
        }
        section id="new" {
            h2 { "Add a tournament" }
            p { "Choose a format. You can preview the number of matches before anything is played." }
            ul { @for format in FORMATS {
                li { a href=(view.address(&format!("{ADDRESS}/new?format={}", format.name))) { (format.title) } ": " (format.about) }
            } }
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

/// Shows a tournament.
pub(crate) fn one(view: &View, Path((_, name)): Path<(String, String)>) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let text = tournament_text(&view.class, &view.facts, &name)?;
    Ok(answer::page(page(view, &name, Some(digest(&text)), &text)?))
}

/// Checks a tournament's text, or saves it.
pub(crate) fn save(
    view: &View,
    Path((_, name)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    // Browsers send lines that end with a carriage return.
    let text = typed.get("text").replace("\r\n", "\n");
    let before = typed.given("before").map(|hash| hash.parse::<Hash>()).transpose();
    let before = before.map_err(|_| Problem::bad("`before` is not a hash"))?;
    let shown = |view: &View| page(view, &name, before, &text);
    if typed.get("do") != "save" {
        return forms::answer(view, TEXT, typed, shown, |_| shown(view).map(answer::page));
    }
    forms::change(view, TEXT, typed, shown, |_| {
        let saved = SavedTournament { name: &name, text: &text, before };
        save_tournament(&view.class, saved)?;
        Ok(address(view, &name))
    })
}

/// Checks the record of a tournament's run, without playing its matches again.
pub(crate) fn check_record(
    view: &View,
    Path((_, name)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let folder = find_class_run(&view.class, &view.facts, &name)?;
    let shown = |view: &View| begun_page(view, &name);
    forms::answer(view, editor::RECORD, typed, shown, |_| {
        let has_root = check_run_record(&folder, &view.facts).map_err(|error| {
            if error.kind != Kind::Damaged {
                return graded_runs::named(&name, &folder, error);
            }
            let what = format!("the record of {} is damaged or was changed: {}", visible(&name), error.what);
            Problem::new(StatusCode::CONFLICT, what).hint("restore the run from a backup")
        })?;
        let content = html! {
            p role="status" {
                "All hashes of the record are right. "
                @if has_root { "Its root is the one that the class has recorded: no match, result or input was changed since." }
                @else { "The class has recorded no root yet, because the run is not complete." }
            }
            p.soft { "No match was played again." }
            p { a href=(address(view, &name)) { "Back to " (visible(&name)) } " · " a href=(pages::runs::address(view, &name)) { "Report" } }
        };
        Ok(answer::page(staff_layout::below(view, TITLE, &format!("The record of {name}"), &content)))
    })
}

/// Stores the modules that a run takes from the class in the run itself.
pub(crate) fn embed(
    view: &View,
    Path((_, name)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let folder = find_class_run(&view.class, &view.facts, &name)?;
    let shown = |view: &View| begun_page(view, &name);
    forms::answer(view, editor::EMBED, typed, shown, |_| {
        let embedded = embed_modules(view.class.folder.root(), folder.root())
            .map_err(|error| graded_runs::named(&name, &folder, error))?;
        let content = html! {
            p role="status" {
                @match embedded.modules {
                    0 => { "The run already has all of its bots." }
                    1 => { "1 bot was stored in the run." }
                    count => { (count) " bots were stored in the run." }
                }
                " Its folder, " code { "runs/" (visible(&name)) } " in the class\u{2019}s folder, can be copied or moved. "
                code { "muster verify" } " and " code { "muster report" } " need nothing else."
            }
            p { a href=(address(view, &name)) { "Back to " (visible(&name)) } }
        };
        Ok(answer::page(staff_layout::below(view, TITLE, &format!("The run {name}"), &content)))
    })
}

/// Renders a tournament that has begun.
fn begun_page(view: &View, name: &str) -> Result<Markup, Problem> {
    let text = tournament_text(&view.class, &view.facts, name)?;
    page(view, name, Some(digest(&text)), &text)
}

fn digest(text: &str) -> Hash {
    Hash::digest(text.as_bytes())
}

/// Renders a tournament with a text, and the matches that it would play. `before` is the hash of the saved text.
fn page(view: &View, name: &str, before: Option<Hash>, text: &str) -> Result<Markup, Problem> {
    let tournaments = class_tournaments(&view.class, &view.facts)?;
    let known = tournaments.iter().find(|tournament| tournament.name == name);
    let content = editor::content(view, name, known, before, text);
    Ok(staff_layout::below(view, TITLE, &format!("Tournament {name}"), &content))
}
