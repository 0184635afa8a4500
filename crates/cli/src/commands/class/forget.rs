//! `muster class forget`: a student's data is deleted.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use class::{ClassError, Event, Facts, Forgotten, Hash, Moment, Record, forget, standing};
use game::visible_path;
use games::GAMES;
use ledger::RunFolder;
use run::LockedRun;
use serde_json::json;

use super::opened::{Opened, explain, find_student};
use super::runs::forget_student;
use crate::commands::report::tournament_only;
use crate::commands::{class::words, folder};
use crate::exit::{Code, Done, Failed};
use crate::out;
use crate::terminal::text::inert;

/// `muster class forget`
#[derive(Args)]
#[command(after_help = "\
Name, id, address, alias, hand-ins and their files are deleted and cannot be had again, except from a backup. What is left \
are the hashes of the files, so that the record and the runs still verify. What the student handed in for a team stays as \
long as there is anybody else in the team, and no longer says who handed it in.

With --run, the student's modules are deleted from a run, too. Its results, root and signature stay what they are: \
`muster verify` checks its matches by the rules alone, and says that the module is withheld. A run has the student under the \
alias, with moves and logs; these stay, because they are the others' results, too.")]
pub(crate) struct ForgetCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id.
    student: String,
    /// Delete the student's modules from this run, too. May be repeated.
    #[arg(long = "run", value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Say what would be deleted, and delete nothing.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What goes.
#[derive(Default)]
struct Gone {
    forgotten: Option<Forgotten>,
    /// Modules that nobody else has handed in.
    modules: Vec<Hash>,
    /// Those of whom something else is active now, by their aliases.
    moved: Vec<String>,
}

impl ForgetCommand {
    pub(crate) fn run(self) -> Done {
        let opened = Opened::at(&self.folder)?;
        let mut record = Record::open(&opened.folder).map_err(|error| explain(&error))?;
        // What a command that was killed has left.
        let left = if self.dry_run { 0 } else { sweep(&mut record, &opened)? };
        let facts = record.facts().map_err(|error| explain(&error))?;
        if left > 0 && facts.student(&self.student).is_none() {
            return out::line(&format!("deleted {left} files of a student who was forgotten before"));
        }
        let gone = gone(&opened, &facts, &self.student)?;
        if self.dry_run {
            return self.tell(&opened, &gone, 0, "would be deleted");
        }
        // First, because nobody knows the modules once the student is forgotten.
        let modules: Vec<[u8; 32]> = gone.modules.iter().map(|hash| *hash.bytes()).collect();
        for run in &self.runs {
            withhold(run, &modules)?;
            forget_student(&RunFolder::at(run), &self.student)?;
        }
        let mut gone = Gone::default();
        opened.write(|facts, _: Moment| {
            gone = self::gone(&opened, facts, &self.student)?;
            Ok(gone.forgotten.clone().map(Event::Forgotten).into_iter().collect())
        })?;
        let removed = sweep(&mut record, &opened)?;
        self.tell(&opened, &gone, removed, "deleted")
    }

