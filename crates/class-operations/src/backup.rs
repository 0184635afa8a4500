//! Backing up a class to a single file, and restoring it.

mod checked;
mod restored_runs;

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use class_model::backup::{BEGINNING, Backup, is_backup};
use class_model::{ClassError, ClassFolder, ClassPlan};
use explain::{Error, Kind};
use game::{visible, visible_path};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::checked::{CheckedBackup, check_backup};
pub use self::restored_runs::{RestoredRuns, check_run_record};
use crate::open_class::{OpenError, read_plan};
use crate::warning::Warning;

/// Maximum number of attempts to write a backup.
const TRIES: usize = 5;

/// A backup that was written, and what it lacks.
#[derive(Debug)]
pub struct BackupSummary {
    /// The contents of the backup, and the files that were left out.
    pub backup: Backup,
    /// Why the class's text could not be read. The backup then contains the text itself, but not the opponents' files.
    pub unread_text: Option<OpenError>,
    /// Why the class could not record the backup.
    pub unnoted: Option<ClassError>,
}

/// A class restored from a backup.
#[derive(Debug)]
pub struct RestoredClass {
    /// The contents of the backup.
    pub backup: Backup,
    /// The results of checking its runs.
    pub runs: RestoredRuns,
}

/// A backup of a class, or a class restored from one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BackupReport<'a> {
    /// The path written to: the backup, or the class's folder.
    path: String,
    /// Number of students in the class.
    students: usize,
    /// Number of submissions in the class.
    submissions: usize,
    /// Number of submitted files in the backup.
    files: usize,
    /// The names of the opponents' files in the backup.
    opponents: &'a [String],
    /// The names of the opponents' files that were left out.
    opponents_left_out: Vec<&'a str>,
    /// Number of ladder cycles in the backup.
    ladder_cycles: usize,
    /// Number of other files of the class's folder in the backup.
    other_files: usize,
    /// The names of other files of the class's folder that were left out.
    other_files_left_out: Vec<&'a str>,
    /// The folders of known runs of the class that are not in the backup.
    runs_elsewhere: &'a [String],
    /// For a restored class, the number of runs whose root matches the class's record; null for a backup.
    runs_proved: Option<usize>,
    /// For a restored class, the number of further runs that are consistent by their own hashes; null for a backup.
    runs_whole: Option<usize>,
    /// The folders of runs that differ from the class's record.
    runs_differing: Vec<&'a str>,
    /// Time of the class's last event, in UTC.
    last: Option<String>,
}

impl Shape for BackupReport<'_> {
    const NAME: &'static str = "class-backup";
    const VERSION: u32 = 1;
}

impl<'a> BackupReport<'a> {
    /// Reports a backup that was written to `path`, or a class that was restored into it together with its `runs`.
    pub fn new(path: &Path, backup: &'a Backup, runs: Option<&'a RestoredRuns>) -> BackupReport<'a> {
        let names = |left: &'a [(String, String)]| left.iter().map(|(name, _)| name.as_str()).collect();
        BackupReport {
            path: path.display().to_string(),
            students: backup.facts.students().len(),
            submissions: backup.facts.submissions().count(),
            files: backup.files,
            opponents: &backup.opponents,
            opponents_left_out: names(&backup.left),
            ladder_cycles: backup.cycles,
            other_files: backup.others,
            other_files_left_out: names(&backup.others_left),
            runs_elsewhere: &backup.elsewhere,
            runs_proved: runs.map(|runs| runs.proved),
            runs_whole: runs.map(|runs| runs.whole),
            runs_differing: runs.map(|runs| names(&runs.differing)).unwrap_or_default(),
            last: backup.facts.last().map(|last| last.to_string()),
        }
    }
}

