//! Tables of fields and actions, and boards, for pages and for the rules in a project.

use game::{ActionKind, Board, Field};

use crate::text::part_about;

pub(crate) fn fields<'a>(fields: impl Iterator<Item = &'a Field>) -> String {
    let mut table = String::from("| field | type | |\n|---|---|---|\n");
    for Field { name, kind, count, about, .. } in fields {
        let word = kind.name();
        let word = if *count == 1 { word.to_owned() } else { format!("{count} of {word}") };
        table.push_str(&format!("| `{name}` | {word} | {} |\n", in_a_cell(about)));
    }
    table
}

pub(crate) fn parts(action: &ActionKind) -> String {
    let parts = action.bits.iter().map(|bits| format!("`{}`: {}", bits.name, in_a_cell(&part_about(bits))));
    parts.collect::<Vec<_>>().join("<br>")
}

pub(crate) fn in_a_cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Returns the board with the number of each square.
pub(crate) fn numbered(board: &Board) -> String {
    drawn(board, |square| square.to_string())
}

/// Returns a board with a text on each square, as seen from above.
pub(crate) fn drawn(board: &Board, of: impl Fn(usize) -> String) -> String {
    let (columns, rows) = (board.columns.chars().count(), board.rows.len());
    let cells: Vec<String> = (0..rows * columns).map(of).collect();
    let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1);
    let margin = board.rows.iter().map(|label| label.len()).max().unwrap_or_default();
    let line = |label: &str, cells: &mut dyn Iterator<Item = String>| {
        cells.fold(format!("{label:>margin$}"), |line, cell| format!("{line} {cell:>width$}")) + "\n"
    };
    let mut text = line("", &mut board.columns.chars().map(String::from));
    for index in 0..rows {
        let row = if board.first_row_on_top { index } else { rows - 1 - index };
        let own = cells[row * columns..(row + 1) * columns].iter().cloned();
        text.push_str(&line(board.rows[row], &mut { own }));
    }
    text
}
