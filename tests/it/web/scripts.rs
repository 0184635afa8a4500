//! Tests that the script of all pages matches its modules. `tests/lint` checks types, rules and format of all scripts.

use std::fs;
use std::process::Command;

use crate::support::{missing, skip, told, top};
use crate::web::node::command;

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
