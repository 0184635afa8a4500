//! The table of a stage.

use maud::{Markup, html};

use super::name;
use crate::model::{Report, Row, Stage};

/// The table with the values that entrants are ranked by.
pub(super) fn standings(report: &Report, stage: &Stage, advancing: usize) -> Markup {
    let has_groups = stage.standings.iter().any(|row| row.group.is_some());
    // Wins, draws, losses and forfeits have columns of their own.
    let shown = |head: &str| !matches!(head, "wins" | "losses" | "forfeits" | "lot");
    html! {
        p.soft.small {
            @if stage.brackets.is_empty() {
                "Ranked by " (stage.criteria.join(", then ").replace(['_', '-'], " ")) "."
            } @else {
                "By how far they came."
            }
            @if advancing > 0 { " The first " (advancing) " go on (shaded)." }
        }
        div.scroll tabindex="0" role="region" aria-label={ "Standings of " (crate::shown::visible(&stage.name)) } {
            table {
                thead {
                    tr {
                        th.n scope="col" { "Place" }
                        @if has_groups { th.n scope="col" { "Group" } }
                        th scope="col" { "Entrant" }
                        th.n scope="col" { "Games" }
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
                            td.n { (row.wins) }
                            td.n { (row.draws) }
                            td.n { (row.losses) }
                            td.n { (row.forfeits) }
                            @for (head, value) in stage.criteria.iter().zip(&row.values) {
                                @if shown(head) {
                                    td.n { @match value { Some(value) => (minus(value)), None => "" } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn status(row: &Row) -> Markup {
    html! { @if let Some(status) = row.status { " " span.tag { (status) } } }
}

/// With the minus sign of print.
fn minus(number: &str) -> String {
    number.replace('-', "−")
}