impl BackupSummary {
    /// Warnings for the teacher about what the backup lacks.
    pub fn warnings(&self) -> Vec<Warning> {
        let text = self.unread_text.iter().map(|why| {
            format!("the opponents' files are not in the backup, because class.toml cannot be read: {why}")
        });
        let unnoted = self.unnoted.iter().map(|error| {
            let why = visible(&error.to_string());
            format!("the class could not record where this backup is, so `muster class forget` will not list it: {why}")
        });
        let left_out = |(name, why): &(String, String)| {
            format!("\"{}\" is not in the backup: {}", visible(name), visible(why))
        };
        let opponents = self.backup.left.iter().map(|opponent| {
            let left_out = left_out(opponent);
            format!("the opponent's file {left_out}; keep a copy elsewhere, and put it next to the restored class.toml")
        });
        let others = self.backup.others_left.iter().map(left_out);
        text.chain(unnoted).chain(opponents).chain(others).map(Warning).collect()
    }
}

/// Writes a class to a single file. An existing backup is replaced once the new one is complete.
///
/// # Errors
/// If there is no class, the file exists and is not a backup, or a file cannot be read or written.
pub fn back_up(folder: &Path, file: &Path) -> Result<BackupSummary, Error> {
    let class = ClassFolder::at(folder);
    if !class.holds_class() {
        return Err(ClassError::NoClass { path: folder.to_owned() }.into());
    }
    refuse_other(file)?;
    let plan = read_plan(&class);
    let opponents = plan.as_ref().map(ClassPlan::opponents).unwrap_or_default();
    // Recorded first, so that `forget` lists every backup that exists.
    let unnoted = class.note_backup(file).err();
    let write = || {
        let mut made = None;
        let written = files::replace(file, files::private(), |out| {
            let result = class.back_up(out, file, &opponents);
            let is_whole = result.is_ok();
            made = Some(result);
            // `made` holds the error; the existing file is kept.
            if is_whole { Ok(()) } else { Err(io::ErrorKind::Other.into()) }
        });
        (written, made)
    };
    let mut attempt = write();
    for _ in 1..TRIES {
        // The class forgot a student meanwhile and deleted files: start over.
        if !matches!(attempt.1, Some(Err(ClassError::Busy { .. }))) {
            break;
        }
        attempt = write();
    }
    match attempt {
        (_, Some(Err(error))) => Err(error.into()),
        (Ok(()), Some(Ok(backup))) => Ok(BackupSummary { backup, unread_text: plan.err(), unnoted }),
        (Err(error), _) => Err(unwritten(file, &error)),
        (Ok(()), None) => Err(unwritten(file, &io::ErrorKind::Other.into())),
    }
}

/// Restores a class from a backup into a folder that does not exist or is empty, and records the backup in the class.
///
/// # Errors
/// If the file is not a backup or is damaged, the folder is not empty, or it cannot be written to.
pub fn restore(file: &Path, folder: &Path) -> Result<RestoredClass, Error> {
    let class = ClassFolder::at(folder);
    let restored = class.restore(open_backup(file)?, file)?;
    class.note_backup(file)?;
    let runs = RestoredRuns::check(&class, &restored.facts)?;
    Ok(RestoredClass { backup: restored, runs })
}

fn open_backup(file: &Path) -> Result<BufReader<File>, Error> {
    let shown = visible_path(file);
    let unread = |error| Error::input(format!("cannot read {shown}: {error}"));
    if fs::metadata(file).map_err(unread)?.is_dir() {
        return Err(Error::input(format!("{shown} is a directory")));
    }
    Ok(BufReader::new(files::open(file).map_err(unread)?))
}

/// Refuses to replace a file that is not a backup.
fn refuse_other(path: &Path) -> Result<(), Error> {
    let file = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        // Opening a pipe would block until another process writes to it.
        Ok(found) if !found.is_file() && !found.is_dir() => Ok(None),
        _ => File::open(path).map(Some),
    };
    let mut beginning = Vec::new();
    let read = file
        .and_then(|file| file.map_or(Ok(0), |file| file.take(BEGINNING as u64).read_to_end(&mut beginning)));
    match read {
        Ok(_) if is_backup(&beginning) => Ok(()),
        Ok(_) => Err(Error::input(format!("{} exists and is not a backup", visible_path(path)))
            .hint("give the name of a new file")),
        Err(error) => Err(unwritten(path, &error)),
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
}
