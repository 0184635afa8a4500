//! `muster class forget`: a student's data is deleted.

mod reach;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use class::{Event, Facts, Forgotten, Hash, Moment, Record, Student, Submission, forget, standing};
use classroom::{OpenClass, words};
use explain::Error;
use game::visible_path;
use serde_json::{Value, json};

use self::reach::{Reach, Reached, Wanted};
use super::opening::{open, write};
use crate::exit::Done;
use crate::out;
use crate::terminal::confirm::confirm;
use crate::terminal::text::inert;

/// `muster class forget`
#[derive(Args)]
#[command(after_help = "\
Name, id, address, alias, hand-ins and their files are deleted and cannot be had again, except from a backup. What is left \
are the hashes of the files, so that the record and the runs still verify. What the student handed in for a team stays as \
long as there is anybody else in the team, and no longer says who handed it in.

Name and id are deleted from private/students.csv of every run that the class knows, too: the ladder's cycles, and the runs \
that are where they began. Name those that were moved with --run. A run has the student under the alias, with moves and \
logs; these stay, because they are the others' results, too.

With --run, the student's modules are deleted from that run, with --modules from all that the class knows. Results, root and \
signature stay what they are: `muster verify` checks the matches by the rules alone, and says that the module is withheld.

The command can be repeated with the id, for example to reach a run that was somewhere else.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct ForgetCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id.
    student: String,
    /// Delete the student's modules from this run, too. May be repeated.
    #[arg(long = "run", value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Delete the student's modules from every complete run that the class knows.
    #[arg(long)]
    modules: bool,
    /// Say what would be deleted, and delete nothing.
    #[arg(long)]
    dry_run: bool,
    /// Delete without asking, which has to be said where nobody can be asked.
    #[arg(long)]
    yes: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What goes.
#[derive(Default)]
struct Gone {
    /// Whom it is about; `None` if the class has no such student, or no longer.
    student: Option<Student>,
    forgotten: Option<Forgotten>,
    /// Modules of the student that nobody else has handed in.
    modules: Vec<Hash>,
    /// Those of whom something else is active now, by their aliases.
    moved: Vec<String>,
}

