//! The architecture rules, enforced by tests: which crates may import which, and which may use a library.

mod cycles;
mod disk;
mod examples;
mod features;
mod games;
mod licences;
mod locks;
mod named_files;
mod pure;
mod sources;
mod threads;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ::games::GAMES;
use serde_json::Value;

/// The layers of `crates/README.md`, lowest first, without the crates of the games, which are in layer 1. A crate
/// imports only from layers below its own.
const LAYERS: &[&[&str]] = &[
    &["game", "hash", "plaintext"],
    &[
        "files",
        "explain",
        "confine",
        "json",
        "game-file",
        "referee",
        "rating",
        "board",
        "bot-protocol",
        "course-files",
        "locale",
        "unify",
    ],
    &["games", "tournament", "job", "copies", "terminal", "faults"],
    &["ledger", "config", "replay", "sandbox", "season", "profile", "kit", "viewer"],
    &["run-folder", "class-model", "script", "mail", "lti"],
    &["results"],
    &["play", "runner", "report", "rating-lists", "browser", "evidence"],
    &["class-operations", "watch", "worker"],
    &["fleet", "service"],
    &["cli"],
];

/// Libraries that only a few crates may use, with those crates.
const SECRETS: &[(&str, &[&str])] = &[
    ("wasmtime", &["sandbox"]),
    ("wasmparser", &["sandbox", "copies"]),
    ("wasm-encoder", &["sandbox", "unify"]),
    ("rusqlite", &["ledger", "class-model", "faults"]),
    ("toml", &["config"]),
    ("jiff", &["class-model"]),
    ("plotters", &["report"]),
    ("clap", &["cli", "unify"]),
    ("indicatif", &["cli", "terminal"]),
    ("landlock", &["confine"]),
    ("postcard", &["fleet", "worker"]),
    ("axum", &["service"]),
    ("hyper", &["service"]),
    ("async-nats", &["fleet"]),
    ("nkeys", &["fleet"]),
    ("ureq", &["cli", "lti"]),
    ("jsonwebtoken", &["lti"]),
    ("aws-lc-rs", &["lti"]),
    ("httparse", &["watch"]),
    ("lettre", &["mail"]),
    ("fluent-bundle", &["locale"]),
    ("qrcode", &["class-operations"]),
    ("rustc-demangle", &["profile"]),
    ("cpp_demangle", &["profile"]),
];

/// Crates that are independent of the system: without threads, files, network, processes, environment or system time. A
/// worker and a browser need them, too. The crates of the games are pure as well.
const PURE: &[&str] = &[
    "game",
    "game-file",
    "hash",
    "plaintext",
    "referee",
    "rating",
    "board",
    "viewer",
    "bot-protocol",
    "course-files",
    "locale",
    "json",
    "games",
    "job",
    "replay",
    "kit",
    "copies",
    "tournament",
    "season",
    "browser",
];

/// Crates and libraries that must not be in the dependency tree of a crate.
const STRANGERS: &[(&str, &[&str])] = &[
    ("play", &["ledger", "config", "rusqlite", "libsqlite3-sys", "toml"]),
    ("runner", &["play", "sandbox", "script", "wasmtime", "tracing"]),
    ("class-operations", &["play", "sandbox", "script", "wasmtime", "clap", "tracing"]),
    ("service", &["play", "sandbox", "script", "wasmtime", "clap"]),
    ("fleet", &["play", "sandbox", "script", "wasmtime", "clap", "ledger", "config"]),
    ("watch", &["tokio", "clap"]),
    ("worker", &["ledger", "config", "rusqlite", "libsqlite3-sys", "toml", "clap"]),
];

/// Crates that start threads.
const START_THREADS: &[&str] =
    &["sandbox", "play", "results", "report", "runner", "worker", "service", "fleet", "watch", "cli"];

/// Libraries that access the system, which no pure crate may use.
const SYSTEM: &[&str] = &["ctrlc", "getrandom", "libc", "rustix"];

/// Crates that may name tokio.
const MAY_NAME_TOKIO: &[&str] = &["fleet", "service"];

/// Modules that still import one another, by crate. A fixed cycle is removed from this list.
const CYCLES: &[(&str, &[&str])] = &[];

/// The features of wasmtime that playing needs. With any other feature, it is not the sandbox that was measured and
/// reviewed.
///
/// (`runtime` itself enables `once_cell` and `wasmtime-jit-icache-coherence`.)
const WASMTIME_FEATURES: &[&str] = &[
    "async",
    "cranelift",
    "once_cell",
    "parallel-compilation",
    "pooling-allocator",
    "runtime",
    "std",
    "wasmtime-jit-icache-coherence",
];

