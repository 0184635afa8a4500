//! Exporting a run's grades to a course system's file, by student.

use std::collections::BTreeSet;

use class_model::{Contender, ContenderId, Facts, RowKeys, row_keys};
use course_files::gradebook::{Decimal, GradeEntry, Mark, Sheet};
use explain::Error;
use game::visible;
use games::GAMES;
use results::EntrantGrade;

use super::graded_run::GradedRun;
use super::transfer::{GradeTransfer, In, KeyedEntries, TransferPlan, entry, transfer};
use crate::named_file::NamedFile;
use crate::open_class::OpenClass;
use crate::runs::find_run_entrant;
use crate::warning::{Warning, listed};

/// Students' grades in a course system's file.
pub struct GradeExport<'a> {
    /// The changes to the file.
    pub transfer: GradeTransfer<'a>,
    /// Warnings for the teacher: entrants of the run that are not in the class and get no grade, and members of the
    /// class that are not in the run.
    pub warnings: Vec<Warning>,
}

/// Finds the rows of students in a file and fills in their grades from a run. `matched` names the column that
/// identifies students; `None` finds it by its heading. `no_show` is the grade of students who take part in the class
/// but are not in the run; `None` leaves them without a grade.
///
/// # Errors
/// If the file is not CSV, has no such column, or no row matches a student, or the grades cannot be written there.
pub fn export_grades<'a>(
    class: &OpenClass,
    facts: &Facts,
    run: &GradedRun,
    file: &'a NamedFile,
    plan: &TransferPlan,
    matched: Option<&str>,
    no_show: Option<&Decimal>,
) -> Result<GradeExport<'a>, Error> {
    let mut warnings = Vec::new();
    let absent = no_shows(class, facts, run)?;
    let transfer = transfer(file, plan, &run.grades, |sheet| {
        let rows = find_rows(In(&file.name), facts, sheet, matched)?;
        let mut keyed = |grade: &EntrantGrade| -> GradeEntry {
            let keys = find_run_entrant(class, facts, run.entrant(grade.id)).map(|contender| {
                // A student who is not in the file is keyed by the id.
                let key = |id: &String| rows.keys.get(id).unwrap_or(id).clone();
                contender.members.iter().map(|member| key(&member.id)).collect()
            });
            entry(
                grade,
                keys.unwrap_or_else(|why| {
                    warnings.push(Warning(format!("\"{}\": {why}", visible(&grade.entrant))));
                    Vec::new()
                }),
            )
        };
        let mut entries: Vec<GradeEntry> = run.grades.iter().map(&mut keyed).collect();
        if let Some(grade) = no_show {
            let key = |id: &String| rows.keys.get(id).unwrap_or(id).clone();
            entries.extend(absent.iter().map(|contender| GradeEntry {
                who: contender.alias.to_owned(),
                keys: active_members(facts, contender).map(key).collect(),
                grade: Some(grade.clone()),
            }));
        }
        Ok(KeyedEntries { entries, columns: vec![rows.column] })
    })?;
    if !absent.is_empty() {
        let aliases = listed(absent.iter().map(|contender| contender.alias));
        warnings.push(Warning(match no_show.map(|grade| grade.written(Mark::Point)) {
            Some(grade) => format!("absent from the run, graded {grade}: {aliases}"),
            None => format!("absent from the run, not graded: {aliases}; --no-show GRADE sets a grade"),
        }));
    }
    Ok(GradeExport { transfer, warnings })
}

/// Returns the active students and teams of the run's sections that are not entrants of the run.
pub(super) fn no_shows<'f>(
    class: &OpenClass,
    facts: &'f Facts,
    run: &GradedRun,
) -> Result<Vec<Contender<'f>>, Error> {
    let sections = run.run.plan(GAMES)?.class.map(|class| class.sections).unwrap_or_default();
    let entered: BTreeSet<ContenderId> = run
        .run
        .entrants
        .iter()
        .filter_map(|entrant| find_run_entrant(class, facts, Some(entrant)).ok())
        .map(|contender| contender.who)
        .collect();
    let is_of_run = |contender: &Contender<'_>| {
        sections.is_empty()
            || contender.section.is_some_and(|section| sections.iter().any(|named| named == section))
    };
    let mut contenders = facts.contenders();
    contenders.retain(|contender| {
        is_of_run(contender) && !entered.contains(&contender.who) && facts.inactive_since(contender).is_none()
    });
    Ok(contenders)
}

/// Returns the ids of the members who take part.
pub(super) fn active_members<'a>(
    facts: &'a Facts,
    contender: &'a Contender<'_>,
) -> impl Iterator<Item = &'a String> {
    contender.members.iter().map(|member| &member.id).filter(|id| facts.withdrawal(id).is_none())
}

/// Finds the column that identifies students.
pub(crate) fn find_rows(
    problem: In<'_>,
    facts: &Facts,
    sheet: &Sheet<'_>,
    matched: Option<&str>,
) -> Result<RowKeys, Error> {
    let column = matched.map(|name| sheet.column(name).map_err(|error| problem.no_column(sheet, &error)));
    row_keys(facts, sheet, column.transpose()?).ok_or_else(|| match matched {
        Some(name) => {
            problem.says(&format!("\"{}\" contains no student's id, address or name", visible(name)))
        }
        None => problem
            .says("no column contains students' ids or addresses")
            .hint("name a column with --match, or import the roster again with addresses"),
    })
}
