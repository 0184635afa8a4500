//! The entrants that a tournament takes from a class.

mod begun;

use std::path::Path;
use std::sync::Arc;

use class::{ClassFolder, Entrants, Hash, Moment, Without, entrants};
use classroom::OpenClass;
use config::{ClassEntrant, ClassSpec, FileError};
use explain::Error;
use ledger::RunFolder;
use run::RecordedRun;

use self::begun::Begun;
use super::opening::open;
use crate::terminal::text::inert;

/// Which versions of a class play.
#[derive(Clone, Copy)]
pub(crate) enum Lineup<'a> {
    /// The active ones.
    Active,
    /// Those that a run began with, whatever was handed in since.
    Pinned(&'a RunFolder),
    /// The same, and the active ones of whoever has joined since.
    Joined(&'a RunFolder),
}

impl Lineup<'_> {
    /// Lists those who play for the class that a tournament in this folder names.
    pub(crate) fn list(self, base: &Path, spec: &ClassSpec) -> Result<String, FileError> {
        let run = match self {
            Lineup::Active => None,
            Lineup::Pinned(run) | Lineup::Joined(run) => Some(run),
        };
        let pinned = run.map(|run| pinned(run, spec)).transpose()?.flatten();
        match (self, pinned) {
            (Lineup::Pinned(_), Some(pinned)) => Ok(ClassEntrant::to_text(&pinned)),
            (_, pinned) => active(base, spec, pinned.unwrap_or_default()),
        }
    }
}

impl Lineup<'_> {
    /// The run's own copy of a module of the class, which may have forgotten who handed it in.
    pub(crate) fn kept(self, file: &str) -> Option<Arc<[u8]>> {
        let (Lineup::Pinned(run) | Lineup::Joined(run)) = self else { return None };
        let module: Hash = file.rsplit('/').next()?.parse().ok()?;
        let run = RecordedRun::open_read_only(run).ok()?;
        run.ledger.module(module).ok().flatten().map(Arc::from)
    }
}

/// The list that a run keeps; `None` if it takes nobody from this class.
fn pinned(run: &RunFolder, spec: &ClassSpec) -> Result<Option<Vec<ClassEntrant>>, FileError> {
    let unread = |error: ledger::LedgerError| FileError {
        why: format!("cannot read who plays in the run: {error}"),
        hint: None,
    };
    let files = RecordedRun::open_read_only(run).and_then(|run| run.ledger.files()).map_err(unread)?;
    Ok(files.get(&spec.path).and_then(|text| ClassEntrant::of_text(text)))
}

/// Those who are pinned, then whoever else has an active version. What was handed in is checked against its hash.
fn active(base: &Path, spec: &ClassSpec, pinned: Vec<ClassEntrant>) -> Result<String, FileError> {
    let (opened, found) = find(base, spec).map_err(unread)?;
    let caps = opened.plan.size.caps();
    let facts = opened.facts().map_err(unread)?;
    let begun = Begun::of(&facts, &pinned)?;
    tell(&found, &begun);
    let joining: Vec<&class::Entrant> =
        found.playing.iter().filter(|entrant| begun.of_alias(&entrant.alias).is_none()).collect();
    begun.refuse_taken(&joining)?;
    let mut listed = pinned;
    for entrant in joining {
        opened.folder.read(&entrant.module, caps.module).map_err(|error| unread(error.into()))?;
        let file = ClassFolder::file_name(&entrant.module);
        listed.push(ClassEntrant { alias: entrant.alias.clone(), file, size: opened.plan.size });
    }
    Ok(ClassEntrant::to_text(&listed))
}

fn find(base: &Path, spec: &ClassSpec) -> Result<(OpenClass, Entrants), Error> {
    let opened = open(&base.join(&spec.path))?;
    let facts = opened.facts()?;
    let students = facts.students();
    let is_known = |section: &&String| {
        opened.plan.sections.contains_key(*section)
            || students.iter().any(|student| student.section.as_ref() == Some(*section))
    };
    if let Some(unknown) = spec.sections.iter().find(|section| !is_known(section)) {
        return Err(Error::input(format!("it has no section \"{}\"", inert(unknown))));
    }
    let found = entrants(&opened.plan, &facts, &spec.sections, Moment::now());
    Ok((opened, found))
}

/// Says who does not play, who may still hand in another version, and who has done so since the run began.
fn tell(found: &Entrants, begun: &Begun<'_>) {
    let (paused, without): (Vec<_>, Vec<_>) =
        found.without.iter().partition(|(_, why)| matches!(why, Without::Paused(_)));
    let names = |aliases: &mut dyn Iterator<Item = &String>| {
        aliases.map(|alias| inert(alias)).collect::<Vec<_>>().join(", ")
    };
    if !without.is_empty() {
        let names = names(&mut without.iter().map(|(alias, _)| alias));
        tracing::warn!("without an active version, and so not entered: {names}");
    }
    if !paused.is_empty() {
        let names = names(&mut paused.iter().map(|(alias, _)| alias));
        tracing::warn!("failed too often, and so paused and not entered: {names}");
    }
    if !found.failing.is_empty() {
        let names = names(&mut found.failing.iter().map(|(alias, _)| alias));
        tracing::warn!("entered, but failed too often: {names}");
    }
    if !found.open.is_empty() {
        let (open, all) = (found.open.len(), found.playing.len() + found.without.len());
        tracing::warn!("a deadline is still open: {open} of {all} may still hand in another version");
    }
    for (alias, entrant) in &begun.by_alias {
        if *alias != entrant.alias {
            tracing::warn!("\"{}\" plays on in this run as \"{}\"", inert(alias), inert(&entrant.alias));
        }
    }
    let is_other = |entrant: &&class::Entrant| {
        let file = ClassFolder::file_name(&entrant.module);
        begun.of_alias(&entrant.alias).is_some_and(|begun| begun.file != file)
    };
    let others: Vec<String> =
        found.playing.iter().filter(is_other).map(|entrant| inert(&entrant.alias)).collect();
    if !others.is_empty() {
        let names = others.join(", ");
        tracing::warn!(
            "another version is active than the one that the run began with, which plays on: {names}"
        );
    }
}

fn unread(failed: Error) -> FileError {
    FileError { why: failed.what, hint: failed.hints.into_iter().next() }
}
