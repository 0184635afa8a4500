//! The first three of a finished tournament.

use maud::{Markup, html};

use super::{name, rating};
use crate::model::{Report, Row, Stage};

/// Renders the best three of the last stage and the winner's lead; empty until the whole tournament was played.
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
                @for row in &rows { (step(report, row)) }
            }
            @if let (Some(stage), &[first, second, ..]) = (last, &rows[..]) { (lead(report, stage, [first, second])) }
        }
    }
}

/// Returns how far the first is ahead of the second, and how certain that is. The part about points is left out of
/// stages that points do not rank, the part about ratings unless both have intervals.
fn lead(report: &Report, stage: &Stage, rows: [&Row; 2]) -> Markup {
    let [first, second] = rows.map(|row| name(report, row.entrant));
    let ranks_points =
        stage.brackets.is_empty() && stage.criteria.first().is_some_and(|criterion| criterion == "points");
    let points = rows.map(|row| row.values.first()?.as_ref()?.parse::<f64>().ok());
    let ratings = rows.map(|row| report.entrants.get(row.entrant)?.rating.as_ref());
    let words = html! {
        @if let ([Some(one), Some(other)], true) = (points, ranks_points) {
            (first)
            @match results::whole((one - other) * 100.0) {
                0 => { " and " (second) " finished level on points; the tie-breaks decided. " },
                100 => " won by 1 point. ",
                hundredths => { " won by " (hundredths as f64 / 100.0) " points. " },
            }
        }
        @if let [Some(one), Some(other)] = ratings && let (Some(error), Some(other_error)) = (one.plus_minus, other.plus_minus) {
            @let ahead = one.elo - other.elo;
            "Over all games, " @if ahead < 0.0 { (second) } @else { (first) } " is rated " (results::whole(ahead.abs())) " Elo higher; "
            @if ahead.abs() > error + other_error { "the 95 % intervals of the two ratings do not overlap." }
            @else { "the 95 % intervals of the two ratings overlap, so more games could change the order." }
        }
    };
    html! { @if !words.0.is_empty() { p { (words) } } }
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
