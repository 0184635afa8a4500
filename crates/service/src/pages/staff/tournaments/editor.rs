//! A tournament's text with its problems, or with what it would play.

use class_model::Hash;
use class_operations::Warning;
use class_operations::orders::{
    CheckedTournament, ClassTournament, TournamentState, check_tournament, tournament_text, verification_of,
};
use class_operations::runs::TournamentError;
use game::visible;
use maud::{Markup, html};
use runner::time_words;

use crate::class_visit::View;
use crate::pages::layout::in_address;
use crate::pages::problem::refusal;
use crate::pages::tournament_address as address;
use crate::pages::{button, form_mark, playing, runs, sentence, time, visible_lines};

/// The form with a text.
pub(super) const TEXT: &str = "text";
/// The form that stores the modules of a run in it.
pub(super) const EMBED: &str = "embed";
/// The form that checks a run's record.
pub(super) const RECORD: &str = "record";

pub(super) fn content(
    view: &View,
    name: &str,
    known: Option<&ClassTournament>,
    before: Option<Hash>,
    text: &str,
) -> Markup {
    let state = known.map_or(TournamentState::New, |known| known.state);
    let is_ordered =
        known.and_then(|known| known.order.as_ref()).is_some_and(|(_, order)| order.ended.is_none());
    let is_saved = before == Some(Hash::digest(text.as_bytes()));
    html! {
        (refusal(view, RECORD))
        @if is_ordered {
            p.notice { "It is queued or being played. " a href={ (view.address("")) "#orders" } { "Show orders" } }
        }
        @if state == TournamentState::New && !is_ordered {
            (prospect(view, name, text, is_saved))
            (form(view, name, before, text))
        } @else {
            @let saved = tournament_text(&view.class, &view.facts, name).unwrap_or_default();
            (refusal(view, TEXT))
            (begun(view, name, state, is_ordered))
            h2 { "Text" }
            pre { (visible_lines(&saved)) }
            @if text != saved { h2 { "Your text, which was not saved" } pre { (visible_lines(text)) } }
        }
    }
}

/// Renders the problems of a text, or the matches that it would play.
fn prospect(view: &View, name: &str, text: &str, is_saved: bool) -> Markup {
    match check_tournament(&view.class, name, text) {
        Ok(Ok(checked)) => html! {
            (forecast(&checked))
            (warnings(&checked.warnings))
            @if !is_saved { p { "Save it to play it." } }
            @else if view.app.is_playing { (button(view, &view.address("orders"), &[("what", "tournament"), ("name", name)], "Play")) }
            @else { p.notice { "This service does not play games: use " code { "muster run" } "." } }
        },
        Ok(Err(error)) => html! {
            div.notice role="alert" { p { (sentence(&visible(&error.what))) } @for hint in &error.hints { p { (visible(hint)) } } }
        },
        Err(TournamentError::Text(problems)) => html! {
            div.notice role="alert" {
                p { "The text has " (problems.count()) "." }
                pre { (visible_lines(&problems.render(false))) }
            }
        },
        Err(error) => html! { div.notice role="alert" { p { (visible(&error.to_string())) } } },
    }
}

fn forecast(checked: &CheckedTournament) -> Markup {
    let forecast = &checked.forecast;
    html! {
        section id="forecast" {
            h2 { "Forecast" }
            p { "At most " (forecast.matches_at_most) " matches, " (time_words(forecast.stages.iter().map(|stage| stage.clock_seconds_at_most).sum()))
                " on the clocks of both bots together. Usually it takes much less." }
            div.scroll tabindex="0" role="region" aria-label="Forecast" {
                table {
                    thead { tr {
                        th scope="col" { "Stage" } th scope="col" { "Format" } th.n scope="col" { "Entrants" } th.n scope="col" { "Rounds" }
                        th.n scope="col" { "Matches at most" } th.n scope="col" { "Clock time at most" }
                    } }
                    tbody { @for stage in &forecast.stages {
                        tr {
                            th.name scope="row" { (visible(&stage.name)) } td { (stage.format) } td.n { (stage.entrants) } td.n { (stage.rounds_at_most) }
                            td.n { (stage.matches_at_most) } td.n { (time_words(stage.clock_seconds_at_most)) }
                        }
                    } }
                }
            }
        }
    }
}

