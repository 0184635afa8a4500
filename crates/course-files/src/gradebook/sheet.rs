//! A course system's file with headings and rows.

use std::borrow::Cow;

use plaintext::{Cell, Records, Separator, Text, line_count};

use crate::gradebook::course_system::CourseSystem;
use crate::gradebook::error::{ColumnError, SheetError, TransferError};
use crate::gradebook::{LONGEST, key};

/// A column of a sheet, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column(pub(crate) usize);

/// A file of a course system.
#[derive(Clone, Debug)]
pub struct Sheet<'t> {
    file: Text<'t>,
    records: Records,
    headings: Vec<String>,
    kind: CourseSystem,
}

/// A row of a sheet.
#[derive(Clone, Debug)]
pub struct Row<'t> {
    pub(crate) record: usize,
    /// The row's first line, from 1.
    pub line: usize,
    pub(crate) cells: Vec<Cell<'t>>,
    pub(crate) about: About,
}

/// The subject of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// A student.
    Student,
    /// The possible points of each assignment, in Canvas.
    Points,
    /// Canvas's grade posting policy, its test student, or an empty row.
    Nothing,
}

impl<'t> Sheet<'t> {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file is not CSV, too large, or empty.
    pub fn read(bytes: &'t [u8]) -> Result<Sheet<'t>, SheetError> {
        if bytes.len() > LONGEST {
            return Err(SheetError::TooLong);
        }
        let file = plaintext::decode(bytes)?;
        refuse_nul(&file.text)?;
        let records = Records::read(&file.text)?;
        if records.is_empty() {
            return Err(SheetError::Empty);
        }
        let headings: Vec<String> = records.cells(&file.text, 0).map(|cell| key(&cell.text())).collect();
        let kind = CourseSystem::detect(&headings);
        Ok(Sheet { file, records, headings, kind })
    }

    /// Returns the file's origin.
    pub fn kind(&self) -> CourseSystem {
        self.kind
    }

    /// Returns the cell separator.
    pub fn separator(&self) -> Separator {
        self.records.separator()
    }

    /// Returns the headings.
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Returns the heading of a column.
    pub fn heading(&self, column: Column) -> &str {
        &self.headings[column.0]
    }

    /// Finds a column by name. An assignment of Canvas, whose heading is `Title (1234)`, is also found by its title.
    ///
    /// # Errors
    /// If there is no such column, or more than one.
    pub fn column(&self, name: &str) -> Result<Column, ColumnError> {
        let name = key(name);
        let is_named = |heading: &str| heading == name;
        let is_titled = |heading: &str| self.kind == CourseSystem::Canvas && title(heading) == Some(&name);
        match self.found(is_named).as_slice() {
            [] => {}
            &[only] => return Ok(only),
            &[first, second, ..] => return Err(twice(name, first, second)),
        }
        match self.found(is_titled).as_slice() {
            [] => Err(ColumnError::Missing { name }),
            &[only] => Ok(only),
            &[first, second, ..] => Err(twice(name, first, second)),
        }
    }

    fn found(&self, is_meant: impl Fn(&str) -> bool) -> Vec<Column> {
        self.columns().filter(|&column| is_meant(self.heading(column))).collect()
    }

    /// Returns all columns.
    pub fn columns(&self) -> impl Iterator<Item = Column> + use<> {
        (0..self.headings.len()).map(Column)
    }

    /// Returns the rows of students.
    pub fn students(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows().filter(|row| row.about == About::Student)
    }

    /// Returns all rows below the headings.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        (1..self.records.len()).map(|record| self.row(record))
    }

    /// Returns a row; record 0 is the headings.
    pub(crate) fn row(&self, record: usize) -> Row<'_> {
        let cells: Vec<Cell<'_>> = self.records.cells(&self.file.text, record).collect();
        let about = if self.is_test_student(&cells) { About::Nothing } else { about(self.kind, &cells) };
        Row { record, line: self.records.line(record), cells, about }
    }

    /// Returns `true` if a row is Canvas's test student, with which a teacher tries out a course. It has no number
    /// outside of Canvas.
    ///
    /// # Source
    /// Canvas, `app/models/course.rb`, `find_or_create_student_view_student`: "Test Student", whose login is a hash;
    /// `lib/gradebook_exporter.rb`, `enrollments_for_csv`: the last row.
    fn is_test_student(&self, cells: &[Cell<'_>]) -> bool {
        let text = |index: usize| cells.get(index).map(|cell| key(&cell.text())).unwrap_or_default();
        let of =
            |heading: &str| self.headings.iter().position(|one| one == heading).map(text).unwrap_or_default();
        let is_hash = |login: &str| login.len() == 40 && login.bytes().all(|byte| byte.is_ascii_hexdigit());
        let login = of("SIS Login ID");
        self.kind == CourseSystem::Canvas
            && (text(0) == "Student, Test" || text(0) == "Student" && text(1) == "Test")
            && of("SIS User ID").is_empty()
            && (login.is_empty() || is_hash(&login))
    }

    /// Refuses a row with another number of cells than there are headings, since its cells cannot be assigned to
    /// columns.
    pub(crate) fn refuse_ragged(&self, row: &Row<'_>) -> Result<(), TransferError> {
        let (cells, headings) = (row.cells.len(), self.headings.len());
        if cells == headings {
            return Ok(());
        }
        Err(TransferError::Ragged { line: row.line, cells, headings })
    }

    /// Returns the end of a record in the text.
    pub(crate) fn end(&self, record: usize) -> usize {
        self.records.span(record).end
    }

    pub(crate) fn text(&self) -> &str {
        &self.file.text
    }

    /// Encodes a text like the original file.
    pub(crate) fn encode(&self, text: &str) -> Vec<u8> {
        self.file.encoding.encode(text)
    }
}

impl<'t> Row<'t> {
    /// Returns the text of a column's cell; empty if the row is too short.
    pub fn text(&self, column: Column) -> Cow<'t, str> {
        self.cells.get(column.0).map_or(Cow::Borrowed(""), Cell::text)
    }
}

fn twice(name: String, first: Column, second: Column) -> ColumnError {
    ColumnError::Twice { name, first: first.0 + 1, second: second.0 + 1 }
}

/// Returns the title in the heading of a Canvas assignment, which ends with a number: `Title (1234)`.
pub(crate) fn title(heading: &str) -> Option<&str> {
    let (title, number) = heading.strip_suffix(')')?.rsplit_once(" (")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(title)
}

/// Returns the subject of a row. Canvas's rows about assignments are recognised by their contents.
fn about(kind: CourseSystem, cells: &[Cell<'_>]) -> About {
    let says_nothing = |cell: &Cell<'_>| cell.text().trim().is_empty();
    if cells.iter().all(says_nothing) {
        return About::Nothing;
    }
    if kind != CourseSystem::Canvas {
        return About::Student;
    }
    if cells.first().is_some_and(|cell| cell.text().contains("Points Possible")) {
        return About::Points;
    }
    let is_posting = |cell: &Cell<'_>| {
        let text = cell.text();
        let text = text.trim();
        text.is_empty() || text.eq_ignore_ascii_case("muted") || text.starts_with("Manual Posting")
    };
    if cells.iter().all(is_posting) { About::Nothing } else { About::Student }
}

/// Refuses NUL bytes, since programs interpret them differently.
fn refuse_nul(text: &str) -> Result<(), SheetError> {
    let Some(at) = memchr::memchr(0, text.as_bytes()) else { return Ok(()) };
    let before = &text.as_bytes()[..at];
    let column = before.iter().rev().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count() + 1;
    Err(SheetError::Nul { line: 1 + line_count(before), column })
}
