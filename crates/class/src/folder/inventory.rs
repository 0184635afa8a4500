//! What lies in a class's folder besides the class itself: tournaments, runs, the ladder, opponents,
//! whatever the teacher keeps there.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::ClassFolder;

/// The class itself, in lower case: some file systems do not tell cases apart.
const CLASS: &[&str] = &["class.toml", "private", "files"];
/// What a run's folder calls the part that is the user's alone.
const PRIVATE: &str = "private";

/// The files of a folder, by their names with `/` between parts, in order.
#[derive(Debug, Default)]
pub(crate) struct Inventory {
    /// Regular files.
    pub(crate) files: Vec<String>,
    /// The records of runs among them, each a SQLite file that may be written to meanwhile.
    pub(crate) ledgers: Vec<String>,
    /// Backups of a class among what is not taken.
    pub(crate) backups: Vec<String>,
    /// What is not taken, and why.
    pub(crate) left: Vec<(String, String)>,
}

impl ClassFolder {
    /// Lists what is in the folder besides the class itself. No link is followed. `except` is a file that is about to be
    /// written; backups are left out.
    pub(crate) fn inventory(
        &self,
        except: &Path,
        is_backup: impl Fn(&Path) -> bool,
    ) -> io::Result<Inventory> {
        let mut listed = Inventory::default();
        let except = absolute(except);
        let mut folders = vec![(self.root().to_owned(), String::new())];
        while let Some((folder, prefix)) = folders.pop() {
            let entries = match fs::read_dir(&folder) {
                // Another program has just removed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound && !prefix.is_empty() => continue,
                entries => entries?,
            };
            for entry in entries {
                let path = entry?.path();
                let Some(name) = path.file_name().and_then(OsStr::to_str).map(str::to_owned) else {
                    listed.leave(format!("{prefix}{}", path.display()), "its name is not UTF-8");
                    continue;
                };
                let full = format!("{prefix}{name}");
                if (prefix.is_empty() && CLASS.contains(&name.to_lowercase().as_str()))
                    || is_passing(&folder, &name)
                    || absolute(&path) == except
                {
                    continue;
                }
                let Ok(found) = fs::symlink_metadata(&path) else { continue };
                if found.is_dir() {
                    folders.push((path, format!("{full}/")));
                } else if found.is_file() && is_backup(&path) {
                    listed.backups.push(full.clone());
                    listed.leave(full, "it is a backup itself");
                } else {
                    listed.add(&path, full, found.file_type());
                }
            }
        }
        for names in [&mut listed.files, &mut listed.ledgers] {
            names.sort_unstable();
        }
        listed.left.sort_unstable();
        Ok(listed)
    }

    /// The folders of all runs in the class's: its runs, those that were set aside, the cycles of the ladder.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn run_folders(&self) -> io::Result<Vec<PathBuf>> {
        let listed = self.inventory(Path::new(""), |_| false)?;
        let folders = listed.ledgers.iter().filter_map(|name| name.strip_suffix("/private/ledger.sqlite"));
        Ok(folders.map(|name| self.root().join(name)).collect())
    }

    /// Where a file of an inventory is, if its name is one on any system and nothing of the class itself.
    pub(crate) fn within(&self, name: &str) -> Option<PathBuf> {
        let first = name.split('/').next().unwrap_or_default().to_lowercase();
        let is_within = is_plain(name) && !CLASS.contains(&first.as_str());
        is_within.then(|| self.root().join(name))
    }
}

impl Inventory {
    fn add(&mut self, path: &Path, name: String, kind: fs::FileType) {
        if kind.is_symlink() {
            self.leave(name, "it is a link, and no link is followed");
        } else if !kind.is_file() {
            self.leave(name, "it is not a regular file");
        } else if !is_plain(&name) {
            self.leave(name, "its name is not one on every system");
        } else if is_ledger(path) {
            self.ledgers.push(name);
        } else {
            self.files.push(name);
        }
    }

    fn leave(&mut self, name: String, why: &str) {
        self.left.push((name, why.to_owned()));
    }
}

/// Whether a name with `/` between its parts is one on any system, and climbs nowhere.
pub(crate) fn is_plain(name: &str) -> bool {
    let is_plain = |part: &str| {
        !matches!(part, "" | "." | "..")
            && !part.ends_with(['.', ' '])
            && !part.contains(|letter: char| letter.is_control() || "\\:*?\"<>|".contains(letter))
    };
    name.split('/').all(is_plain)
}

/// Whether a name with `/` between its parts leads to what is the user's alone.
pub(crate) fn is_private(name: &str) -> bool {
    name.split('/').any(|part| part.eq_ignore_ascii_case(PRIVATE))
}

/// Whether a file is there only while something is done: locks, SQLite's logs beside a record that is copied with what is
/// in them, files that are about to replace others.
fn is_passing(folder: &Path, name: &str) -> bool {
    let in_private = folder.file_name().is_some_and(|folder| folder == PRIVATE);
    let of_record = name.ends_with(".sqlite-wal") || name.ends_with(".sqlite-shm");
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_new = || {
        let before = name.strip_suffix(".new")?;
        is_digits(before.rsplit_once('.')?.1).then_some(())
    };
    (in_private && (name == "lock" || of_record)) || is_new().is_some()
}

fn is_ledger(path: &Path) -> bool {
    let above = path.parent().and_then(Path::file_name);
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    above.is_some_and(|above| above == PRIVATE) && name.starts_with("ledger.") && name.ends_with(".sqlite")
}

/// A path without links above its last part, which may not exist.
fn absolute(path: &Path) -> PathBuf {
    let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(above), path.file_name()) {
        (Ok(above), Some(name)) => above.join(name),
        _ => path.to_owned(),
    }
}
