//! The compiled sample bots.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{Proof, cache};
use crate::bots::bots;
use crate::bots::sources::{WasmOpt, assert_same, sources};
use crate::support::top;

/// Parses the tools that affect each language's modules, from `bots/build --toolchains` or `bots/toolchains.txt`,
/// without languages that have no compiler.
fn toolchains(text: &str) -> BTreeMap<String, String> {
    let pair =
        |line: &str| line.split_once(": ").map(|(language, name)| (language.to_owned(), name.to_owned()));
    text.lines().filter_map(pair).filter(|(_, name)| !name.trim().is_empty()).collect()
}

/// Runs `bots/build` and returns its output; `None` without bash.
fn run(arguments: &[&OsStr]) -> Option<String> {
    let ruinous = WasmOpt::that("for file; do [ -f \"$file\" ] && : > \"$file\"; done");
    let output =
        Command::new("bash").arg(bots().join("build")).args(arguments).env("PATH", ruinous.path()).output();
    let output = output.ok()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "bots/build failed:\n{errors}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// With the tools that made the committed modules (`bots/toolchains.txt`), the bytes are equal, regardless of other
/// installed tools. With other versions, the build only has to succeed, since they may make different bytes from the
/// same source.
fn build() -> Result<(), String> {
    let here = toolchains(&run(&["--toolchains".as_ref()]).ok_or("there is no bash to run bots/build")?);
    let there = toolchains(&fs::read_to_string(bots().join("toolchains.txt")).unwrap());
    let out = tempfile::tempdir().unwrap();
    let cache = cache("bots");
    run(&["--out".as_ref(), out.path().as_ref(), "--cache".as_ref(), cache.as_ref()]);
    let mut unknown = Vec::new();
    for language in ["c", "zig", "rust"] {
        let due =
            there.get(language).unwrap_or_else(|| panic!("bots/toolchains.txt does not name {language}"));
        match here.get(language) {
            None => unknown.push(format!("bots/build finds no compiler of {language}")),
            Some(found) if found != due => {
                unknown.push(format!("{language} is built by {found}, not by {due}"));
            }
            Some(_) => {
                for source in sources().into_iter().filter(|source| source.language == language) {
                    let built = out.path().join(&source.game).join(format!("{}.wasm", source.name));
                    assert_same(&source, &fs::read(built).expect("what was built"));
                }
            }
        }
    }
    if unknown.is_empty() { Ok(()) } else { Err(unknown.join("; ")) }
}

#[test]
fn compiled_modules_are_what_their_sources_build_to() {
    let top = top();
    let compiled = sources().into_iter().filter(|source| source.language != "wat");
    let outputs = compiled.map(|source| {
        let path = source.committed().canonicalize().unwrap();
        path.strip_prefix(&top).unwrap().to_owned()
    });
    let proof = Proof {
        name: "bots",
        inputs: [
            "bots/build",
            "bots/toolchains.txt",
            "bots/common",
            "bots/kit/c",
            "bots/kit/rust",
            "bots/kit/zig",
            "bots/tank-battle",
            "bots/tank-chess",
            "bots/tank-war",
        ]
        .map(PathBuf::from)
        .to_vec(),
        also: String::new(),
        outputs: outputs.collect(),
        but: &[".md", ".wat", ".wasm"],
        command: "bots/build",
        build,
    };
    proof.hold();
}