#[test]
fn crates_import_only_from_lower_layers() {
    let layer_of: BTreeMap<&str, usize> = LAYERS
        .iter()
        .enumerate()
        .flat_map(|(layer, names)| names.iter().map(move |&name| (name, layer)))
        .chain(game_crates().map(|name| (name, 1)))
        .collect();
    let imports = imports();
    let known: BTreeSet<&str> = layer_of.keys().copied().collect();
    let found: BTreeSet<&str> = imports.keys().map(String::as_str).collect();
    assert_eq!(found, known, "every crate of the workspace has a layer here and in crates/README.md");
    let upward: Vec<String> = imports
        .iter()
        .flat_map(|(name, imported)| imported.iter().map(move |import| (name, import)))
        .filter_map(|(name, import)| {
            let (own, other) = (layer_of[name.as_str()], layer_of.get(import.as_str())?);
            (own <= *other).then(|| format!("{name} (layer {own}) imports {import} (layer {other})"))
        })
        .collect();
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn games_are_known_to_their_list_alone() {
    for (name, imported) in imports() {
        let known: Vec<&str> = game_crates().filter(|game| imported.contains(*game)).collect();
        assert!(name == "games" || known.is_empty(), "{name} imports {known:?}");
    }
}

#[test]
fn each_secret_has_its_keepers() {
    for (name, imported) in imports() {
        for (library, keepers) in SECRETS {
            assert!(
                keepers.contains(&name.as_str()) || !imported.contains(*library),
                "{name} imports {library}, which is for {keepers:?} alone"
            );
        }
    }
}

#[test]
fn some_things_are_nowhere_below_a_crate() {
    let metadata = metadata(&["--filter-platform", &host()]);
    for (name, strangers) in STRANGERS {
        let tree = tree::tree_of(name, &metadata);
        let met: Vec<&&str> = strangers.iter().filter(|stranger| tree.contains(**stranger)).collect();
        assert!(met.is_empty(), "below {name} there is {met:?}");
        assert!(tree.contains("job"), "the tree of {name} is not read: {tree:?}");
    }
}

/// A grade must not cost what a page costs.
#[test]
fn grades_do_not_depend_on_the_report() {
    let is_of_grades = |file: &[String]| file.first().is_some_and(|part| part == "grades");
    let files = sources::files_of(&crates().join("class-operations"));
    let of_grades: Vec<_> = files.iter().filter(|(file, _)| is_of_grades(file)).collect();
    assert!(of_grades.len() >= 8, "only {} files were found", of_grades.len());
    for (file, code) in of_grades {
        let reports = sources::paths_in(code).into_iter().find(|path| path[0] == "report");
        assert_eq!(reports, None, "{}", file.join("/"));
    }
}

#[test]
fn nothing_imports_the_command_line() {
    for (name, imported) in imports() {
        assert!(!imported.contains("cli"), "{name} imports cli");
    }
}

#[test]
fn threads_are_started_by_a_few_alone() {
    let starting: BTreeSet<String> =
        imports().into_keys().filter(|name| !threads::started_in(&crates().join(name)).is_empty()).collect();
    let few: BTreeSet<String> = START_THREADS.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(starting, few);
}

#[test]
fn pure_crates_know_nothing_of_the_system() {
    let imports = imports();
    for name in pure_crates() {
        let imported = imports.get(name).unwrap_or_else(|| panic!("there is no crate {name}"));
        let libraries: Vec<&&str> = SYSTEM.iter().filter(|library| imported.contains(**library)).collect();
        assert!(libraries.is_empty(), "{name} imports {libraries:?}");
        let outside = pure::paths_to_the_outside(&crates().join(name));
        assert!(outside.is_empty(), "{name}: {outside:#?}");
    }
}

#[test]
fn pure_crates_import_pure_crates_alone() {
    let imports = imports();
    let pure = pure_crates();
    for name in &pure {
        let impure: Vec<&String> = imports[*name]
            .iter()
            .filter(|other| imports.contains_key(*other) && !pure.contains(&other.as_str()))
            .collect();
        assert!(impure.is_empty(), "{name} imports {impure:?}");
    }
}

#[test]
fn tokio_is_named_by_a_few_alone() {
    for (name, imported) in imports() {
        let tokio: Vec<&String> = imported.iter().filter(|library| library.starts_with("tokio")).collect();
        assert!(MAY_NAME_TOKIO.contains(&name.as_str()) || tokio.is_empty(), "{name} imports {tokio:?}");
    }
}

#[test]
fn no_modules_of_a_crate_import_one_another() {
    let found: Vec<(String, Vec<String>)> = imports()
        .into_keys()
        .flat_map(|name| {
            let cycles = cycles::cycles_of(&crates().join(&name));
            cycles.into_iter().map(move |files| (name.clone(), files))
        })
        .collect();
    let known: Vec<(String, Vec<String>)> = CYCLES
        .iter()
        .map(|(name, files)| ((*name).to_owned(), files.iter().map(|&file| file.to_owned()).collect()))
        .collect();
    assert_eq!(found, known);
}

#[test]
fn files_that_the_architecture_names_exist() {
    let text = fs::read_to_string(crates().join("README.md")).unwrap();
    let is_file =
        |name: &str| Path::new(name).extension().is_some_and(|ending| ending == "rs" || ending == "js");
    let is_of_a_crate = |name: &str| name.contains("/src/") || name.contains("/app/");
    let named = named_files::quoted(&text).filter(|name| is_file(name) && is_of_a_crate(name));
    // A walk names its files in full.
    let walks = named_files::section(&text, "Walks");
    let walked: Vec<&str> = named_files::quoted(walks).filter(|name| is_file(name)).collect();
    assert!(walked.len() > 60, "only {} files were found in the walks", walked.len());
    let missing: BTreeSet<&str> = named.chain(walked).filter(|name| !crates().join(name).is_file()).collect();
    assert!(missing.is_empty(), "crates/README.md names files that are not there: {missing:#?}");
}

#[test]
fn no_dependency_switches_features_of_wasmtime_on() {
    // Packages for other platforms may never have been fetched.
    let metadata = metadata(&["--filter-platform", &host()]);
    let packages = metadata["packages"].as_array().unwrap();
    let wasmtime = packages.iter().find(|package| package["name"] == "wasmtime").unwrap();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let node = nodes.iter().find(|node| node["id"] == wasmtime["id"]).unwrap();
    let features: Vec<&str> = node["features"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(features, WASMTIME_FEATURES);
}

/// Files that may read the system time: the folder of compiled code, to find the least recently used modules (which are
/// rebuilt on demand, so that no result depends on it); the class, for the time of a submission; the state of a
/// fleet, to show the age of a message; and a signed request to a course system, which checks its age.
const READ_THE_CALENDAR: &[&str] = &[
    "sandbox/src/admit/cache.rs",
    "sandbox/src/admit/cache/evict.rs",
    "class-model/src/clock.rs",
    "fleet/src/status/longest_held.rs",
    "lti/src/service_client.rs",
];

/// Jumps of the system time, an hour back or a day forward, have no effect if no code reads it.
#[test]
fn nobody_reads_the_calendar() {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap().path().join("src")).collect();
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let reads = text.contains("SystemTime") || text.contains("UNIX_EPOCH");
                let may = READ_THE_CALENDAR.iter().any(|file| path.ends_with(file));
                assert_eq!(reads, may, "{}", path.display());
                read += 1;
            }
        }
    }
    assert!(read > 100, "only {read} files were found");
}

