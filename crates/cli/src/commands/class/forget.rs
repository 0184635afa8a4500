//! `muster class forget`: a student's data is deleted.

use std::path::PathBuf;

use clap::Args;
use class::Student;
use classroom::{
    Deletion, DeletionRequest, EarlierBackup, InBackup, MissingRun, OpenClass, ReachedRun, delete_student,
    preview_deletion,
};
use explain::Error;
use game::visible_path;
use terminal::confirm::confirm;
use terminal::out;
use terminal::text::inert;

use super::opening::{open, print_warnings};
use crate::exit::Done;
use crate::host;

/// `muster class forget`
#[derive(Args)]
#[command(after_help = "\
Name, id, address, alias, hand-ins and their files are deleted and cannot be recovered, except from a backup. What is left \
are the hashes of the files, so that the record and the runs still verify. What the student handed in for a team stays as \
long as there is anybody else in the team, and no longer says who handed it in.

Every run that the class knows is reached, too: those in its folder with the ladder's cycles and what --fresh has set aside, and \
those elsewhere that are where they began. Name those that were moved with --run. Name and id are deleted from its \
private/students.csv, and the student's modules from its record; it has to be complete. Results, root and signature stay what \
they are: `muster verify` checks the matches by the rules alone, and says that the module is withheld. A run has the student \
under the alias, with moves and logs; these stay, because they are the others' results, too.

Earlier backups are not changed. Those that still have the student are listed.

The command can be repeated with the id, for example to reach a run that was somewhere else.")]
pub(crate) struct ForgetCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id.
    student: String,
    /// A run of the class that was moved. May be repeated.
    #[arg(long = "run", value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Show what would be deleted, and delete nothing.
    #[arg(long)]
    dry_run: bool,
    /// Delete without asking, required where nobody can be asked.
    #[arg(long)]
    yes: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ForgetCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let request = DeletionRequest { student: &self.student, runs: &self.runs };
        let preview = preview_deletion(&class, &class.facts()?, &request)?;
        if self.dry_run {
            return self.print(&class, &preview);
        }
        if preview.deletes_any() {
            self.ask(&preview)?;
        }
        let deletion = delete_student(&class, &request, preview)?;
        let in_runs = deletion.runs.iter().flat_map(|run| &run.modules);
        let modules: Vec<_> = deletion.data.modules.iter().chain(in_runs).copied().collect();
        host::discard_code(&modules)?;
        print_warnings(&deletion.warnings);
        self.print(&class, &deletion)
    }

    /// Shows what goes, and asks whether it is to.
    fn ask(&self, preview: &Deletion) -> Done {
        if self.yes {
            return Ok(());
        }
        let lines = self.lines(preview).join("\n");
        match confirm(&format!("{lines}\nDelete this? It cannot be undone.")) {
            Some(true) => Ok(()),
            Some(false) => Err(Error::input("nothing was deleted")),
            None => {
                let message = format!("this cannot be undone, and nobody can be asked:\n{lines}");
                Err(Error::input(message)
                    .hint("`--yes` deletes it; `--dry-run` shows everything, and deletes nothing"))
            }
        }
    }

    /// The student, and what is deleted.
    fn lines(&self, Deletion { data, runs, .. }: &Deletion) -> Vec<String> {
        let mut lines = vec![match &data.student {
            Some(student) => format!("  {}", who(student)),
            None => format!("  what is left of {}", inert(&self.student)),
        }];
        if let Some(forgotten) = &data.forgotten {
            let of_team = forgotten.submissions.iter().filter(|stone| stone.of_team.is_some()).count();
            let hand_ins = forgotten.submissions.len() - of_team;
            lines.push(format!("  entries {}, hand-ins {hand_ins}", forgotten.events.len()));
            if of_team > 0 {
                lines.push(format!("  hand-ins that stay with the team: {of_team}"));
            }
        }
        lines.extend(data.modules.iter().map(|hash| format!("  module {hash}")));
        for run in runs {
            let folder = visible_path(run.folder.root());
            if run.lines > 0 {
                lines.push(format!("  name and id in {folder}"));
            }
            if !run.modules.is_empty() {
                lines.push(format!("  {} in {folder}", modules(run)));
            }
        }
        lines.extend(data.moved.iter().map(|moved| format!("  note: {}", inert(moved))));
        lines
    }

    fn print(&self, class: &OpenClass, deletion: &Deletion) -> Done {
        if self.json {
            return out::json(&deletion.report());
        }
        let Deletion { dry_run, data, runs, missing, backups, removed, .. } = deletion;
        let is_any = data.student.is_some() || runs.iter().any(ReachedRun::changes) || *removed > 0;
        if is_any {
            out::line(if *dry_run { "would be deleted:" } else { "deleted:" })?;
            self.lines(deletion).iter().try_for_each(|line| out::line(line))?;
        } else {
            let id = inert(&self.student);
            out::line(&format!(
                "nothing is left of \"{id}\": no student has the id, nor does any run that is reached"
            ))?;
        }
        if *removed > 0 {
            out::line(&format!("  files removed: {removed}"))?;
        }
        for MissingRun { run, began_in } in missing {
            let was = began_in.as_ref().map(|place| format!(", which began in {},", inert(place)));
            let was = was.unwrap_or_default();
            out::line(&format!(
                "the run {run}{was} is not there: repeat the command with --run and its folder"
            ))?;
        }
        backups.iter().try_for_each(|backup| out::line(&backup_line(backup)))?;
        if runs.iter().any(|run| !run.modules.is_empty()) {
            out::line("the alias, moves and logs stay in the runs, which are the others' results, too")?;
        }
        let folder = visible_path(class.folder.root());
        out::line(&format!("copies of {folder} that were not made by `muster class backup` are not known"))
    }
}

/// What an earlier backup still has of a student.
fn backup_line(EarlierBackup { path, state }: &EarlierBackup) -> String {
    let path = visible_path(path);
    match state {
        InBackup::Held => format!("the backup {path} still has the data: delete it, or back up over it"),
        InBackup::Gone => {
            format!(
                "a backup was written to {path} and was moved or deleted: if it still exists, it may have the data"
            )
        }
        InBackup::Unread(why) => {
            format!("the backup {path} may still have the data, and cannot be read: {}", inert(why))
        }
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
fn modules(run: &ReachedRun) -> String {
    match run.modules.len() {
        1 => "1 module".to_owned(),
        count => format!("{count} modules"),
    }
}
