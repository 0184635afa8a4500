//! The list of matches.

use game::Seat;
use maud::{Markup, html};
use results::DecisiveMatch;

use super::{Shell, entrant_address, linked_name};
use crate::formatting::{count, visible};
use crate::model::{EntrantIndex, Report, Round, Stage, page_file};

/// Renders the page `matches/index.html`, which lists the matches with boards that need no script, round by round.
pub(crate) fn matches(report: &Report, shell: &Shell) -> String {
    let pages = report.matches;
    let body = html! {
        header {
            p.kicker { a href="../index.html" { (visible(&report.tournament.name)) } }
            h1 { "Boards" }
            p {
                (count(pages.played)) " matches were played."
                @if pages.with_page < pages.played { " " (left_out(report)) }
            }
        }
        main {
            @for stage in &report.stages {
                h2 { (visible(&stage.name)) }
                @for round in &stage.rounds { (drawn_round(report, stage, round)) }
            }
        }
    };
    shell.page(Some("Boards"), &body)
}

/// Renders a notice that not every match has a page, and that the viewer has the others.
pub(super) fn left_out(report: &Report) -> Markup {
    html! {
        (count(report.matches.with_page)) " of them have a page that needs no script and are listed: knockouts and \
         losses by a fault first, then the others in schedule order. The viewer has all of them."
    }
}

fn drawn_round(report: &Report, stage: &Stage, round: &Round) -> Markup {
    let title = format!("{}, round {}", visible(&stage.name), round.number);
    html! {
        h3 { "Round " (round.number) @if round.is_play_off { ": play-off" } }
        (named(report, if round.unopposed { "No opponent left: " } else { "Bye: " }, &round.byes))
        (named(report, "Asked for a bye: ", &round.absent))
        @for &[one, other] in &round.again {
            p.soft {
                (name_here(report, one)) " and " (name_here(report, other))
                " meet again: every pairing of this round has a rematch."
            }
        }
        @if !round.matches.is_empty() {
            div.scroll tabindex="0" role="region" aria-label=(title) {
                table {
                    thead {
                        tr {
                            th scope="col" { "Match" }
                            th scope="col" { (report.tournament.seats.0[0].word) }
                            th scope="col" { (report.tournament.seats.0[1].word) }
                            th scope="col" { "Result" }
                            th scope="col" { "Why" }
                            th.n scope="col" { "Plies" }
                        }
                    }
                    tbody {
                        @for (listed, counts) in &round.matches { (drawn_line(report, listed, *counts)) }
                    }
                }
            }
        }
    }
}

fn named(report: &Report, what: &str, entrants: &[usize]) -> Markup {
    html! {
        @if !entrants.is_empty() {
            p.soft {
                (what)
                @for (index, &entrant) in entrants.iter().enumerate() {
                    @if index > 0 { ", " }
                    (name_here(report, entrant))
                }
            }
        }
    }
}

fn drawn_line(
    report: &Report,
    DecisiveMatch { seen, reason, decided }: &DecisiveMatch,
    counts: bool,
) -> Markup {
    let key = seen.key.to_string();
    let result = match seen.winner {
        Some(Seat::First) => "1–0",
        Some(Seat::Second) => "0–1",
        None => "½–½",
    };
    html! {
        tr.unranked[!counts] {
            td.nowrap { a href=(page_file(&key)) { (key) } }
            @for (seat, entrant) in seen.entrants.iter() {
                td.name {
                    @if seen.winner == Some(seat) { b { (name_here(report, entrant.index())) } }
                    @else { (name_here(report, entrant.index())) }
                }
            }
            td.nowrap { (result) @if !counts { " " span.tag { "does not count" } } }
            td.why {
                (visible(reason))
                @if let Some(decided) = decided { div.small.soft { (visible(decided)) } }
            }
            td.n { (seen.plies) }
        }
    }
}

/// Renders an entrant's name with a link to its page, which is one folder up.
fn name_here(report: &Report, entrant: EntrantIndex) -> Markup {
    linked_name(report, entrant, &format!("../{}", entrant_address(entrant)))
}
