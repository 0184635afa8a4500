//! A page for a projector: large type, advancing automatically through the podium, the bracket, the table and a match.
//! A script of a few lines reloads it after each turn to pick up a new report. The page advances even without scripts.

use std::fmt::Write;

use board::{Sprites, board};
use game::Mark;
use maud::{Markup, html};
use viewer::BOARD_STYLE;

use super::match_page::{acts, verdict};
use super::{MatchFacts, Shell, ShownPly, ShownPosition, bracket, plain_name, podium, rating};
use crate::formatting::{minus, visible};
use crate::model::{Bracket, Report, Row, Stage};

/// The page's style, without the timing of its slides.
const STYLE: &str = include_str!("hall.css");
/// The script that reloads the page.
const SCRIPT: &str = include_str!("hall.js");
/// Seconds for which the podium, a part of a table and a bracket are shown.
const PODIUM: u32 = 10;
const TABLE: u32 = 12;
const BRACKET: u32 = 16;
/// Seconds for which a board and the last board are shown.
const BOARD: u32 = 2;
const END: u32 = 6;
/// Number of lines of a table shown at once, and maximum number of parts of a table.
const LINES: usize = 12;
const PARTS: usize = 5;
/// Maximum number of rounds of a bracket, counted from the last.
const ROUNDS: usize = 4;

/// The match of the round: the most notable match of the last round, with its key boards.
pub(crate) struct FeaturedMatch {
    pub(crate) facts: MatchFacts,
    pub(crate) plies: Vec<ShownPly>,
    pub(crate) end: ShownPosition,
}

/// One screen, and the number of seconds for which it is shown.
struct ProjectorScreen {
    seconds: u32,
    content: Markup,
}

/// Renders the page. `featured` is the match of the round, if there is one.
pub(crate) fn hall(report: &Report, featured: Option<&FeaturedMatch>) -> String {
    let mut slides = Vec::new();
    if report.test.is_none() {
        if report.stages.last().is_some_and(|stage| stage.complete) && report.tournament.complete {
            slides.push(ProjectorScreen { seconds: PODIUM, content: podium::podium(report) });
        }
        if let Some(stage) = report.stages.iter().rev().find(|stage| stage.matches > 0) {
            slides.extend(stage.brackets.iter().map(|tree| last_rounds(report, stage, tree)));
            slides.extend(table(report, stage));
        }
    }
    slides.extend(featured.map(shown_match));
    if slides.is_empty() {
        slides.push(ProjectorScreen {
            seconds: PODIUM,
            content: html! { p { "No match has been played yet." } },
        });
    }
    let turn: u32 = slides.iter().map(|slide| slide.seconds).sum();
    let shell =
        Shell::styled(&report.tournament.name, &format!("{BOARD_STYLE}{STYLE}{}", times(&slides, turn)));
    let body = html! {
        header.hall {
            h1 { (visible(&report.tournament.name)) }
            p { (visible(&report.tournament.game)) @if !report.tournament.complete { " · not finished" } }
        }
        main.hall data-turn=(turn) {
            @for (number, slide) in slides.iter().enumerate() {
                section.slide.{ "s" (number) } { (slide.content) }
            }
        }
    };
    shell.with_script(SCRIPT).page(Some("Hall"), &body)
}

/// Returns the style that shows each slide and board at its time within a turn.
fn times(slides: &[ProjectorScreen], turn: u32) -> String {
    let mut style = String::new();
    let mut begins = 0;
    for (number, slide) in slides.iter().enumerate() {
        shown_from(&mut style, &format!(".s{number}"), (begins, slide.seconds), turn);
        begins += slide.seconds;
    }
    // The match is the last slide, and its boards share its time.
    let boards = slides.last().map_or(0, |slide| slide.seconds.saturating_sub(END) / BOARD);
    let first = turn - slides.last().map_or(0, |slide| slide.seconds);
    for number in 0..boards {
        shown_from(&mut style, &format!(".b{number}"), (first + number * BOARD, BOARD), turn);
    }
    shown_from(&mut style, &format!(".b{boards}"), (turn - END.min(turn), END), turn);
    style
}

