//! "Did you mean": the file closest to a path that does not exist.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::closest_word::closest;

/// Maximum number of directory entries to consider.
const MOST: usize = 10_000;

/// Returns the file that was probably meant: the path with `.toml` or `.wasm` added, or a file whose path has similar
/// names.
pub fn meant_file(path: &Path) -> Option<PathBuf> {
    if path.extension().is_none()
        && let Some(file) =
            ["toml", "wasm"].map(|ending| path.with_extension(ending)).into_iter().find(|file| file.is_file())
    {
        return Some(file);
    }
    let mut found = PathBuf::new();
    for part in path.components() {
        let next = found.join(part);
        found = if next.exists() { next } else { found.join(nearest(&found, part.as_os_str())?) };
    }
    (found != path && found.is_file()).then_some(found)
}

/// Returns the name in a directory that is closest to a missing one.
fn nearest(folder: &Path, name: &OsStr) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).ok()?.take(MOST);
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    // The system lists entries in no particular order.
    names.sort_unstable();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    closest(name.to_str()?, &names).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_file_that_was_meant() {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir(top.path().join("bots")).unwrap();
        for name in ["bots/greedy.wasm", "bots/greedy.c", "cup.toml"] {
            fs::write(top.path().join(name), "").unwrap();
        }
        for (path, file) in [
            ("bots/gredy.wasm", Some("bots/greedy.wasm")),
            ("bot/greedy.wasm", Some("bots/greedy.wasm")),
            ("bots/greedy", Some("bots/greedy.wasm")),
            ("cup", Some("cup.toml")),
            ("cop.toml", Some("cup.toml")),
            ("bots/walker.wasm", None),
            ("nowhere/at/all.wasm", None),
        ] {
            assert_eq!(meant_file(&top.path().join(path)), file.map(|file| top.path().join(file)), "{path}");
        }
    }
}
