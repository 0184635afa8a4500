//! `muster class backup` and `muster class restore`: a class as one file, and again.

use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use class::backup::{BEGINNING, Backup, is_backup};
use class::{ClassError, ClassFolder};
use game::visible_path;
use serde_json::json;

use super::opened::{explain, read_plan};
use crate::exit::{Code, Done, Failed};
use crate::terminal::text::inert;
use crate::{durable, out};

/// `muster class backup`
#[derive(Args)]
#[command(after_help = "\
The file has everything: class.toml, students, and what was handed in. Keep it as private as the class. Others may hand in \
meanwhile; what they hand in is in the backup as a whole or not at all. An older backup of the name is replaced when the \
new one is complete.")]
pub(crate) struct BackupCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The file to write.
    file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl BackupCommand {
    pub(crate) fn run(self) -> Done {
        let folder = ClassFolder::at(&self.folder);
        if !folder.holds_class() {
            return Err(explain(&ClassError::NoClass { path: self.folder }));
        }
        refuse_other(&self.file)?;
        let plan = read_plan(&folder).map_err(|failed| {
            let failed = failed.message;
            tracing::warn!(
                "the opponents' files are not in the backup, because class.toml is not read: {failed}"
            );
        });
        let opponents = plan.as_ref().map(class::ClassPlan::opponents).unwrap_or_default();
        let mut failed = None;
        let mut backup = None;
        let written = durable::replace(&self.file, private(), |out| {
            match folder.back_up(out, &self.file, &opponents) {
                Ok(done) => {
                    backup = Some(done);
                    Ok(())
                }
                Err(error) => {
                    failed = Some(error);
                    Err(io::ErrorKind::Other.into())
                }
            }
        });
        match (written, backup, failed) {
            (Ok(()), Some(backup), _) => {
                for (name, why) in &backup.left {
                    tracing::warn!(
                        "the opponent's file \"{}\" is not in the backup: {}; keep it elsewhere, and put it beside the \
                         restored class.toml",
                        inert(name),
                        inert(why)
                    );
                }
                tell(&self.file, &backup, self.json)
            }
            (_, _, Some(error)) => Err(explain(&error)),
            (Err(error), ..) => Err(unwritten(&self.file, &error)),
            (Ok(()), None, None) => Ok(()),
        }
    }
}

/// `muster class restore`
#[derive(Args)]
pub(crate) struct RestoreCommand {
    /// A file that `muster class backup` has written.
    file: PathBuf,
    /// The folder for the class, which does not exist or is empty.
    folder: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl RestoreCommand {
    pub(crate) fn run(self) -> Done {
        let shown = visible_path(&self.file);
        let unread = |error| Failed::input(format!("cannot read {shown}: {error}"));
        if fs::metadata(&self.file).map_err(unread)?.is_dir() {
            return Err(Failed::input(format!("{shown} is a directory")));
        }
        let file = File::open(&self.file).map_err(unread)?;
        let folder = ClassFolder::at(&self.folder);
        let backup = folder.restore(io::BufReader::new(file), &self.file).map_err(|error| explain(&error))?;
        tell(&self.folder, &backup, self.json)
    }
}

/// Refuses to replace a file that is no backup.
fn refuse_other(path: &Path) -> Done {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened,
    };
    let mut beginning = Vec::new();
    let read = file.and_then(|file| file.take(BEGINNING as u64).read_to_end(&mut beginning));
    match read {
        Ok(_) if is_backup(&beginning) => Ok(()),
        Ok(_) => Err(Failed::input(format!("{} is there, and is no backup", visible_path(path)))
            .hint("give the name of a new file")),
        Err(error) => Err(unwritten(path, &error)),
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Failed {
    Failed::new(Code::Host, format!("cannot write {}: {error}", visible_path(path)))
}

/// For the user alone.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such permissions")]
fn private() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn private() -> Option<Permissions> {
    None
}

fn tell(path: &Path, backup: &Backup, as_json: bool) -> Done {
    let (students, submissions) = (backup.facts.students().len(), backup.facts.submissions().count());
    if as_json {
        let told = json!({
            "path": path.display().to_string(),
            "students": students,
            "submissions": submissions,
            "files": backup.files,
            "opponents": backup.opponents,
            "opponents_left_out": backup.left.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "last": backup.facts.last().map(|last| last.to_string()),
        });
        return out::line(&told.to_string());
    }
    out::line(&format!(
        "{}: students {students}, submissions {submissions}, files {}",
        visible_path(path),
        backup.files
    ))
}
