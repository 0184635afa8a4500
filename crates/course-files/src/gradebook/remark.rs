//! Remarks on a whole file for importing it.

use std::fmt;

use plaintext::Separator;

use crate::gradebook::brief::brief;
use crate::gradebook::course_system::{CourseSystem, GRADE, IDENTIFIER, MODIFIED, SCALE, is_canvas_total};
use crate::gradebook::decimal::{Decimal, Mark};
use crate::gradebook::sheet::{About, Sheet};
use crate::gradebook::transfer_settings::{Target, TransferSettings};
use crate::gradebook::{Change, Matched, UnchangedReason};

/// A remark on a whole file for importing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Moodle refuses a worksheet without this column.
    Needed(&'static str),
    /// Moodle takes no grades from this column of a worksheet.
    NotTaken(String),
    /// Grades of this assignment are words.
    Scale,
    /// The file's separator has to be chosen in Moodle.
    Choose(Separator),
    /// Rows are matched by numbers that differ between assignments.
    PerAssignment,
    /// Canvas computes this column itself.
    Computed(String),
    /// Canvas creates a new assignment.
    NewAssignment {
        /// The title.
        title: String,
        /// The possible points.
        points: String,
    },
    /// Canvas accepts grades above the possible points and counts them as more than 100 %.
    AbovePoints {
        /// The possible points.
        points: String,
        /// Number of grades above them.
        rows: usize,
    },
    /// The grades that the import skips cannot be predicted.
    Unknown,
}

impl fmt::Display for Remark {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::Needed(heading) => {
                write!(out, "Moodle refuses a worksheet without the column \"{heading}\"")
            }
            Remark::NotTaken(heading) => write!(
                out,
                "Moodle imports the grades of a worksheet only from the column \"{GRADE}\", not from \"{}\"",
                brief(heading)
            ),
            Remark::Scale => {
                write!(out, "the assignment is graded with a scale: Moodle silently skips all numbers")
            }
            Remark::Choose(separator) => {
                write!(out, "when you import it, choose the separator \"{}\" in Moodle", separator.name())
            }
            Remark::PerAssignment => write!(
                out,
                "a participant has a different \"{IDENTIFIER}\" in each assignment: use the file only for this \
                 assignment"
            ),
            Remark::Computed(heading) => {
                write!(
                    out,
                    "Canvas computes \"{}\" itself and silently skips imported values",
                    brief(heading)
                )
            }
            Remark::NewAssignment { title, points } => write!(
                out,
                "the import creates a new assignment in Canvas: \"{}\", out of {points} points",
                brief(title)
            ),
            Remark::AbovePoints { points, rows } => {
                let verb = if *rows == 1 { "grade is" } else { "grades are" };
                write!(
                    out,
                    "{rows} {verb} above the {points} possible points: Canvas accepts this and counts more than 100 %"
                )
            }
            Remark::Unknown => write!(
                out,
                "no known heading was found: grades that the import would silently skip are reported only for named \
                 columns"
            ),
        }
    }
}

/// Returns the remarks on a file for valid settings.
pub(crate) fn remarks(
    sheet: &Sheet<'_>,
    order: &TransferSettings,
    mark: Mark,
    rows: &[Matched],
) -> Vec<Remark> {
    match sheet.kind() {
        CourseSystem::MoodleWorksheet => worksheet(sheet, order),
        CourseSystem::MoodleGradebook => separator(sheet).into_iter().collect(),
        CourseSystem::Canvas => {
            let above = above_points(sheet, order, mark, rows);
            canvas(sheet, order, mark).into_iter().chain(above).collect()
        }
        CourseSystem::Other if order.maximum.is_none() && order.locked.is_none() => vec![Remark::Unknown],
        CourseSystem::Other => Vec::new(),
    }
}

fn worksheet(sheet: &Sheet<'_>, order: &TransferSettings) -> Vec<Remark> {
    let has = |name: &str| sheet.headings().iter().any(|heading| heading == name);
    let mut remarks = Vec::new();
    remarks.extend([GRADE, MODIFIED].into_iter().filter(|name| !has(name)).map(Remark::Needed));
    if let Target::Column(column) = order.target
        && sheet.heading(column) != GRADE
    {
        remarks.push(Remark::NotTaken(sheet.heading(column).to_owned()));
    }
    if has(SCALE) {
        remarks.push(Remark::Scale);
    }
    remarks.extend(separator(sheet));
    if order.matched.iter().any(|&column| sheet.heading(column) == IDENTIFIER) {
        remarks.push(Remark::PerAssignment);
    }
    remarks
}

fn separator(sheet: &Sheet<'_>) -> Option<Remark> {
    (sheet.separator() != Separator::Comma).then(|| Remark::Choose(sheet.separator()))
}

/// Returns a remark on the number of Canvas's grades above the possible points, if there are any.
fn above_points(sheet: &Sheet<'_>, order: &TransferSettings, mark: Mark, rows: &[Matched]) -> Option<Remark> {
    let points = match &order.target {
        Target::New { points, .. } => points.clone(),
        Target::Column(column) => {
            let mut points = sheet.rows().take(3).filter(|row| row.about == About::Points);
            points.find_map(|row| Decimal::read(&row.text(*column), mark))?
        }
    };
    let grade = |row: &Matched| match &row.change {
        Change::Written(new) => Decimal::read(new, mark),
        Change::Left(UnchangedReason::Same) => Decimal::read(&row.old, mark),
        Change::Left(UnchangedReason::NoGrade | UnchangedReason::Excused | UnchangedReason::NotAssigned) => {
            None
        }
    };
    let above = rows.iter().filter_map(grade).filter(|grade| *grade > points).count();
    (above > 0).then(|| Remark::AbovePoints { points: points.written(mark), rows: above })
}

fn canvas(sheet: &Sheet<'_>, order: &TransferSettings, mark: Mark) -> Vec<Remark> {
    match &order.target {
        Target::New { title, points } => {
            let new = Remark::NewAssignment { title: title.clone(), points: points.written(mark) };
            let computed = is_canvas_total(title).then(|| Remark::Computed(title.clone()));
            [new].into_iter().chain(computed).collect()
        }
        Target::Column(column) => {
            let heading = sheet.heading(*column);
            let mut points = sheet.rows().take(3).filter(|row| row.about == About::Points);
            let is_computed =
                is_canvas_total(heading) || points.any(|row| row.text(*column).contains("read only"));
            is_computed.then(|| Remark::Computed(heading.to_owned())).into_iter().collect()
        }
    }
}
