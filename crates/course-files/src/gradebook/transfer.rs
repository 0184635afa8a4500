//! Writing grades into the rows of entries.

use std::collections::BTreeMap;
use std::ops::Range;

use plaintext::Separator;

use crate::gradebook::course_system::CourseSystem;
use crate::gradebook::decimal::{Decimal, Mark};
use crate::gradebook::error::TransferError;
use crate::gradebook::key::{joined, key};
use crate::gradebook::remark::remarks;
use crate::gradebook::sheet::{About, Row, Sheet};
use crate::gradebook::transfer_settings::{Target, TransferSettings};

/// An entry whose grade is written to a file.
#[derive(Clone, Debug)]
pub struct GradeEntry {
    /// The entry's name in messages.
    pub who: String,
    /// The keys of its rows: one, or one for each member of a team; none if they are not known.
    pub keys: Vec<String>,
    /// The grade, if there is one.
    pub grade: Option<Decimal>,
}

/// The changes to a file.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The rows of entries, in the order of the file.
    pub rows: Vec<Matched>,
    /// The entries' keys without a row, in the order of the entries.
    pub unmatched: Vec<Unmatched>,
    /// The rows of students without an entry.
    pub others: Vec<Other>,
    /// Remarks on the whole file for importing it, a sentence each.
    pub remarks: Vec<String>,
    /// The decimal mark of the new grades.
    pub mark: Mark,
    edits: Vec<Edit>,
}

/// The row of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matched {
    /// The row's first line, from 1.
    pub line: usize,
    /// The entry.
    pub who: String,
    /// The key of the row and the entry.
    pub key: String,
    /// The cell's text in the file.
    pub old: String,
    /// The change of the cell.
    pub change: Change,
    /// The reasons why the course system would silently skip the new grade.
    pub cautions: Vec<Caution>,
}

/// The change of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The cell gets this text.
    Written(String),
    /// The cell is unchanged.
    Left(UnchangedReason),
}

/// The reason why a cell is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnchangedReason {
    /// The entry has no grade.
    NoGrade,
    /// The cell already has the same number.
    Same,
    /// Canvas: the student is excused, and a grade would end that.
    Excused,
    /// Canvas: the student does not have the assignment, and the import would skip a grade.
    NotAssigned,
}

impl UnchangedReason {
    /// Returns the reason in words.
    pub fn words(self) -> &'static str {
        match self {
            UnchangedReason::NoGrade => "no grade",
            UnchangedReason::Same => "already the same",
            UnchangedReason::Excused => "excused (EX), which a grade would undo",
            UnchangedReason::NotAssigned => "not assigned (N/A), so a grade would be skipped",
        }
    }
}

/// The reason why a course system would silently skip a grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caution {
    /// The row is locked.
    Locked,
    /// The grade is above the row's maximum.
    AboveMaximum(String),
    /// The row's maximum is not a number.
    NoMaximum(String),
    /// The grade is below zero.
    Negative,
}

/// A key without a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The entry.
    pub who: String,
    /// The key; empty if the entry has none.
    pub key: String,
}

/// A student's row without an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// The row's first line, from 1.
    pub line: usize,
    /// The row's key.
    pub key: String,
}

/// A replacement for a range of the text.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) place: Range<usize>,
    pub(crate) text: String,
}

/// Finds the row of each entry and computes its change. Writes nothing yet.
///
/// # Errors
/// If two rows or two entries have the same key, an entry's row has too few or too many cells, the grades in the file
/// use two decimal marks, or the target cannot have grades.
pub fn transfer(
    sheet: &Sheet<'_>,
    order: &TransferSettings,
    entries: &[GradeEntry],
) -> Result<Transfer, TransferError> {
    order.check(sheet)?;
    let mark = order.mark_in(sheet)?;
    let keys = keys(entries)?;
    let mut filling = Filling { sheet, order, mark, keys: &keys, lines: BTreeMap::new(), edits: Vec::new() };
    let (mut rows, mut others) = (Vec::new(), Vec::new());
    if let Target::New { title, .. } = &order.target {
        filling.append(&sheet.row(0), title);
    }
    for row in sheet.rows() {
        match row.about {
            About::Student => match filling.student(&row)? {
                Ok(matched) => rows.push(matched),
                Err(other) => others.push(other),
            },
            About::Points | About::Nothing => filling.no_student(&row)?,
        }
    }
    let Filling { lines, edits, .. } = filling;
    let unmatched = entries.iter().flat_map(|entry| unmatched(entry, &lines)).collect();
    let remarks = remarks(sheet, order, mark, &rows);
    Ok(Transfer { rows, unmatched, others, remarks, mark, edits })
}

impl Transfer {
    /// Returns the file with the changed cells.
    pub fn write(&self, sheet: &Sheet<'_>) -> Vec<u8> {
        write(sheet, &self.edits)
    }
}

/// Returns a file with the edits applied, which must be in order.
pub(crate) fn write(sheet: &Sheet<'_>, edits: &[Edit]) -> Vec<u8> {
    let text = sheet.text();
    let mut written = String::with_capacity(text.len() + 32 * edits.len());
    let mut at = 0;
    for Edit { place, text: new } in edits {
        written.push_str(&text[at..place.start]);
        written.push_str(new);
        at = place.end;
    }
    written.push_str(&text[at..]);
    sheet.encode(&written)
}