/// Returns the folder of the crates, each of which has the name of its folder.
fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the crates of the games, each of which has the name of its game.
fn game_crates() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.name())
}

fn pure_crates() -> Vec<&'static str> {
    PURE.iter().copied().chain(game_crates()).collect()
}

/// Returns the dependencies of each crate of the workspace, without its development dependencies.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = metadata(&["--no-deps"]);
    let members: BTreeSet<&str> =
        metadata["workspace_members"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let packages = metadata["packages"].as_array().unwrap();
    packages
        .iter()
        .filter(|package| members.contains(package["id"].as_str().unwrap()))
        .map(|package| {
            let used = package["dependencies"].as_array().unwrap().iter();
            let names = used
                .filter(|dependency| dependency["kind"].is_null())
                .map(|dependency| dependency["name"].as_str().unwrap().to_owned());
            (package["name"].as_str().unwrap().to_owned(), names.collect())
        })
        .collect()
}

/// Returns cargo's metadata on the workspace, without the network.
fn metadata(arguments: &[&str]) -> Value {
    let fixed = ["metadata", "--format-version", "1", "--locked", "--offline"];
    serde_json::from_str(&cargo(&[&fixed, arguments].concat())).unwrap()
}

/// Returns the platform that the tests are built on.
fn host() -> String {
    let version = cargo(&["-vV"]);
    version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
