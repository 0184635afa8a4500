//! What becomes of a file, shown before anybody imports it.

use std::path::Path;

use game::visible_path;
use gradebook::{Caution, Change, Mark, Matched, Order, Sheet, Transfer, Why};

use super::transfer_report::{EntrantWithoutRow, GradeRow, RowWithoutEntrant, TransferReport};
use crate::exit::Done;
use crate::out;
use crate::terminal::table::{self, Align};
use crate::terminal::text::{inert, shortened};

/// Rows or entrants of a kind that are named; `--json` has all.
const NAMED: usize = 20;

/// What becomes of a file.
pub(super) struct TransferView<'a> {
    pub(super) file: &'a Path,
    pub(super) column: &'a str,
    pub(super) sheet: &'a Sheet<'a>,
    pub(super) order: &'a Order,
    pub(super) transfer: &'a Transfer,
    /// Where it was written, if it was.
    pub(super) to: Option<&'a Path>,
}

impl TransferView<'_> {
    /// Prints it for programs.
    pub(super) fn print_json(&self) -> Done {
        out::json(&self.report())
    }

    /// Prints it for people.
    pub(super) fn print(&self) -> Done {
        let TransferView { sheet, transfer, .. } = self;
        out::line(&format!(
            "{}: {}, separated by {}s, with a decimal {}",
            visible_path(self.file),
            sheet.kind().name(),
            sheet.separator().name(),
            mark(transfer.mark),
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
        let matched: Vec<String> =
            self.order.matched.iter().map(|&column| shortened(self.sheet.heading(column))).collect();
        let matched = matched.join(" ");
        let head = [
            ("line", Align::Right),
            ("entrant", Align::Left),
            (matched.as_str(), Align::Left),
            ("now", Align::Right),
            ("then", Align::Right),
            ("note", Align::Left),
        ];
        let rows: Vec<Vec<String>> = self.transfer.rows.iter().map(cells).collect();
        table::render(&head, &rows)
    }

    /// What is not as one would expect, each with those whom it concerns.
    fn lists(&self) -> Done {
        let Transfer { rows, unmatched, others, .. } = self.transfer;
        let skipped = rows.iter().filter(|row| is_written(row) && !row.cautions.is_empty());
        list(
            "the course system's import will silently skip",
            skipped.map(|row| format!("line {} {}: {}", row.line, shortened(&row.key), cautions(row))),
        )?;
        let left = rows.iter().filter_map(|row| match row.change {
            Change::Left(why) if why != Why::Same => {
                Some(format!("line {} {}: {}", row.line, shortened(&row.key), reason(why)))
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

    fn report(&self) -> TransferReport<'_> {
        let TransferView { sheet, transfer, .. } = self;
        TransferReport {
            file: self.file.display().to_string(),
            kind: sheet.kind().id(),
            separator: sheet.separator().name(),
            decimal_mark: mark(transfer.mark),
            column: self.column,
            matched_by: self.order.matched.iter().map(|&column| sheet.heading(column)).collect(),
            rows: transfer.rows.iter().map(row).collect(),
            entrants_without_row: transfer
                .unmatched
                .iter()
                .map(|left| EntrantWithoutRow { entrant: &left.who, key: &left.key })
                .collect(),
            rows_without_entrant: transfer
                .others
                .iter()
                .map(|other| RowWithoutEntrant { line: other.line, key: &other.key })
                .collect(),
            notes: transfer.remarks.iter().map(ToString::to_string).collect(),
            written: self.to.map(|to| to.display().to_string()),
        }
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
    let old = shortened(row.old.trim());
    let (then, note) = match &row.change {
        Change::Written(new) if row.cautions.is_empty() => (new.clone(), String::new()),
        Change::Written(new) => (new.clone(), format!("will be skipped: {}", cautions(row))),
        Change::Left(why) => (old.clone(), reason(*why).to_owned()),
    };
    vec![row.line.to_string(), shortened(&row.who), shortened(&row.key), old, then, note]
}

fn row(row: &Matched) -> GradeRow<'_> {
    let (new, left) = match &row.change {
        Change::Written(new) => (Some(new.as_str()), None),
        Change::Left(why) => (None, Some(reason(*why))),
    };
    let skipped = if is_written(row) { row.cautions.iter().map(caution).collect() } else { Vec::new() };
    let Matched { line, who, key, old, .. } = row;
    GradeRow { line: *line, entrant: who, key, old, new, left, will_be_skipped: skipped }
}

fn is_written(row: &Matched) -> bool {
    matches!(row.change, Change::Written(_))
}

fn cautions(row: &Matched) -> String {
    row.cautions.iter().map(caution).collect::<Vec<_>>().join(", ")
}

/// Why a grade will be skipped.
fn caution(caution: &Caution) -> String {
    match caution {
        Caution::Locked => "the grade is locked".to_owned(),
        Caution::AboveMaximum(maximum) => format!("above the maximum of {}", shortened(maximum)),
        Caution::NoMaximum(text) => format!("the maximum \"{}\" is not a number", shortened(text)),
        Caution::Negative => "below zero".to_owned(),
    }
}

/// Why a cell is left as it is.
fn reason(why: Why) -> &'static str {
    match why {
        Why::NoGrade => "no grade",
        Why::Same => "the same already",
        Why::Excused => "excused (EX), which a grade would end",
        Why::NotAssigned => "not assigned (N/A), where a grade is skipped",
    }
}

fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Point => "point",
        Mark::Comma => "comma",
    }
}
