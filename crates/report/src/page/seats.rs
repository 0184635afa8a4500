//! The comparison of the seats.

use maud::{Markup, html};
use results::whole;

use crate::formatting::{count, minus};
use crate::model::{Report, SeatBalance};

/// Renders the results of the first seat, in words and figures.
pub(super) fn seats(report: &Report, balance: &SeatBalance) -> Markup {
    let words = report.tournament.seats.0.map(|seat| seat.word);
    let first = balance.first;
    let score = balance.score;
    html! {
        p {
            (words[0]) " has the first seat, " (words[1]) " the second. In " (count(first.games().into()))
            " games the first seat won " (count(first.won.into())) ", drew " (count(first.drawn.into()))
            " and lost " (count(first.lost.into())) ": "
            strong { (percent(score.score)) " of the points" }
            " (95 % interval " (percent(score.low)) " to " (percent(score.high)) "). "
            @if score.low > 0.5 { "The first seat has the advantage." }
            @else if score.high < 0.5 { "The second seat has the advantage." }
            @else { "Neither seat has a clear advantage." }
        }
        p.soft.small {
            "From the games that count, copies once, assuming that they are independent."
            @if let Some(advantage) = &balance.advantage {
                " Adjusted for the strengths of the entrants, the first seat is worth "
                (minus(&format!("{:+}", whole(advantage.value)))) " Elo"
                @if let Some(error) = advantage.plus_minus { " ± " (whole(error)) }
                "."
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}\u{a0}%", 100.0 * share)
}
