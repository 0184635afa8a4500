//! What the pages of a season share.

use maud::{Markup, html};
use rating::bradley_terry::Estimate;
use rating::scale::Z95;
use rating::table::Tally;
use season::{Bot, Standing};

use super::{SeasonSite, page_of};
use crate::rated::whole;
use crate::shown::{minus, visible};

/// A page's way up to the site's folder.
pub(super) const UP: &str = "../";

/// Half of the 95 % interval.
pub(super) fn half(estimate: Estimate) -> Option<f64> {
    estimate.deviation.map(|deviation| Z95 * deviation)
}

/// A bot's name with a link to its page. `up` leads from the page at hand to the site's folder.
pub(super) fn name(site: &SeasonSite<'_>, bot: Bot, up: &str) -> Markup {
    html! { a.who href={ (up) (page_of(bot)) } { bdi { (visible(site.alias(bot))) } } }
}

/// A rating with its interval: `1612 ± 31`.
pub(super) fn rating(estimate: Estimate) -> Markup {
    figure(&whole(estimate.value).to_string(), half(estimate))
}

/// A difference of ratings with its interval: `+120 ± 80`.
pub(super) fn difference(estimate: Estimate) -> Markup {
    figure(&signed(estimate.value), half(estimate))
}

fn figure(value: &str, half: Option<f64>) -> Markup {
    html! {
        (value)
        @if let Some(half) = half { span.soft { "\u{a0}±\u{a0}" (whole(half)) } }
    }
}

/// A whole number with its sign, in print's own signs.
pub(super) fn signed(value: f64) -> String {
    minus(&format!("{:+}", whole(value)))
}

/// Won, drawn and lost: `2–1–0`.
pub(super) fn tally(tally: &Tally) -> String {
    let Tally { wins, draws, losses } = tally;
    format!("{wins}–{draws}–{losses}")
}

/// Whether a bot is inactive, and since when.
pub(super) fn inactive(site: &SeasonSite<'_>, standing: &Standing) -> Option<String> {
    standing.is_inactive.then(|| format!("inactive since {}", site.at(last_cycle(site, standing))))
}

/// The cycle that a bot played in last, from 1.
pub(super) fn last_cycle(site: &SeasonSite<'_>, standing: &Standing) -> usize {
    let current = site.versions_of(standing.bot).find(|version| version.player == standing.current);
    current.map_or(0, |version| version.cycles[1])
}

/// The number of a cycle, with a link to its report if it has one.
pub(super) fn cycle(site: &SeasonSite<'_>, number: usize, up: &str) -> Markup {
    html! {
        @match site.report_of(number) {
            Some(report) => a href={ (up) (report) "/index.html" } { "Cycle " (number) },
            None => { "Cycle " (number) },
        }
    }
}

/// What is said at the end of every page.
pub(super) fn footer() -> Markup {
    html! { footer { p { "Made by Muster from the records of the cycles. These pages load nothing from elsewhere." } } }
}
