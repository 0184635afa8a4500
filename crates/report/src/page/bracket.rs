//! A knockout as a tree.

use maud::{Markup, html};

use super::{entrant_address, match_address, plain_name};
use crate::formatting::{fitted, text_width, visible};
use crate::model::{Bracket, Report, Tie, TieSide};

/// Width of a tie with short names, and with the longest names.
const WIDTHS: (i32, i32) = (232, 460);
/// Room beside a name for seed, mark and score.
const BESIDE: i32 = 92;
/// Thousandths of the letter size per point: letters are 13 points, and bold ones are an eighth wider.
const IN_A_POINT: u32 = 1000 * 8 / (13 * 9);
const LINE: i32 = 24;
/// Height of a tie: two lines.
const TIE: i32 = 2 * LINE;
/// Gap between two ties of the first column.
const GAP: i32 = 14;
/// Gap between two columns.
const BETWEEN: i32 = 38;
/// Top of the first tie, below the heads of the columns.
const TOP: i32 = 28;
/// The widest name, in thousandths of the letter size. The title holds the full name.
const NAME: u32 = (WIDTHS.1 - BESIDE) as u32 * IN_A_POINT;
/// Width of a tree that fits on most screens.
const ON_SCREEN: i32 = 1160;
/// Width of the widest tree that is shrunk to fit: five rounds of short names stay legible.
const SHRUNK: i32 = ON_SCREEN * 5 / 4;
/// The text behind the name of the entrant who advances when the seeds decided a tie.
const BY_SEED: &str = " by seed";

/// The targets of links from entrants and scores in a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    /// Links to their pages of the site.
    Pages,
    /// No links, as there is no site yet.
    None,
}

/// Draws the tree as a picture. A tie links to its games' pages.
pub(super) fn bracket(report: &Report, bracket: &Bracket, label: &str) -> Markup {
    picture(report, bracket, label, Links::Pages)
}

/// Draws the tree with the given links.
pub(crate) fn picture(report: &Report, bracket: &Bracket, label: &str, links: Links) -> Markup {
    let has_heads = bracket.columns.iter().any(|column| !column.title.is_empty());
    let tops = layout(bracket, if has_heads { TOP } else { 4 });
    let height = tops.iter().flatten().max().copied().unwrap_or(TOP) + TIE + 4;
    let tie_width = tie_width(report, bracket);
    let width = (bracket.columns.len() as i32 * (tie_width + BETWEEN) - BETWEEN).max(tie_width) + 2;
    let label = visible(label);
    html! {
        @if width > SHRUNK { p.soft.small.wide { "Scroll right for later rounds." } }
        div.bracket tabindex="0" role="region" aria-label=(label) {
            svg.fits[width <= SHRUNK] width=(width) height=(height) viewBox={ "-1 0 " (width) " " (height) }
                xmlns="http://www.w3.org/2000/svg" {
                title { (label) }
                @for line in connectors(bracket, &tops, tie_width) { path d=(line) {} }
                @for (index, (column, tops)) in (0..).zip(bracket.columns.iter().zip(&tops)) {
                    @let left = index * (tie_width + BETWEEN);
                    @if !column.title.is_empty() { text.head x=(left) y="16" { (column.title) } }
                    @for (tie, &top) in column.ties.iter().zip(tops) { (drawn((report, links), tie, (left, top), tie_width)) }
                }
            }
        }
    }
}

/// Returns the top of each tie of each column, with the topmost at `first`. A tie is centered between those that lead
/// to it, or otherwise placed below the one before.
fn layout(bracket: &Bracket, first: i32) -> Vec<Vec<i32>> {
    let mut columns: Vec<Vec<i32>> = Vec::with_capacity(bracket.columns.len());
    for (index, column) in bracket.columns.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| (&bracket.columns[before].ties, &columns[before]));
        let mut tops: Vec<i32> = Vec::with_capacity(column.ties.len());
        for number in 0..column.ties.len() {
            let feeders: Vec<i32> = before.map_or_else(Vec::new, |(ties, tops)| {
                let leads_here = |(tie, _): &(&Tie, &i32)| tie.leads_to == Some(number);
                ties.iter().zip(tops).filter(leads_here).map(|(_, &top)| top).collect()
            });
            let below = tops.last().map_or(first, |last| last + TIE + GAP);
            let middle = feeders.iter().sum::<i32>().checked_div(feeders.len() as i32);
            tops.push(middle.map_or(below, |middle| middle.max(below)));
        }
        columns.push(tops);
    }
    columns
}

