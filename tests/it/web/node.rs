//! Node, which runs the scripts in this folder.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::PathBuf;
use std::process::{Command, Output};

use super::shared::{Turn, is_taken};
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
fn output(script: &str, arguments: &[&str], turn: Option<&Turn>) -> Result<Output, &'static str> {
    let mut node = command(script, arguments)?;
    if let Some(turn) = turn {
        turn.hand_to(&mut node);
    }
    node.output().map_err(|_| "there is no Node")
}

/// Runs a script to its end, which must be a good one. If its first argument is a browser, it drives that.
pub(crate) fn succeeds(script: &str, arguments: &[&str]) {
    let turn = arguments.first().filter(|first| BROWSERS.contains(first)).map(|browser| Turn::of(browser));
    let output = match output(script, arguments, turn.as_ref()) {
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

/// Runs a script that drives a browser in each of them, one after the other, and first in one that nobody drives.
pub(crate) fn in_both_browsers(script: &str, arguments: &[&str]) {
    let [one, other] = BROWSERS;
    for browser in if is_taken(one) { [other, one] } else { [one, other] } {
        succeeds(script, &[&[browser], arguments].concat());
    }
}

/// Runs a script for one of several sites or pages of which each is as good as another, and nothing that a browser does in
/// its own way: in one browser, and for the next one in the other, so that each browser shows some; in both if in full.
pub(crate) fn in_turn(site: usize, script: &str, arguments: &[&str]) {
    if is_full() {
        return in_both_browsers(script, arguments);
    }
    succeeds(script, &[&[BROWSERS[site % BROWSERS.len()]], arguments].concat());
}
