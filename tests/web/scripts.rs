//! What holds for every script without running it.

use std::fs;
use std::process::Command;

use crate::node::{command, succeeds};
use crate::support::{missing, skip, told, top};

#[test]
fn the_compiler_finds_no_fault_in_the_types() {
    for project in ["tsconfig.json", "tsconfig.driver.json"] {
        let project = format!("tests/web/{project}");
        succeeds("node_modules/typescript/bin/tsc", &["--project", &project]);
    }
}

#[test]
fn the_linter_finds_nothing() {
    let config = ["--config", "tests/web/eslint.config.js", "--max-warnings=0"];
    let folders = ["tests/web", "crates/viewer/app"];
    succeeds("node_modules/eslint/bin/eslint.js", &[config.as_slice(), &folders].concat());
}

/// `npm run format` in this folder formats them.
#[test]
fn the_scripts_are_formatted() {
    let config = ["--config", "tests/web/prettier.json", "--log-level=warn", "--check"];
    let files = ["tests/web/**/*.js", "crates/viewer/{app,types}/**/*.{js,ts}"];
    succeeds("node_modules/prettier/bin/prettier.cjs", &[config.as_slice(), &files].concat());
}

#[test]
fn the_committed_script_is_what_the_modules_build_to() {
    if let Err(why) = command("", &[]) {
        return skip(&missing(why));
    }
    let built = tempfile::NamedTempFile::new().unwrap();
    let mut build = Command::new("bash");
    build.arg(top().join("crates/viewer/build")).arg("--out").arg(built.path());
    let (code, _, err) = told(&build.output().unwrap());
    assert_eq!(code, 0, "{err}");
    assert!(
        fs::read(built.path()).unwrap() == fs::read(top().join("crates/viewer/built/muster.js")).unwrap(),
        "muster.js is not what the modules build to; `crates/viewer/build` builds it anew"
    );
}