impl ForgetCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        let facts = opened.facts()?;
        let gone = gone(&opened, &facts, &self.student);
        let reach = self.reach(&opened, &facts, &gone)?;
        if gone.student.is_none() && facts.forgotten().is_empty() && !reach.has_any() {
            let message = format!("no student has the id \"{}\"", inert(&self.student));
            return Err(Error::input(message).hint("`muster class roster DIR` lists the students"));
        }
        if self.dry_run {
            return self.tell(&opened, &gone, &reach, 0, "would be deleted");
        }
        if gone.student.is_some() || reach.has_any() {
            self.ask(&gone, &reach)?;
        }
        let mut record = Record::open(&opened.folder)?;
        // First, so that a command that is killed can be repeated as it was.
        reach.forget(&self.student)?;
        let mut written = Gone::default();
        if gone.student.is_some() {
            write(&opened, |facts, _: Moment| {
                written = self::gone(&opened, facts, &self.student);
                Ok(written.forgotten.clone().map(Event::Forgotten).into_iter().collect())
            })?;
        }
        // What a command that was killed has left goes, too.
        let removed = sweep(&mut record, &opened)?;
        self.tell(&opened, &written, &reach, removed, "deleted")
    }

    /// The runs that are reached.
    fn reach(&self, opened: &OpenClass, facts: &Facts, gone: &Gone) -> Result<Reach, Error> {
        let mut after = facts.clone();
        if let Some(forgotten) = &gone.forgotten {
            after.add(facts.last().unwrap_or_else(Moment::now), Event::Forgotten(forgotten.clone()));
        }
        // Those of everybody who was forgotten: an id that is gone names no modules.
        let kept = after.files();
        let stones = after.forgotten().iter().flat_map(|dated| &dated.what.submissions);
        let modules = stones.flat_map(|stone| &stone.files).filter(|hash| !kept.contains(hash)).copied();
        let modules = &modules.collect();
        let wanted = Wanted { given: &self.runs, all: self.modules, id: &self.student, modules };
        Reach::of(opened, facts, &wanted)
    }

    /// Shows what goes, and asks whether it is to.
    fn ask(&self, gone: &Gone, reach: &Reach) -> Done {
        if self.yes {
            return Ok(());
        }
        let lines = self.lines(gone, reach);
        let question = format!("{}\nDelete this? It cannot be undone.", lines.join("\n"));
        match confirm(&question) {
            Some(true) => Ok(()),
            Some(false) => Err(Error::input("nothing was deleted")),
            None => {
                let message =
                    format!("this cannot be undone, and nobody can be asked:\n{}", lines.join("\n"));
                Err(Error::input(message)
                    .hint("`--yes` deletes it; `--dry-run` shows everything, and deletes nothing"))
            }
        }
    }

    /// Whom it is about, and what goes.
    fn lines(&self, gone: &Gone, reach: &Reach) -> Vec<String> {
        let mut lines = vec![match &gone.student {
            Some(student) => format!("  {}", who(student)),
            None => format!("  what is left of {}", inert(&self.student)),
        }];
        if let Some(forgotten) = &gone.forgotten {
            let of_team = forgotten.submissions.iter().filter(|stone| stone.of_team.is_some()).count();
            let hand_ins = forgotten.submissions.len() - of_team;
            lines.push(format!("  entries {}, hand-ins {hand_ins}", forgotten.events.len()));
            if of_team > 0 {
                lines.push(format!("  hand-ins that stay with the team: {of_team}"));
            }
        }
        lines.extend(gone.modules.iter().map(|hash| format!("  module {hash}")));
        for run in &reach.runs {
            let folder = visible_path(run.folder.root());
            if run.lines > 0 {
                lines.push(format!("  name and id in {folder}"));
            }
            if run.withholds && !run.modules.is_empty() {
                lines.push(format!("  {} in {folder}", modules(run)));
            }
        }
        lines.extend(gone.moved.iter().map(|moved| format!("  note: {}", inert(moved))));
        lines
    }

    fn tell(&self, opened: &OpenClass, gone: &Gone, reach: &Reach, removed: usize, deleted: &str) -> Done {
        if self.json {
            return out::line(&self.as_json(gone, reach, removed).to_string());
        }
        if gone.student.is_none() && !reach.has_any() && removed == 0 {
            let id = inert(&self.student);
            out::line(&format!(
                "nothing is left of \"{id}\": no student has the id, nor does any run that is reached"
            ))?;
        } else {
            out::line(&format!("{deleted}:"))?;
            self.lines(gone, reach).iter().try_for_each(|line| out::line(line))?;
        }
        if removed > 0 {
            out::line(&format!("  files removed: {removed}"))?;
        }
        for run in reach.runs.iter().filter(|run| !run.withholds && !run.modules.is_empty()) {
            let folder = visible_path(run.folder.root());
            out::line(&format!("{folder} keeps {}; --run {folder} deletes that, too", modules(run)))?;
        }
        for (run, place) in &reach.missing {
            let was = place.as_ref().map(|place| format!(", which began in {},", inert(place)));
            let was = was.unwrap_or_default();
            out::line(&format!(
                "the run {run}{was} is not there: where it is now, --run reaches it, and the command can be repeated"
            ))?;
        }
        let folder = visible_path(opened.folder.root());
        out::line(&format!("backups and copies of {folder} still have what they had"))
    }

    fn as_json(&self, gone: &Gone, reach: &Reach, removed: usize) -> Value {
        let submissions = gone.forgotten.iter().flat_map(|forgotten| &forgotten.submissions);
        let stones: Vec<_> = submissions
            .map(|stone| {
                let files: Vec<String> = stone.files.iter().map(ToString::to_string).collect();
                json!({
                    "submission": stone.submission,
                    "files": files,
                    "stays_with_team": stone.of_team.is_some(),
                })
            })
            .collect();
        let hashes = |hashes: &[Hash]| hashes.iter().map(ToString::to_string).collect::<Vec<_>>();
        let runs: Vec<Value> = reach
            .runs
            .iter()
            .map(|run| {
                json!({
                    "path": run.folder.root().display().to_string(),
                    "lines": run.lines,
                    "withheld": hashes(if run.withholds { &run.modules } else { &[] }),
                    "keeps": hashes(if run.withholds { &[] } else { &run.modules }),
                })
            })
            .collect();
        json!({
            "dry_run": self.dry_run,
            "student": gone.student.as_ref().map(|student| &student.id),
            "entries": gone.forgotten.as_ref().map_or(0, |forgotten| forgotten.events.len()),
            "submissions": stones,
            "files_removed": removed,
            "withheld": hashes(&gone.modules),
            "runs": runs,
            "runs_not_reached": reach.missing.iter().map(|(run, place)| json!({
                "run": run.to_string(),
                "began_in": place,
            })).collect::<Vec<_>>(),
            "changed": gone.moved,
        })
    }
}

/// `Zoë (4713), zoe@example.edu, alias Cee`
fn who(student: &Student) -> String {
    let Student { id, name, email, alias, section, team } = student;
    let mut words = format!("{} ({})", inert(name), inert(id));
    let further = [
        ("", email.as_ref()),
        ("alias ", Some(alias)),
        ("section ", section.as_ref()),
        ("team ", team.as_ref()),
    ];
    for (what, text) in further {
        if let Some(text) = text {
            words.push_str(&format!(", {what}{}", inert(text)));
        }
    }
    words
}

/// The modules of a run that are to go, in words.
fn modules(run: &Reached) -> String {
    match run.modules.len() {
        1 => "1 module".to_owned(),
        count => format!("{count} modules"),
    }
}

fn sweep(record: &mut Record, opened: &OpenClass) -> Result<usize, Error> {
    record.sweep(&opened.folder).map_err(Error::from)
}

/// What goes when a student is forgotten; nothing if there is no such student.
fn gone(opened: &OpenClass, facts: &Facts, id: &str) -> Gone {
    let (Some(student), Some(forgotten)) = (facts.student(id), forget(facts, id)) else {
        return Gone::default();
    };
    let mut after = facts.clone();
    after.add(facts.last().unwrap_or_else(Moment::now), Event::Forgotten(forgotten.clone()));
    let kept: BTreeSet<Hash> = after.files();
    let numbers = forgotten.submissions.iter().filter_map(|stone| facts.submission(stone.submission));
    let modules: BTreeSet<Hash> = numbers.filter_map(Submission::module).collect();
    let modules = modules.into_iter().filter(|hash| !kept.contains(hash)).collect();
    let moved = moved(opened, facts, &after);
    Gone { student: Some(student.clone()), forgotten: Some(forgotten), modules, moved }
}

/// Whose active version changes: a team's, if the student chose it or had its extension.
fn moved(opened: &OpenClass, before: &Facts, after: &Facts) -> Vec<String> {
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
