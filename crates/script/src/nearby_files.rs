//! The files near a script that it may ask for by computed names. A survey offers them together, so that the
//! interpreter need not be started again for each.
//!
//! The result is only a guess: the script asks for missing files when it is loaded, and superfluous files do no harm.

use std::collections::VecDeque;
use std::fs::{self, DirEntry};
use std::path::Path;

/// Maximum number of offered files.
pub(crate) const FILES: usize = 1_000;
/// Maximum total bytes of their contents: 2 MiB.
pub(crate) const BYTES: u64 = 2 << 20;
/// Maximum number of folder entries to examine.
const ENTRIES: usize = 10_000;

/// Returns the names of files with one of the endings, relative to the folder; files in subfolders come last. Links
/// and hidden files are left out.
pub(crate) fn files(folder: &Path, endings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let (mut entries, mut bytes) = (ENTRIES, BYTES);
    let mut folders = VecDeque::from([String::new()]);
    while let Some(prefix) = folders.pop_front() {
        let Ok(listing) = fs::read_dir(folder.join(&prefix)) else { continue };
        let mut listing: Vec<DirEntry> = listing.take(entries).flatten().collect();
        entries -= listing.len();
        listing.sort_by_key(DirEntry::file_name);
        for entry in listing {
            let (Ok(name), Ok(about)) = (entry.file_name().into_string(), entry.metadata()) else { continue };
            if name.starts_with('.') {
                continue;
            }
            let name = format!("{prefix}{name}");
            if about.is_dir() {
                folders.push_back(format!("{name}/"));
            } else if about.is_file() && has_ending(&name, endings) && about.len() <= bytes {
                if found.len() == FILES {
                    return found;
                }
                bytes -= about.len();
                found.push(name);
            }
        }
    }
    found
}

fn has_ending(name: &str, endings: &[&str]) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, name: &str, contents: &[u8]) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, contents).expect("a file");
    }

    #[test]
    fn the_nearest_files_of_the_language_come_first() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("bot");
        for name in
            ["z.js", "b.ts", "c.py", "js", "lib/deep/x.js", "lib/a.js", ".git/a.js", ".a.js", "a/y.js"]
        {
            write(&folder, name, b"");
        }
        #[cfg(unix)]
        for (target, link) in [("z.js", "link.js"), ("lib", "linked"), ("..", "lib/up")] {
            std::os::unix::fs::symlink(target, folder.join(link)).expect("a link");
        }
        let found = files(&folder, &["js", "ts"]);
        assert_eq!(found, ["b.ts", "z.js", "a/y.js", "lib/a.js", "lib/deep/x.js"]);
        assert!(files(&folder.join("none"), &["js"]).is_empty());
    }

    #[test]
    fn a_large_folder_is_offered_in_part() {
        let folder = tempfile::tempdir().expect("a folder");
        let half = vec![b' '; BYTES as usize / 2];
        for name in ["a.js", "b.js", "c.js"] {
            write(folder.path(), name, &half);
        }
        assert_eq!(files(folder.path(), &["js"]), ["a.js", "b.js"]);
        for file in 0..FILES {
            write(folder.path(), &format!("lib/{file}.js"), b"");
        }
        assert_eq!(files(folder.path(), &["js"]).len(), FILES);
    }
}
