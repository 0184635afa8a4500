//! The entrants that a tournament takes from a class.

mod pinned;

use std::path::Path;
use std::sync::Arc;

use class_model::{ClassFolder, Entrant, Entrants, Hash, Moment, NoneActive, WhyNotEntered, entrants};
use config::{ClassEntrant, ClassList, ClassSpec, FileError};
use explain::Error;
use game::visible;
use run_folder::RecordedRun;
use tournament::Edition;

use self::pinned::PinnedEntrants;
use crate::open_class::OpenClass;
use crate::warning::{Warning, listed};

/// The versions of a class that play.
#[derive(Clone, Copy)]
pub enum Lineup<'a> {
    /// The active versions.
    Active,
    /// The versions that a run began with, regardless of later hand-ins.
    Pinned(&'a RecordedRun),
    /// The same, and the active versions of students and teams that have joined since.
    Joined(&'a RecordedRun),
}

impl<'a> Lineup<'a> {
    /// Returns the edition of defaults for reading the tournament's text: that of the run, if there is one.
    pub(super) fn edition(self) -> Edition {
        // An unknown edition is refused when the run is opened.
        self.run().and_then(|run| Edition::numbered(run.header.defaults)).unwrap_or(Edition::NOW)
    }

    /// Lists the entrants from the class that a tournament in this folder names.
    pub(super) fn list(self, base: &Path, spec: &ClassSpec) -> Result<(String, Vec<Warning>), FileError> {
        let pinned = self.run().map(|run| pinned(run, spec)).transpose()?.flatten();
        match (self, pinned) {
            (Lineup::Pinned(_), Some(pinned)) => Ok((pinned.to_text(), Vec::new())),
            (_, pinned) => active(base, spec, pinned),
        }
    }

    /// Returns the run's copy of a module that is not where the text says, for example because the class was moved.
    pub(super) fn module(self, file: &str) -> Option<Arc<[u8]>> {
        let module: Hash = file.rsplit('/').next()?.parse().ok()?;
        self.run()?.ledger.module(module).ok().flatten().map(Arc::from)
    }

    fn run(self) -> Option<&'a RecordedRun> {
        match self {
            Lineup::Active => None,
            Lineup::Pinned(run) | Lineup::Joined(run) => Some(run),
        }
    }
}

/// Returns the list of entrants that a run keeps; `None` if it has none from this class.
fn pinned(run: &RecordedRun, spec: &ClassSpec) -> Result<Option<ClassList>, FileError> {
    let files = run.ledger.files().map_err(|error| FileError {
        why: format!("cannot read the run's list of entrants: {error}"),
        hint: None,
    })?;
    Ok(files.get(&spec.path).and_then(|text| ClassList::of_text(text)))
}

/// Lists the pinned entrants, then all others with an active version. Checks the modules of the others against their
/// hashes.
fn active(
    base: &Path,
    spec: &ClassSpec,
    pinned: Option<ClassList>,
) -> Result<(String, Vec<Warning>), FileError> {
    let (class, found) = find(base, spec).map_err(unreadable)?;
    let caps = class.plan.size.caps();
    let facts = class.facts().map_err(unreadable)?;
    let ClassList { positions, entrants: mut listed } =
        pinned.unwrap_or(ClassList { positions: class.plan.positions, entrants: Vec::new() });
    let known = PinnedEntrants::resolve(&facts, &listed)?;
    let warnings = warnings(&found, &known);
    let joining: Vec<&Entrant> =
        found.playing.iter().filter(|entrant| known.of_alias(&entrant.alias).is_none()).collect();
    known.refuse_taken(&joining)?;
    for entrant in joining {
        class.folder.read(&entrant.module, caps.module).map_err(|error| unreadable(error.into()))?;
        let file = ClassFolder::file_name(&entrant.module);
        listed.push(ClassEntrant { alias: entrant.alias.clone(), file, size: class.plan.size });
    }
    Ok((ClassList { positions, entrants: listed }.to_text(), warnings))
}

fn find(base: &Path, spec: &ClassSpec) -> Result<(OpenClass, Entrants), Error> {
    let class = OpenClass::at(&base.join(&spec.path))?;
    let facts = class.facts()?;
    let students = facts.students();
    let is_known = |section: &&String| {
        class.plan.sections.contains_key(*section)
            || students.iter().any(|student| student.section.as_ref() == Some(*section))
    };
    if let Some(unknown) = spec.sections.iter().find(|section| !is_known(section)) {
        return Err(Error::input(format!("it has no section \"{}\"", visible(unknown))));
    }
    let found = entrants(&class.plan, &facts, &spec.sections, Moment::now());
    Ok((class, found))
}

/// Returns warnings about students and teams that do not play, that may still hand in another version, or that have
/// done so since the run began.
fn warnings(found: &Entrants, known: &PinnedEntrants<'_>) -> Vec<Warning> {
    // Withdrawn students and teams are not expected to play.
    let expected =
        |why: &WhyNotEntered| !matches!(why, WhyNotEntered::NoneActive(NoneActive::Inactive { .. }));
    let (paused, without): (Vec<_>, Vec<_>) = found
        .without
        .iter()
        .filter(|(_, why)| expected(why))
        .partition(|(_, why)| matches!(why, WhyNotEntered::Paused(_)));
    let mut warnings = Vec::new();
    let mut about = |what: &str, aliases: Vec<&str>| {
        if !aliases.is_empty() {
            warnings.push(Warning(format!("{what}: {}", listed(aliases))));
        }
    };
    about("no active version, not entered", without.iter().map(|(alias, _)| &**alias).collect());
    about("paused after too many failures, not entered", paused.iter().map(|(alias, _)| &**alias).collect());
    about("entered despite too many failures", found.failing.iter().map(|(alias, _)| &**alias).collect());
    if !found.open.is_empty() {
        let (open, of) = (found.open.len(), found.playing.len() + found.without.len());
        let still = format!("a deadline is still open: {open} of {of} may still hand in another version");
        warnings.push(Warning(still));
    }
    let renamed = known.by_alias.iter().filter(|(alias, entrant)| **alias != entrant.alias);
    warnings.extend(renamed.map(|(alias, entrant)| {
        let (alias, in_run) = (visible(alias), visible(&entrant.alias));
        Warning(format!("\"{alias}\" still plays in this run as \"{in_run}\""))
    }));
    let is_other = |entrant: &&Entrant| {
        let file = ClassFolder::file_name(&entrant.module);
        known.of_alias(&entrant.alias).is_some_and(|known| known.file != file)
    };
    let others: Vec<&str> = found.playing.iter().filter(is_other).map(|entrant| &*entrant.alias).collect();
    if !others.is_empty() {
        warnings.push(Warning(format!(
            "the run continues with the version that it began with, although another is active now: {}",
            listed(others)
        )));
    }
    warnings
}

fn unreadable(failed: Error) -> FileError {
    FileError { why: failed.what, hint: failed.hints.into_iter().next() }
}
