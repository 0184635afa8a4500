//! Remarks on a whole file for importing it.

use plaintext::Separator;

use crate::gradebook::brief::brief;
use crate::gradebook::course_system::{CourseSystem, GRADE, IDENTIFIER, MODIFIED, SCALE, is_canvas_total};
use crate::gradebook::decimal::{Decimal, Mark};
use crate::gradebook::sheet::{About, Sheet};
use crate::gradebook::transfer_settings::{Target, TransferSettings};
use crate::gradebook::{Change, Matched, UnchangedReason};

/// Returns the remarks on a file for valid settings, a sentence each.
pub(crate) fn remarks(
    sheet: &Sheet<'_>,
    order: &TransferSettings,
    mark: Mark,
    rows: &[Matched],
) -> Vec<String> {
    match sheet.kind() {
        CourseSystem::MoodleWorksheet => worksheet(sheet, order),
        CourseSystem::MoodleGradebook => separator(sheet).into_iter().collect(),
        CourseSystem::Canvas => {
            let above = above_points(sheet, order, mark, rows);
            canvas(sheet, order, mark).into_iter().chain(above).collect()
        }
        CourseSystem::Other if order.maximum.is_none() && order.locked.is_none() => {
            // The grades that the import skips cannot be predicted.
            let unknown = "no known heading was found: grades that the import would silently skip are reported only for \
                           named columns";
            vec![unknown.to_owned()]
        }
        CourseSystem::Other => Vec::new(),
    }
}

fn worksheet(sheet: &Sheet<'_>, order: &TransferSettings) -> Vec<String> {
    let has = |name: &str| sheet.headings().iter().any(|heading| heading == name);
    let mut remarks = Vec::new();
    let needed = |name| format!("Moodle refuses a worksheet without the column \"{name}\"");
    remarks.extend([GRADE, MODIFIED].into_iter().filter(|name| !has(name)).map(needed));
    if let Target::Column(column) = order.target
        && sheet.heading(column) != GRADE
    {
        let other = brief(sheet.heading(column));
        remarks.push(format!(
            "Moodle imports the grades of a worksheet only from the column \"{GRADE}\", not from \"{other}\""
        ));
    }
    if has(SCALE) {
        let scale = "the assignment is graded with a scale: Moodle silently skips all numbers";
        remarks.push(scale.to_owned());
    }
    remarks.extend(separator(sheet));
    if order.matched.iter().any(|&column| sheet.heading(column) == IDENTIFIER) {
        remarks.push(format!(
            "a participant has a different \"{IDENTIFIER}\" in each assignment: use the file only for this assignment"
        ));
    }
    remarks
}

fn separator(sheet: &Sheet<'_>) -> Option<String> {
    let separator = sheet.separator();
    (separator != Separator::Comma)
        .then(|| format!("when you import it, choose the separator \"{}\" in Moodle", separator.name()))
}

/// Returns a remark on the number of Canvas's grades above the possible points, if there are any.
fn above_points(sheet: &Sheet<'_>, order: &TransferSettings, mark: Mark, rows: &[Matched]) -> Option<String> {
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
    let (verb, points) = (if above == 1 { "grade is" } else { "grades are" }, points.written(mark));
    (above > 0).then(|| {
        format!("{above} {verb} above the {points} possible points: Canvas accepts this and counts more than 100 %")
    })
}

fn canvas(sheet: &Sheet<'_>, order: &TransferSettings, mark: Mark) -> Vec<String> {
    let computed =
        |heading| format!("Canvas computes \"{}\" itself and silently skips imported values", brief(heading));
    match &order.target {
        Target::New { title, points } => {
            let (title_shown, points) = (brief(title), points.written(mark));
            let new = format!(
                "the import creates a new assignment in Canvas: \"{title_shown}\", out of {points} points"
            );
            [new].into_iter().chain(is_canvas_total(title).then(|| computed(title))).collect()
        }
        Target::Column(column) => {
            let heading = sheet.heading(*column);
            let mut points = sheet.rows().take(3).filter(|row| row.about == About::Points);
            let is_computed =
                is_canvas_total(heading) || points.any(|row| row.text(*column).contains("read only"));
            is_computed.then(|| computed(heading)).into_iter().collect()
        }
    }
}
