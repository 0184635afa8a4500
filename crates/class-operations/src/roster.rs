//! The roster of a class: importing it from a file, and listing it.

mod course_members;
mod participation;
mod teams;

use std::collections::BTreeMap;

use class_model::roster::{Changes, Columns, RosterProblem, changes};
use class_model::{Facts, Hash, Student};
use course_files::gradebook::Sheet;
use explain::{Error, Kind};
use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::course_members::{CourseMember, course_roster, users};
pub(crate) use self::participation::refuse_withdrawn;
pub use self::participation::{Participation, Withdraw, reinstate, withdraw};
use self::teams::codes_after;
pub use self::teams::{
    FormTeam, JoinPreview, JoinTeam, LeaveTeam, MoveToTeam, TeamMember, TeamReport, form_team, join_team,
    leave_team, move_to_team, preview_join, renew_code, team_of,
};
use crate::open_class::OpenClass;
use crate::warning::Warning;

/// Maximum number of problems that an error lists.
const NAMED: usize = 100;

/// A CSV file of a class's students, with headings.
#[derive(Clone, Copy, Debug)]
pub struct RosterFile<'a> {
    /// The name used in messages.
    pub name: &'a str,
    /// The contents.
    pub bytes: &'a [u8],
    /// The columns that are not found by their default headings.
    pub columns: &'a Columns,
}

/// The changes of an import.
#[derive(Debug)]
pub struct RosterImport {
    /// `true` if nothing was changed and the rest is a preview.
    pub dry_run: bool,
    /// The changes.
    pub changes: Changes,
    /// Warnings for the teacher.
    pub warnings: Vec<Warning>,
}

/// The changes of an import.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RosterImportReport<'a> {
    /// `true` if nothing was changed and the report is a preview.
    dry_run: bool,
    /// Number of new students.
    new: usize,
    /// Number of students whose details change.
    changed: usize,
    /// Number of students without changes.
    unchanged: usize,
    /// The ids of new and changed students, in the order of the file.
    enrolled: Vec<&'a str>,
    /// The ids of students who are in the class but not in the file. They stay.
    absent: &'a [String],
}

impl Shape for RosterImportReport<'_> {
    const NAME: &'static str = "class-roster-import";
    const VERSION: u32 = 1;
}

/// The roster of a class.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RosterReport<'a> {
    /// The students.
    students: Vec<&'a Student>,
}

impl Shape for RosterReport<'_> {
    const NAME: &'static str = "class-roster";
    const VERSION: u32 = 1;
}

/// Imports students from a file. Students who are not in the file stay.
///
/// # Errors
/// If the file has problems, or the class's record cannot be written.
pub fn import_roster(class: &OpenClass, file: &RosterFile<'_>) -> Result<RosterImport, Error> {
    import(class, file, |_| Ok(()))
}

/// Imports students from a file, if the changes are those of the preview with this hash.
///
/// # Errors
/// If the changes now differ from the preview; or as [`import_roster`].
pub fn import_previewed_roster(
    class: &OpenClass,
    file: &RosterFile<'_>,
    preview: &Hash,
) -> Result<RosterImport, Error> {
    import(class, file, |changes| {
        if hash_of(changes) == *preview {
            return Ok(());
        }
        let message = "the class has changed since the preview; nothing was imported";
        Err(Error::new(Kind::Conflict, message).hint("review the changes again"))
    })
}

fn import(
    class: &OpenClass,
    file: &RosterFile<'_>,
    check: impl FnOnce(&Changes) -> Result<(), Error>,
) -> Result<RosterImport, Error> {
    let sheet = file.sheet()?;
    let mut imported = Changes::default();
    let recorded = class.write(|facts, _| {
        imported = file.changes(class, facts, &sheet)?;
        check(&imported)?;
        let codes = codes_after(facts, &imported.enrolled)?;
        Ok(imported.clone().events().into_iter().chain(codes).collect())
    })?;
    Ok(RosterImport { dry_run: false, changes: imported, warnings: Warning::from_recorded(&recorded) })
}

fn hash_of(Changes { enrolled, new, unchanged, absent }: &Changes) -> Hash {
    // Texts and numbers always serialise to JSON.
    Hash::digest(&serde_json::to_vec(&(enrolled, new, unchanged, absent)).unwrap_or_default())
}

/// Returns the changes that [`import_roster`] would make.
///
/// # Errors
/// If the file has problems, or the class's record cannot be read.
pub fn preview_roster(class: &OpenClass, file: &RosterFile<'_>) -> Result<RosterImport, Error> {
    let changes = file.changes(class, &class.facts()?, &file.sheet()?)?;
    Ok(RosterImport { dry_run: true, changes, warnings: Vec::new() })
}

impl RosterFile<'_> {
    fn sheet(&self) -> Result<Sheet<'_>, Error> {
        Sheet::read(self.bytes).map_err(|error| Error::input(format!("{}: {error}", self.name)))
    }

    fn changes(&self, class: &OpenClass, facts: &Facts, sheet: &Sheet) -> Result<Changes, Error> {
        changes(&class.plan, facts, sheet, self.columns).map_err(|problems| self.refuse(&problems))
    }

    fn refuse(&self, problems: &[RosterProblem]) -> Error {
        // Groups equal problems of several lines.
        let mut lines: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for RosterProblem { line, message } in problems {
            lines.entry(message).or_default().push(*line);
        }
        let (name, count) = (self.name, lines.len());
        let mut lines: Vec<(&str, Vec<usize>)> = lines.into_iter().collect();
        lines.sort_by_key(|(_, lines)| lines[0]);
        let plural = if count == 1 { "" } else { "s" };
        let head = format!("{name} has {count} problem{plural}; nothing was changed:");
        Error::input(lines.iter().take(NAMED).fold(head, |message, (problem, lines)| {
            format!("{message}\n  {}: {}", lines_words(lines), visible(problem))
        }))
    }
}

/// Formats line numbers: `lines 2, 3, 4 and 117 more`.
fn lines_words(lines: &[usize]) -> String {
    let named: Vec<String> = lines.iter().take(3).map(ToString::to_string).collect();
    match lines.len() {
        1 => format!("line {}", named[0]),
        more @ 4.. => format!("lines {} and {} more", named.join(", "), more - named.len()),
        _ => format!("lines {}", named.join(", ")),
    }
}

impl RosterImport {
    /// Summarises the changes: `3 new, 1 changed, 26 unchanged`.
    pub fn words(&self) -> String {
        let Changes { new, unchanged, .. } = &self.changes;
        format!("{new} new, {} changed, {unchanged} unchanged", self.changed())
    }

    /// Returns a hash of the changes, for [`import_previewed_roster`].
    pub fn hash(&self) -> Hash {
        hash_of(&self.changes)
    }

    /// Returns the number of students whose details change.
    pub fn changed(&self) -> usize {
        self.changes.enrolled.len() - self.changes.new
    }

    /// Returns the import as JSON.
    pub fn report(&self) -> RosterImportReport<'_> {
        let Changes { enrolled, new, unchanged, absent } = &self.changes;
        RosterImportReport {
            dry_run: self.dry_run,
            new: *new,
            changed: self.changed(),
            unchanged: *unchanged,
            enrolled: enrolled.iter().map(|student| student.id.as_str()).collect(),
            absent,
        }
    }
}

impl<'a> RosterReport<'a> {
    /// Lists the students of a class.
    pub fn new(students: &[&'a Student]) -> RosterReport<'a> {
        RosterReport { students: students.to_vec() }
    }
}
