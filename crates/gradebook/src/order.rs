//! What is to be done with a file.

use crate::decimal::{Decimal, Mark};
use crate::error::TransferError;
use crate::kind::{CHANGEABLE, Kind, MAXIMUM};
use crate::sheet::{About, Column, Sheet, title};

/// Where grades go.
#[derive(Clone, Debug)]
pub enum Target {
    /// Into a column of the file.
    Column(Column),
    /// Into a new column at the end of Canvas's gradebook, of which Canvas makes a new assignment.
    New {
        /// The assignment's title.
        title: String,
        /// The points that are possible.
        points: Decimal,
    },
}

/// Which rows are locked.
#[derive(Clone, Debug)]
pub struct Locked {
    /// The column that tells.
    pub column: Column,
    /// What it says of a row that is locked.
    pub value: String,
}

/// What is to be done with a file.
#[derive(Clone, Debug)]
pub struct Order {
    /// Where grades go.
    pub target: Target,
    /// The columns whose cells are, one after another with a space between them, an entry's key.
    pub matched: Vec<Column>,
    /// The column with the most that a grade may be.
    pub maximum: Option<Column>,
    /// Which rows are locked.
    pub locked: Option<Locked>,
    /// The decimal mark; `None` for the file's own.
    pub mark: Option<Mark>,
    /// Digits behind the decimal mark at most; `None` for all that a grade has.
    pub decimals: Option<usize>,
}

impl Order {
    /// Grades into a column. The columns of maxima and locks are those of the names that Moodle has for them in English.
    pub fn new(sheet: &Sheet<'_>, target: Target, matched: Vec<Column>) -> Order {
        let maximum = MAXIMUM.iter().find_map(|name| sheet.column(name).ok());
        let changeable = sheet.column(CHANGEABLE).ok();
        let locked = changeable.map(|column| Locked { column, value: "No".to_owned() });
        Order { target, matched, maximum, locked, mark: None, decimals: None }
    }

    /// Refuses a target that has no grades, or cannot be made.
    ///
    /// # Errors
    /// So.
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
                if sheet.kind() != Kind::Canvas {
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

    /// The decimal mark: the given one, or that of the file, which is the one in the column of grades, in the column of
    /// maxima and in Canvas's points. If there is none, a comma if other cells have commas and no points. If nothing tells,
    /// a point, which Moodle and Canvas read in every language.
    ///
    /// # Errors
    /// When no mark was given, and grades have both.
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

/// The first line with each mark.
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
