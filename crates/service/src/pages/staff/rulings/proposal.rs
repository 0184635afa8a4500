//! A ruling before it is made: what it would change, and the form that makes it.

use axum::response::Response;
use class_operations::runs::{
    EntrantChange, EntrantStanding, RulingPreview, find_class_run, open_tournament, preview_ruling,
    rulings_of,
};
use game::visible;
use maud::{Markup, html};
use tournament::rulings::{PastGames, RulingAction};
use tournament::{EntrantId, MatchKey};

use super::{TITLE, address, named};
use crate::answer;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::pages::problem::refusal;
use crate::pages::staff::staff_layout;
use crate::pages::{form_mark, ruling_link};
use crate::problem::Problem;
use crate::url_parameters::{Path, Query};

/// The form that makes a ruling.
pub(super) const RULING: &str = "ruling";
/// The field with the number of the regrade request that leads to a ruling.
pub(super) const REQUEST: &str = "request";

/// Shows what a ruling would change, with the form that makes it.
pub(crate) fn propose(
    view: &View,
    (Path((_, run)), Query(asked)): (Path<(String, String)>, Query<FormValues>),
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    page(view, &run, action(&asked)?, asked.get(REQUEST)).map(answer::page)
}

/// Parses the ruling that a form or a link asks for.
pub(super) fn action(asked: &FormValues) -> Result<RulingAction, Problem> {
    let games = if asked.get("games") == "annul" { PastGames::Annul } else { PastGames::Keep };
    let entrant =
        || asked.get("entrant").parse().map(EntrantId).map_err(|_| Problem::bad("no entrant was chosen"));
    let game = || {
        let key = asked.get("match").trim();
        key.parse::<MatchKey>().map_err(|_| Problem::bad(format!("\"{key}\" is not a match id")))
    };
    Ok(match (asked.get("about"), asked.get("to")) {
        ("entrant", "withdraw") => RulingAction::Withdraw { entrant: entrant()?, games },
        ("entrant", "disqualify") => RulingAction::Disqualify { entrant: entrant()?, games },
        ("match", "annul") => RulingAction::Annul { game: game()? },
        ("match", "replay") => RulingAction::Replay { game: game()? },
        ("undo", _) => {
            let number = asked.get("ruling").trim().parse::<usize>().ok();
            let ruling = number.and_then(|number| number.checked_sub(1));
            RulingAction::Undo { ruling: ruling.ok_or_else(|| Problem::bad("rulings are numbered from 1"))? }
        }
        _ => return Err(Problem::bad("unknown ruling")),
    })
}

/// Returns the fields from which [`action`] reads a ruling.
fn fields(action: RulingAction) -> Vec<(&'static str, String)> {
    let of_entrant = |to: &str, entrant: EntrantId, games: PastGames| {
        let games = if games == PastGames::Annul { "annul" } else { "keep" };
        let text = |text: &str| text.to_owned();
        vec![
            ("about", text("entrant")),
            ("to", text(to)),
            ("entrant", entrant.0.to_string()),
            ("games", text(games)),
        ]
    };
    let of_match = |to: &str, game: MatchKey| {
        vec![("about", "match".to_owned()), ("to", to.to_owned()), ("match", game.to_string())]
    };
    match action {
        RulingAction::Withdraw { entrant, games } => of_entrant("withdraw", entrant, games),
        RulingAction::Disqualify { entrant, games } => of_entrant("disqualify", entrant, games),
        RulingAction::Annul { game } => of_match("annul", game),
        RulingAction::Replay { game } => of_match("replay", game),
        RulingAction::Undo { ruling } => {
            vec![("about", "undo".to_owned()), ("ruling", (ruling + 1).to_string())]
        }
    }
}

