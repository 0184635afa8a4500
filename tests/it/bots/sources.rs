//! Compares the committed modules with their sources.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use super::bots;

/// A bot: `bots/<game>/<name>/<name>.<extension>`.
pub(crate) struct Source {
    pub(crate) game: String,
    pub(crate) name: String,
    pub(crate) language: &'static str,
    path: PathBuf,
}

impl Source {
    pub(crate) fn committed(&self) -> PathBuf {
        self.path.with_extension("wasm")
    }
}

/// Returns all bots. Every folder of a game but `common` holds one bot: a source and its module, both named like the
/// folder.
pub(crate) fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for game in folders(&bots()).into_iter().filter(|path| !matches!(name_of(path).as_str(), "kit" | "rules"))
    {
        for folder in folders(&game).into_iter().filter(|path| name_of(path) != "common") {
            let name = name_of(&folder);
            let (path, language) = [("c", "c"), ("zig", "zig"), ("rs", "rust"), ("wat", "wat")]
                .into_iter()
                .map(|(extension, language)| (folder.join(format!("{name}.{extension}")), language))
                .find(|(path, _)| path.exists())
                .unwrap_or_else(|| panic!("{} has no source called like it", folder.display()));
            sources.push(Source { game: name_of(&game), name, language, path });
        }
    }
    sources
}

/// Returns the names of a game's competing bots in alphabetical order.
pub(crate) fn names(game: &str) -> Vec<String> {
    let competing = sources().into_iter().filter(|source| source.game == game && source.name != "analyst");
    competing.map(|source| source.name).collect()
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).expect("a folder of bots");
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

fn name_of(path: &Path) -> String {
    path.file_name().and_then(OsStr::to_str).expect("names are text").to_owned()
}

/// A `wasm-opt` that comes first on the path. Clang runs the first one that it finds when it links.
pub(crate) struct WasmOpt(tempfile::TempDir);

impl WasmOpt {
    /// Creates one that runs a shell script with the paths that it gets.
    pub(crate) fn that(script: &str) -> WasmOpt {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("wasm-opt");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
        }
        WasmOpt(folder)
    }

    /// Returns the value of `PATH` that finds it.
    pub(crate) fn path(&self) -> OsString {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.0.path().to_owned()).chain(std::env::split_paths(&path));
        std::env::join_paths(folders).expect("a path")
    }
}

pub(crate) fn assert_same(source: &Source, built: &[u8]) {
    let committed = fs::read(source.committed()).unwrap_or_default();
    assert!(
        committed == built,
        "{} is not what {} builds to; `bots/build` builds it anew",
        source.committed().display(),
        source.path.display()
    );
}

/// Modules in the text format need no compiler but the `wat` crate, so they are compared on every machine.
#[test]
fn text_modules_are_what_their_sources_say() {
    let sources: Vec<Source> = sources().into_iter().filter(|source| source.language == "wat").collect();
    assert!(!sources.is_empty());
    for source in sources {
        let built = wat::parse_file(&source.path).expect("the text is a module");
        assert_same(&source, &without_custom_sections(&built));
    }
}

/// The `wat` crate keeps the names of the text; the committed modules have none.
fn without_custom_sections(module: &[u8]) -> Vec<u8> {
    let (head, mut rest) = module.split_at(8);
    let mut kept = head.to_vec();
    while let [kind, behind @ ..] = rest {
        let (length, digits) = leb128(behind);
        let (section, next) = rest.split_at(1 + digits + length);
        if *kind != 0 {
            kept.extend_from_slice(section);
        }
        rest = next;
    }
    kept
}

/// Returns an unsigned number and its length in bytes.
fn leb128(bytes: &[u8]) -> (usize, usize) {
    let mut value = 0;
    for (index, byte) in bytes.iter().enumerate() {
        value |= usize::from(byte & 0x7F) << (7 * index);
        if byte & 0x80 == 0 {
            return (value, index + 1);
        }
    }
    panic!("the number does not end");
}
