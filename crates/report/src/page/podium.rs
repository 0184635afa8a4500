//! The first three of a finished tournament.

use maud::{Markup, html};

use super::{name, rating};
use crate::model::{Report, Row};

/// Renders the best three of the last stage; empty until the whole tournament was played.
pub(super) fn podium(report: &Report) -> Markup {
    let last = report.stages.last().filter(|stage| stage.complete && report.tournament.complete);
    let rows: Vec<&Row> = last
        .into_iter()
        .flat_map(|stage| stage.standings.iter().filter(|row| row.place.is_some()).take(3))
        .collect();
    html! {
        @if rows.first().is_some_and(|row| row.place != Some(1)) {
            p.soft { "No winner: all entrants had left before the final." }
        }
        @if !rows.is_empty() {
            ol.podium {
                @for row in rows { (step(report, row)) }
            }
        }
    }
}

fn step(report: &Report, row: &Row) -> Markup {
    let place = row.place.unwrap_or_default();
    let title = match (place, row.by_lot, row.placed_by) {
        (1, true, _) => "Winner by lot, level with others".to_owned(),
        (1, false, Some("seed")) => "Winner by seed, level after the replays".to_owned(),
        (1, false, _) => "Winner".to_owned(),
        (_, true, _) => format!("Place {place} by lot"),
        (_, false, Some(by)) => format!("Place {place} by {by}"),
        (_, false, None) => format!("Place {place}"),
    };
    html! {
        li.step.first[place == 1] {
            p.soft.small { (title) }
            p.name { (name(report, row.entrant)) }
            p.small {
                (row.wins) " won, " (row.draws) " drawn, " (row.losses) " lost"
                @if let Some(rating) = report.entrants.get(row.entrant).and_then(|entrant| entrant.rating.as_ref()) {
                    br; "rating " (self::rating(rating))
                }
            }
        }
    }
}