    fn tell(&self, opened: &Opened, gone: &Gone, removed: usize, deleted: &str) -> Done {
        let Some(forgotten) = &gone.forgotten else { return Ok(()) };
        let (events, submissions) = (forgotten.events.len(), &forgotten.submissions);
        let of_team = submissions.iter().filter(|stone| stone.of_team.is_some()).count();
        if self.json {
            let stones: Vec<_> = submissions
                .iter()
                .map(|stone| {
                    let files: Vec<String> = stone.files.iter().map(ToString::to_string).collect();
                    json!({
                        "submission": stone.submission,
                        "files": files,
                        "stays_with_team": stone.of_team.is_some(),
                    })
                })
                .collect();
            let modules: Vec<String> = gone.modules.iter().map(ToString::to_string).collect();
            let runs: Vec<String> = self.runs.iter().map(|run| run.display().to_string()).collect();
            let told = json!({
                "dry_run": self.dry_run,
                "entries": events,
                "submissions": stones,
                "files_removed": removed,
                "withheld": modules,
                "runs": runs,
                "changed": gone.moved,
            });
            return out::line(&told.to_string());
        }
        out::line(&format!("{deleted}: entries {events}, hand-ins {}", submissions.len() - of_team))?;
        if of_team > 0 {
            out::line(&format!("  hand-ins that stay with the team: {of_team}"))?;
        }
        for hash in &gone.modules {
            out::line(&format!("  module {hash}"))?;
        }
        for run in &self.runs {
            out::line(&format!("  withheld in {}", visible_path(run)))?;
        }
        for moved in &gone.moved {
            out::line(&format!("  note: {}", inert(moved)))?;
        }
        if removed > 0 {
            out::line(&format!("  files removed: {removed}"))?;
        }
        let folder = visible_path(opened.folder.root());
        out::line(&format!("backups and copies of {folder} still have it"))
    }
}

fn sweep(record: &mut Record, opened: &Opened) -> Result<usize, Failed> {
    record.sweep(&opened.folder).map_err(|error: ClassError| explain(&error))
}

/// What goes when a student is forgotten.
fn gone(opened: &Opened, facts: &Facts, id: &str) -> Result<Gone, Failed> {
    let id = &find_student(facts, id)?.id;
    let Some(forgotten) = forget(facts, id) else { return Ok(Gone::default()) };
    let mut after = facts.clone();
    after.add(facts.last().unwrap_or_else(Moment::now), Event::Forgotten(forgotten.clone()));
    let kept: BTreeSet<Hash> = after.files();
    let numbers = forgotten.submissions.iter().filter_map(|stone| facts.submission(stone.submission));
    let modules: BTreeSet<Hash> = numbers.filter_map(class::Submission::module).collect();
    let modules = modules.into_iter().filter(|hash| !kept.contains(hash)).collect();
    Ok(Gone { forgotten: Some(forgotten), modules, moved: moved(opened, facts, &after) })
}

/// Whose active version changes: a team's, if the student chose it or had its extension.
fn moved(opened: &Opened, before: &Facts, after: &Facts) -> Vec<String> {
    let mut moved = Vec::new();
    for contender in after.contenders() {
        let old = before.contenders().into_iter().find(|old| old.who == contender.who);
        let Some(old) = old.map(|old| standing(&opened.plan, before, &old)) else { continue };
        let new = standing(&opened.plan, after, &contender);
        let number = |standing: &class::Standing| standing.active.as_ref().ok().map(|one| one.submission);
        if number(&old) != number(&new) {
            let shown = |number: Option<u32>| number.map_or("none".to_owned(), |number| number.to_string());
            moved.push(format!(
                "the active version of {} was {} and is {}: {}",
                contender.alias,
                shown(number(&old)),
                shown(number(&new)),
                words::why(opened, &new)
            ));
        }
    }
    moved
}

/// Deletes modules from a run that is complete.
fn withhold(path: &Path, modules: &[[u8; 32]]) -> Done {
    let run = RunFolder::at(path);
    tournament_only(&run)?;
    let failed = |error: &ledger::LedgerError| folder::explain(&run, error);
    let locked = LockedRun::take(&run).map_err(|error| failed(&error))?;
    let subject = locked.record.subject(GAMES).map_err(|error| Failed::from_error(Code::Input, &error))?;
    let fit = subject.fit(&locked.record).map_err(|error| Failed::from_error(Code::Input, &error))?;
    if let Some(missing) = fit.missing {
        let message = format!("the run in {} is not complete: {}", visible_path(path), inert(&missing));
        return Err(Failed::new(Code::Incomplete, message)
            .hint("it needs the module to go on: let it end, or leave it out of --run and delete it"));
    }
    let (mut ledger, _lock) = locked.into_ledger().map_err(|error| failed(&error))?;
    ledger.withhold(modules).map_err(|error| failed(&error))?;
    Ok(())
}
