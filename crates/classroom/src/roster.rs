//! Who is in a class: imported from a file, listed.

use std::collections::BTreeMap;

use class::roster::{Changes, Columns, RosterProblem, changes};
use class::{Facts, Hash, Student};
use explain::{Error, Kind};
use game::visible;
use gradebook::Sheet;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;
use crate::warning::Warning;

/// Problems of a file that an error names.
const NAMED: usize = 100;

/// A file with the students of a class: CSV with headings.
#[derive(Clone, Copy, Debug)]
pub struct RosterFile<'a> {
    /// What messages call it.
    pub name: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
    /// The columns that are not found by their names.
    pub columns: &'a Columns,
}

/// What importing a file changes.
#[derive(Debug)]
pub struct RosterImport {
    /// Whether nothing was changed: this is what would be.
    pub dry_run: bool,
    /// The changes.
    pub changes: Changes,
    /// What the teacher should know.
    pub warnings: Vec<Warning>,
}

/// What importing a file changes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RosterImportReport<'a> {
    /// Whether nothing was changed: this is what would be.
    dry_run: bool,
    /// How many students are new.
    new: usize,
    /// How many students are described otherwise than before.
    changed: usize,
    /// How many students stay as they are.
    unchanged: usize,
    /// The ids of those who are new or described otherwise, in the order of the file.
    enrolled: Vec<&'a str>,
    /// The ids of those who are in the class and not in the file. They stay.
    absent: &'a [String],
}

impl Shape for RosterImportReport<'_> {
    const NAME: &'static str = "class-roster-import";
    const VERSION: u32 = 1;
}

/// Who is in a class.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RosterReport<'a> {
    /// The students.
    students: Vec<ListedStudent<'a>>,
}

impl Shape for RosterReport<'_> {
    const NAME: &'static str = "class-roster";
    const VERSION: u32 = 1;
}

/// A student.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ListedStudent<'a> {
    /// Who it is, in the teacher's own lists. Nothing else distinguishes students.
    id: &'a str,
    /// The name, for people. Two students may have the same.
    name: &'a str,
    /// The address, if it is known.
    email: Option<&'a str>,
    /// What runs and reports call the student.
    alias: &'a str,
    /// The section, if there are sections.
    section: Option<&'a str>,
    /// The team, if the student hands in with others.
    team: Option<&'a str>,
}

/// Imports students from a file. Those who are not in it stay.
///
/// # Errors
/// If the file has problems; or if the class's record cannot be written.
pub fn import_roster(class: &OpenClass, file: &RosterFile<'_>) -> Result<RosterImport, Error> {
    import(class, file, |_| Ok(()))
}

/// Imports students from a file, if that changes what a preview of this hash has shown.
///
/// # Errors
/// If it changes anything else by now; or as [`import_roster`].
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
        Err(Error::new(Kind::Conflict, message).hint("look at the changes again"))
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
        Ok(imported.clone().events())
    })?;
    Ok(RosterImport { dry_run: false, changes: imported, warnings: Warning::of(&recorded) })
}

fn hash_of(Changes { enrolled, new, unchanged, absent }: &Changes) -> Hash {
    // Texts and numbers always have their JSON.
    Hash::of(&serde_json::to_vec(&(enrolled, new, unchanged, absent)).unwrap_or_default())
}

/// What [`import_roster`] would change.
///
/// # Errors
/// If the file has problems; or if the class's record cannot be read.
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
        // The same problem in many lines is one.
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

/// Lines in words: `lines 2, 3, 4 and 117 more`.
fn lines_words(lines: &[usize]) -> String {
    let named: Vec<String> = lines.iter().take(3).map(ToString::to_string).collect();
    match lines.len() {
        1 => format!("line {}", named[0]),
        more @ 4.. => format!("lines {} and {} more", named.join(", "), more - named.len()),
        _ => format!("lines {}", named.join(", ")),
    }
}

impl RosterImport {
    /// How many students it is about: `3 new, 1 changed, 26 unchanged`.
    pub fn words(&self) -> String {
        let Changes { new, unchanged, .. } = &self.changes;
        format!("{new} new, {} changed, {unchanged} unchanged", self.changed())
    }

    /// A hash over what it changes, by which [`import_previewed_roster`] knows it again.
    pub fn hash(&self) -> Hash {
        hash_of(&self.changes)
    }

    /// How many students are described otherwise than before.
    pub fn changed(&self) -> usize {
        self.changes.enrolled.len() - self.changes.new
    }

    /// The same as JSON.
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
    /// Who is in a class.
    pub fn of(students: &[&'a Student]) -> RosterReport<'a> {
        RosterReport { students: students.iter().map(|&student| ListedStudent::from(student)).collect() }
    }
}

impl<'a> From<&'a Student> for ListedStudent<'a> {
    fn from(student: &'a Student) -> ListedStudent<'a> {
        let Student { id, name, email, alias, section, team } = student;
        ListedStudent {
            id,
            name,
            email: email.as_deref(),
            alias,
            section: section.as_deref(),
            team: team.as_deref(),
        }
    }
}
