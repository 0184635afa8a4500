//! Runs being played, and the teacher's orders.

use class_model::{Order, OrderOutcome, OrderState, may_watch};
use class_operations::orders::{ClassTournament, TournamentState, class_tournaments};
use class_operations::runs::{StandingsColumn, StandingsTable};
use game::visible;
use locale::text;
use maud::{Markup, PreEscaped, html};

use super::rich_text::rich;
use super::{form_mark, refusal, time, tournament_address};
use crate::class_visit::View;
use crate::live_run::LiveRun;
use crate::problem::Problem;

/// Default number of pairings of a cycle and of games of a pairing.
const USUAL: &str = "2";
/// Number of ended orders still shown.
const RECENT: usize = 5;

/// Renders the runs being played by this process, as far as the caller may see them. The script updates them.
pub(super) fn live(view: &View) -> Markup {
    let runs = view.place.runs();
    if runs.is_empty() || !may_watch(&view.class.plan, &view.facts, view.reader()) {
        return html! {};
    }
    html! {
        section id="live" {
            h2 { (text!(view, "live")) }
            @for run in runs.values() { (live_run(view, run)) }
        }
    }
}

fn live_run(view: &View, run: &LiveRun) -> Markup {
    let stage = html! { span.stage { (visible(&run.stage)) } };
    let [played, of] = [html! { span.played { (run.played) } }, html! { span.of { (run.of) } }];
    html! {
        div.live data-run=(run.name) {
            h3 { (visible(&run.name)) }
            p { (rich!(view, "live-played"; stage = stage, played = played, of = of)) }
            div.scroll tabindex="0" role="region" aria-label=(text!(view, "live-standings", run = visible(&run.name))) {
                @match &run.standings {
                    Some(standings) => { (table(view, standings)) }
                    None => { table {} }
                }
            }
            div.pictures {
                @for picture in &run.pictures { div { h4 { (picture.title) } (PreEscaped(&picture.html)) } }
            }
        }
    }
}

pub(super) fn table(view: &View, StandingsTable { head, rows }: &StandingsTable) -> Markup {
    let shown = |column: &StandingsColumn, cell: &str| match column.title.as_str() {
        "note" => view.locale.translated(cell),
        _ => visible(cell),
    };
    html! {
        table {
            thead { tr { @for column in head { th.n[column.is_number] scope="col" { (view.locale.translated(&column.title)) } } } }
            tbody { @for row in rows { tr { @for (column, cell) in head.iter().zip(row) { td.n[column.is_number] { (shown(column, cell)) } } } } }
        }
    }
}

/// Renders the tournaments and cycles that the teacher can order for the whole class, and the orders so far.
pub(super) fn orders(view: &View) -> Result<Markup, Problem> {
    let tournaments = class_tournaments(&view.class, &view.facts)?;
    let ended: Vec<_> = view.facts.orders().filter(|(_, order)| order.ended.is_some()).collect();
    let ended = ended.into_iter().rev().take(RECENT);
    let typed = |field| match view.typed("orders", field) {
        "" => USUAL,
        typed => typed,
    };
    Ok(html! {
        section id="orders" {
            h2 { "Tournaments and ladder" }
            (refusal(view, "orders"))
            @if !view.app.is_playing { p.notice { "This service does not play games: use " code { "muster run" } " and " code { "muster ladder" } "." } }
            ul {
                @for (number, order) in view.facts.open_orders() {
                    li { b { (visible(&order.what.to_string())) } ", ordered on " (time(view, order.at)) ". "
                        @if let Some(matches) = view.place.verified(number) { (matches) " matches checked so far. " }
                        (super::button(view, &view.address(&format!("orders/{number}/stop")), &[], "Stop")) }
                }
                @if view.app.is_playing { @for tournament in &tournaments { (tournament_row(view, tournament)) } }
                @for (_, order) in ended { li { (end(view, order)) } }
            }
            @if tournaments.is_empty() { p { a href=(view.address("staff/tournaments")) { "Add a tournament" } } }
            @if view.app.is_playing {
                form.row method="post" action=(view.address("orders")) {
                    (form_mark(view))
                    input type="hidden" name="what" value="cycle";
                    p { "A cycle of the ladder" }
                    label { "Pairings " input type="number" name="pairings" min="1" max="1000" value=(typed("pairings")) required; }
                    label { "Games per pairing " input type="number" name="games" min="1" max="64" value=(typed("games")) required; }
                    button type="submit" { "Play" }
                }
            }
        }
    })
}

fn tournament_row(view: &View, tournament: &ClassTournament) -> Markup {
    let is_open = tournament.order.as_ref().is_some_and(|(_, order)| order.ended.is_none());
    let label = match tournament.state {
        TournamentState::New => "Play",
        TournamentState::Begun => "Resume",
        TournamentState::Complete => {
            return html! { li { a href=(tournament_address(view, &tournament.name)) { (visible(&tournament.name)) } ": complete" } };
        }
    };
    html! {
        @if !is_open {
            li { a href=(tournament_address(view, &tournament.name)) { (visible(&tournament.name)) } " "
                (super::button(view, &view.address("orders"), &[("what", "tournament"), ("name", &tournament.name)], label)) }
        }
    }
}

/// Renders the end of an order.
pub(super) fn end(view: &View, order: &OrderState) -> Markup {
    let what = visible(&order.what.to_string());
    let Some(ended) = &order.ended else { return html! { (what) } };
    let at = time(view, ended.at);
    match (&ended.what, &order.what) {
        (OrderOutcome::Complete, Order::Rejudgement) => html! { (what) ": preview created on " (at) },
        (OrderOutcome::Complete, Order::Verification { .. }) => {
            html! { (what) ": all matches were as recorded on " (at) }
        }
        (OrderOutcome::Stopped, Order::Verification { .. }) => html! { (what) ": stopped on " (at) },
        (OrderOutcome::Failed { why }, Order::Verification { .. }) => {
            html! { (what) ": not confirmed on " (at) pre { (super::visible_lines(why)) } }
        }
        (OrderOutcome::Complete, _) => html! { (what) ": completed on " (at) },
        (OrderOutcome::Stopped, _) => {
            html! { (what) ": stopped on " (at) "; the games already played are kept" }
        }
        (OrderOutcome::Failed { why }, _) => {
            html! { (what) ": failed on " (at) pre { (super::visible_lines(why)) } }
        }
    }
}