/// Renders the proposal of a ruling; `request` is the number of the regrade request that leads to it, or empty.
pub(super) fn page(view: &View, run: &str, action: RulingAction, request: &str) -> Result<Markup, Problem> {
    let folder = find_class_run(&view.class, &view.facts, run)?;
    let preview = preview_ruling(&folder, action).map_err(|error| named(run, &folder, error))?;
    let names: Vec<&str> = preview.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let name = |entrant: EntrantId| names.get(entrant.index()).copied().unwrap_or_default();
    let (heading, label) = match action {
        RulingAction::Withdraw { entrant, .. } => (format!("Withdraw {}", name(entrant)), "Withdraw"),
        RulingAction::Disqualify { entrant, .. } => (format!("Disqualify {}", name(entrant)), "Disqualify"),
        RulingAction::Annul { game } => (format!("Annul match {game}"), "Annul"),
        RulingAction::Replay { game } => (format!("Play match {game} again"), "Annul and play again"),
        RulingAction::Undo { ruling } => (format!("Undo ruling {}", ruling + 1), "Undo"),
    };
    let content = html! {
        p { "In " a href=(address(view, run)) { (visible(run)) } ". Nothing has changed yet. All games stay on record, and a later ruling can undo this one." }
        (what(view, run, action)?)
        (effect(&preview))
        (refusal(view, RULING))
        form.lines method="post" action=(address(view, run)) {
            (form_mark(view))
            @for (name, value) in fields(action) { input type="hidden" name=(name) value=(value); }
            @if !request.is_empty() { input type="hidden" name=(REQUEST) value=(request); }
            p { label { "Reason, which the report shows " input type="text" name="reason" value=(view.typed(RULING, "reason")) maxlength="1000" size="40" required; } }
            p { button.main type="submit" { (label) } " " a href=(address(view, run)) { "Cancel" } }
        }
    };
    Ok(staff_layout::below(view, TITLE, &heading, &content))
}

/// Renders what the teacher can choose about a ruling, or the ruling that is undone.
fn what(view: &View, run: &str, action: RulingAction) -> Result<Markup, Problem> {
    let choice = |games: PastGames, label: &str| {
        let other = match action {
            RulingAction::Withdraw { entrant, .. } => RulingAction::Withdraw { entrant, games },
            RulingAction::Disqualify { entrant, .. } => RulingAction::Disqualify { entrant, games },
            other => other,
        };
        let fields = fields(other);
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        if other == action {
            html! { b { (label) } }
        } else {
            ruling_link(view, run, &fields, label)
        }
    };
    Ok(match action {
        RulingAction::Withdraw { .. } | RulingAction::Disqualify { .. } => html! {
            p { "Its games so far: " (choice(PastGames::Keep, "count")) " · " (choice(PastGames::Annul, "do not count")) }
        },
        RulingAction::Undo { ruling } => {
            let folder = find_class_run(&view.class, &view.facts, run)?;
            let read = || rulings_of(&folder, &open_tournament(&folder)?);
            let rulings = read().map_err(|error| named(run, &folder, error))?;
            html! { @if let Some(ruling) = rulings.get(ruling) { p { (visible(&ruling.to_string())) } } }
        }
        RulingAction::Annul { .. } | RulingAction::Replay { .. } => html! {},
    })
}

/// Renders the places and grades that change.
fn effect(preview: &RulingPreview) -> Markup {
    let changed: Vec<&EntrantChange> =
        preview.entrants.iter().filter(|entrant| entrant.before != entrant.after).collect();
    let place =
        |standing: &EntrantStanding| standing.place.map_or_else(|| "–".to_owned(), |place| place.to_string());
    let grade = |standing: &EntrantStanding| standing.grade.clone().unwrap_or_else(|| "–".to_owned());
    let cell = |before: String, after: String| {
        html! { td.n { @if before == after { (after) } @else { del.soft { (before) } " " b { (after) } } } }
    };
    html! {
        @if preview.is_incomplete { p.notice { "Matches remain to be played then. Final places and grades follow from them." } }
        @if changed.is_empty() { p { "No place or grade changes." } } @else {
            div.scroll tabindex="0" role="region" aria-label="Changes" {
                table {
                    thead { tr { th scope="col" { "Entrant" } th.n scope="col" { "Place" } th.n scope="col" { "Grade" } } }
                    tbody { @for EntrantChange { name, before, after } in changed {
                        tr { th.name scope="row" { (visible(name)) } (cell(place(before), place(after))) (cell(grade(before), grade(after))) }
                    } }
                }
            }
        }
    }
}
