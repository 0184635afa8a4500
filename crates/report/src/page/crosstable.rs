//! Who did how against whom.

use maud::{Markup, html};

use super::{name, plain_name};
use crate::model::{Cell, Crosstable, Game, Report, page_file};

/// Games of a cell that are shown one by one; of more only the sum is.
const SINGLE_GAMES: usize = 4;

/// The table: rows and columns in the order of the standings.
pub(super) fn crosstable(report: &Report, table: &Crosstable) -> Markup {
    html! {
        div.scroll.cross tabindex="0" role="region" aria-label="Crosstable" {
            table {
                caption {
                    "Each row against each column: 1 won, ½ drawn, 0 lost, from the row's point of view. \
                     Columns are numbered as the rows."
                }
                thead {
                    tr {
                        th scope="col" { "Entrant" }
                        @for (number, &entrant) in (1..).zip(&table.order) {
                            th scope="col" { abbr title=(plain_name(report, entrant)) { (number) } }
                        }
                    }
                }
                tbody {
                    @for (number, (&entrant, cells)) in (1..).zip(table.order.iter().zip(&table.cells)) {
                        tr {
                            th scope="row" { (number) ". " (name(report, entrant)) }
                            @for (column, cell) in (1..).zip(cells) {
                                @match cell {
                                    Some(cell) => (played(cell)),
                                    None if column == number => td.self { span aria-label="itself" {} },
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
    let halves = cell.halves();
    let all = 2 * cell.games.len() as u32;
    let class = match (2 * halves).cmp(&all) {
        _ if cell.games.is_empty() => "",
        std::cmp::Ordering::Greater => "win",
        std::cmp::Ordering::Equal => "draw",
        std::cmp::Ordering::Less => "loss",
    };
    html! {
        td class=(class) {
            @if cell.games.len() <= SINGLE_GAMES {
                @for game in &cell.games { (sign(game)) }
            } @else {
                (halves_text(halves)) "/" (cell.games.len())
            }
        }
    }
}

fn sign(game: &Game) -> Markup {
    html! {
        @if game.has_page {
            a href={ "matches/" (page_file(&game.key)) } { (game.score.sign()) }
        } @else {
            (game.score.sign())
        }
    }
}

/// Half points as text: `1½`.
pub(crate) fn halves_text(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}
