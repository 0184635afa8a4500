//! A run's grades into a course system's own file, by student.

use class::{Facts, RowKeys, row_keys};
use explain::Error;
use game::visible;
use gradebook::{Entry, Sheet};
use report::EntrantGrade;

use crate::graded_run::GradedRun;
use crate::open_class::OpenClass;
use crate::run_entrants::find_run_entrant;
use crate::transfer::{GradeTransfer, In, KeyedEntries, SheetFile, TransferPlan, entry, transfer};
use crate::warning::Warning;

/// The grades of students in a course system's file.
pub struct GradeExport<'a> {
    /// What becomes of the file.
    pub transfer: GradeTransfer<'a>,
    /// What the teacher should know: which entrants of the run are nobody in the class, and get no grade.
    pub warnings: Vec<Warning>,
}

/// Finds the rows of students in a file, and puts the grades there that they have in a run. `matched` is the column that
/// tells who a student is, if it is not found by its heading.
///
/// # Errors
/// If the file is not CSV, has no such column, or no row is a student's; or if the grades cannot go there.
pub fn export_grades<'a>(
    class: &OpenClass,
    facts: &Facts,
    run: &GradedRun,
    file: SheetFile<'a>,
    plan: &TransferPlan,
    matched: Option<&str>,
) -> Result<GradeExport<'a>, Error> {
    let mut warnings = Vec::new();
    let transfer = transfer(file, plan, &run.grades, |sheet| {
        let rows = find_rows(In(file.name), facts, sheet, matched)?;
        let mut keyed = |grade: &EntrantGrade| -> Entry {
            let keys = find_run_entrant(class, facts, run.entrant(grade.id)).map(|contender| {
                // Who is not in the file is named by the id.
                let key = |id: &String| rows.keys.get(id).unwrap_or(id).clone();
                contender.members.iter().map(|member| key(&member.id)).collect()
            });
            entry(
                grade,
                keys.unwrap_or_else(|why| {
                    warnings.push(Warning::UnknownEntrant { name: grade.entrant.clone(), why });
                    Vec::new()
                }),
            )
        };
        Ok(KeyedEntries { entries: run.grades.iter().map(&mut keyed).collect(), columns: vec![rows.column] })
    })?;
    Ok(GradeExport { transfer, warnings })
}

/// The column that tells who a student is.
pub(crate) fn find_rows(
    problem: In<'_>,
    facts: &Facts,
    sheet: &Sheet<'_>,
    matched: Option<&str>,
) -> Result<RowKeys, Error> {
    let column = matched.map(|name| sheet.column(name).map_err(|error| problem.no_column(sheet, &error)));
    row_keys(facts, sheet, column.transpose()?).ok_or_else(|| match matched {
        Some(name) => problem.says(&format!("\"{}\" has no id, address or name of a student", visible(name))),
        None => problem
            .says("no column has the ids or addresses of students")
            .hint("name a column with --match, or take the roster again with addresses"),
    })
}
