//! The first page of a season: the table, the charts, the cycles.

use maud::{Markup, html};
use results::whole;
use season::{Bot, Standing};

use super::page_parts::{footer, inactive, name, rating};
use super::{BOTS, SeasonSite, cycles, data, file_of, words};
use crate::charts::Chart;
use crate::formatting::{count, counted, shortened, visible};
use crate::page::{Shell, figure, rows};

/// Maximum number of named bots of similar strength.
const ALIKE: usize = 3;
/// Maximum number of characters of each name.
const SHORT: usize = 18;
/// Maximum number of cycles shown, counted from the last.
const CYCLES: usize = 5;

pub(super) fn page(site: &SeasonSite<'_>, charts: &[Chart], shell: &Shell) -> String {
    let body = html! {
        header {
            p.kicker { (site.game.title()) " · Ladder" }
            h1 { (visible(site.name)) }
            @if let Some(notice) = &site.notice { p.notice role="note" { (visible(notice)) } }
        }
        (contents(!charts.is_empty()))
        main {
            (cards(site))
            section aria-labelledby="standings" {
                h2 #standings { "Standings" }
                @if site.standings.is_empty() { p { "No cycle is complete yet." } }
                @else { (standings(site)) }
            }
            @if !charts.is_empty() {
                section aria-labelledby="charts" {
                    h2 #charts { "Ratings" }
                    div.charts { @for chart in charts { (figure(chart, "data/")) } }
                }
            }
            section aria-labelledby="cycles" {
                h2 #cycles { "Cycles" }
                p {
                    "Each cycle is a separate tournament with new openings. Its report lets you step through every \
                     match."
                }
                (cycles::table(site, CYCLES))
                p {
                    a href="cycles.html" { "All cycles" } ", with the roots that verify them."
                }
            }
            (words::words(site))
            (files(site))
        }
        (footer())
    };
    shell.page(None, &body)
}

fn contents(has_charts: bool) -> Markup {
    html! {
        nav.contents aria-label="Contents" {
            ul {
                li { a href="#standings" { "Standings" } }
                li { a href="crosstable.html" { "Who beat whom" } }
                @if has_charts { li { a href="#charts" { "Ratings" } } }
                li { a href="#cycles" { "Cycles" } }
                li { a href="#numbers" { "What the numbers mean" } }
                li { a href="#files" { "Files" } }
            }
        }
    }
}

fn cards(site: &SeasonSite<'_>) -> Markup {
    let inactive = site.standings.iter().filter(|standing| standing.is_inactive).count() as u64;
    html! {
        dl.cards {
            div { dt { "Bots" } dd { (count(site.standings.len() as u64)) } }
            @if inactive > 0 { div { dt { "Inactive" } dd { (count(inactive)) } } }
            div { dt { "Versions" } dd { (count(site.versions.len() as u64)) } }
            div { dt { "Games" } dd { (count(site.season.by_version().matches().len() as u64)) } }
            div { dt { "Cycles" } dd { (count(site.cycles.len() as u64)) } }
            @if let Some(last) = site.cycles.last() { div { dt { "Last cycle" } dd.date { (visible(&last.at)) } } }
        }
    }
}

fn standings(site: &SeasonSite<'_>) -> Markup {
    let placed: Vec<(u32, &Standing)> = (1..).zip(site.standings).collect();
    html! {
        div.scroll tabindex="0" role="region" aria-label="Standings" {
            table.standings {
                caption { "Ranked by the rating of the current version; ± is half of a 95 % interval." }
                thead {
                    tr {
                        th.n scope="col" { "Place" }
                        th scope="col" { "Bot" }
                        th.n scope="col" { "Rating" }
                        th.n scope="col" { "Version" }
                        th.n scope="col" { "Best version" }
                        th.n scope="col" { "Games" }
                        th.n scope="col" { "Won" }
                        th.n scope="col" { "Drawn" }
                        th.n scope="col" { "Lost" }
                        th.n scope="col" { abbr title="the rating on the site where Tank Battle is played" { "BKR" } }
                        th scope="col" { "Of like strength" }
                    }
                }
                (rows(&placed, |&(place, standing)| row(site, place, standing)))
            }
        }
    }
}

fn row(site: &SeasonSite<'_>, place: u32, standing: &Standing) -> Markup {
    let number = |player| {
        site.versions_of(standing.bot).find(|version| version.player == player).map_or(0, |own| own.number)
    };
    html! {
        tr {
            td.n { (place) }
            th.name scope="row" {
                (name(site, standing.bot, BOTS))
                @if let Some(inactive) = inactive(site, standing) { " " span.tag { (inactive) } }
            }
            td.n { (rating(standing.rating)) }
            td.n { (number(standing.current)) }
            td.n {
                @if standing.best == standing.current { "current" }
                @else {
                    (number(standing.best)) ": " (whole(site.fit.versions[standing.best.index()].value))
                }
            }
            td.n { (standing.score.games()) }
            td.n { (standing.score.wins) }
            td.n { (standing.score.draws) }
            td.n { (standing.score.losses) }
            td.n { @if let Some(bkr) = standing.bkr { (whole(bkr)) } }
            td.alike { (alike(site, standing)) }
        }
    }
}

fn alike(site: &SeasonSite<'_>, standing: &Standing) -> Markup {
    let more = standing.alike.len().saturating_sub(ALIKE);
    html! {
        @for (at, bot) in standing.alike.iter().take(ALIKE).enumerate() {
            @if at > 0 { ", " }
            (short_name(site, *bot))
        }
        @if more > 0 { " and " (counted(more as u64, "other", "others")) }
    }
}

/// Renders a shortened name, which leaves room for others.
fn short_name(site: &SeasonSite<'_>, bot: Bot) -> Markup {
    html! { a.who href={ (BOTS) (file_of(bot)) } { bdi { (shortened(&visible(site.alias(bot)), SHORT)) } } }
}

fn files(site: &SeasonSite<'_>) -> Markup {
    html! {
        section aria-labelledby="files" {
            h2 #files { "Files" }
            ul {
                @for (file, _) in &site.files { li { a href={ "data/" (file) } { (file) } ": " (data::about(file)) } }
                @for (file, about) in data::FILES {
                    li { a href=(file) { (file.trim_start_matches("data/")) } ": " (about) }
                }
            }
        }
    }
}
