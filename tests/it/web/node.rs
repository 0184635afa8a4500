//! Node, which runs the scripts in this folder.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::support::{self, is_full, missing, say, skip, told, top};

/// The exit code of a script that finds its browser not installed.
pub(crate) const SKIPPED: i32 = 77;

pub(crate) const BROWSERS: [&str; 2] = ["chromium", "firefox"];

/// The folder of the scripts.
pub(crate) fn folder() -> PathBuf {
    top().join("tests/web")
}

/// What runs a script of the folder, or why it cannot run here.
pub(crate) fn command(script: &str, arguments: &[&str]) -> Result<Command, &'static str> {
    if !folder().join("node_modules/installed-lock.json").exists() {
        return Err("the packages of tests/web are not installed");
    }
    let mut node = support::node();
    node.current_dir(top()).arg(folder().join(script)).args(arguments);
    Ok(node)
}

/// What a script of the folder printed, or why it cannot run here.
fn output(script: &str, arguments: &[&str]) -> Result<Output, &'static str> {
    command(script, arguments)?.output().map_err(|_| "there is no Node")
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
    if is_full() && !out.is_empty() {
        // How much was tried.
        say(out.trim_end());
    }
}

/// Runs a script that drives a browser in each of them, one after the other.
pub(crate) fn in_both_browsers(script: &str, arguments: &[&str]) {
    for browser in BROWSERS {
        succeeds(script, &[&[browser], arguments].concat());
    }
}
