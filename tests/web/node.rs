//! Node, which runs the scripts in this folder.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::support::{missing, skip, told, top};

/// The exit code of a script that finds its browser not installed.
const SKIPPED: i32 = 77;

const BROWSERS: [&str; 2] = ["chromium", "firefox"];

/// The folder of the scripts.
pub(crate) fn folder() -> PathBuf {
    top().join("tests/web")
}

/// What a script of the folder printed, or why it cannot run here.
fn output(script: &str, arguments: &[&str]) -> Result<Output, &'static str> {
    if !folder().join("node_modules/installed-lock.json").exists() {
        return Err("the packages of tests/web are not installed");
    }
    let node = Command::new("node").current_dir(top()).arg(folder().join(script)).args(arguments).output();
    node.map_err(|_| "there is no Node")
}

/// Runs a script to its end, which must be a good one.
pub(crate) fn succeeds(script: &str, arguments: &[&str]) {
    let output = match output(script, arguments) {
        Ok(output) => output,
        Err(why) => return skip(&missing(why)),
    };
    let (code, out, err) = told(&output);
    if code == SKIPPED {
        return skip(&missing(err.trim()));
    }
    assert_eq!(code, 0, "node {script} {}:\n{out}{err}", arguments.join(" "));
}

/// Runs a script that drives a browser in each of them, one after the other.
pub(crate) fn in_both_browsers(script: &str, arguments: &[&str]) {
    for browser in BROWSERS {
        let with_browser: Vec<&str> = [browser].iter().chain(arguments).copied().collect();
        succeeds(script, &with_browser);
    }
}