/// Appends the rule that shows an element for some seconds of each turn. The first element is shown at once.
fn shown_from(style: &mut String, selector: &str, (begins, seconds): (u32, u32), turn: u32) {
    let percent = f64::from(seconds) * 100.0 / f64::from(turn);
    let name = selector.trim_start_matches('.');
    // Writing to a string cannot fail.
    let _ = write!(
        style,
        "@keyframes {name}{{0%{{visibility:visible}}{percent:.3}%,100%{{visibility:hidden}}}}\
         {selector}{{animation:{name} {turn}s step-end {begins}s infinite}}"
    );
}

fn last_rounds(report: &Report, stage: &Stage, tree: &Bracket) -> ProjectorScreen {
    let columns = tree.columns[tree.columns.len().saturating_sub(ROUNDS)..].to_vec();
    let shown = Bracket { title: tree.title.clone(), columns };
    let title = tree.title.as_deref().unwrap_or(&stage.name);
    let content = html! {
        h2 { (visible(title)) }
        (bracket::bracket(report, &shown, title))
    };
    ProjectorScreen { seconds: BRACKET, content }
}

/// Returns the table in parts.
fn table(report: &Report, stage: &Stage) -> Vec<ProjectorScreen> {
    let points = stage.criteria.iter().position(|criterion| criterion == "points");
    let parts = stage.standings.chunks(LINES).take(PARTS);
    let left = stage.standings.len().saturating_sub(LINES * PARTS);
    let last = stage.standings.len().div_ceil(LINES).min(PARTS);
    (1..)
        .zip(parts)
        .map(|(number, rows)| {
            let content = html! {
                h2 { (visible(&stage.name)) @if last > 1 { span.soft { " " (number) "/" (last) } } }
                (part(report, rows, points))
                @if number == last && left > 0 { p.soft { "and " (left) " more" } }
            };
            ProjectorScreen { seconds: TABLE, content }
        })
        .collect()
}

fn part(report: &Report, rows: &[Row], points: Option<usize>) -> Markup {
    let value = |row: &Row| points.and_then(|points| row.values.get(points)?.clone());
    html! {
        table {
            thead {
                tr {
                    th.n scope="col" { "Place" }
                    th scope="col" { "Entrant" }
                    @if points.is_some() { th.n scope="col" { "Points" } }
                    th.n scope="col" { "Won" }
                    th.n scope="col" { "Drawn" }
                    th.n scope="col" { "Lost" }
                    th.n scope="col" { "Rating" }
                }
            }
            tbody {
                @for row in rows {
                    tr {
                        td.n { @match row.place { Some(place) => (place), None => "–" } }
                        th scope="row" {
                            bdi { (plain_name(report, row.entrant)) }
                            @if row.by_lot { " " span.tag { "by lot" } }
                        }
                        @if points.is_some() { td.n { @if let Some(value) = value(row) { (minus(&value)) } } }
                        td.n { (row.wins) }
                        td.n { (row.draws) }
                        td.n { (row.losses) }
                        td.n {
                            @if let Some(known) = report.entrants.get(row.entrant).and_then(|one| one.rating.as_ref()) {
                                (rating(known))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn shown_match(featured: &FeaturedMatch) -> ProjectorScreen {
    let facts = &featured.facts;
    let mut sprites = Sprites::default();
    let mut boards = Vec::new();
    for shown in &featured.plies {
        let marks: Vec<Mark> = shown.events.iter().filter_map(|event| event.mark).collect();
        boards.push(html! {
            p.act { "Ply " (shown.ply + 1) " " span.soft { (acts(facts, shown)) } }
            (board(&shown.before.drawing, &marks, &format!("Board before ply {}", shown.ply + 1), &mut sprites))
        });
    }
    boards.push(html! {
        p.act { (verdict(facts)) }
        (board(&featured.end.drawing, &[], "Board at the end", &mut sprites))
    });
    let content = html! {
        h2 {
            @for (seat, line) in facts.seats.iter() {
                @if seat == game::Seat::Second { " – " }
                span.first[seat == game::Seat::First].second[seat == game::Seat::Second] {
                    bdi { (visible(&line.name)) }
                }
            }
        }
        p.soft { (visible(&facts.place)) " · match " (facts.key) }
        (sprites.definitions())
        div.frames {
            @for (number, board) in boards.iter().enumerate() { div.frame.{ "b" (number) } { (board) } }
        }
    };
    ProjectorScreen { seconds: featured.plies.len() as u32 * BOARD + END, content }
}
