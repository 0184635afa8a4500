//! The first page: the game, the winner, the course of the tournament, and the entrants.

use maud::{Markup, html};

use super::{
    FeaturedMatch, Shell, bracket, conditions, crosstable, entrants, faults, figure, highlight, matches,
    podium, seats, sequential_test, standings, unusual,
};
use crate::charts::Chart;
use crate::formatting::{count, counted, visible};
use crate::model::{Report, Row, Stage};

pub(crate) fn index(
    report: &Report,
    charts: &[Chart],
    featured: Option<&FeaturedMatch>,
    shell: &Shell,
) -> String {
    let heading = &report.tournament;
    let body = html! {
        header {
            p.kicker {
                (visible(&heading.game))
                @if let Some(date) = &heading.date { " · " time { (visible(date)) } }
            }
            h1 { (visible(&heading.name)) }
            @if !heading.complete {
                p.notice role="note" {
                    strong { "Not finished. " }
                    "These results are partial: there are still matches to play."
                }
            }
        }
        (contents(report))
        main {
            @match &report.test {
                Some(test) => (sequential_test::result(report, test)),
                None => {
                    (podium::podium(report))
                    (cards(report))
                    @if let Some(featured) = featured { (highlight::highlight(report, featured)) }
                }
            }
            @match &report.test {
                Some(test) => (sequential_test::section(report, test)),
                None => {
                    @for (number, stage) in (1..).zip(&report.stages) { (drawn_stage(report, stage, number)) }
                }
            }
            @if report.test.is_none() && !report.ratings.remarks.is_empty() { (ratings(report)) }
            @if !report.unusual.is_empty() {
                section aria-labelledby="unusual" {
                    h2 #unusual { "What was unusual" }
                    (unusual::unusual(report))
                }
            }
            @if let Some(balance) = &report.seats {
                section aria-labelledby="seats" {
                    h2 #seats { "Seats" }
                    (seats::seats(report, balance))
                }
            }
            @if !charts.is_empty() {
                section aria-labelledby="charts" {
                    h2 #charts { "Charts" }
                    div.charts { @for chart in charts { (figure(chart, "data/")) } }
                }
            }
            section aria-labelledby="faults" {
                h2 #faults { "Faults" }
                (faults::faults(report))
            }
            @if !report.adoptions.is_empty() { (adoptions(report)) }
            @if !report.rulings.is_empty() { (rulings(report)) }
            @if !report.tournament.about.is_empty() { (rules(report)) }
            section aria-labelledby="entrants" {
                h2 #entrants { "Entrants" }
                (entrants::entrants(report))
            }
            (conditions::how(report))
            (files(report))
        }
        footer { p { "Made by Muster from the record of the run. These pages load nothing from other sites." } }
    };
    shell.page(None, &body)
}

fn contents(report: &Report) -> Markup {
    html! {
        nav.contents aria-label="Contents" {
            ul {
                @if report.test.is_some() { li { a href="#test" { "What was tested" } } }
                @else {
                    @for (number, stage) in (1..).zip(&report.stages) {
                        li { a href={ "#stage-" (number) } { (visible(&stage.name)) } }
                    }
                }
                @if !report.unusual.is_empty() { li { a href="#unusual" { "Unusual" } } }
                @if report.seats.is_some() { li { a href="#seats" { "Seats" } } }
                li { a href="#charts" { "Charts" } }
                li { a href="#faults" { "Faults" } }
                @if !report.tournament.about.is_empty() { li { a href="#rules" { "Rules" } } }
                li { a href="#entrants" { "Entrants" } }
                @if !report.adoptions.is_empty() { li { a href="#changes" { "Changes" } } }
                @if !report.rulings.is_empty() { li { a href="#rulings" { "Rulings" } } }
                li { a href="#how" { "How it was run" } }
                li { a href="matches.html" { "Matches" } }
                li { a href="play.html" { "Play" } }
                li { a href="#files" { "Files" } }
            }
        }
    }
}

fn cards(report: &Report) -> Markup {
    let refused = report.entrants.iter().filter(|entrant| !entrant.refusal.is_empty()).count() as u64;
    html! {
        dl.cards {
            div { dt { "Entrants" } dd { (count(report.entrants.len() as u64 - refused)) } }
            @if refused > 0 { div { dt { "Refused" } dd { (count(refused)) } } }
            div { dt { "Matches" } dd { (count(report.matches.played)) } }
            div { dt { "Median length" } dd { (counted(u64::from(report.lengths.median), "ply", "plies")) } }
            div { dt { "Faults" } dd { (count(report.faults.total())) } }
        }
    }
}

/// Renders the rules of a game from a file in its author's words, which are text.
fn rules(report: &Report) -> Markup {
    html! {
        section aria-labelledby="rules" {
            h2 #rules { "Rules of " (visible(&report.tournament.game)) }
            pre.prose { (report.tournament.about.lines().map(visible).collect::<Vec<_>>().join("\n")) }
        }
    }
}

