//! Tests the discounted fingerprints of the starters of `muster new`. A hash of the starters is stored with them and
//! always compared. With `MUSTER_FULL` set, the starters are built as a student builds them, and compared with the
//! stored fingerprints. `MUSTER_UPDATE` rewrites these, which needs the compilers of all languages.

#![expect(clippy::print_stdout, reason = "says what is skipped, and what is known")]

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use copies::{Discounted, OwnFingerprints, Part, Work};
use game::Game;
use games::GAMES;
use kit::{LANGUAGES, Language};

/// Variations of the README's build command that a student may use: a part of the command, and its replacements.
const OTHERWISE: &[(&str, &str, &[&str])] = &[
    ("c", "-O2", &["-O0", "-O1", "-O3", "-Os"]),
    ("cpp", "-O2", &["-O0", "-O1", "-O3", "-Os"]),
    ("zig", "ReleaseSafe", &["Debug", "ReleaseFast", "ReleaseSmall"]),
    (
        "assemblyscript",
        "npm run build",
        &["npm run build -- -O0", "npm run build -- -O1", "npm run build -- -O2", "npm run build -- -Oz"],
    ),
];

/// Bots that use everything in a kit, unlike a starter, by language. `$kit` stands for the game.
const KITS: &[(&str, &str)] = &[
    ("c", include_str!("../kits/use.c")),
    ("rust", include_str!("../kits/use.rs")),
    ("zig", include_str!("../kits/use.zig")),
    ("assemblyscript", include_str!("../kits/use.ts")),
];

/// Languages whose bots are compared as written.
const INTERPRETED: &[&str] = &["javascript", "python", "typescript"];

/// The percentage of a starter's fingerprints that must be known if compilers of another version build it.
const KNOWN: usize = 90;

/// Returns the languages whose starters are compiled.
fn compiled() -> impl Iterator<Item = &'static &'static Language> {
    LANGUAGES.iter().filter(|language| !INTERPRETED.contains(&language.name))
}

/// Returns one hash of everything that is built, and of the ways to build it. `RULES.md` is left out, because no
/// build reads it.
fn inputs() -> String {
    let mut hasher = blake3::Hasher::new();
    for (language, game) in compiled().flat_map(|language| GAMES.iter().map(move |game| (language, game))) {
        for file in kit::project(language, *game).iter().filter(|file| file.path != "RULES.md") {
            hasher.update(format!("{} {}\n{}\n", language.name, file.path, file.text.len()).as_bytes());
            hasher.update(file.text.as_bytes());
        }
    }
    hasher.update(format!("{OTHERWISE:?} {KITS:?}").as_bytes());
    format!("{}\n", hasher.finalize())
}

fn given(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("given").join(name)
}

#[test]
fn what_starters_have_is_known() {
    let update = std::env::var_os("MUSTER_UPDATE").is_some();
    if !update {
        assert_eq!(
            fs::read_to_string(given("starters.txt")).unwrap_or_default(),
            inputs(),
            "the starters have changed, and their fingerprints have not; with the compilers of all languages, \
             `MUSTER_UPDATE=1 cargo test -p copies --test it starters` makes them anew"
        );
        if std::env::var_os("MUSTER_FULL").is_none() {
            return;
        }
    }
    let mut prints = BTreeSet::new();
    // Most of cargo's build is the same for all games.
    let built_by_cargo = tempfile::tempdir().unwrap();
    for language in compiled() {
        for game in GAMES {
            let built = builds(language, *game, built_by_cargo.path());
            assert!(!update || !built.is_empty(), "{} cannot be built here", language.title);
            for work in built {
                let unknown = OwnFingerprints::new(&work, &Discounted::starters()).size();
                let all = work.prints().len();
                prints.extend(work.parts.iter().flat_map(Part::prints).copied());
                println!("{} for {}: {} of {all} are known", language.title, game.title(), all - unknown);
                assert!(update || (all - unknown) * 100 >= all * KNOWN, "{}", language.title);
            }
        }
    }
    if update {
        let bytes: Vec<u8> = prints.iter().flat_map(|print| print.to_le_bytes()).collect();
        fs::write(given("starters.prints"), bytes).unwrap();
        fs::write(given("starters.txt"), inputs()).unwrap();
    }
}

/// Returns a starter and a bot that uses its whole kit, each in every build; empty if the compiler is missing.
fn builds(language: &Language, game: &dyn Game, target: &Path) -> Vec<Work> {
    let folder = tempfile::tempdir().unwrap();
    for file in kit::project(language, game) {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file.text).unwrap();
    }
    // Nim's linker, which `muster new` makes executable, too.
    let linker = folder.path().join("zigcc");
    if linker.exists() {
        fs::set_permissions(linker, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let readme = fs::read_to_string(folder.path().join("README.md")).unwrap();
    let command = readme.split("```").nth(1).unwrap().trim().lines().next().unwrap();
    let ways = OTHERWISE.iter().filter(|(name, ..)| *name == language.name);
    let otherwise =
        ways.flat_map(|(_, usual, others)| others.iter().map(move |other| command.replace(usual, other)));
    let commands = std::iter::once(command.to_owned()).chain(otherwise);
    let commands: Vec<String> = commands.collect();
    let built = || commands.iter().filter_map(|command| built(command, folder.path(), target));
    let mut works: Vec<Work> = built().collect();
    for (_, text) in KITS.iter().filter(|(name, _)| *name == language.name) {
        let text = text.replace("$kit", &game.name().replace('-', "_"));
        fs::write(folder.path().join(language.entry()), text).unwrap();
        works.extend(built());
    }
    works
}

fn built(command: &str, folder: &Path, target: &Path) -> Option<Work> {
    // Go's output is already a module; `muster build` only shortens its loading.
    let command = command.split(" && ").next()?;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path_with_tools());
    let distribution = Path::new("/usr/bin/rustc");
    if distribution.exists() {
        shell.env("RUSTC", distribution).env("RUSTC_BOOTSTRAP", "1");
        shell.env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort");
        shell.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    }
    shell.env("CARGO_TARGET_DIR", target).env_remove("RUSTFLAGS");
    let output = shell.output().unwrap();
    if !output.status.success() {
        println!("skipped: {command}: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    Some(copies::module(&fs::read(newest_module(folder, target)).unwrap()).unwrap())
}

fn newest_module(folder: &Path, target: &Path) -> PathBuf {
    // Cargo's own folder also has modules of earlier languages and games.
    let release = target.join("wasm32-unknown-unknown/release");
    let is_cargos = folder.join("Cargo.toml").exists();
    let folders = [folder.to_owned()].into_iter().chain(is_cargos.then_some(release));
    let folders = folders.filter_map(|folder| fs::read_dir(folder).ok());
    let files = folders.flatten().map(|entry| entry.unwrap().path());
    let modules = files.filter(|path| path.extension().is_some_and(|ending| ending == "wasm"));
    modules.max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap()).unwrap()
}

/// Returns the search path of commands, with the tools from `tests/install` first.
fn path_with_tools() -> OsString {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let own = [top.join("target/tools/bin"), top.join("tests/web/node_modules/.bin")];
    let usual = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(own.into_iter().chain(std::env::split_paths(&usual))).unwrap()
}