fn warnings(warnings: &[Warning]) -> Markup {
    html! { @for warning in warnings { p.notice { (sentence(&visible(&warning.to_string()))) } } }
}

fn form(view: &View, name: &str, before: Option<Hash>, text: &str) -> Markup {
    html! {
        section id="text" {
            h2 { "Text" }
            (refusal(view, TEXT))
            form method="post" action=(address(view, name)) {
                (form_mark(view))
                @if let Some(before) = before { input type="hidden" name="before" value=(before); }
                p { label for="toml" { "The tournament\u{2019}s TOML. It takes its entrants from this class: their active versions when it begins." } }
                p { textarea.code id="toml" name="text" rows="24" cols="80" spellcheck="false" required { (text) } }
                p { button type="submit" name="do" value="check" { "Check" } " " button.main type="submit" name="do" value="save" { "Save" } }
            }
        }
    }
}

/// Renders what can be done with a tournament that has begun.
fn begun(view: &View, name: &str, state: TournamentState, is_ordered: bool) -> Markup {
    let check = view.address(&format!("{}/{}/check", super::ADDRESS, in_address(name)));
    html! {
        @match state {
            TournamentState::New => {}
            TournamentState::Begun => {
                p { "The tournament has begun, with the versions that were active then." }
                @if view.app.is_playing && !is_ordered {
                    (button(view, &view.address("orders"), &[("what", "tournament"), ("name", name)], "Resume"))
                }
            }
            TournamentState::Complete => {
                p { "Complete. " a href=(runs::address(view, name)) { "Report" } " · "
                    a href=(view.address(&format!("staff/grades/{}", in_address(name)))) { "Grades" } " · "
                    a href=(view.address(&format!("staff/rulings/{}", in_address(name)))) { "Rulings" } }
            }
        }
        @if state != TournamentState::New {
            p.soft { "The text can no longer change here, because matches depend on it." }
            section id="verification" {
                h2 { "Verification" }
                div { (button(view, &check, &[], "Check the hashes")) " finds damage and later changes of the record, and takes seconds." }
                (replays(view, name))
            }
            section id="embed" {
                h2 { "Use the run elsewhere" }
                p { "The class stores each bot once, and its runs refer to it. Before the run\u{2019}s folder is copied or moved, store the bots in the run, too. Results stay the same." }
                (refusal(view, EMBED))
                (button(view, &view.address(&format!("{}/{}/embed", super::ADDRESS, in_address(name))), &[], "Store the bots in the run"))
            }
        }
    }
}

/// Renders the latest verification that plays all matches again, and the button that orders one.
fn replays(view: &View, name: &str) -> Markup {
    let last = verification_of(&view.facts, name);
    let is_open = last.is_some_and(|(_, order)| order.ended.is_none());
    html! {
        @match last {
            Some((number, order)) if is_open => p.notice role="status" {
                "All matches are played again, since " (time(view, order.at)) ". "
                @match view.place.verified(number) { Some(matches) => { (matches) " checked so far. Reload the page to see the progress." } None => { "It has not begun." } }
                " " a href={ (view.address("")) "#orders" } { "Show orders" }
            },
            Some((_, order)) => div.notice role="status" { (playing::end(view, order)) },
            None => {}
        }
        @if !view.app.is_playing { p.soft { "This service does not play games: " code { (format!("muster verify runs/{}", visible(name))) } " in the class\u{2019}s folder plays all matches again." } }
        @else if !is_open {
            div { (button(view, &view.address("orders"), &[("what", "verification"), ("name", name)], "Replay all matches"))
                " plays every match again and compares it with the record. It takes as long as the tournament, and hand-ins go first." }
        }
    }
}
