//! What holds for every script without running it.

use crate::node::succeeds;

#[test]
fn the_compiler_finds_no_fault_in_the_types() {
    for project in ["tsconfig.json", "tsconfig.driver.json"] {
        succeeds("node_modules/typescript/bin/tsc", &["--project", project]);
    }
}

#[test]
fn the_linter_finds_nothing() {
    succeeds("node_modules/eslint/bin/eslint.js", &["--max-warnings=0", ".", "../../crates/viewer/app"]);
}
