//! Unusual events.

use maud::{Markup, html};

use super::{match_link, name};
use crate::formatting::visible;
use crate::model::{Report, Unusual, UnusualMatch};

/// Renders the list; the documentation states the rule for each entry.
pub(super) fn unusual(report: &Report) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="What was unusual" {
            table {
                thead {
                    tr {
                        th scope="col" { "What" }
                        th scope="col" { (report.tournament.seats.0[0].word) }
                        th scope="col" { (report.tournament.seats.0[1].word) }
                        th scope="col" { "Match" }
                    }
                }
                tbody {
                    @for entry in &report.unusual { (row(report, entry)) }
                }
            }
        }
    }
}

fn row(report: &Report, entry: &Unusual) -> Markup {
    html! {
        tr {
            td.why {
                b { (entry.kind) }
                div.small.soft {
                    @if let Some(entrant) = entry.entrant { (name(report, entrant)) ": " }
                    (visible(&entry.detail))
                }
            }
            @match &entry.played {
                Some(played) => {
                    @for seat in 0..2 { (player(report, played, seat)) }
                    td { (match_link(&played.key)) div.small.soft { (visible(&played.place)) } }
                },
                None => { td colspan="3" {} }
            }
        }
    }
}

fn player(report: &Report, played: &UnusualMatch, seat: usize) -> Markup {
    let name = name(report, played.seats[seat]);
    html! {
        td.name { @if played.winner == Some(seat) { b { (name) } } @else { (name) } }
    }
}