/// Returns the entries by key.
fn keys(entries: &[GradeEntry]) -> Result<BTreeMap<String, &GradeEntry>, TransferError> {
    let mut keys: BTreeMap<String, &GradeEntry> = BTreeMap::new();
    for entry in entries {
        // An empty text is not a key, so rows with empty cells belong to no entry.
        for key in entry.keys.iter().map(|text| key(text)).filter(|key| !key.is_empty()) {
            let before = keys.insert(key.clone(), entry);
            if let Some(other) = before {
                return Err(TransferError::SameKey { one: other.who.clone(), other: entry.who.clone(), key });
            }
        }
    }
    Ok(keys)
}

/// Returns the keys of an entry without a row. An entry without keys is unmatched, too.
fn unmatched<'a>(
    entry: &'a GradeEntry,
    lines: &'a BTreeMap<&str, usize>,
) -> impl Iterator<Item = Unmatched> + use<'a> {
    let keys = entry.keys.iter().map(|text| key(text)).filter(|key| !lines.contains_key(key.as_str()));
    let none = entry.keys.is_empty().then(String::new);
    keys.chain(none).map(|key| Unmatched { who: entry.who.clone(), key })
}

/// The state of filling a file row by row.
struct Filling<'a, 't> {
    sheet: &'a Sheet<'t>,
    order: &'a TransferSettings,
    mark: Mark,
    keys: &'a BTreeMap<String, &'a GradeEntry>,
    /// The line of each key found.
    lines: BTreeMap<&'a str, usize>,
    edits: Vec<Edit>,
}

impl Filling<'_, '_> {
    /// Handles a student's row, with or without an entry.
    fn student(&mut self, row: &Row<'_>) -> Result<Result<Matched, Other>, TransferError> {
        let key = joined(self.order.matched.iter().map(|&column| row.text(column)));
        let Some((own, &entry)) = self.keys.get_key_value(&key) else {
            self.no_student(row)?;
            return Ok(Err(Other { line: row.line, key }));
        };
        self.sheet.refuse_ragged(row)?;
        if let Some(first) = self.lines.insert(own, row.line) {
            let who = entry.who.clone();
            return Err(TransferError::TwoRows { who, key, first, second: row.line });
        }
        let old = match self.order.target {
            Target::Column(column) => row.text(column).into_owned(),
            Target::New { .. } => String::new(),
        };
        let grade = entry.grade.as_ref().map(|grade| {
            self.order.decimals.map_or_else(|| grade.clone(), |decimals| grade.rounded(decimals))
        });
        let change = self.change(&old, grade.as_ref());
        let cautions = grade.map_or_else(Vec::new, |grade| self.cautions(row, &grade));
        match (&change, &self.order.target) {
            (Change::Written(new), _) => self.put(row, new),
            (Change::Left(_), Target::New { .. }) => self.append(row, ""),
            (Change::Left(_), Target::Column(_)) => {}
        }
        Ok(Ok(Matched { line: row.line, who: entry.who.clone(), key, old, change, cautions }))
    }

    fn change(&self, old: &str, grade: Option<&Decimal>) -> Change {
        let Some(grade) = grade else { return Change::Left(UnchangedReason::NoGrade) };
        let is_canvas = self.sheet.kind() == CourseSystem::Canvas;
        let word = old.trim();
        if is_canvas && word.eq_ignore_ascii_case("EX") {
            Change::Left(UnchangedReason::Excused)
        } else if is_canvas && word == "N/A" {
            Change::Left(UnchangedReason::NotAssigned)
        } else if Decimal::read(old, self.mark).as_ref() == Some(grade) {
            Change::Left(UnchangedReason::Same)
        } else {
            Change::Written(grade.written(self.mark))
        }
    }

    /// Returns the reasons why the course system would silently skip a grade.
    fn cautions(&self, row: &Row<'_>, grade: &Decimal) -> Vec<Caution> {
        let mut cautions = Vec::new();
        if let Some(locked) = &self.order.locked
            && key(&row.text(locked.column)) == key(&locked.value)
        {
            cautions.push(Caution::Locked);
        }
        if let Some(column) = self.order.maximum {
            let said = row.text(column).trim().to_owned();
            match Decimal::read(&said, self.mark) {
                Some(maximum) if *grade > maximum => cautions.push(Caution::AboveMaximum(said)),
                Some(_) => {}
                None => cautions.push(Caution::NoMaximum(said)),
            }
        }
        if self.sheet.kind() == CourseSystem::MoodleWorksheet && grade.is_negative() {
            cautions.push(Caution::Negative);
        }
        cautions
    }

    /// Handles a row without a grade. A new column needs a cell there, too.
    fn no_student(&mut self, row: &Row<'_>) -> Result<(), TransferError> {
        let Target::New { points, .. } = &self.order.target else { return Ok(()) };
        self.sheet.refuse_ragged(row)?;
        if row.about == About::Points {
            self.append(row, &points.written(self.mark));
        } else {
            self.append(row, "");
        }
        Ok(())
    }

    fn put(&mut self, row: &Row<'_>, new: &str) {
        let Target::Column(column) = self.order.target else { return self.append(row, new) };
        let old = &row.cells[column.0];
        let text = quoted(new, self.sheet.separator(), old.is_quoted());
        self.edits.push(Edit { place: old.span(), text });
    }

    /// Appends a cell to a row.
    fn append(&mut self, row: &Row<'_>, text: &str) {
        let separator = self.sheet.separator();
        let end = self.sheet.end(row.record);
        let text = format!("{}{}", char::from(separator.byte()), quoted(text, separator, false));
        self.edits.push(Edit { place: end..end, text });
    }
}

/// Formats a text as a cell, quoted if it was or has to be.
pub(crate) fn quoted(text: &str, separator: Separator, was_quoted: bool) -> String {
    let breaks =
        |character: char| matches!(character, '"' | '\r' | '\n') || character == char::from(separator.byte());
    if was_quoted || text.contains(breaks) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}
