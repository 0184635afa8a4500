//! A bot's page: its versions, its worst losses, and its results against each opponent.

use std::cmp::Ordering;

use maud::{Markup, html};
use rating::results::Player;
use rating::table::Tally;
use results::whole;
use season::{Standing, Version};

use super::losses::Loss;
use super::meetings::{Meetings, Seats};
use super::page_parts::{UP, difference, footer, inactive, name, rating, tally};
use super::{SeasonSite, charts};
use crate::formatting::{count, counted, halves, visible};
use crate::page::{Shell, figure, rows};

/// Maximum number of listed losses of the current version.
const LOSSES: usize = 10;
/// Maximum number of listed losses of all earlier versions.
const EARLIER: usize = 5;
/// Maximum number of named bots of similar strength.
const ALIKE: usize = 24;
/// Number of digits of a module's hash: enough to tell a bot's own versions apart.
const HASH: usize = 8;

pub(super) fn page(
    site: &SeasonSite<'_>,
    standing: &Standing,
    meetings: &Meetings,
    losses: &[Loss<'_>],
    shell: &Shell,
) -> String {
    let alias = site.alias(standing.bot);
    let (current, earlier): (Vec<&Loss<'_>>, Vec<&Loss<'_>>) =
        losses.iter().partition(|loss| loss.own == standing.current);
    let body = html! {
        header {
            p.kicker { a href={ (UP) "index.html" } { "Season" } }
            h1 { bdi { (visible(alias)) } }
            (contents(!losses.is_empty()))
            (cards(site, standing))
        }
        main {
            section aria-labelledby="versions" {
                h2 #versions { "Versions" }
                @if let Some(chart) = charts::of_bot(site, standing.bot) {
                    div.charts { (figure(&chart, &format!("{UP}data/"))) }
                }
                (versions(site, standing, losses))
            }
            @if !losses.is_empty() {
                section aria-labelledby="losses" {
                    h2 #losses { "Worst losses" }
                    p {
                        "The most instructive games, which you can step through. Losses to the lowest-rated \
                         opponents, relative to this bot, come first."
                    }
                    (list(site, "Losses of the current version", &current, LOSSES))
                    (list(site, "Losses of earlier versions", &earlier, EARLIER))
                }
            }
            section aria-labelledby="opponents" {
                h2 #opponents { "Opponents" }
                (opponents(site, standing, meetings))
            }
            (alike(site, standing))
        }
        (footer())
    };
    shell.page(Some(alias), &body)
}

fn contents(has_losses: bool) -> Markup {
    html! {
        nav aria-label="Contents" {
            ul {
                li { a href="#versions" { "Versions" } }
                @if has_losses { li { a href="#losses" { "Worst losses" } } }
                li { a href="#opponents" { "Opponents" } }
                li { a href={ (UP) "crosstable.html" } { "Who beat whom" } }
            }
        }
    }
}

fn cards(site: &SeasonSite<'_>, standing: &Standing) -> Markup {
    let place = site.standings.iter().position(|other| other.bot == standing.bot);
    html! {
        dl.cards {
            @if let Some(place) = place {
                div { dt { "Place" } dd { (place + 1) " of " (site.standings.len()) } }
            }
            div { dt { "Rating" } dd { (rating(standing.rating)) } }
            div { dt { "Games" } dd { (count(standing.score.games().into())) } }
            div { dt { "Won, drawn, lost" } dd { (tally(&standing.score)) } }
            @if let Some(bkr) = standing.bkr { div { dt { "BKR" } dd { (whole(bkr)) } } }
            @if let Some(inactive) = inactive(site, standing) {
                div { dt { "Inactive" } dd.date { (inactive.trim_start_matches("inactive ")) } }
            }
        }
    }
}

fn versions(site: &SeasonSite<'_>, standing: &Standing, losses: &[Loss<'_>]) -> Markup {
    let faults = |version: &Version| {
        losses.iter().filter(|loss| loss.own == version.player && loss.fault().is_some()).count()
    };
    let is_one_of_several = site.versions_of(standing.bot).nth(1).is_some();
    html! {
        div.scroll tabindex="0" role="region" aria-label="Versions" {
            table {
                caption { "Latest first; ± is half of a 95 % interval." }
                thead {
                    tr {
                        th.n scope="col" { "Version" }
                        th.n scope="col" { "Rating" }
                        th.n scope="col" { "Change" }
                        th scope="col" { "First played" }
                        th scope="col" { "Cycles" }
                        th.n scope="col" { "Games" }
                        th.n scope="col" { "Won" }
                        th.n scope="col" { "Drawn" }
                        th.n scope="col" { "Lost" }
                        th.n scope="col" { abbr title="games lost by a fault of the bot" { "Faults" } }
                        th scope="col" { abbr title="first digits of the module's hash" { "Module" } }
                    }
                }
                tbody {
                    @for version in site.versions_of(standing.bot).rev() {
                        tr {
                            th.n scope="row" {
                                (version.number)
                                @if is_one_of_several && version.player == standing.current {
                                    " " span.tag { "current" }
                                }
                                @if is_one_of_several && version.player == standing.best {
                                    " " span.tag.good { "best" }
                                }
                            }
                            td.n { (rating(version.rating)) }
                            td.n { @if let Some(change) = version.change { (difference(change)) } }
                            td.nowrap { (visible(site.at(version.cycles[0]))) }
                            td.nowrap { (cycles(version)) }
                            td.n { (version.score.games()) }
                            td.n { (version.score.wins) }
                            td.n { (version.score.draws) }
                            td.n { (version.score.losses) }
                            td.n { (faults(version)) }
                            td.nowrap { code { (module(site, version.player)) } }
                        }
                    }
                }
            }
        }
    }
}

