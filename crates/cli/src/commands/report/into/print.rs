//! What becomes of a file, shown before anybody imports it.

use std::path::Path;

use classroom::{GradeTransfer, cautions_words, cell_words};
use game::visible_path;
use gradebook::{Change, Matched, Transfer, Why};
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::{inert, shortened};

use crate::exit::Done;

/// Rows or entrants of a kind that are named; `--json` has all.
const NAMED: usize = 20;

/// What becomes of a file.
pub(super) struct TransferView<'a> {
    pub(super) file: &'a Path,
    pub(super) column: &'a str,
    pub(super) made: &'a GradeTransfer<'a>,
    /// Where it was written, if it was.
    pub(super) to: Option<&'a Path>,
}

impl TransferView<'_> {
    /// Prints it for programs.
    pub(super) fn print_json(&self) -> Done {
        out::json(&self.made.report(self.file, self.to))
    }

    /// Prints it for people.
    pub(super) fn print(&self) -> Done {
        let GradeTransfer { sheet, transfer, .. } = self.made;
        out::line(&format!(
            "{}: {}, separated by {}s, with a decimal {}",
            visible_path(self.file),
            sheet.kind().name(),
            sheet.separator().name(),
            transfer.mark.name(),
        ))?;
        if self.to.is_none() {
            out::line(&self.table())?;
        }
        self.lists()?;
        for remark in &transfer.remarks {
            out::line(&format!("note: {}", inert(&remark.to_string())))?;
        }
        let cells = match transfer.rows.iter().filter(|row| is_written(row)).count() {
            1 => "1 cell".to_owned(),
            number => format!("{number} cells"),
        };
        let column = shortened(self.column);
        out::line(&match self.to {
            Some(to) => format!("{cells} of \"{column}\" changed: {}", visible_path(to)),
            None => format!("{cells} of \"{column}\" would change; nothing was written"),
        })
    }

    /// A line for each row of an entrant.
    fn table(&self) -> String {
        let GradeTransfer { sheet, order, transfer, .. } = self.made;
        let matched: Vec<String> =
            order.matched.iter().map(|&column| shortened(sheet.heading(column))).collect();
        let matched = matched.join(" ");
        let head = [
            ("line", Align::Right),
            ("entrant", Align::Left),
            (matched.as_str(), Align::Left),
            ("now", Align::Right),
            ("then", Align::Right),
            ("note", Align::Left),
        ];
        let rows: Vec<Vec<String>> = transfer.rows.iter().map(cells).collect();
        table::render(&head, &rows)
    }

    /// What is not as one would expect, each with those whom it concerns.
    fn lists(&self) -> Done {
        let Transfer { rows, unmatched, others, .. } = &self.made.transfer;
        let skipped = rows.iter().filter(|row| is_written(row) && !row.cautions.is_empty());
        list(
            "the course system's import will silently skip",
            skipped.map(|row| format!("line {} {}: {}", row.line, shortened(&row.key), cautions_words(row))),
        )?;
        let left = rows.iter().filter_map(|row| match row.change {
            Change::Left(why) if why != Why::Same => {
                Some(format!("line {} {}: {}", row.line, shortened(&row.key), why.words()))
            }
            _ => None,
        });
        list("left as they are", left)?;
        let missing = unmatched.iter().map(|left| match left.key.as_str() {
            "" => shortened(&left.who),
            key if key == left.who => shortened(key),
            key => format!("{} ({})", shortened(&left.who), shortened(key)),
        });
        list("entrants without a row", missing)?;
        let others = others.iter().map(|other| format!("line {} {}", other.line, shortened(&other.key)));
        list("rows without an entrant", others)
    }
}

/// Prints a heading with its members, if there are any: the first of them, and how many more.
fn list(what: &str, members: impl Iterator<Item = String>) -> Done {
    let mut members = members.peekable();
    if members.peek().is_none() {
        return Ok(());
    }
    out::line(&format!("{what}:"))?;
    for member in members.by_ref().take(NAMED) {
        out::line(&format!("  {member}"))?;
    }
    match members.count() {
        0 => Ok(()),
        more => out::line(&format!("  … and {more} more; --json has all")),
    }
}

fn cells(row: &Matched) -> Vec<String> {
    let (then, note) = cell_words(row);
    let [old, then] = [row.old.trim(), then].map(shortened);
    vec![row.line.to_string(), shortened(&row.who), shortened(&row.key), old, then, note]
}

fn is_written(row: &Matched) -> bool {
    matches!(row.change, Change::Written(_))
}
