//! The committed modules against their sources.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bots;

/// A bot: `bots/<game>/<name>/<name>.<extension>`.
struct Source {
    game: String,
    name: String,
    language: &'static str,
    path: PathBuf,
}

impl Source {
    fn committed(&self) -> PathBuf {
        self.path.with_extension("wasm")
    }
}

/// Every folder of a game but `common` holds one bot: a source and its module, both called like the folder.
fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for game in folders(&bots()).into_iter().filter(|path| name_of(path) != "kit") {
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

/// The names of a game's bots, in alphabetical order.
pub(crate) fn names(game: &str) -> Vec<String> {
    sources().into_iter().filter(|source| source.game == game).map(|source| source.name).collect()
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

/// The compiler of each language, as `bots/build --toolchains` or `bots/toolchains.txt` names it; languages
/// without one are left out.
fn toolchains(text: &str) -> BTreeMap<String, String> {
    let pair =
        |line: &str| line.split_once(": ").map(|(language, name)| (language.to_owned(), name.to_owned()));
    text.lines().filter_map(pair).filter(|(_, name)| !name.trim().is_empty()).collect()
}

/// Runs `bots/build`; its output, or `None` where there is no bash to run it.
fn build(arguments: &[&OsStr]) -> Option<String> {
    let output = Command::new("bash").arg(bots().join("build")).args(arguments).output().ok()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "bots/build failed:\n{errors}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn assert_same(source: &Source, built: &[u8]) {
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

/// The `wat` crate keeps the names of the text; the committed modules are without.
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

/// An unsigned number and how many bytes it takes.
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

/// Where the compilers are those that made the committed modules (`bots/toolchains.txt`), the bytes are the
/// same. With other versions of them, a build that succeeds is all that is asked for: they may make different
/// bytes from the same source.
#[test]
fn compiled_modules_are_what_their_sources_build_to() {
    let Some(here) = build(&["--toolchains".as_ref()]) else { return };
    let here = toolchains(&here);
    let there = toolchains(&fs::read_to_string(bots().join("toolchains.txt")).expect("bots/toolchains.txt"));
    let out = tempfile::tempdir().expect("a temporary folder");
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bots");
    build(&["--out".as_ref(), out.path().as_ref(), "--cache".as_ref(), cache.as_ref()]);
    let linkers_agree = here.get("linker") == there.get("linker");
    for source in sources().into_iter().filter(|source| source.language != "wat") {
        assert!(source.committed().exists(), "{} is missing", source.committed().display());
        let built = out.path().join(&source.game).join(format!("{}.wasm", source.name));
        if !here.contains_key(source.language) {
            assert!(!built.exists());
            continue;
        }
        let built = fs::read(&built).expect("what was built");
        let same = here.get(source.language) == there.get(source.language);
        if same && (linkers_agree || source.language == "zig") {
            assert_same(&source, &built);
        }
    }
}
