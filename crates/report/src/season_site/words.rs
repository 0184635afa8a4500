//! The meaning of a season's numbers, in plain words.

use maud::{Markup, html};
use rating::scale::expected_score_with_draws;
use results::whole;

use super::SeasonSite;
use super::page_parts::{difference, half};

/// Renders the section.
pub(super) fn words(site: &SeasonSite<'_>) -> Markup {
    let has_changed = site.versions.iter().any(|version| version.change.is_some());
    let fit = site.fit;
    let draw = fit.draw.map_or(0.0, |draw| draw.value);
    let [first, second] = site.game.seats().0.map(|seat| seat.word);
    html! {
        section aria-labelledby="numbers" {
            h2 #numbers { "What the numbers mean" }
            ul {
                li {
                    "A " b { "rating" } " shows how strong a version of a bot is. 1500 is the average of the first versions of \
                     all bots that neither lost nor won all their games. It is Elo from wins and losses: a bot rated 100 \
                     higher scores " (share(100.0, draw)) " of the points against the other, draws included; 200 higher, "
                    (share(200.0, draw)) "; 400 higher, " (share(400.0, draw)) "."
                }
                li {
                    b { "±" } " is half of a 95 % interval: the true strength lies within it in 19 of 20 cases. Two bots whose \
                     intervals overlap may well rank the other way round. More games make it narrower."
                    @if fit.depends_on_opponent >= 1.0 {
                        " It accounts for strengths that depend on the opponent, here by about "
                        (whole(fit.depends_on_opponent)) "."
                    }
                }
                li {
                    "All games of all cycles are fitted " b { "at once" } " (Bradley and Terry, with draws and the seat), so \
                     games between other bots can change a rating. Ratings do not decay over time."
                }
                li {
                    "Each " b { "version" } " has a rating of its own. A new version is assumed to be close to the one before \
                     it until its games show more."
                    @if has_changed {
                        " In this season a new version gains " (difference(fit.drift)) " on average, give or take "
                        (whole(fit.jump)) "."
                    }
                }
                li {
                    b { "Current" } " is the version that played last, " b { "best" } " the one with the highest rating. \
                     Places follow the current one."
                }
                li { b { "Inactive" } " is a bot that has not played for 14 days. It keeps its rating." }
                li {
                    b { "BKR" } " is the rating that a bot would have on the site where Tank Battle is played. A bot \
                     " b { "of like strength" } " has a current version that is as strong within the error; the closest \
                     comes first. Both help to seed a knockout."
                }
                li {
                    (first) " has the first seat, " (second) " the second. The first seat is worth "
                    (difference(fit.seat)) " here."
                    @if let Some(draw) = fit.draw {
                        " Equally strong bots draw " (percent(draw.value)) " of their games"
                        @if let Some(half) = half(draw) { " (± " (percent(half)) ")" }
                        "."
                    }
                }
                li {
                    "A game that repeats an earlier one move by move counts only once. Games that a ruling left out do \
                     not count."
                }
            }
        }
    }
}

/// Returns the expected share of the points of a bot that is rated this much higher.
fn share(above: f64, draw: f64) -> String {
    percent(expected_score_with_draws(above, draw))
}

fn percent(share: f64) -> String {
    format!("{}\u{a0}%", whole(100.0 * share))
}
