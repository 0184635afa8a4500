//! `muster class backup` and `muster class restore`: a class as one file, and again.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use class::backup::{BEGINNING, Backup, is_backup};
use class::{ClassError, ClassFolder};
use classroom::read_plan;
use explain::{Error, Kind};
use game::visible_path;
use serde_json::json;

use super::opening::refuse;
use crate::exit::Done;
use crate::out;
use crate::terminal::text::inert;

/// `muster class backup`
#[derive(Args)]
#[command(after_help = "\
The file has everything that is in the class's folder: class.toml, students, what was handed in, the ladder with its cycles, \
opponents, and whatever else you keep there. Runs that are elsewhere are not in it, nor are links and older backups; all of \
these are told. Keep it as private as the class. Others may hand in meanwhile; what they hand in is in the backup as a whole \
or not at all. An older backup of the name is replaced when the new one is complete.")]
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
            return Err(ClassError::NoClass { path: self.folder }.into());
        }
        refuse_other(&self.file)?;
        let plan = read_plan(&folder).map_err(refuse).map_err(|failed| {
            let failed = failed.what;
            tracing::warn!(
                "the opponents' files are not in the backup, because class.toml is not read: {failed}"
            );
        });
        let opponents = plan.as_ref().map(class::ClassPlan::opponents).unwrap_or_default();
        let mut failed = None;
        let mut backup = None;
        let written = files::replace(&self.file, files::private(), |out| {
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
                for (name, why) in &backup.others_left {
                    tracing::warn!("\"{}\" is not in the backup: {}", inert(name), inert(why));
                }
                tell(&self.file, &backup, self.json)
            }
            (_, _, Some(error)) => Err(error.into()),
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
        let unread = |error| Error::input(format!("cannot read {shown}: {error}"));
        if fs::metadata(&self.file).map_err(unread)?.is_dir() {
            return Err(Error::input(format!("{shown} is a directory")));
        }
        let file = files::open(&self.file).map_err(unread)?;
        let folder = ClassFolder::at(&self.folder);
        let backup = folder.restore(io::BufReader::new(file), &self.file)?;
        tell(&self.folder, &backup, self.json)
    }
}

/// Refuses to replace a file that is no backup.
fn refuse_other(path: &Path) -> Done {
    let file = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        // Opening a pipe would wait for whoever writes to it.
        Ok(found) if !found.is_file() && !found.is_dir() => Ok(None),
        _ => File::open(path).map(Some),
    };
    let mut beginning = Vec::new();
    let read = file
        .and_then(|file| file.map_or(Ok(0), |file| file.take(BEGINNING as u64).read_to_end(&mut beginning)));
    match read {
        Ok(_) if is_backup(&beginning) => Ok(()),
        Ok(_) => Err(Error::input(format!("{} is there, and is no backup", visible_path(path)))
            .hint("give the name of a new file")),
        Err(error) => Err(unwritten(path, &error)),
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
}

fn tell(path: &Path, backup: &Backup, as_json: bool) -> Done {
    let (students, submissions) = (backup.facts.students().len(), backup.facts.submissions().count());
    let left = |left: &[(String, String)]| left.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if as_json {
        let told = json!({
            "path": path.display().to_string(),
            "students": students,
            "submissions": submissions,
            "files": backup.files,
            "opponents": backup.opponents,
            "opponents_left_out": left(&backup.left),
            "ladder_cycles": backup.cycles,
            "other_files": backup.others,
            "other_files_left_out": left(&backup.others_left),
            "runs_elsewhere": backup.elsewhere,
            "last": backup.facts.last().map(|last| last.to_string()),
        });
        return out::line(&told.to_string());
    }
    let Backup { files, cycles, others, .. } = backup;
    out::line(&format!(
        "{}: students {students}, submissions {submissions}, files {files}, cycles of the ladder {cycles}",
        visible_path(path),
    ))?;
    let opponents = backup.opponents.len();
    out::line(&format!(
        "  in it: class.toml, the record, all {files} files that it names, {opponents} files of opponents, {others} \
         further files of the class's folder"
    ))?;
    let left = backup.left.len() + backup.others_left.len();
    if left > 0 {
        out::line(&format!("  not in it: {left} files or links, each told above"))?;
    }
    for run in &backup.elsewhere {
        out::line(&format!("  not in it: the run that began in {}", inert(run)))?;
    }
    if backup.elsewhere.is_empty() {
        out::line("  not in it: runs elsewhere; the class knows of none")?;
    }
    Ok(())
}
