//! A class as one file, and a class from it.

mod restored_runs;

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use class::backup::{BEGINNING, Backup, is_backup};
use class::{ClassError, ClassFolder, ClassPlan};
use explain::{Error, Kind};
use game::visible_path;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::restored_runs::RestoredRuns;
use crate::open_class::{OpenError, read_plan};
use crate::warning::Warning;

/// How often a backup is tried.
const TRIES: usize = 5;

/// A backup that was made, and what is not in it.
#[derive(Debug)]
pub struct BackupSummary {
    /// What is in it, and what is not.
    pub backup: Backup,
    /// Why the class's text is not read. The text itself is in the backup, and the opponents' files are not.
    pub unread_text: Option<OpenError>,
    /// Why the class does not know of it.
    pub unnoted: Option<ClassError>,
}

/// A class that was restored from a backup.
#[derive(Debug)]
pub struct RestoredClass {
    /// What was in the backup.
    pub backup: Backup,
    /// What its runs are.
    pub runs: RestoredRuns,
}

/// A backup of a class, or a class that was restored from one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BackupReport<'a> {
    /// The path of what was written: the backup, or the class's folder.
    path: String,
    /// How many students are in the class.
    students: usize,
    /// How many submissions are in it.
    submissions: usize,
    /// How many files of submissions are in it.
    files: usize,
    /// The names of the opponents' files that are in it.
    opponents: &'a [String],
    /// Those of the opponents' files that are not.
    opponents_left_out: Vec<&'a str>,
    /// How many cycles of the ladder are in it.
    ladder_cycles: usize,
    /// How many further files of the class's folder are in it.
    other_files: usize,
    /// The names of what is in the class's folder and not in the backup.
    other_files_left_out: Vec<&'a str>,
    /// The folders of the class's runs that are not in it, as far as the class knows.
    runs_elsewhere: &'a [String],
    /// Of a class that was restored: how many runs have the root that the class's record has of them. Null of a backup.
    runs_proved: Option<usize>,
    /// Of a class that was restored: how many more runs are whole by their own hashes. Null of a backup.
    runs_whole: Option<usize>,
    /// The folders of runs that are not what they were.
    runs_differing: Vec<&'a str>,
    /// When something happened in the class last, in UTC.
    last: Option<String>,
}

impl Shape for BackupReport<'_> {
    const NAME: &'static str = "class-backup";
    const VERSION: u32 = 1;
}

impl<'a> BackupReport<'a> {
    /// What is in a backup. `path` is what was written; `runs` are those of a class that was restored.
    pub fn of(path: &Path, backup: &'a Backup, runs: Option<&'a RestoredRuns>) -> BackupReport<'a> {
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
    /// What the teacher should know: what is missing in the backup.
    pub fn warnings(&self) -> Vec<Warning> {
        let text = self.unread_text.iter().map(|error| Warning::OpponentsLeftOut { why: error.to_string() });
        let opponents = self.backup.left.iter().cloned();
        let others = self.backup.others_left.iter().cloned();
        let unnoted = self.unnoted.iter().map(|error| Warning::BackupNotNoted { why: error.to_string() });
        text.chain(unnoted)
            .chain(opponents.map(|(name, why)| Warning::OpponentLeftOut { name, why }))
            .chain(others.map(|(name, why)| Warning::FileLeftOut { name, why }))
            .collect()
    }
}

/// Writes a class into one file. An older backup of the name is replaced when the new one is complete.
///
/// # Errors
/// If there is no class, the file is something else than a backup, or something cannot be read or written.
pub fn back_up(folder: &Path, file: &Path) -> Result<BackupSummary, Error> {
    let class = ClassFolder::at(folder);
    if !class.holds_class() {
        return Err(ClassError::NoClass { path: folder.to_owned() }.into());
    }
    refuse_other(file)?;
    let plan = read_plan(&class);
    let opponents = plan.as_ref().map(ClassPlan::opponents).unwrap_or_default();
    // First, so that `forget` lists every backup that there is.
    let unnoted = class.note_backup(file).err();
    let write = || {
        let mut made = None;
        let written = files::replace(file, files::private(), |out| {
            let result = class.back_up(out, file, &opponents);
            let is_whole = result.is_ok();
            made = Some(result);
            // What failed is in `made`; the file stays what it was.
            if is_whole { Ok(()) } else { Err(io::ErrorKind::Other.into()) }
        });
        (written, made)
    };
    let mut attempt = write();
    for _ in 1..TRIES {
        // A student who was forgotten meanwhile took files along: begin again.
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

/// Restores a class from a backup into a folder that does not exist or is empty. The class knows of that backup from then
/// on.
///
/// # Errors
/// If the file is not a backup or is damaged, there is something in the folder, or it cannot be written.
pub fn restore(file: &Path, folder: &Path) -> Result<RestoredClass, Error> {
    let shown = visible_path(file);
    let unread = |error| Error::input(format!("cannot read {shown}: {error}"));
    if fs::metadata(file).map_err(unread)?.is_dir() {
        return Err(Error::input(format!("{shown} is a directory")));
    }
    let bytes = BufReader::new(files::open(file).map_err(unread)?);
    let class = ClassFolder::at(folder);
    let restored = class.restore(bytes, file)?;
    class.note_backup(file)?;
    let runs = RestoredRuns::of(&class, &restored.facts)?;
    Ok(RestoredClass { backup: restored, runs })
}

/// Refuses to replace a file that is not a backup.
fn refuse_other(path: &Path) -> Result<(), Error> {
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
        Ok(_) => Err(Error::input(format!("{} exists and is not a backup", visible_path(path)))
            .hint("give the name of a new file")),
        Err(error) => Err(unwritten(path, &error)),
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
}
