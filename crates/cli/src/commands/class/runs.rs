//! Runs in which versions of a class play: the run's private part names class and students, the class's record has what
//! came of the run.

mod students;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use class::{ClassFolder, CompletedRun, Event, Facts, Failures, Hash, InRun, Reader, RunPlace, failing};
use classroom::OpenClass;
use explain::{Error, Kind};
use game::{Seat, visible_path};
use games::GAMES;
use ledger::{LedgerError, RunFolder, RunKind};
use run::RecordedRun;

pub(super) use self::students::{forget as forget_student, lines_of_student};
use super::opening::{self, open_in_force, write};
use crate::exit::Done;
use crate::terminal::text::shortened;

/// Bytes of a path.
const LONGEST_PATH: u64 = 1 << 16;

/// A run and the class whose versions play in it.
pub(crate) struct ClassRun<'a> {
    /// The class's folder.
    class: PathBuf,
    run: &'a RunFolder,
}

impl<'a> ClassRun<'a> {
    pub(crate) fn new(class: PathBuf, run: &'a RunFolder) -> ClassRun<'a> {
        ClassRun { class, run }
    }

    /// Writes down in the run's private part which class and which students it is of. What cannot be written is told: the
    /// run does not need it.
    pub(crate) fn begun(&self) {
        let noted = self.opened().and_then(|opened| {
            self.name_class()?;
            students::note(&opened, &opened.facts()?, self.run)
        });
        if let Err(failed) = noted {
            let run = visible_path(self.run.root());
            tracing::warn!("{run} does not say which students play in it: {}", failed.what);
        }
        if let Err(failed) = self.opened().and_then(|opened| self.note_place(&opened)) {
            let class = visible_path(&self.class);
            tracing::warn!(
                "the record of the class in {class} does not say where this run is: {}",
                failed.what
            );
        }
    }

    /// Writes down in the class's record what came of the run, which is complete, and says who failed too often. What
    /// cannot be written is told: the run is what it is.
    pub(crate) fn completed(&self) {
        let noted = self.opened().and_then(|opened| {
            let run = open(self.run)?;
            let completed = completed(&opened.facts()?, &run)?;
            let recorded = write(&opened, |facts, _| {
                let is_known = facts.shown().run(&completed.run) == Some(&completed);
                Ok(if is_known { Vec::new() } else { vec![Event::RunCompleted(completed.clone())] })
            })?;
            tell_failing(&opened, &recorded.facts, &run);
            Ok(())
        });
        if let Err(failed) = noted {
            let class = visible_path(&self.class);
            tracing::warn!("the record of the class in {class} does not have this run: {}", failed.what);
        }
    }

    /// The class, whose text may have been changed while the run was played.
    fn opened(&self) -> Result<OpenClass, Error> {
        open_in_force(&self.class)
    }

    /// Writes down in the class's record where the run is, by which whoever is forgotten can be forgotten there, too. The
    /// ladder's cycles are where the class is.
    fn note_place(&self, opened: &OpenClass) -> Done {
        let failed = |path: &Path, error: &io::Error| {
            Error::new(Kind::Host, format!("cannot find {}: {error}", visible_path(path)))
        };
        let [run, class] = [self.run.root(), opened.folder.root()]
            .map(|path| fs::canonicalize(path).map_err(|error| failed(path, &error)));
        let run = run?;
        if run.starts_with(ClassFolder::at(class?).ladder()) {
            return Ok(());
        }
        let Some(folder) = run.to_str() else { return Ok(()) };
        let place = RunPlace { run: identity(&open(self.run)?)?, folder: folder.to_owned() };
        let is_known =
            |facts: &Facts| facts.places().any(|(run, folder)| *run == place.run && folder == place.folder);
        if is_known(&opened.facts()?) {
            return Ok(());
        }
        write(opened, |_, _| Ok(vec![Event::RunBegan(place.clone())]))?;
        Ok(())
    }

    /// Names the class's folder in the run's private part.
    fn name_class(&self) -> Done {
        let path = named(self.run);
        let failed = |error| Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&path)));
        let class = fs::canonicalize(&self.class).map_err(failed)?;
        let Some(class) = class.to_str() else { return Ok(()) };
        if fs::read_to_string(&path).is_ok_and(|known| known.trim_end() == class) {
            return Ok(());
        }
        files::replace_private(&path, |file| writeln!(file, "{class}")).map_err(failed)
    }
}

/// The file that names the class's folder.
fn named(run: &RunFolder) -> PathBuf {
    run.private().join("class.txt")
}

/// A run, to be read.
pub(super) fn open(folder: &RunFolder) -> Result<RecordedRun, Error> {
    RecordedRun::open_read_only(folder).map_err(|error| folder.explain(&error))
}

fn root(run: &RecordedRun) -> Result<Option<Hash>, Error> {
    let root = run.root(GAMES)?;
    root.map(|root| hash(&root.to_string())).transpose()
}