/// Renders an explanation of the ratings, with remarks on how to read them.
fn ratings(report: &Report) -> Markup {
    html! {
        section aria-labelledby="ratings" {
            h2 #ratings { "Ratings" }
            details {
                summary { "How the ratings were computed" }
                p {
                    "Elo with an average of 1500, fitted to all games of all stages that count, each copied game once; ± \
                     is 1.96 standard errors, relative to the average of the field. "
                    @if report.ratings.halves_draws {
                        "A draw counts as half a point, as in the ladder. "
                        code { "muster rate RUN --by entrant --draws half" }
                    } @else {
                        code { "muster rate RUN --by entrant" }
                    }
                    " gives the same."
                }
                ul.small {
                    @if report.ratings.copies > 0 {
                        li { (counted(report.ratings.copies, "game is a copy", "games are copies")) " of earlier ones" }
                    }
                    @for remark in &report.ratings.remarks { li { (remark) } }
                }
            }
        }
    }
}

fn drawn_stage(report: &Report, stage: &Stage, number: usize) -> Markup {
    let heading = format!("stage-{number}");
    html! {
        section aria-labelledby=(heading) {
            h2 id=(heading) { (visible(&stage.name)) }
            p.soft {
                (visible(&stage.format)) ". " (counted(stage.matches, "match", "matches"))
                @if stage.copies > 0 {
                    ", " (count(stage.copies)) " of them copies of other matches (same start, seats and actions)"
                }
                "."
                @if !stage.complete { " " strong { "Not finished." } }
            }
            @for tree in &stage.brackets {
                @if let Some(title) = &tree.title { h3 { (title) } }
                @let label = format!("{}: {}", stage.name, tree.title.as_deref().unwrap_or("bracket"));
                (bracket::bracket(report, tree, &label))
            }
            h3 { "Standings" }
            (standings::standings(report, stage, advancing(report, number)))
            @match &stage.crosstable {
                Some(table) => {
                    h3 { "Crosstable" }
                    (crosstable::of_stage(report, stage, table))
                }
                None if stage.brackets.is_empty() => {
                    p.soft {
                        "The crosstable of " (stage.standings.len()) " entrants is too wide for this page; see "
                        a href={ "data/" (crate::export::crosstable_file(number)) } {
                            (crate::export::crosstable_file(number))
                        } "."
                    }
                }
                None => {}
            }
        }
    }
}

/// Returns the number of entrants who advance to the next stage, if they are the first ones of this stage; 0 otherwise.
fn advancing(report: &Report, number: usize) -> usize {
    let Some(next) = report.stages.get(number) else { return 0 };
    let here = &report.stages[number - 1];
    let goes_on = |row: &&Row| next.standings.iter().any(|other| other.entrant == row.entrant);
    let ranked: Vec<&Row> = here.standings.iter().filter(|row| row.place.is_some()).collect();
    let first = ranked.iter().take_while(|row| goes_on(row)).count();
    let all = ranked.iter().filter(|row| goes_on(row)).count();
    if first == all && first < ranked.len() { first } else { 0 }
}

fn adoptions(report: &Report) -> Markup {
    html! {
        section aria-labelledby="changes" {
            h2 #changes { "Changes to the tournament" }
            p { "The tournament was changed after it had begun. No match played before a change depends on it." }
            ol {
                @for adoption in &report.adoptions {
                    li {
                        "After " (counted(adoption.after, "match", "matches")) ":"
                        ul {
                            @for change in &adoption.changes { li { (visible(change)) } }
                            @if adoption.changes.is_empty() {
                                li { "only comments, spaces or the order of keys" }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn rulings(report: &Report) -> Markup {
    html! {
        section aria-labelledby="rulings" {
            h2 #rulings { "Rulings" }
            ol {
                @for ruling in &report.rulings {
                    li { (visible(&ruling.to_string())) }
                }
            }
        }
    }
}

fn files(report: &Report) -> Markup {
    let files = [
        ("data/standings.csv", "the tables of all stages"),
        ("data/matches.csv", "one line per match"),
        ("data/results.jsonl", "one line of JSON per match, with every action and its time"),
        ("data/report.json", "the data of this page"),
    ];
    let root = report.tournament.root.as_ref().map(|_| {
        (
            "data/root.txt",
            "the text whose BLAKE3 hash is the root; a reader who has noted the root can detect any later change of \
             the record",
        )
    });
    html! {
        section aria-labelledby="files" {
            h2 #files { "Files" }
            p {
                a href="matches.html" { "All matches" } ", to filter and step through; without scripts, "
                a href="matches/index.html" { "the decisive ones with their boards" }
                @if report.matches.with_page < report.matches.played { ". " (matches::left_out(report)) }
                @else { "." }
                @if report.test.is_none() {
                    " " a href="hall.html" { "A page for a projector" } " shows the results one after another."
                }
            }
            ul {
                @for (file, about) in files.into_iter().chain(root) { li { a href=(file) { (file) } ": " (about) } }
            }
        }
    }
}
