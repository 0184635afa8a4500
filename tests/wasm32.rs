//! Rules, referee and replay compile for a browser, too: for wasm32, where there is no system below them. The module
//! that reports deploy is what they build to.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{missing, skip, top};

/// The crates that have to compile for wasm32.
const CRATES: &[&str] = &[
    "game",
    "tank-battle",
    "tank-war",
    "tank-chess",
    "board",
    "games",
    "referee",
    "job",
    "replay",
    "archive",
    "browser",
];
const TARGET: &str = "wasm32-unknown-unknown";

/// A Rust compiler that can make wasm32.
struct Compiler {
    path: PathBuf,
    /// Whether the target's standard library is installed, so that it need not be built from its sources.
    has_target: bool,
}

impl Compiler {
    /// The first of the compilers here that can: the one that cargo uses, or a distribution's. Most distributions leave
    /// the target out, and have the sources of the standard library in a package of their own.
    fn find() -> Option<Compiler> {
        let usual = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        [PathBuf::from(usual), PathBuf::from("/usr/bin/rustc")].into_iter().find_map(Compiler::at)
    }

    fn at(path: PathBuf) -> Option<Compiler> {
        let library = PathBuf::from(told(&path, &["--print", "sysroot"])?.trim()).join("lib/rustlib");
        let has_target = library.join(TARGET).is_dir();
        let can = has_target || library.join("src/rust/library/std/Cargo.toml").is_file();
        let version = told(&path, &["--version"])?;
        let version = version.split_whitespace().nth(1)?;
        (can && is_new_enough(version)).then_some(Compiler { path, has_target })
    }

    /// Checks the crates in a folder of their own, so that nothing of the host's is built anew.
    fn check(&self) -> std::process::Output {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["check", "--locked", "--target", TARGET]).env("RUSTC", &self.path);
        // Nothing of it runs, so that nothing need be fast.
        cargo.args(["--config", "profile.dev.package.\"*\".opt-level = 0"]);
        cargo.arg("--target-dir").arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("wasm32"));
        cargo.args(CRATES.iter().flat_map(|name| ["-p", name]));
        if !self.has_target {
            cargo.arg("-Zbuild-std=std,panic_abort").env("RUSTC_BOOTSTRAP", "1");
        }
        cargo.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).output().unwrap()
    }
}

/// What a compiler prints; `None` where there is none.
fn told(compiler: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(compiler).args(arguments).output().ok()?;
    String::from_utf8(output.stdout).ok().filter(|_| output.status.success())
}

/// Whether a compiler's version is one that the workspace can be built with.
fn is_new_enough(version: &str) -> bool {
    let numbers = |text: &str| text.split('.').map_while(|part| part.parse().ok()).collect::<Vec<u32>>();
    numbers(version) >= numbers(env!("CARGO_PKG_RUST_VERSION"))
}

#[test]
fn rules_referee_and_replay_compile_for_a_browser() {
    let Some(compiler) = Compiler::find() else {
        return skip(&missing("there is no Rust compiler for wasm32"));
    };
    let output = compiler.check();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Runs `crates/browser/build`, and returns what it prints.
fn build_rules(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("bash").arg(top().join("crates/browser/build")).args(arguments).output().ok()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "crates/browser/build failed:\n{errors}");
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// With the toolchain that made the committed module (`toolchain.txt`) the bytes are the same, in whatever folder.
#[test]
fn the_committed_rules_are_what_the_crates_build_to() {
    let rules = top().join("crates/viewer/rules");
    let due = fs::read_to_string(rules.join("toolchain.txt")).unwrap();
    let Some(here) = build_rules(&["--toolchain"]).filter(|here| !here.is_empty()) else {
        return skip(&missing("crates/browser/build needs bash, a Rust compiler for wasm32 and wasm-ld"));
    };
    if here != due.trim() {
        return skip(&missing(&format!("the committed rules were built by {due}; here is {here}")));
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    let built = tempfile::NamedTempFile::new().unwrap();
    let arguments = ["--out", built.path().to_str().unwrap(), "--target-dir", target.to_str().unwrap()];
    build_rules(&arguments).unwrap();
    assert!(
        fs::read(built.path()).unwrap() == fs::read(rules.join("rules.wasm")).unwrap(),
        "rules.wasm is not what the crates build to; `crates/browser/build` builds it anew"
    );
}