fn hash(text: &str) -> Result<Hash, Error> {
    text.parse().map_err(|_| Error::new(Kind::Refused, "the run's hashes cannot be read"))
}

/// The identity of a run.
pub(super) fn identity(run: &RecordedRun) -> Result<Hash, Error> {
    let identity = run.ledger.identity().map_err(|error| Error::of(Kind::Refused, &error))?;
    hash(&identity)
}

/// What came of a run for the modules that were handed in to the class.
fn completed(facts: &Facts, run: &RecordedRun) -> Result<CompletedRun, Error> {
    let root = root(run)?.ok_or_else(|| Error::new(Kind::Incomplete, "the run is not complete"))?;
    let is_of_class =
        |hash: &Hash| facts.submissions().any(|(_, submission)| submission.module() == Some(*hash));
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
        .map_err(|error| Error::of(Kind::Refused, &error))?;
    let results =
        results.into_iter().map(|(module, (matches, failed))| InRun { module, matches, failed }).collect();
    Ok(CompletedRun { run: identity(run)?, root, engine: run.header.fingerprint.clone(), results })
}

/// Says which entrants of a run have failed too often for the class.
fn tell_failing(opened: &OpenClass, facts: &Facts, run: &RecordedRun) {
    for row in &run.entrants {
        let failing = row.module.and_then(|module| failing(&opened.plan, facts, &module));
        let Some((failures, pause)) = failing else { continue };
        let words = failing_words(opened, &failures, pause);
        tracing::warn!("\"{}\" {words}", shortened(&row.name));
    }
}

/// `failed in 8 of 10 matches of runs, which is more than 10 %; it is paused …`
pub(super) fn failing_words(opened: &OpenClass, failures: &Failures, pause: bool) -> String {
    let percent = opened.plan.failing.map_or(0, |failing| failing.percent);
    let of = match failures.occasion {
        class::Occasion::Judging => "",
        class::Occasion::Runs => " of runs",
    };
    let paused = if pause { "; paused until another version is active" } else { "" };
    let Failures { failed, matches, .. } = failures;
    format!("failed in {failed} of {matches} matches{of}, which is too often: more than {percent} %{paused}")
}

/// Refuses to hand out what a run has, if it is of a class whose results are frozen.
fn refuse_frozen(folder: &RunFolder, run: &RecordedRun) -> Done {
    let Some(class) = class_of(folder, run)? else { return Ok(()) };
    let opened = opening::open(&class).map_err(|failed| {
        let message = format!("whether results are frozen is not known: {}", failed.what);
        Error::new(failed.kind, message).hint("to hand it out all the same, add --include-frozen")
    })?;
    refuse_unreleased(&opened, &opened.facts()?, run)
}

/// Refuses to hand out what a run has, if that was not written down before the class's results were frozen.
pub(super) fn refuse_unreleased(opened: &OpenClass, facts: &Facts, run: &RecordedRun) -> Done {
    let Some(freeze) = facts.frozen(Reader::Participants) else { return Ok(()) };
    if facts.is_run_released(&identity(run)?, root(run)?.as_ref()) {
        return Ok(());
    }
    let message = format!(
        "results are frozen since {}, and what this run has was not complete before",
        opened.shown(freeze.since)
    );
    let release = format!("muster class release {} --to participants", visible_path(opened.folder.root()));
    Err(Error::new(Kind::Refused, message)
        .hint(format!("`{release}` releases it; to hand it out all the same, add --include-frozen")))
}

/// The folder of the class whose versions play in a run, if any do.
fn class_of(folder: &RunFolder, run: &RecordedRun) -> Result<Option<PathBuf>, Error> {
    let path = named(folder);
    match files::read_bounded(&path, LONGEST_PATH) {
        Ok(class) => {
            let class = String::from_utf8_lossy(&class).trim_end().to_owned();
            Ok(Some(PathBuf::from(class)))
        }
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(Error::new(Kind::Host, format!("cannot read {}: {error}", visible_path(&path))))
        }
        Err(_) if run.header.kind == RunKind::SequentialTest => Ok(None),
        Err(_) => {
            let plan = run.plan(GAMES)?;
            if plan.class.is_none() {
                return Ok(None);
            }
            Err(Error::input("this run is of a class, and does not say where that is")
                .hint("`muster run` with its tournament writes that down, and plays nothing again")
                .hint("to hand it out all the same, add --include-frozen"))
        }
    }
}

/// What handing something out of a run of a class asks for.
#[derive(Args)]
pub(crate) struct FreezeOptions {
    /// Hand it out although the results of the class are frozen.
    #[arg(long)]
    pub(crate) include_frozen: bool,
}

impl FreezeOptions {
    /// Refuses what is frozen, unless that is asked for.
    pub(crate) fn check(&self, folder: &RunFolder) -> Done {
        if self.include_frozen { Ok(()) } else { refuse_frozen(folder, &open(folder)?) }
    }
}
