//! The table of a stage.

use maud::{Markup, html};

use super::{name, rating};
use crate::model::{Rating, Report, Row, Stage};
use crate::shown::{capitalized, minus, visible};

/// The criterion of a ladder, which is its own estimate.
const RATING: &str = "rating";

/// The table with the values that entrants are ranked by.
pub(super) fn standings(report: &Report, stage: &Stage, advancing: usize) -> Markup {
    let has_groups = stage.standings.iter().any(|row| row.group.is_some());
    let has_byes = stage.standings.iter().any(|row| row.byes > 0);
    let has_ratings = stage.standings.iter().any(|row| of_row(report, row).is_some());
    // Wins, draws, losses and forfeits have columns of their own.
    let shown = |head: &str| !matches!(head, "wins" | "losses" | "forfeits" | "lot");
    html! {
        p.soft.small {
            @if stage.brackets.is_empty() {
                "Ranked by " (spaced(&stage.criteria.join(", then "))) "."
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
                            th.n scope="col" {
                                @if head == RATING { "Ladder rating" } @else { (capitalized(&spaced(head))) }
                            }
                        }
                        @if has_ratings {
                            th.n scope="col" {
                                abbr title="Elo over all stages with the 95 % interval, fitted to all games" { "Rating" }
                            }
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
                            @if has_ratings {
                                td.n { @if let Some(rating) = of_row(report, row) { (self::rating(rating)) } }
                            }
                        }
                    }
                }
            }
        }
        @if stage.criteria.iter().any(|head| head == RATING) { (about_ladder()) }
        (notes(report, stage))
    }
}

/// A criterion's name in words.
fn spaced(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

fn status(row: &Row) -> Markup {
    html! {
        @if let Some(status) = row.status { " " span.tag { (status) } }
        @if row.by_lot { " " span.tag { "by lot" } }
        @if let Some(by) = row.placed_by { " " span.tag { "by " (by) } }
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

fn of_row<'a>(report: &'a Report, row: &Row) -> Option<&'a Rating> {
    report.entrants.get(row.entrant)?.rating.as_ref()
}

fn about_ladder() -> Markup {
    html! {
        p.soft.small {
            "The ladder ranks by its own rating: Glicko, updated game by game to choose the next pairings, with a 95 % \
             interval. The last column fits all games at once, relative to the average, so its figures differ."
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
