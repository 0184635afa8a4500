//! The table of a stage.

use maud::{Markup, html};

use super::name;
use crate::model::{Report, Row, Stage};
use crate::shown::visible;

/// The criterion that is an estimate.
const RATING: &str = "rating";

/// The table with the values that entrants are ranked by.
pub(super) fn standings(report: &Report, stage: &Stage, advancing: usize) -> Markup {
    let has_groups = stage.standings.iter().any(|row| row.group.is_some());
    let has_byes = stage.standings.iter().any(|row| row.byes > 0);
    // Wins, draws, losses and forfeits have columns of their own.
    let shown = |head: &str| !matches!(head, "wins" | "losses" | "forfeits" | "lot");
    html! {
        p.soft.small {
            @if stage.brackets.is_empty() {
                "Ranked by " (stage.criteria.join(", then ").replace(['_', '-'], " ")) "."
            } @else {
                "Ranked by the round reached."
            }
            @if advancing > 0 { " The first " (advancing) " advance (shaded)." }
        }
        div.scroll tabindex="0" role="region" aria-label={ "Standings of " (visible(&stage.name)) } {
            table {
                thead {
                    tr {
                        th.n scope="col" { "Place" }
                        @if has_groups { th.n scope="col" { "Group" } }
                        th scope="col" { "Entrant" }
                        th.n scope="col" { "Games" }
                        @if has_byes {
                            th.n scope="col" {
                                abbr title="games won or drawn without being played: byes and walkovers" { "Byes" }
                            }
                        }
                        th.n scope="col" { "Won" }
                        th.n scope="col" { "Drawn" }
                        th.n scope="col" { "Lost" }
                        th.n scope="col" { abbr title="games lost by a fault of the bot" { "Faults" } }
                        @for head in stage.criteria.iter().filter(|head| shown(head)) {
                            th.n scope="col" { (head.replace(['_', '-'], " ")) }
                        }
                    }
                }
                tbody {
                    @for row in &stage.standings {
                        tr.top[row.place.is_some_and(|place| place as usize <= advancing)]
                            .unranked[row.place.is_none()] {
                            td.n { @match row.place { Some(place) => (place), None => "–" } }
                            @if has_groups {
                                td.n { @if let Some(group) = row.group { (group) } }
                            }
                            th.name scope="row" { (name(report, row.entrant)) (status(row)) }
                            td.n { (row.games) }
                            @if has_byes { td.n { (row.byes) } }
                            td.n { (row.wins) }
                            td.n { (row.draws) }
                            td.n { (row.losses) }
                            td.n { (row.forfeits) }
                            @for (head, value) in stage.criteria.iter().zip(&row.values) {
                                @if shown(head) {
                                    td.n { (drawn_value(row, head, value.as_deref())) }
                                }
                            }
                        }
                    }
                }
            }
        }
        @if stage.criteria.iter().any(|head| head == RATING) { (about_ratings()) }
        (notes(report, stage))
    }
}

fn status(row: &Row) -> Markup {
    html! {
        @if let Some(status) = row.status { " " span.tag { (status) } }
        @if row.by_lot { " " span.tag { "by lot" } }
    }
}

fn drawn_value(row: &Row, head: &str, value: Option<&str>) -> Markup {
    html! {
        @if let Some(value) = value { (minus(value)) }
        @if let (RATING, Some(interval)) = (head, &row.rating_plus_minus) {
            " " span.soft { "±" (interval) }
        }
    }
}

fn about_ratings() -> Markup {
    html! {
        p.soft.small {
            "Ratings are the stage's own: Glicko, updated game by game to choose the next pairings, with a 95 % interval; "
            code { "muster rate" }
            " fits all games at once, relative to the average, so its figures differ."
        }
    }
}

/// What the numbers do not say, a line each.
fn notes(report: &Report, stage: &Stage) -> Markup {
    let noted: Vec<&Row> = stage.standings.iter().filter(|row| !row.notes.is_empty()).collect();
    html! {
        @if !noted.is_empty() {
            ul.small aria-label="Notes" {
                @for row in noted {
                    li { (name(report, row.entrant)) ": " (visible(&row.notes.join("; "))) }
                }
            }
        }
    }
}

/// With the minus sign of print.
fn minus(number: &str) -> String {
    number.replace('-', "−")
}
