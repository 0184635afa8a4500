//! Cross-references between a run and the class whose versions play in it. The run's private part names the class and
//! the students; the class's record has the run's location and results.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use class_model::{ClassFolder, CompletedRun, Event, Facts, Hash, InRun, RunPlace, failing};
use explain::{Error, Kind};
use game::{Seat, visible_name, visible_path};
use ledger::{LedgerError, Root, RunFolder};
use run_folder::RecordedRun;

use super::run_folder::run_identity;
use super::students;
use crate::open_class::OpenClass;
use crate::warning::Warning;
use crate::words;

/// Records the class and the students in the run's private part, and the run's location in the class's record. A failed
/// write is only a warning, since the run does not need it.
pub(super) fn note_beginning(class: &Path, folder: &RunFolder, run: &RecordedRun) -> Vec<Warning> {
    let students = |why: Error| {
        let run = visible_path(folder.root());
        Warning(format!("{run} does not record which students play in it: {}", why.what))
    };
    let place = |why: Error| {
        let class = visible_path(class);
        Warning(format!("the record of the class in {class} does not record where this run is: {}", why.what))
    };
    // The class's text may have changed while the run was played.
    let (open, warning) = match OpenClass::in_force(class) {
        Ok(opened) => opened,
        Err(error) => {
            let why = Error::from(error);
            return vec![students(why.clone()), place(why)];
        }
    };
    let mut warnings: Vec<Warning> = warning.into_iter().collect();
    let noted = name_class(class, folder).and_then(|()| students::note(&open, &open.facts()?, folder, run));
    warnings.extend(noted.err().map(students));
    match note_place(&open, folder, run) {
        Ok(more) => warnings.extend(more),
        Err(failed) => warnings.push(place(failed)),
    }
    warnings
}

/// Records the results of a complete run in the class's record, and returns warnings about entrants that failed too
/// often. A failed write is only a warning, since the run is unaffected.
pub(crate) fn note_completion(class: &Path, run: &RecordedRun, root: &Root) -> Vec<Warning> {
    let noted = (|| {
        let (open, warning) = OpenClass::in_force(class)?;
        Ok(warning.into_iter().chain(note_completion_in(&open, run, root)?).collect())
    })();
    noted.unwrap_or_else(|failed: Error| {
        let class = visible_path(class);
        vec![Warning(format!("the record of the class in {class} lacks this run: {}", failed.what))]
    })
}

/// Records a ruling on a run in the record of the class that the run names. Does nothing for a run without a class. A
/// failed write is only a warning, since the ruling is already made.
pub fn note_ruling(folder: &RunFolder, run: &RecordedRun, ruling: usize) -> Vec<Warning> {
    let Ok(class) = fs::read_to_string(class_file(folder)) else { return Vec::new() };
    let class = PathBuf::from(class.trim_end());
    let noted = (|| {
        let (open, warning) = OpenClass::in_force(&class)?;
        note_ruling_in(&open, run, ruling)?;
        Ok(warning.into_iter().collect())
    })();
    noted.unwrap_or_else(|failed: Error| {
        let class = visible_path(&class);
        vec![Warning(format!("the history of the class in {class} lacks this ruling: {}", failed.what))]
    })
}

/// Records a ruling on a run in the record of an open class.
pub(super) fn note_ruling_in(class: &OpenClass, run: &RecordedRun, ruling: usize) -> Result<(), Error> {
    let run = run_identity(run)?;
    class.write(|_, _| Ok(vec![Event::Ruled { run, ruling }])).map(drop)
}

/// Records the results of a complete run in the record of an open class, and returns warnings about entrants that
/// failed too often.
pub(super) fn note_completion_in(
    class: &OpenClass,
    run: &RecordedRun,
    root: &Root,
) -> Result<Vec<Warning>, Error> {
    let completed = completed(&class.facts()?, run, root)?;
    let recorded = class.write(|facts, _| {
        let is_known = facts.track_record().run(&completed.run) == Some(&completed);
        Ok(if is_known { Vec::new() } else { vec![Event::RunCompleted(completed.clone())] })
    })?;
    let behind = Warning::from_recorded(&recorded);
    Ok(behind.into_iter().chain(failing_entrants(class, &recorded.facts, run)).collect())
}

