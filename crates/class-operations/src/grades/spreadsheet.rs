//! Origins of grades, as a spreadsheet.

use course_files::cell;
use explain::{Error, Kind};

use super::{GradeOrigin, PlayedVersion};
use crate::judging::badges;
use crate::open_class::OpenClass;

/// Columns that identify the student.
const WHO: [&str; 5] = ["id", "name", "alias", "team", "section"];
/// Columns between those and the requirements.
const COLUMNS: [&str; 12] = [
    "grade",
    "formula",
    "how",
    "note",
    "submission",
    "module",
    "received",
    "active",
    "deadline",
    "late_days",
    "extended_until",
    "extension_reason",
];

/// Returns the spreadsheet as CSV, one line per student.
pub(super) fn text(class: &OpenClass, formula: &str, entries: &[&GradeOrigin<'_>]) -> Result<String, Error> {
    let mut csv = cell::csv_in_memory();
    let failed = |error: csv::Error| Error::wrap(Kind::Host, &error);
    csv.write_record(head(class)).map_err(failed)?;
    for one in entries {
        let common = cells(class, formula, one);
        for who in who(one) {
            csv.write_record(who.iter().chain(&common)).map_err(failed)?;
        }
    }
    let bytes = csv.into_inner().map_err(|error| Error::wrap(Kind::Host, &error))?;
    String::from_utf8(bytes).map_err(|error| Error::wrap(Kind::Host, &error))
}

fn head(class: &OpenClass) -> Vec<String> {
    let requirements = class.plan.requirements.iter().map(|requirement| cell::text(&requirement.name));
    WHO.iter().chain(&COLUMNS).map(|&name| name.to_owned()).chain(requirements).collect()
}

/// Returns the students of an entry; one line without a student for an entrant that is not in the class.
fn who(one: &GradeOrigin<'_>) -> Vec<[String; WHO.len()]> {
    let line = |id: &str, name: &str, team: Option<&str>, section: Option<&str>| {
        [id, name, one.alias, team.unwrap_or(""), section.unwrap_or("")].map(cell::text)
    };
    let members = one.contender.as_ref().map_or(&[][..], |contender| &contender.members);
    if members.is_empty() {
        return vec![line("", "", None, None)];
    }
    let of_student = |member: &&class_model::Student| {
        line(&member.id, &member.name, member.team.as_deref(), member.section.as_deref())
    };
    members.iter().map(of_student).collect()
}

/// Returns the cells that all students of a team share.
fn cells(class: &OpenClass, formula: &str, one: &GradeOrigin<'_>) -> Vec<String> {
    let grade = one.grade.and_then(|grade| grade.grade).map(|grade| grade.to_string());
    let how = one.grade.map_or("", |grade| &grade.how);
    let [formula, how, notes] = [formula, how, &one.notes().join("; ")].map(cell::text);
    let mut cells = vec![cell::number(&grade.unwrap_or_default()), formula, how, notes];
    let Ok(PlayedVersion { entered, module, badges }) = &one.played else {
        cells.resize(COLUMNS.len() + class.plan.requirements.len(), String::new());
        return cells;
    };
    let extension = entered.extension;
    cells.extend([
        entered.number.to_string(),
        module.to_string(),
        class.shown(entered.submission.received),
        if entered.is_active { "yes" } else { "no" }.to_owned(),
        class.shown(entered.deadline.due()),
        one.late_days(),
        extension.map(|extension| class.shown(extension.until)).unwrap_or_default(),
        extension.map(|extension| cell::text(&extension.reason)).unwrap_or_default(),
    ]);
    cells.extend(badges.iter().map(badges::cell));
    cells
}
