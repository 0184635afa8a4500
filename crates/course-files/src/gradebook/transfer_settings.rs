//! The settings for writing grades into a file.

use crate::gradebook::course_system::{CHANGEABLE, CourseSystem, MAXIMUM};
use crate::gradebook::decimal::{Decimal, Mark};
use crate::gradebook::error::TransferError;
use crate::gradebook::sheet::{About, Column, Sheet, title};

/// The target column of grades.
#[derive(Clone, Debug)]
pub enum Target {
    /// A column of the file.
    Column(Column),
    /// A new column at the end of Canvas's gradebook, which Canvas turns into a new assignment.
    New {
        /// The assignment's title.
        title: String,
        /// The possible points.
        points: Decimal,
    },
}

/// The marking of locked rows.
#[derive(Clone, Debug)]
pub struct Locked {
    /// The column.
    pub column: Column,
    /// The value of a locked row.
    pub value: String,
}

/// The settings for writing grades into a file.
#[derive(Clone, Debug)]
pub struct TransferSettings {
    /// The target column.
    pub target: Target,
    /// The columns whose cells, joined with spaces, form an entry's key.
    pub matched: Vec<Column>,
    /// The column with the maximum grade.
    pub maximum: Option<Column>,
    /// The marking of locked rows.
    pub locked: Option<Locked>,
    /// The decimal mark; `None` for that of the file.
    pub mark: Option<Mark>,
    /// Maximum number of decimals; `None` for no limit.
    pub decimals: Option<usize>,
}

impl TransferSettings {
    /// Returns settings with Moodle's English columns for the maximum and for locks, if the file has them.
    pub fn new(sheet: &Sheet<'_>, target: Target, matched: Vec<Column>) -> TransferSettings {
        let maximum = MAXIMUM.iter().find_map(|name| sheet.column(name).ok());
        let changeable = sheet.column(CHANGEABLE).ok();
        let locked = changeable.map(|column| Locked { column, value: "No".to_owned() });
        TransferSettings { target, matched, maximum, locked, mark: None, decimals: None }
    }

    /// Refuses a target that has no grades or cannot be created.
    ///
    /// # Errors
    /// If the target has no grades or cannot be created.
    pub(crate) fn check(&self, sheet: &Sheet<'_>) -> Result<(), TransferError> {
        match &self.target {
            Target::Column(column) => {
                let heading = sheet.heading(*column);
                let locks = self.locked.as_ref().map(|locked| locked.column);
                let is_read =
                    self.matched.contains(column) || self.maximum == Some(*column) || locks == Some(*column);
                if is_read || sheet.kind().has_no_grades(heading) {
                    return Err(TransferError::NotGrades { heading: heading.to_owned() });
                }
            }
            Target::New { title: new, .. } => {
                if sheet.kind() != CourseSystem::Canvas {
                    return Err(TransferError::NewElsewhere { kind: sheet.kind().name() });
                }
                let is_new =
                    |heading: &String| heading == new || title(heading).is_some_and(|title| title == new);
                if sheet.headings().iter().any(is_new) {
                    return Err(TransferError::NewExists { title: new.clone() });
                }
            }
        }
        Ok(())
    }

    /// Returns the given decimal mark, or that of the file. The column of grades, the column of maxima and Canvas's
    /// points decide. If they have no mark, a comma is used if other cells have commas and no points. Otherwise it is a
    /// point, which Moodle and Canvas read in every language.
    ///
    /// # Errors
    /// If no mark is given and the grades use both.
    pub(crate) fn mark_in(&self, sheet: &Sheet<'_>) -> Result<Mark, TransferError> {
        if let Some(mark) = self.mark {
            return Ok(mark);
        }
        let target = match self.target {
            Target::Column(column) => Some(column.0),
            Target::New { .. } => None,
        };
        let maximum = self.maximum.map(|column| column.0);
        let (mut near, mut far) = (MarkLines::default(), MarkLines::default());
        for row in sheet.rows() {
            for (index, cell) in row.cells.iter().enumerate() {
                let index = Some(index);
                let is_near = index == target || index == maximum || row.about == About::Points;
                let found = if is_near { &mut near } else { &mut far };
                found.take(&cell.text(), row.line);
            }
        }
        match (near.point, near.comma, far.point, far.comma) {
            (Some(point), Some(comma), ..) => Err(TransferError::MixedMarks { point, comma }),
            (None, Some(_), ..) | (None, None, None, Some(_)) => Ok(Mark::Comma),
            _ => Ok(Mark::Point),
        }
    }
}

/// The first line with each decimal mark.
#[derive(Default)]
struct MarkLines {
    point: Option<usize>,
    comma: Option<usize>,
}

impl MarkLines {
    fn take(&mut self, text: &str, line: usize) {
        match Mark::seen(text) {
            Some(Mark::Point) => self.point = self.point.or(Some(line)),
            Some(Mark::Comma) => self.comma = self.comma.or(Some(line)),
            None => {}
        }
    }
}
