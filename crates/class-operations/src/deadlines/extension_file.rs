//! More time for many students, from a file: each line is checked, and all are applied together or none.

use std::collections::BTreeMap;

use class_model::roster::students_of;
use class_model::{Event, Extension, Facts, Hash, Moment, standing};
use course_files::gradebook::{Column, Sheet};
use explain::{Error, Kind};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::extension::{check, check_reason};
use crate::open_class::{OpenClass, find_contender, now};
use crate::utc::Utc;
use crate::warning::Warning;

/// Headings of the columns, in order of preference.
const UNTIL: &[&str] = &["until", "Until", "deadline", "Deadline"];
const HOURS: &[&str] = &["hours", "Hours"];
const REASON: &[&str] = &["reason", "Reason"];
/// Maximum number of hours: a leap year.
const MOST_HOURS: f64 = 8784.0;
const HOUR: f64 = 3_600_000.0;

/// A CSV file with extensions. Columns are found by heading: the student's id or address, `until` or `hours`, `reason`.
#[derive(Clone, Copy, Debug)]
pub struct ExtensionFile<'a> {
    /// The name used in messages.
    pub name: &'a str,
    /// The contents.
    pub bytes: &'a [u8],
    /// `true` to allow deadlines earlier than current extensions.
    pub may_shorten: bool,
}

/// The extensions of a file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExtensionsReport {
    /// `true` if nothing was changed and the report is a preview.
    pub dry_run: bool,
    /// The lines with a deadline or hours, in order.
    pub lines: Vec<ExtensionLine>,
    /// Number of lines without either, which change nothing.
    pub empty: usize,
    #[serde(skip)]
    events: Vec<Extension>,
    /// Warnings for the teacher.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

/// A line of a file with extensions.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExtensionLine {
    /// The number of the line, from 1.
    pub line: usize,
    /// The student's id; null if no student was found.
    pub student: Option<String>,
    /// The student's name; null if no student was found.
    pub name: Option<String>,
    /// The deadline before, without late days, in UTC; null if no student was found.
    pub previous_deadline: Option<Utc>,
    /// The deadline after, without late days, in UTC; null if the line has a problem.
    pub deadline: Option<Utc>,
    /// The effect.
    pub effect: ExtensionEffect,
    /// The problem, or a remark on the deadline; null if there is none.
    pub note: Option<String>,
}

/// The effect of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExtensionEffect {
    /// A later deadline.
    Extends,
    /// An earlier deadline than that of the current extension.
    Shortens,
    /// The deadline that the student has already.
    Unchanged,
    /// None, because of a problem.
    Problem,
}

impl Shape for ExtensionsReport {
    const NAME: &'static str = "class-extensions";
    const VERSION: u32 = 1;
}

impl ExtensionsReport {
    /// Returns the number of lines with an effect.
    pub fn count(&self, effect: ExtensionEffect) -> usize {
        self.lines.iter().filter(|line| line.effect == effect).count()
    }

    /// Returns a hash of the changes, for [`extend_by_file`].
    pub fn hash(&self) -> Hash {
        // Texts and numbers always serialise to JSON.
        Hash::digest(&serde_json::to_vec(&self.events).unwrap_or_default())
    }
}

/// Returns the effects that [`extend_by_file`] would have.
///
/// # Errors
/// If the file is not CSV, lacks a column, or the class's record cannot be read.
pub fn preview_extensions(class: &OpenClass, file: &ExtensionFile<'_>) -> Result<ExtensionsReport, Error> {
    let facts = class.facts()?;
    file.report(class, &facts, now(&facts))
}

/// Moves the deadlines of all students in a file; with the hash of a preview, only if the changes are still the same.
///
/// # Errors
/// If any line has a problem, the changes differ from the preview, or as [`preview_extensions`]. Nothing is changed then.
pub fn extend_by_file(
    class: &OpenClass,
    file: &ExtensionFile<'_>,
    preview: Option<&Hash>,
) -> Result<ExtensionsReport, Error> {
    let mut applied = None;
    let recorded = class.write(|facts, at| {
        let report = file.report(class, facts, at)?;
        let problems = report.lines.iter().filter(|line| line.effect == ExtensionEffect::Problem);
        let problems: Vec<String> = problems
            .map(|line| format!("\n  line {}: {}", line.line, line.note.as_deref().unwrap_or_default()))
            .collect();
        if !problems.is_empty() {
            let (name, count) = (file.name, problems.len());
            let plural = if count == 1 { "" } else { "s" };
            let what =
                format!("{name} has {count} problem{plural}; nothing was changed:{}", problems.concat());
            return Err(Error::input(what));
        }
        if preview.is_some_and(|preview| *preview != report.hash()) {
            let message = "the class has changed since the preview; nothing was changed";
            return Err(Error::new(Kind::Conflict, message).hint("review the changes again"));
        }
        let events = report.events.iter().cloned().map(Event::Extended).collect();
        applied = Some(report);
        Ok(events)
    })?;
    let warnings = Warning::from_recorded(&recorded);
    let report = applied.map_or_else(|| file.report(class, &recorded.facts, recorded.at), Ok)?;
    Ok(ExtensionsReport { dry_run: false, warnings, ..report })
}

