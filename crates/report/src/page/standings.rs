//! The table of a stage.

use maud::{Markup, html};

use super::{name, rating};
use crate::formatting::{capitalized, minus, visible};
use crate::model::{Rating, Report, Row, Stage};

/// The criterion of a ladder, which is an estimate itself.
const RATING: &str = "rating";

/// Renders the table with the values that entrants are ranked by, one table per group.
pub(super) fn standings(report: &Report, stage: &Stage, advancing: usize) -> Markup {
    let columns = Columns::new(report, stage);
    html! {
        p.soft.small {
            @if stage.brackets.is_empty() {
                "Ranked by " (stage.criteria.iter().map(|name| spaced(name)).collect::<Vec<_>>().join(", then ")) "."
            } @else {
                "Ranked by the round reached."
            }
            @if advancing > 0 { " The first " (advancing) " advance (shaded)." }
            @if stage.has_groups() { " Places are those of the whole stage." }
        }
        @for (group, rows) in stage.by_group() {
            @match group {
                Some(group) => {
                    h4 { "Group " (group) }
                    (table(report, &columns, &rows, &format!("Standings of {}, group {group}", stage.name), advancing))
                }
                None => (table(report, &columns, &rows, &format!("Standings of {}", stage.name), advancing)),
            }
        }
        @if stage.criteria.iter().any(|head| head == RATING) { (about_ladder()) }
        (notes(report, stage))
    }
}

/// The columns of a stage's tables.
struct Columns<'a> {
    has_byes: bool,
    has_ratings: bool,
    /// The criteria that have columns, with their numbers. The first one is next to the names so that it is visible on
    /// a phone.
    criteria: Vec<(usize, &'a str)>,
}

impl Columns<'_> {
    fn new<'a>(report: &Report, stage: &'a Stage) -> Columns<'a> {
        // Wins, losses and forfeits have columns of their own, and a lot has no value.
        let shown = |head: &str| !matches!(head, "wins" | "losses" | "forfeits" | "lot");
        let numbered = stage.criteria.iter().map(String::as_str).enumerate();
        Columns {
            has_byes: stage.standings.iter().any(|row| row.byes > 0),
            has_ratings: stage.standings.iter().any(|row| of_row(report, row).is_some()),
            criteria: numbered.filter(|(_, head)| shown(head)).collect(),
        }
    }

    fn heads(&self) -> Markup {
        html! {
            tr {
                th.n scope="col" { "Place" }
                th scope="col" { "Entrant" }
                @for (_, head) in self.criteria.iter().take(1) { (criterion_head(head)) }
                th.n scope="col" { "Games" }
                @if self.has_byes {
                    th.n scope="col" {
                        abbr title="games won or drawn without being played: byes and walkovers" { "Byes" }
                    }
                }
                th.n scope="col" { "Won" }
                th.n scope="col" { "Drawn" }
                th.n scope="col" { "Lost" }
                th.n scope="col" { abbr title="games lost by a fault of the bot" { "Faults" } }
                @for (_, head) in self.criteria.iter().skip(1) { (criterion_head(head)) }
                @if self.has_ratings {
                    th.n scope="col" {
                        abbr title="Elo over all stages with the 95 % interval, fitted to all games" { "Rating" }
                    }
                }
            }
        }
    }

    fn cells(&self, report: &Report, row: &Row) -> Markup {
        html! {
            td.n { @match row.place { Some(place) => (place), None => "–" } }
            th.name scope="row" { (name(report, row.entrant)) (status(row)) }
            @for criterion in self.criteria.iter().take(1) { (drawn_value(row, *criterion)) }
            td.n { (row.games) }
            @if self.has_byes { td.n { (row.byes) } }
            td.n { (row.wins) }
            td.n { (row.draws) }
            td.n { (row.losses) }
            td.n { (row.forfeits) }
            @for criterion in self.criteria.iter().skip(1) { (drawn_value(row, *criterion)) }
            @if self.has_ratings {
                td.n { @if let Some(rating) = of_row(report, row) { (self::rating(rating)) } }
            }
        }
    }
}

fn table(report: &Report, columns: &Columns<'_>, rows: &[&Row], label: &str, advancing: usize) -> Markup {
    let advances = |row: &Row| row.place.is_some_and(|place| place as usize <= advancing);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(visible(label)) {
            table {
                thead { (columns.heads()) }
                (super::rows(rows, |row| html! {
                    tr.top[advances(row)].unranked[row.place.is_none()] { (columns.cells(report, row)) }
                }))
            }
        }
    }
}

fn criterion_head(head: &str) -> Markup {
    html! {
        th.n scope="col" { @if head == RATING { "Ladder rating (Glicko)" } @else { (capitalized(&spaced(head))) } }
    }
}

/// Returns a criterion's name in words.
fn spaced(name: &str) -> String {
    match name {
        "sonneborn-berger" => "Sonneborn-Berger".to_owned(),
        "head-to-head" => name.to_owned(),
        "buchholz" => "Buchholz".to_owned(),
        "buchholz-cut-1" => "Buchholz cut 1".to_owned(),
        _ => name.replace(['_', '-'], " "),
    }
}

fn status(row: &Row) -> Markup {
    html! {
        @if let Some(status) = row.status { " " span.tag { (status) } }
        @if row.by_lot { " " span.tag { "by lot" } }
        @if let Some(by) = row.placed_by { " " span.tag { "by " (by) } }
    }
}

fn drawn_value(row: &Row, (number, head): (usize, &str)) -> Markup {
    html! {
        td.n {
            @if let Some(Some(value)) = row.values.get(number) { (minus(value)) }
            @if let (RATING, Some(interval)) = (head, &row.rating_plus_minus) {
                " " span.soft { "±" (interval) }
            }
        }
    }
}

fn of_row<'a>(report: &'a Report, row: &Row) -> Option<&'a Rating> {
    report.entrants.get(row.entrant)?.rating.as_ref()
}

fn about_ladder() -> Markup {
    html! {
        p.soft.small {
            "All ratings of this report are in Elo with a draw as half a point. The ladder ranks by Glicko, updated \
             game by game to choose the next pairings, with a 95 % interval; the last column is fitted to all games \
             at once, with the first seat's advantage removed."
        }
    }
}

/// Renders the remarks that neither the numbers nor the marks beside the names show, a line each.
fn notes(report: &Report, stage: &Stage) -> Markup {
    let notes = stage.standings.iter().map(|row| (row, row.notes_beside_place()));
    let noted: Vec<(&Row, &[String])> = notes.filter(|(_, notes)| !notes.is_empty()).collect();
    html! {
        @if !noted.is_empty() {
            ul.small aria-label="Notes" {
                @for (row, notes) in noted {
                    li { (name(report, row.entrant)) ": " (visible(&notes.join("; "))) }
                }
            }
        }
    }
}
