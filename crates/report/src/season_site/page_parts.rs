//! The common parts of a season's pages.

use maud::{Markup, html};
use rating::bradley_terry::Estimate;
use rating::scale::Z95;
use rating::table::Tally;
use results::whole;
use season::{Bot, Standing};

use super::{SeasonSite, file_of};
use crate::formatting::{minus, visible};

/// The path from a bot's page up to the site's folder.
pub(super) const UP: &str = "../";

/// Returns half the width of the 95 % interval.
pub(super) fn half(estimate: Estimate) -> Option<f64> {
    estimate.deviation.map(|deviation| Z95 * deviation)
}

/// Renders a bot's name with a link to its page. `folder` is that of the bots' pages, relative to the current page.
pub(super) fn name(site: &SeasonSite<'_>, bot: Bot, folder: &str) -> Markup {
    html! { a.who href={ (folder) (file_of(bot)) } { bdi { (visible(site.alias(bot))) } } }
}

/// Renders a rating with its interval: `1612 ± 31`.
pub(super) fn rating(estimate: Estimate) -> Markup {
    figure(&whole(estimate.value).to_string(), half(estimate))
}

/// Renders a difference of ratings with its interval: `+120 ± 80`.
pub(super) fn difference(estimate: Estimate) -> Markup {
    figure(&signed(estimate.value), half(estimate))
}

fn figure(value: &str, half: Option<f64>) -> Markup {
    html! {
        (value)
        @if let Some(half) = half { span.soft { "\u{a0}±\u{a0}" (whole(half)) } }
    }
}

/// Formats a rounded number with a typographic sign.
fn signed(value: f64) -> String {
    minus(&format!("{:+}", whole(value)))
}

/// Formats games won, drawn and lost: `2–1–0`.
pub(super) fn tally(tally: &Tally) -> String {
    let Tally { wins, draws, losses } = tally;
    format!("{wins}–{draws}–{losses}")
}

/// Returns since when a bot is inactive; `None` if it is active.
pub(super) fn inactive(site: &SeasonSite<'_>, standing: &Standing) -> Option<String> {
    standing.is_inactive.then(|| format!("inactive since {}", site.at(last_cycle(site, standing))))
}

/// Returns the cycle that a bot played in last, from 1.
pub(super) fn last_cycle(site: &SeasonSite<'_>, standing: &Standing) -> usize {
    let current = site.versions_of(standing.bot).find(|version| version.player == standing.current);
    current.map_or(0, |version| version.cycles[1])
}

/// Renders the number of a cycle, with a link to its report if it has one.
pub(super) fn cycle(site: &SeasonSite<'_>, number: usize, up: &str) -> Markup {
    html! {
        @match site.report_of(number) {
            Some(report) => a href={ (up) (report) "/index.html" } { "Cycle " (number) },
            None => { "Cycle " (number) },
        }
    }
}

/// Renders the footer of every page.
pub(super) fn footer() -> Markup {
    html! { footer { p { "Made by Muster from the records of the cycles. These pages load nothing from other sites." } } }
}
