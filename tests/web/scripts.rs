//! What holds for every script without running it.

use crate::node::succeeds;

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