fn cycles(version: &Version) -> String {
    match version.cycles {
        [first, last] if first == last => first.to_string(),
        [first, last] => format!("{first} to {last}"),
    }
}

/// Returns the first digits of a version's hash.
fn module(site: &SeasonSite<'_>, version: Player) -> String {
    let hash = site.modules.get(version.index()).copied().unwrap_or_default();
    visible(hash).chars().take(HASH).collect()
}

fn list(site: &SeasonSite<'_>, caption: &str, losses: &[&Loss<'_>], most: usize) -> Markup {
    let seats = site.game.seats();
    html! {
        @if !losses.is_empty() {
            div.scroll tabindex="0" role="region" aria-label=(caption) {
                table {
                    caption {
                        (caption)
                        @if losses.len() > most { ", the first " (most) " of " (count(losses.len() as u64)) }
                    }
                    thead {
                        tr {
                            th scope="col" { "Match" }
                            th scope="col" { "Opponent" }
                            th.n scope="col" { "Opponent rated" }
                            th.n scope="col" { "Version" }
                            th scope="col" { "Seat" }
                            th.n scope="col" { "Plies" }
                            th scope="col" { "Why" }
                        }
                    }
                    tbody {
                        @for loss in losses.iter().take(most) {
                            tr {
                                th.nowrap scope="row" { (match_link(site, loss)) }
                                td.name { (name(site, site.season.versions()[loss.opponent.index()], "")) }
                                td.n { (lead(loss.above)) }
                                td.n { (number(site, loss.own)) }
                                td { (seats[loss.seat].word) }
                                td.n { (loss.played.plies) }
                                td.why {
                                    (visible(&loss.played.ending.clone().unwrap_or_else(|| loss.played.reason.to_string())))
                                    @if loss.fault().is_some() { " " span.tag.bad { "fault" } }
                                    @else if let Some(decided) = (site.decided)(loss.cycle, loss.played.key) {
                                        div.small.soft { (visible(&decided)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Formats how much stronger the opponent is: `103 higher`.
fn lead(above: f64) -> String {
    match whole(above) {
        0 => "the same".to_owned(),
        higher @ 1.. => format!("{higher} higher"),
        lower => format!("{} lower", lower.unsigned_abs()),
    }
}

/// Renders the match with a link to the report of its cycle.
fn match_link(site: &SeasonSite<'_>, loss: &Loss<'_>) -> Markup {
    let key = loss.played.key.to_string();
    html! {
        @match site.report_of(loss.cycle) {
            Some(report) => a href={ (UP) (report) "/match.html#" (key) } { "Cycle " (loss.cycle) ", " (key) },
            None => { "Cycle " (loss.cycle) ", " (key) },
        }
    }
}

fn number(site: &SeasonSite<'_>, version: Player) -> usize {
    site.versions.iter().find(|line| line.player == version).map_or(0, |line| line.number)
}

/// Renders the opponents. As this table has hundreds of rows for a bot of a long season, its style is set per column.
fn opponents(site: &SeasonSite<'_>, standing: &Standing, meetings: &Meetings) -> Markup {
    let [first, second] = site.game.seats().0.map(|seat| seat.word);
    // In the order of the standings, where a reader looks for them.
    let met: Vec<_> = site
        .standings
        .iter()
        .filter_map(|other| Some((other.bot, meetings.between(standing.bot, other.bot)?)))
        .collect();
    html! {
        div.scroll.figures tabindex="0" role="region" aria-label="Opponents" {
            table {
                caption { "In the order of the standings, by version of this bot. By seat: games won–drawn–lost." }
                thead {
                    tr {
                        th scope="col" { "Opponent" }
                        th scope="col" { "Version" }
                        th scope="col" { "Points" }
                        th scope="col" { "As " (first) }
                        th scope="col" { "As " (second) }
                    }
                }
                (rows(&met, |(opponent, by_version)| html! {
                    @for (at, (version, seats)) in by_version.iter().enumerate() {
                        tr {
                            @if at == 0 {
                                th scope="row" rowspan=[Some(by_version.len()).filter(|rows| *rows > 1)] {
                                    (name(site, *opponent, ""))
                                }
                            }
                            td { (number(site, *version)) }
                            (points(seats))
                            td { (tally(&seats[0])) }
                            td { (tally(&seats[1])) }
                        }
                    }
                }))
            }
        }
    }
}

/// Renders points of games: `3½/8`.
fn points(seats: &Seats) -> Markup {
    let Tally { wins, draws, losses } = seats[0].plus(&seats[1]);
    let class = match wins.cmp(&losses) {
        Ordering::Greater => Some("win"),
        Ordering::Equal => None,
        Ordering::Less => Some("loss"),
    };
    html! { td class=[class] { (halves(2 * wins + draws)) "/" (wins + draws + losses) } }
}

fn alike(site: &SeasonSite<'_>, standing: &Standing) -> Markup {
    let more = standing.alike.len().saturating_sub(ALIKE);
    html! {
        section aria-labelledby="alike" {
            h2 #alike { "Of like strength" }
            @if standing.alike.is_empty() {
                p { "No other bot’s current version is as strong as this one within the error." }
            } @else {
                p {
                    "Bots whose current version is as strong within the error, closest first: "
                    @for (at, bot) in standing.alike.iter().take(ALIKE).enumerate() {
                        @if at > 0 { ", " }
                        (name(site, *bot, ""))
                    }
                    @if more > 0 { " and " (counted(more as u64, "other", "others")) }
                    "."
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_say_who_is_ahead_without_colours() {
        let seats = |wins, draws, losses| [Tally { wins, draws, losses }, Tally::default()];
        for (seats, shown) in [
            (seats(3, 1, 4), "<td class=\"loss\">3½/8</td>"),
            (seats(1, 0, 1), "<td>1/2</td>"),
            (seats(2, 0, 0), "<td class=\"win\">2/2</td>"),
        ] {
            assert_eq!(points(&seats).into_string(), shown);
        }
    }
}
