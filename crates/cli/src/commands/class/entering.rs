//! The entrants that a tournament takes from a class.

use std::path::Path;

use class::{Entrants, Moment, entrants};
use config::{ClassEntrant, ClassSpec, FileError};

use super::opened::{Opened, explain};
use crate::exit::Failed;
use crate::terminal::text::inert;

/// Lists those who play for the class that a tournament in this folder names. What was handed in is checked against its
/// hash.
pub(crate) fn list(base: &Path, spec: &ClassSpec) -> Result<String, FileError> {
    let (opened, found) = find(base, spec).map_err(unread)?;
    let caps = runner::caps(opened.plan.size);
    let mut listed = Vec::new();
    for entrant in &found.playing {
        opened.folder.read(&entrant.module, caps.module).map_err(|error| unread(explain(&error)))?;
        let file = class::ClassFolder::file_name(&entrant.module);
        listed.push(ClassEntrant { alias: entrant.alias.clone(), file, size: opened.plan.size });
    }
    tell(&found);
    Ok(ClassEntrant::to_text(&listed))
}

fn find(base: &Path, spec: &ClassSpec) -> Result<(Opened, Entrants), Failed> {
    let opened = Opened::at(&base.join(&spec.path))?;
    let facts = opened.facts()?;
    let students = facts.students();
    let is_known = |section: &&String| {
        opened.plan.sections.contains_key(*section)
            || students.iter().any(|student| student.section.as_ref() == Some(*section))
    };
    if let Some(unknown) = spec.sections.iter().find(|section| !is_known(section)) {
        return Err(Failed::input(format!("it has no section \"{}\"", inert(unknown))));
    }
    let found = entrants(&opened.plan, &facts, &spec.sections, Moment::now());
    Ok((opened, found))
}

/// Says who does not play, and who may still hand in another version.
fn tell(found: &Entrants) {
    if !found.without.is_empty() {
        let names: Vec<String> = found.without.iter().map(|(alias, _)| inert(alias)).collect();
        tracing::warn!("without an active version, and so not entered: {}", names.join(", "));
    }
    if !found.open.is_empty() {
        let (open, all) = (found.open.len(), found.playing.len() + found.without.len());
        tracing::warn!("a deadline is still open: {open} of {all} may still hand in another version");
    }
}

fn unread(failed: Failed) -> FileError {
    FileError { why: failed.message, hint: failed.hints.into_iter().next() }
}
