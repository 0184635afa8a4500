//! A student's data is deleted.

mod backups;
mod deletion_report;
mod deletion_words;
mod reach;

use std::collections::BTreeSet;
use std::path::PathBuf;

use class::{
    Access, Erasure, Event, Facts, Hash, Moment, Person, Record, Standing, Student, Submission, forget,
    standing,
};
use explain::Error;
use game::visible;

use self::backups::earlier_backups;
pub use self::backups::{EarlierBackup, InBackup};
pub use self::deletion_report::DeletionReport;
pub use self::reach::{MissingRun, ReachedRun};
use self::reach::{Reach, Wanted};
use crate::open_class::OpenClass;
use crate::warning::Warning;
use crate::words;

/// Whom a class is to forget.
#[derive(Clone, Copy, Debug)]
pub struct DeletionRequest<'a> {
    /// The student's id.
    pub student: &'a str,
    /// Runs of the class that are where it does not know.
    pub runs: &'a [PathBuf],
}

/// What of a student is deleted, or would be.
#[derive(Debug)]
pub struct Deletion {
    /// Whether nothing was deleted: this is what would be.
    pub dry_run: bool,
    /// What goes from the class.
    pub data: StudentData,
    /// The runs that are reached, each with what it has of the student.
    pub runs: Vec<ReachedRun>,
    /// The runs of the class that are not.
    pub missing: Vec<MissingRun>,
    /// The backups that still have the student's data, or may.
    pub backups: Vec<EarlierBackup>,
    /// How many files of the class's folder were removed.
    pub removed: usize,
    /// What the teacher should know.
    pub warnings: Vec<Warning>,
}

/// What a class has of a student.
#[derive(Debug, Default)]
pub struct StudentData {
    /// The student; `None` if the class has no such student, or no longer.
    pub student: Option<Student>,
    /// What is left of what goes.
    pub forgotten: Option<Erasure>,
    /// Modules of the student that nobody else has handed in.
    pub modules: Vec<Hash>,
    /// Of whom something else is active then, in words.
    pub moved: Vec<String>,
}

/// What [`delete_student`] would delete. Nothing is changed.
///
/// # Errors
/// If nobody has the id, and nobody who was forgotten can have had it; or if a run or the list of backups cannot be read.
pub fn preview_deletion(
    class: &OpenClass,
    facts: &Facts,
    request: &DeletionRequest<'_>,
) -> Result<Deletion, Error> {
    let data = StudentData::of(class, facts, request.student);
    let Reach { runs, missing } = reach(class, facts, &data, request)?;
    let backups = earlier_backups(&class.folder, request.student)?;
    let deletion = Deletion { dry_run: true, data, runs, missing, backups, removed: 0, warnings: Vec::new() };
    if facts.forgotten().is_empty() && !deletion.deletes_any() {
        let message = format!("no student has the id \"{}\"", visible(request.student));
        return Err(Error::input(message).hint("`muster class roster DIR` lists the students"));
    }
    Ok(deletion)
}

/// Deletes what was [previewed](preview_deletion). Can be repeated as it was, where it was interrupted.
///
/// # Errors
/// If a run needs a module to go on, or is in use; or if the class or a run cannot be written.
pub fn delete_student(
    class: &OpenClass,
    request: &DeletionRequest<'_>,
    preview: Deletion,
) -> Result<Deletion, Error> {
    let mut record = Record::open(&class.folder)?;
    // First, so that nobody who is being forgotten hands in meanwhile.
    if let Some(mut access) = Access::open_if_there(&class.folder)? {
        access.forget(&Person::Student { id: request.student.to_owned() })?;
    }
    // Then, so that a deletion that is interrupted can be repeated as it was.
    reach::delete(&preview.runs, request.student)?;
    let (mut data, mut warnings) = (StudentData::default(), Vec::new());
    if preview.data.student.is_some() {
        let recorded = class.write(|facts, _: Moment| {
            data = StudentData::of(class, facts, request.student);
            Ok(data.forgotten.clone().map(Event::Forgotten).into_iter().collect())
        })?;
        warnings = Warning::of(&recorded);
    }
    // What a deletion that was interrupted has left goes, too.
    let removed = record.sweep(&class.folder)?;
    Ok(Deletion { dry_run: false, data, removed, warnings, ..preview })
}

/// The runs that are reached.
fn reach(
    class: &OpenClass,
    facts: &Facts,
    data: &StudentData,
    request: &DeletionRequest<'_>,
) -> Result<Reach, Error> {
    let after = data.forgotten.as_ref().map_or_else(|| facts.clone(), |forgotten| without(facts, forgotten));
    // Those of everybody who was forgotten: an id that is gone names no modules.
    let kept = after.files();
    let stones = after.forgotten().iter().flat_map(|dated| &dated.what.submissions);
    let modules = stones.flat_map(|stone| &stone.files).filter(|hash| !kept.contains(hash)).copied();
    let wanted = Wanted { given: request.runs, id: request.student, modules: &modules.collect() };
    Reach::of(class, facts, &wanted)
}

/// What is known once somebody is forgotten.
fn without(facts: &Facts, forgotten: &Erasure) -> Facts {
    let mut after = facts.clone();
    after.add(facts.last().unwrap_or_else(Moment::now), Event::Forgotten(forgotten.clone()));
    after
}

impl Deletion {
    /// Whether anything is deleted from the class or from a run.
    pub fn deletes_any(&self) -> bool {
        self.data.student.is_some() || self.runs.iter().any(ReachedRun::changes)
    }

    /// The same as JSON.
    pub fn report(&self) -> DeletionReport<'_> {
        DeletionReport::of(self)
    }
}

impl StudentData {
    /// What goes when a student is forgotten; nothing if there is no such student.
    fn of(class: &OpenClass, facts: &Facts, id: &str) -> StudentData {
        let (Some(student), Some(forgotten)) = (facts.student(id), forget(facts, id)) else {
            return StudentData::default();
        };
        let after = without(facts, &forgotten);
        let kept: BTreeSet<Hash> = after.files();
        let numbers = forgotten.submissions.iter().filter_map(|stone| facts.submission(stone.submission));
        let modules: BTreeSet<Hash> = numbers.filter_map(Submission::module).collect();
        StudentData {
            student: Some(student.clone()),
            modules: modules.into_iter().filter(|hash| !kept.contains(hash)).collect(),
            moved: moved(class, facts, &after),
            forgotten: Some(forgotten),
        }
    }
}

/// Whose active version changes: a team's, if the student chose it or had its extension.
fn moved(class: &OpenClass, before: &Facts, after: &Facts) -> Vec<String> {
    let number = |standing: &Standing| standing.active.as_ref().ok().map(|one| one.submission);
    let shown = |number: Option<u32>| number.map_or_else(|| "none".to_owned(), |number| number.to_string());
    let mut moved = Vec::new();
    for contender in after.contenders() {
        let old = before.contenders().into_iter().find(|old| old.who == contender.who);
        let Some(old) = old.map(|old| standing(&class.plan, before, &old)) else { continue };
        let new = standing(&class.plan, after, &contender);
        if number(&old) != number(&new) {
            moved.push(format!(
                "the active version of {} was {} and is {}: {}",
                contender.alias,
                shown(number(&old)),
                shown(number(&new)),
                words::why(class, &new)
            ));
        }
    }
    moved
}
