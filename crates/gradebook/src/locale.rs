//! Which decimal mark a file has.

use crate::error::TransferError;
use crate::mark::Mark;
use crate::order::{Order, Target};
use crate::sheet::{About, Sheet};

/// The mark of a file: the one in the column of grades, in the column of maxima and in Canvas's points. If there is
/// none, a comma if other cells have commas and no points. If nothing tells, a point, which Moodle and Canvas read in
/// every language.
///
/// # Errors
/// When grades have both.
pub(crate) fn seen(sheet: &Sheet<'_>, order: &Order) -> Result<Mark, TransferError> {
    let target = match order.target {
        Target::Column(column) => Some(column.0),
        Target::New { .. } => None,
    };
    let maximum = order.maximum.map(|column| column.0);
    let (mut near, mut far) = (Found::default(), Found::default());
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

/// The first line with each mark.
#[derive(Default)]
struct Found {
    point: Option<usize>,
    comma: Option<usize>,
}

impl Found {
    fn take(&mut self, text: &str, line: usize) {
        match Mark::seen(text) {
            Some(Mark::Point) => self.point = self.point.or(Some(line)),
            Some(Mark::Comma) => self.comma = self.comma.or(Some(line)),
            None => {}
        }
    }
}
