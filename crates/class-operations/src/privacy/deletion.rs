//! Deleting a student's data.

mod backups;
mod deletion_report;
mod deletion_words;
mod reach;

use std::collections::BTreeSet;
use std::path::PathBuf;

use class_model::{
    Access, Erasure, Event, Facts, Hash, Moment, Outbox, Person, Record, ScoreQueue, SignOn, Standing,
    Student, Submission, forget, standing,
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

/// The student to forget.
#[derive(Clone, Copy, Debug)]
pub struct DeletionRequest<'a> {
    /// The student's id.
    pub student: &'a str,
    /// Further runs of the class, at paths that the class does not know.
    pub runs: &'a [PathBuf],
}

/// The student's data that is deleted, or would be.
#[derive(Debug)]
pub struct Deletion {
    /// `true` if nothing was deleted and the rest is a preview.
    pub dry_run: bool,
    /// The data deleted from the class.
    pub data: StudentData,
    /// The runs found, each with the student's data in it.
    pub runs: Vec<ReachedRun>,
    /// The runs of the class that were not found.
    pub missing: Vec<MissingRun>,
    /// The backups that contain the student's data, or may.
    pub backups: Vec<EarlierBackup>,
    /// Number of files removed from the class's folder.
    pub removed: usize,
    /// Warnings for the teacher.
    pub warnings: Vec<Warning>,
}

/// A student's data in a class.
#[derive(Debug, Default)]
pub struct StudentData {
    /// The student; `None` if the class has no such student, or has forgotten them.
    pub student: Option<Student>,
    /// The record that remains of the deleted data.
    pub forgotten: Option<Erasure>,
    /// The student's modules that no other student has handed in.
    pub modules: Vec<Hash>,
    /// Changes of the active versions of teams, in words.
    pub moved: Vec<String>,
}

/// Returns what [`delete_student`] would delete, and changes nothing.
///
/// # Errors
/// If neither the class nor a run has data of the student and no student was ever forgotten, or a run or the list of
/// backups cannot be read.
pub fn preview_deletion(
    class: &OpenClass,
    facts: &Facts,
    request: &DeletionRequest<'_>,
) -> Result<Deletion, Error> {
    let data = StudentData::collect(class, facts, request.student);
    let Reach { runs, missing } = reach(class, facts, &data, request)?;
    let backups = earlier_backups(&class.folder, request.student)?;
    let deletion = Deletion { dry_run: true, data, runs, missing, backups, removed: 0, warnings: Vec::new() };
    if facts.forgotten().is_empty() && !deletion.deletes_any() {
        let message = format!("no student has the id \"{}\"", visible(request.student));
        return Err(Error::input(message).hint("`muster class roster DIR` lists the students"));
    }
    Ok(deletion)
}

/// Deletes the [previewed](preview_deletion) data. An interrupted deletion can be repeated.
///
/// # Errors
/// If a run still needs a module or is in use, or the class or a run cannot be written.
pub fn delete_student(
    class: &OpenClass,
    request: &DeletionRequest<'_>,
    preview: Deletion,
) -> Result<Deletion, Error> {
    let mut record = Record::open(&class.folder)?;
    // Revoked first, so that the student cannot hand in anything during the deletion.
    if let Some(mut access) = Access::open_if_there(&class.folder)? {
        access.forget(&Person::Student { id: request.student.to_owned() })?;
    }
    if let Some(mut sign_on) = SignOn::open_if_there(&class.folder)? {
        sign_on.forget(request.student)?;
    }
    // Runs come before the record, so that an interrupted deletion can be repeated.
    reach::delete(&preview.runs, request.student)?;
    let (mut data, mut warnings) = (StudentData::default(), Vec::new());
    if preview.data.student.is_some() {
        let recorded = class.write(|facts, _: Moment| {
            data = StudentData::collect(class, facts, request.student);
            Ok(data.forgotten.clone().map(Event::Forgotten).into_iter().collect())
        })?;
        warnings = Warning::from_recorded(&recorded);
    }
    // The service queues messages to the student until the record no longer has them.
    if let Some(mut outbox) = Outbox::open_if_there(&class.folder)? {
        outbox.forget(request.student)?;
    }
    if let Some(mut scores) = ScoreQueue::open_if_there(&class.folder)? {
        scores.forget(request.student)?;
    }
    // Also removes files that an interrupted deletion left behind.
    let removed = record.sweep(&class.folder)?;
    Ok(Deletion { dry_run: false, data, removed, warnings, ..preview })
}

/// Finds the runs that may contain the student's data.
fn reach(
    class: &OpenClass,
    facts: &Facts,
    data: &StudentData,
    request: &DeletionRequest<'_>,
) -> Result<Reach, Error> {
    let after = data.forgotten.as_ref().map_or_else(|| facts.clone(), |forgotten| without(facts, forgotten));
    // The modules of all forgotten students, since an id that is already gone names no modules.
    let kept = after.files();
    let stones = after.forgotten().iter().flat_map(|dated| &dated.what.submissions);
    let modules = stones.flat_map(|stone| &stone.files).filter(|hash| !kept.contains(hash)).copied();
    let wanted = Wanted { given: request.runs, id: request.student, modules: &modules.collect() };
    Reach::search(class, facts, &wanted)
}

/// Returns the facts after the erasure.
fn without(facts: &Facts, forgotten: &Erasure) -> Facts {
    let mut after = facts.clone();
    after.add(facts.last().unwrap_or_else(Moment::now), Event::Forgotten(forgotten.clone()));
    after
}

impl Deletion {
    /// Returns `true` if anything is deleted from the class or from a run.
    pub fn deletes_any(&self) -> bool {
        self.data.student.is_some() || self.runs.iter().any(ReachedRun::changes)
    }
}

impl StudentData {
    /// Returns the data to delete for a student; empty if there is no such student.
    fn collect(class: &OpenClass, facts: &Facts, id: &str) -> StudentData {
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

/// Returns the contenders whose active version changes: teams for which the student chose the version or had the
/// extension.
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
                "the active version of {} was {} and is now {}: {}",
                contender.alias,
                shown(number(&old)),
                shown(number(&new)),
                words::why(class, &new)
            ));
        }
    }
    moved
}
