//! Wasmtime is compiled only once for any selection of crates: its dependencies have the same features everywhere.

use std::collections::{BTreeMap, BTreeSet};

use super::{cargo, imports};

/// Returns the features of each dependency from a registry, by name and version, for a selection.
fn features(selection: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let fixed =
        ["tree", "--locked", "--offline", "--edges=normal,build,dev", "--prefix=none", "--format={p}|{f}"];
    let mut features: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in cargo(&[&fixed, selection].concat()).lines() {
        let line = line.trim_end_matches(" (*)");
        let Some((package, of_it)) = line.split_once('|') else { continue };
        // Crates of the workspace have a folder after their version.
        if !package.contains("crates") {
            features.entry(package.to_owned()).or_default().insert(of_it.to_owned());
        }
    }
    features
}

/// Returns the crates above wasmtime. The tests of some of them do not need it.
fn with_wasmtime() -> BTreeSet<String> {
    let fixed = ["tree", "--workspace", "--locked", "--offline", "--edges=normal,build,dev"];
    let names = cargo(&[&fixed[..], &["--invert=wasmtime", "--prefix=none", "--format={p}"]].concat());
    let names: BTreeSet<&str> = names.lines().filter_map(|line| line.split(' ').next()).collect();
    imports().into_keys().filter(|name| names.contains(name.as_str())).collect()
}

#[test]
fn a_crate_that_plays_needs_no_wasmtime_of_its_own() {
    let whole = features(&["--workspace", "--features", "network"]);
    let mut playing = 0;
    let with_wasmtime = with_wasmtime();
    let selections = with_wasmtime.iter().map(|name| vec!["--package", name]);
    // With and without the features that are not built by default.
    for selection in selections.chain([vec!["--package", "cli", "--features", "network"]]) {
        let name = selection[1..].join(" ");
        let alone = features(&selection);
        if !alone.keys().any(|package| package.starts_with("wasmtime v")) {
            continue;
        }
        playing += 1;
        for (package, of_it) in &alone {
            assert!(
                of_it.is_subset(&whole[package]),
                "-p {name} compiles {package} with {of_it:?}, the workspace with {:?}; add to crates/unify/Cargo.toml",
                whole[package]
            );
        }
    }
    assert!(playing >= 4, "{playing}");
}