/// Records the run's location in the class's record, so that deleting a student also reaches the run. Skips the
/// ladder's cycles, which are in the class's folder.
fn note_place(class: &OpenClass, folder: &RunFolder, run: &RecordedRun) -> Result<Vec<Warning>, Error> {
    let failed = |path: &Path, error: &io::Error| {
        Error::new(Kind::Host, format!("cannot find {}: {error}", visible_path(path)))
    };
    let [at, class_at] = [folder.root(), class.folder.root()]
        .map(|path| fs::canonicalize(path).map_err(|error| failed(path, &error)));
    let at = at?;
    if at.starts_with(ClassFolder::at(class_at?).ladder()) {
        return Ok(Vec::new());
    }
    let Some(folder) = class.folder.place_of(&at) else { return Ok(Vec::new()) };
    let place = RunPlace { run: run_identity(run)?, folder };
    let is_known =
        |facts: &Facts| facts.places().any(|(run, folder)| *run == place.run && folder == place.folder);
    if is_known(&class.facts()?) {
        return Ok(Vec::new());
    }
    let recorded = class.write(|_, _| Ok(vec![Event::RunBegan(place.clone())]))?;
    Ok(Warning::from_recorded(&recorded))
}

/// Writes the path of the class's folder to the run's private part.
fn name_class(class: &Path, folder: &RunFolder) -> Result<(), Error> {
    let path = class_file(folder);
    let failed = |error| Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&path)));
    let class = fs::canonicalize(class).map_err(failed)?;
    let Some(class) = class.to_str() else { return Ok(()) };
    if fs::read_to_string(&path).is_ok_and(|known| known.trim_end() == class) {
        return Ok(());
    }
    files::replace_private(&path, |file| writeln!(file, "{class}")).map_err(failed)
}

/// Returns the path of the file that names the class's folder.
pub(super) fn class_file(run: &RunFolder) -> PathBuf {
    run.private().join("class.txt")
}

/// Returns the results of a run for the modules that were handed in to the class.
fn completed(facts: &Facts, run: &RecordedRun, root: &Root) -> Result<CompletedRun, Error> {
    let is_of_class = |hash: &Hash| facts.submissions_with(*hash).next().is_some();
    let modules: Vec<Option<Hash>> = run.entrants.iter().map(|row| row.module.filter(is_of_class)).collect();
    let mut results: BTreeMap<Hash, (u64, u64)> = BTreeMap::new();
    run.ledger
        .for_each_match(None, |stored| {
            let row = stored.row;
            let forfeits = row.reason.forfeits();
            for seat in Seat::BOTH {
                let Some(Some(module)) = modules.get(row.entrants[seat].index()) else { continue };
                let (matches, failed) = results.entry(*module).or_default();
                *matches += 1;
                *failed += u64::from(forfeits.contains(seat));
            }
            Ok::<(), LedgerError>(())
        })
        .map_err(|error| Error::wrap(Kind::Refused, &error))?;
    let results =
        results.into_iter().map(|(module, (matches, failed))| InRun { module, matches, failed }).collect();
    let (identity, engine) = (run_identity(run)?, run.header.fingerprint.clone());
    Ok(CompletedRun { run: identity, root: root.hash(), engine, results })
}

/// Returns warnings about the entrants of a run that have failed too often for the class.
fn failing_entrants(class: &OpenClass, facts: &Facts, run: &RecordedRun) -> Vec<Warning> {
    let warning = |row: &ledger::EntrantRow| {
        let (failures, pause) = failing(&class.plan, facts, &row.module?)?;
        let failures = words::failing_words(class, &failures, pause);
        Some(Warning(format!("\"{}\" {failures}", visible_name(&row.name))))
    };
    run.entrants.iter().filter_map(warning).collect()
}
