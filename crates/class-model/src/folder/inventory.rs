//! The other contents of a class's folder: tournaments, runs, the ladder, opponents, and the teacher's own files.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::ClassFolder;

/// The files of the class itself, in lower case: some file systems ignore case.
const CLASS: &[&str] = &["class.toml", "private", "files"];
/// Name of the private part of a run's folder.
const PRIVATE: &str = "private";

/// The files of a folder, sorted, as names with `/` between parts.
#[derive(Debug, Default)]
pub(crate) struct Inventory {
    /// Regular files.
    pub(crate) files: Vec<String>,
    /// The records of runs, each a SQLite file that another program may be writing to.
    pub(crate) ledgers: Vec<String>,
    /// Backups of a class, which are also in `left`.
    pub(crate) backups: Vec<String>,
    /// The omitted files, each with the reason.
    pub(crate) left: Vec<(String, String)>,
}

impl ClassFolder {
    /// Lists the contents of the folder without the class itself. Does not follow links. Omits backups, and `except`,
    /// a file that is about to be written.
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
                    listed.leave(full, "it is itself a backup");
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

    /// Returns all run folders in the class's folder: its runs, runs that were set aside, and the cycles of the
    /// ladder.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn run_folders(&self) -> io::Result<Vec<PathBuf>> {
        let listed = self.inventory(Path::new(""), |_| false)?;
        let folders = listed.ledgers.iter().filter_map(|name| name.strip_suffix("/private/ledger.sqlite"));
        Ok(folders.map(|name| self.root().join(name)).collect())
    }

    /// Returns the path of a file of an inventory, if its name is portable and not reserved.
    pub(crate) fn within(&self, name: &str) -> Option<PathBuf> {
        let first = name.split('/').next().unwrap_or_default().to_lowercase();
        let is_within = is_plain(name) && !CLASS.contains(&first.as_str());
        is_within.then(|| self.root().join(name))
    }
}

impl Inventory {
    fn add(&mut self, path: &Path, name: String, kind: fs::FileType) {
        if kind.is_symlink() {
            self.leave(name, "it is a link, and links are not followed");
        } else if !kind.is_file() {
            self.leave(name, "it is not a regular file");
        } else if !is_plain(&name) {
            self.leave(name, "its name is not valid on every system");
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

/// Returns `true` if a name with `/` between its parts is portable and stays within the folder.
pub(crate) fn is_plain(name: &str) -> bool {
    let is_plain = |part: &str| {
        !matches!(part, "" | "." | "..")
            && !part.ends_with(['.', ' '])
            && !part.contains(|letter: char| letter.is_control() || "\\:*?\"<>|".contains(letter))
    };
    name.split('/').all(is_plain)
}

/// Returns `true` if a name with `/` between its parts leads into a private part.
pub(crate) fn is_private(name: &str) -> bool {
    name.split('/').any(|part| part.eq_ignore_ascii_case(PRIVATE))
}

/// Returns `true` if a file is temporary: a lock, a log of SQLite beside a record (the copied record includes its
/// contents), or a file that is about to replace another.
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

/// Returns a path with the links above its last part resolved. The last part need not exist.
fn absolute(path: &Path) -> PathBuf {
    let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(above), path.file_name()) {
        (Ok(above), Some(name)) => above.join(name),
        _ => path.to_owned(),
    }
}
