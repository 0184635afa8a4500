//! Tests that the scripts of pages match their modules. `tests/lint` checks types, rules and format of all scripts.

use std::fs;
use std::process::Command;

use crate::support::{missing, skip, told, top};
use crate::web::node::command;

#[test]
fn the_committed_scripts_are_what_the_modules_build_to() {
    if let Err(why) = command("", &[]) {
        return skip(&missing(why));
    }
    let built = tempfile::tempdir().unwrap();
    let mut build = Command::new("bash");
    build.arg(top().join("crates/viewer/build")).arg("--out").arg(built.path());
    let (code, _, err) = told(&build.output().unwrap());
    assert_eq!(code, 0, "{err}");
    for name in ["lists.js", "muster.js"] {
        let committed = fs::read(top().join("crates/viewer/built").join(name)).unwrap();
        assert!(
            fs::read(built.path().join(name)).unwrap() == committed,
            "{name} is not what the modules build to; run crates/viewer/build"
        );
    }
}