/// Returns the width of ties: the longest name fits in full, up to a limit.
fn tie_width(report: &Report, bracket: &Bracket) -> i32 {
    let ties = bracket.columns.iter().flat_map(|column| &column.ties);
    let needed = |tie: &Tie, side: &TieSide| {
        let mark = if tie.by_seed && side.won { text_width(BY_SEED) } else { 0 };
        (text_width(&plain_name(report, side.entrant)) + mark).min(NAME)
    };
    let all = ties.flat_map(|tie| tie.sides.iter().flatten().map(|side| needed(tie, side)));
    let widest = all.max().unwrap_or(0);
    (BESIDE + widest.div_ceil(IN_A_POINT) as i32).clamp(WIDTHS.0, WIDTHS.1)
}

/// Returns the lines from ties to the next column.
fn connectors(bracket: &Bracket, tops: &[Vec<i32>], tie_width: i32) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, column) in bracket.columns.iter().enumerate() {
        let Some(next) = tops.get(index + 1) else { break };
        let right = index as i32 * (tie_width + BETWEEN) + tie_width;
        for (tie, top) in column.ties.iter().zip(&tops[index]) {
            let Some(to) = tie.leads_to.and_then(|to| next.get(to)) else { continue };
            let (from, to, half) = (top + LINE, to + LINE, BETWEEN / 2);
            lines.push(format!("M{right} {from}h{half}V{to}h{half}"));
        }
    }
    lines
}

fn drawn(of: (&Report, Links), tie: &Tie, (left, top): (i32, i32), width: i32) -> Markup {
    html! {
        g transform={ "translate(" (left) " " (top) ")" } {
            rect.box width=(width) height=(TIE) rx="5" {}
            @for (index, side) in (0..).zip(&tie.sides) {
                (drawn_side(of, tie, side.as_ref(), index * LINE, width))
            }
            path.mid d={ "M0 " (LINE) "h" (width) } {}
        }
    }
}

fn drawn_side(
    (report, links): (&Report, Links),
    tie: &Tie,
    side: Option<&TieSide>,
    top: i32,
    width: i32,
) -> Markup {
    let base = top + 17;
    let Some(side) = side else {
        return html! { text.out x="34" y=(base) { (if tie.bye { "bye" } else { "to be played" }) } };
    };
    let full = plain_name(report, side.entrant);
    let class = if side.won { "won" } else { "out" };
    let is_by_seed = tie.by_seed && side.won;
    let most = if is_by_seed { NAME - text_width(BY_SEED) } else { NAME };
    let first_game = tie.games.first().filter(|_| links == Links::Pages);
    let name = html! {
        text class=(class) x="34" y=(base) {
            title { (full) }
            (fitted(&full, most)) @if side.won { " ✓" } @if is_by_seed { (BY_SEED) }
        }
    };
    html! {
        @if side.won { rect.winner x="1" y=(top + 1) width=(width - 2) height=(LINE - 2) rx="4" {} }
        @if let Some(seed) = side.seed { text.seed x="28" y=(base) text-anchor="end" { (seed) } }
        @match links {
            Links::Pages => a href=(entrant_address(side.entrant)) { (name) },
            Links::None => (name),
        }
        @if !side.score.is_empty() {
            @match first_game {
                Some(game) => a href=(match_address(&game.key)) {
                    text.score x=(width - 9) y=(base) text-anchor="end" { (side.score) }
                },
                None => text x=(width - 9) y=(base) text-anchor="end" { (side.score) },
            }
        }
    }
}
