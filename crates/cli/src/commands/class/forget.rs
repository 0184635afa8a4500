//! `muster class forget`: deletes a student's data.

use std::path::{Path, PathBuf};

use clap::Args;
use class_operations::OpenClass;
use class_operations::privacy::{Deletion, DeletionRequest, delete_student, preview_deletion};
use explain::Error;
use hash::Hash;
use terminal::confirm::confirm;
use terminal::out;

use super::opening::{open, print_warnings};
use crate::exit::Done;
use crate::host;

/// `muster class forget`
#[derive(Args)]
#[command(after_help = "\
Name, id, address, alias, submissions and their files are deleted and cannot be recovered, except from a backup. Only the \
hashes of the files remain, so that the record and the runs still verify. Submissions for a team are kept as long as the \
team has another member, but no longer show who submitted them.

All runs that the class knows are changed, too: those in its folder, with the ladder's cycles and runs that --fresh has set \
aside, and those elsewhere that are still where they began. Name moved runs with --run. Name and id are deleted from a run's \
private/students.csv, and the student's modules from its record; the run must be complete. Results, root and signature do \
not change: `muster verify` checks the matches by the rules only, and reports that the module is withheld. A run shows the \
student under the alias, with moves and logs; these are kept, because they are part of the others' results.

Earlier backups are not changed. Those that still contain the student are listed.

The command can be repeated with the id, for example for a run that was stored elsewhere.")]
pub(crate) struct ForgetCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id.
    student: String,
    /// A run of the class that was moved elsewhere. May be repeated.
    #[arg(long = "run", value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Remove the modules from a fleet, too: from this server, and from the workers that it reaches.
    #[arg(long, value_name = "URL", requires = "creds")]
    fleet: Option<String>,
    /// The fleet credentials of a coordinator.
    #[arg(long, value_name = "FILE", requires = "fleet")]
    creds: Option<PathBuf>,
    /// Show what would be deleted, and delete nothing.
    #[arg(long)]
    dry_run: bool,
    /// Delete without confirmation; required if there is no terminal.
    #[arg(long)]
    yes: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Returns the modules to delete.
fn modules(deletion: &Deletion) -> Vec<Hash> {
    let in_runs = deletion.runs.iter().flat_map(|run| &run.modules);
    deletion.data.modules.iter().chain(in_runs).copied().collect()
}

#[cfg(feature = "network")]
fn forget_in_fleet(url: &str, creds: &Path, modules: &[Hash]) -> Done {
    Ok(fleet::forget(url, fleet::Credentials::read(creds)?, modules)?)
}

#[cfg(not(feature = "network"))]
fn forget_in_fleet(_url: &str, _creds: &Path, _modules: &[Hash]) -> Done {
    Err(crate::exit::built_without_network("remove modules from a fleet"))
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
        // As long as the modules are known.
        if let (Some(url), Some(creds)) = (&self.fleet, &self.creds) {
            forget_in_fleet(url, creds, &modules(&preview))?;
        }
        let deletion = delete_student(&class, &request, preview)?;
        host::discard_code(&modules(&deletion))?;
        print_warnings(&deletion.warnings);
        self.print(&class, &deletion)
    }

    /// Shows what will be deleted, and asks for confirmation.
    fn ask(&self, preview: &Deletion) -> Done {
        if self.yes {
            return Ok(());
        }
        let lines = preview.items(&self.student).join("\n");
        match confirm(&format!("{lines}\nDelete this? It cannot be undone.")) {
            Some(true) => Ok(()),
            Some(false) => Err(Error::input("nothing was deleted")),
            None => {
                let message =
                    format!("this cannot be undone, and there is no terminal to confirm it on:\n{lines}");
                Err(Error::input(message).hint(
                    "`--yes` deletes without confirmation; `--dry-run` shows everything and deletes nothing",
                ))
            }
        }
    }

    fn print(&self, class: &OpenClass, deletion: &Deletion) -> Done {
        if self.json {
            return out::json(&deletion.report());
        }
        deletion.lines(class, &self.student).iter().try_for_each(|line| out::line(line))
    }
}
