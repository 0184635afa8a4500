//! Plain tables.

use unicode_width::UnicodeWidthStr;

use crate::text::{inert, pad, pad_left};

/// The alignment of a column.
#[derive(Clone, Copy)]
pub enum Align {
    /// Left, for texts.
    Left,
    /// Right, for numbers.
    Right,
}

/// Returns a table in lines: a head, a rule, the rows, with columns two spaces apart. Cells are made harmless.
pub fn render(head: &[(&str, Align)], rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| inert(cell)).collect()).collect();
    let widths: Vec<usize> = head
        .iter()
        .enumerate()
        .map(|(column, (title, _))| {
            let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width());
            cells.chain([title.width()]).max().unwrap_or(0)
        })
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let set: Vec<String> = cells
            .zip(head.iter().zip(&widths))
            .map(|(cell, ((_, align), &width))| match align {
                Align::Left => pad(cell, width),
                Align::Right => pad_left(cell, width),
            })
            .collect();
        set.join("  ").trim_end().to_owned()
    };
    let mut lines = vec![line(&mut head.iter().map(|(title, _)| *title))];
    lines.push(widths.iter().map(|&width| "-".repeat(width)).collect::<Vec<_>>().join("  "));
    lines.extend(rows.iter().map(|row| line(&mut row.iter().map(String::as_str))));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [vec!["Zoë".to_owned(), "7".to_owned()], vec!["A\tB".to_owned(), "12".to_owned()]];
        let table = render(&[("name", Align::Left), ("wins", Align::Right)], &rows);
        assert_eq!(table, "name        wins\n----------  ----\nZoë            7\nA⟨U+0009⟩B    12");
    }
}
