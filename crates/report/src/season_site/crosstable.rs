//! Results of each pair of bots among the first of the table.

use std::collections::BTreeMap;

use maud::html;
use season::Bot;

use super::data::CROSSTABLE;
use super::page_parts::{footer, name};
use super::{BOTS, SeasonSite};
use crate::formatting::visible;
use crate::model::{Cell, Crosstable};
use crate::page::{self, Shell};

/// Maximum number of bots shown: more do not fit on a page, and their own pages have all their opponents.
const MOST: usize = 40;

pub(super) fn page(site: &SeasonSite<'_>, shell: &Shell) -> String {
    let shown = &site.standings[..site.standings.len().min(MOST)];
    let table = table(site);
    let bot = |place: usize| shown.get(place).map_or(Bot(0), |standing| standing.bot);
    let body = html! {
        header {
            p.kicker { a href="index.html" { "Season" } }
            h1 { "Who beat whom" }
        }
        main {
            p {
                "Results of the row’s bot against the column’s over all versions of both: each game, or the share of the \
                 points in percent. \
                 Columns are numbered like the rows. "
                @if shown.len() < site.standings.len() {
                    "These are the first " (shown.len()) " of " (site.standings.len())
                    "; a bot’s own page has all its opponents, and "
                } @else { "A bot’s own page has its results by version and seat. As a file: " }
                a href=(CROSSTABLE) { "crosstable.csv" }
                @if shown.len() < site.standings.len() { " has all opponents." } @else { "." }
            }
            @if shown.is_empty() { p { "No game has been played." } }
            @else {
                (page::crosstable("Bot", &table, |place| visible(site.alias(bot(place))), |place| name(site, bot(place), BOTS)))
            }
        }
        (footer())
    };
    shell.page(Some("Who beat whom"), &body)
}

/// Returns the results by place in the table.
fn table(site: &SeasonSite<'_>) -> Crosstable {
    let shown = &site.standings[..site.standings.len().min(MOST)];
    let places: BTreeMap<Bot, usize> =
        (0..).zip(shown).map(|(place, standing)| (standing.bot, place)).collect();
    let row = |standing: &season::Standing| {
        let mut cells = vec![None; shown.len()];
        for (opponent, tally) in &standing.opponents {
            if let Some(place) = places.get(opponent) {
                let halves = 2 * tally.wins + tally.draws;
                cells[*place] = Some(Cell { count: tally.games(), halves, games: Vec::new() });
            }
        }
        cells
    };
    Crosstable { order: (0..shown.len()).collect(), cells: shown.iter().map(row).collect() }
}
