//! Results of each pair of entrants.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use maud::{Markup, html};

use super::{match_address, plain_name};
use crate::formatting::halves;
use crate::model::{Cell, Crosstable, EntrantIndex, Game, Report, Stage};

/// Renders the table of a stage, or of each of its groups, with rows and columns in the order of the standings.
pub(super) fn of_stage(report: &Report, stage: &Stage, table: &Crosstable) -> Markup {
    html! {
        p.soft.small {
            "Row against column, with columns numbered like the rows: 1 won, ½ drawn, 0 lost, from the row's point of view."
            @if table.cells.iter().flatten().flatten().any(|cell| cell.games.is_empty()) {
                " For pairs that played more games, the row's share of the points in percent."
            }
        }
        @if stage.has_groups() {
            @for (group, rows) in stage.by_group() {
                @if let Some(group) = group {
                    @let guests = stage.standings.iter().filter(|row| row.group.is_none());
                    @let among: BTreeSet<EntrantIndex> =
                        rows.into_iter().chain(guests).map(|row| row.entrant).collect();
                    h4 { "Group " (group) }
                    (drawn(report, &table.among(&among)))
                }
            }
        } @else {
            (drawn(report, table))
        }
    }
}

fn drawn(report: &Report, table: &Crosstable) -> Markup {
    let name = |entrant| html! { bdi { (plain_name(report, entrant)) } };
    crosstable("Entrant", table, |entrant| plain_name(report, entrant), name)
}

/// Renders the table. `head` labels the entrants, whose names are given as text and as markup for the heads of rows.
pub(crate) fn crosstable(
    head: &str,
    table: &Crosstable,
    plain_name: impl Fn(EntrantIndex) -> String,
    name: impl Fn(EntrantIndex) -> Markup,
) -> Markup {
    html! {
        div.scroll.cross tabindex="0" role="region" aria-label="Crosstable" {
            table {
                thead {
                    tr {
                        th scope="col" { (head) }
                        @for (number, &entrant) in (1..).zip(&table.order) {
                            th scope="col" { abbr title=(plain_name(entrant)) { (number) } }
                        }
                    }
                }
                tbody {
                    @for (number, (&entrant, cells)) in (1..).zip(table.order.iter().zip(&table.cells)) {
                        tr {
                            th scope="row" { (number) ". " (name(entrant)) }
                            @for (column, cell) in (1..).zip(cells) {
                                @match cell {
                                    Some(cell) => (played(cell)),
                                    None if column == number => td.self { span role="img" aria-label="itself" {} },
                                    None => td { "" },
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn played(cell: &Cell) -> Markup {
    html! {
        td.(share(cell)) {
            @for game in &cell.games { (sign(game)) }
            @if cell.games.is_empty() {
                abbr title={ (halves(cell.halves)) " of " (cell.count) } { ((50 * cell.halves + cell.count / 2) / cell.count) }
            }
        }
    }
}

/// Returns the class of a cell for the row's share of the points.
fn share(cell: &Cell) -> &'static str {
    match cell.halves.cmp(&cell.count) {
        Ordering::Greater if 2 * cell.halves >= 3 * cell.count => "most",
        Ordering::Greater => "more",
        Ordering::Equal => "even",
        Ordering::Less if 2 * cell.halves <= cell.count => "least",
        Ordering::Less => "less",
    }
}

fn sign(game: &Game) -> Markup {
    // The table is one tab stop; `matches.html` lists the same matches for the keyboard.
    html! { a.g tabindex="-1" href=(match_address(&game.key)) { (game.score.sign()) } }
}