/// The columns of a file.
struct Columns {
    until: Option<Column>,
    hours: Option<Column>,
    reason: Option<Column>,
}

/// A line's student with the new deadline and the reason; the reason may be empty.
struct Request<'a> {
    student: &'a str,
    until: Moment,
    reason: String,
}

impl ExtensionFile<'_> {
    fn report(&self, class: &OpenClass, facts: &Facts, at: Moment) -> Result<ExtensionsReport, Error> {
        let sheet =
            Sheet::read(self.bytes).map_err(|error| Error::input(format!("{}: {error}", self.name)))?;
        let find = |names: &[&str]| names.iter().find_map(|name| sheet.column(name).ok());
        let columns = Columns { until: find(UNTIL), hours: find(HOURS), reason: find(REASON) };
        if columns.until.is_none() && columns.hours.is_none() {
            return Err(Error::input(format!("{} has neither a column until nor a column hours", self.name))
                .hint("`until` is a new deadline, `hours` the time after the regular one"));
        }
        let rows = students_of(facts, &sheet)
            .map_err(|message| Error::input(format!("{}: {message}", self.name)))?;
        let mut report = ExtensionsReport {
            dry_run: true,
            lines: Vec::new(),
            empty: 0,
            events: Vec::new(),
            warnings: Vec::new(),
        };
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        let mut after = facts.clone();
        for (row, student) in rows {
            let text = |column: Option<Column>| {
                column.map(|column| row.text(column).trim().to_owned()).filter(|text| !text.is_empty())
            };
            let (until, hours) = (text(columns.until), text(columns.hours));
            if until.is_none() && hours.is_none() {
                report.empty += 1;
                continue;
            }
            let mut line = ExtensionLine {
                line: row.line,
                student: student.as_ref().ok().map(|student| student.id.clone()),
                name: student.as_ref().ok().map(|student| student.name.clone()),
                previous_deadline: None,
                deadline: None,
                effect: ExtensionEffect::Problem,
                note: None,
            };
            let student = match student {
                Ok(student) if let Some(before) = seen.insert(&student.id, row.line) => {
                    Err(format!("{} is also in line {before}", student.id))
                }
                student => student,
            };
            let outcome = student.and_then(|student| {
                let contender = find_contender(&after, &student.id).map_err(|error| words(&error))?;
                let own = standing(&class.plan, &after, &contender).deadline;
                line.previous_deadline = Some(Utc(own.due()));
                let until = new_deadline(class, own.regular, until.as_deref(), hours.as_deref())?;
                let reason = text(columns.reason).unwrap_or_default();
                check_reason(&reason).map_err(|error| words(&error))?;
                check(class, &own, until, self.may_shorten).map_err(|error| words(&error))?;
                Ok((Request { student: &student.id, until, reason }, own.due()))
            });
            match outcome {
                Err(problem) => line.note = Some(problem),
                Ok((Request { student, until, reason }, before)) => {
                    line.deadline = Some(Utc(until));
                    line.note = (until < at).then(|| "this deadline has already passed".to_owned());
                    line.effect = match until.cmp(&before) {
                        std::cmp::Ordering::Equal => ExtensionEffect::Unchanged,
                        std::cmp::Ordering::Greater => ExtensionEffect::Extends,
                        std::cmp::Ordering::Less => ExtensionEffect::Shortens,
                    };
                    if line.effect != ExtensionEffect::Unchanged {
                        let extension = Extension { student: student.to_owned(), until, reason };
                        after.add(at, Event::Extended(extension.clone()));
                        report.events.push(extension);
                    }
                }
            }
            report.lines.push(line);
        }
        if report.lines.is_empty() {
            return Err(Error::input(format!("no line of {} has a deadline or hours", self.name)));
        }
        Ok(report)
    }
}

/// Returns the deadline of a line: as written, or as hours after the regular one.
fn new_deadline(
    class: &OpenClass,
    regular: Moment,
    until: Option<&str>,
    hours: Option<&str>,
) -> Result<Moment, String> {
    match (until, hours) {
        (Some(_), Some(_)) => Err("this line has both a deadline and hours".to_owned()),
        (Some(until), None) => class.deadline(until).map_err(|error| words(&error)),
        (None, hours) => {
            let hours = hours.unwrap_or_default();
            let number = hours.replacen(',', ".", 1).parse::<f64>().ok();
            let number = number.filter(|number| (0.0..=MOST_HOURS).contains(number));
            let number =
                number.ok_or_else(|| format!("\"{hours}\" is not a number of hours up to {MOST_HOURS}"))?;
            Ok(regular.after((number * HOUR) as i64))
        }
    }
}

/// Returns an error with its hints in one line. The option of a command is named for both the command and the page.
fn words(error: &Error) -> String {
    let hints =
        error.hints.iter().filter(|hint| !hint.contains("--shorten") && !hint.contains("muster class "));
    [error.what.clone()].iter().chain(hints).cloned().collect::<Vec<_>>().join("; ")
}
