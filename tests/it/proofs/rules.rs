//! The rules, replay and referee in a reader's browser: they compile for wasm32, without a system, and the module in
//! reports matches their sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{Proof, cache, script};
use crate::support::top;

const TARGET: &str = "wasm32-unknown-unknown";
const BUILD: &str = "crates/browser/build";

/// With the toolchain that made the committed module (`toolchain.txt`), the bytes are equal, in any folder.
fn build() -> Result<(), String> {
    let rules = top().join("crates/viewer/rules");
    let due = fs::read_to_string(rules.join("toolchain.txt")).unwrap();
    let here = script(BUILD, &["--toolchain"]).filter(|here| !here.is_empty());
    let here = here.ok_or("it takes bash, a Rust compiler for wasm32 and wasm-ld")?;
    if here != due.trim() {
        return Err(format!("the rules were built by {}, not by {here}", due.trim()));
    }
    let built = tempfile::NamedTempFile::new().unwrap();
    script(BUILD, &["--out", built.path().to_str().unwrap(), "--target-dir", &cache("browser")]).unwrap();
    assert!(
        fs::read(built.path()).unwrap() == fs::read(rules.join("rules.wasm")).unwrap(),
        "rules.wasm is not what the crates build to; `{BUILD}` builds it anew"
    );
    Ok(())
}

/// Returns the packages that `browser` is compiled from, each with its features, and with its path if it belongs to the
/// workspace.
fn packages() -> String {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--package=browser", "--target", TARGET])
        .args(["--edges=normal,build", "--prefix=none", "--format={p}|{f}"])
        .current_dir(top())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: BTreeSet<&str> = text.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    lines.into_iter().collect::<Vec<_>>().join("\n")
}

#[test]
fn the_committed_rules_are_what_the_crates_build_to() {
    let workspace = top().display().to_string();
    let packages = packages().replace(&workspace, "muster");
    let own = packages.lines().filter_map(|line| line.split("(muster/").nth(1)?.split(')').next());
    let mut inputs: Vec<PathBuf> = Vec::new();
    for folder in own {
        let folder = PathBuf::from(folder);
        inputs.extend(["Cargo.toml", "src"].map(|part| folder.join(part)));
    }
    assert!(inputs.len() > 10, "{packages}");
    inputs.extend([BUILD, "crates/viewer/rules/toolchain.txt"].map(PathBuf::from));
    // The workspace's profiles. The packages' features cover the rest of its manifest.
    let manifest = fs::read_to_string(top().join("Cargo.toml")).unwrap();
    let profiles = manifest.split_once("[profile.release]").unwrap().1;
    let proof = Proof {
        name: "rules",
        inputs,
        also: format!("{packages}\n{profiles}"),
        outputs: vec![PathBuf::from("crates/viewer/rules/rules.wasm")],
        but: &["tests.rs"],
        command: BUILD,
        build,
    };
    proof.hold();
}
