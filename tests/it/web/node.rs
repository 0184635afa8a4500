//! Runs the scripts in this folder with Node.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::PathBuf;
use std::process::{Command, Output};

use super::shared::{Turn, is_taken};
use crate::support::{self, is_full, missing, say, skip, told, top};

/// The exit code of a script whose browser is not installed.
pub(crate) const SKIPPED: i32 = 77;

pub(crate) const BROWSERS: [&str; 2] = ["chromium", "firefox"];

/// The folder of the scripts.
pub(crate) fn folder() -> PathBuf {
    top().join("tests/web")
}

/// Returns the command for a script of the folder, or the reason why it cannot run here.
pub(crate) fn command(script: &str, arguments: &[&str]) -> Result<Command, &'static str> {
    if !folder().join("node_modules/installed-lock.json").exists() {
        return Err("the packages of tests/web are not installed");
    }
    let mut node = support::node();
    node.current_dir(top()).arg(folder().join(script)).args(arguments);
    Ok(node)
}

/// Returns the output of a script of the folder, or the reason why it cannot run here.
fn output(script: &str, arguments: &[&str], turn: Option<&Turn>) -> Result<Output, &'static str> {
    let mut node = command(script, arguments)?;
    if let Some(turn) = turn {
        turn.hand_to(&mut node);
    }
    node.output().map_err(|_| "there is no Node")
}

/// Runs a script, which must succeed. If its first argument is a browser, it drives that browser.
pub(crate) fn succeeds(script: &str, arguments: &[&str]) {
    let turn =
        arguments.first().filter(|first| BROWSERS.contains(first)).map(|browser| Turn::wait_for(browser));
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
        // The amount of testing.
        say(out.trim_end());
    }
}

/// Runs a script that drives a browser in each of them, one after the other, and first in an idle one.
pub(crate) fn in_both_browsers(script: &str, arguments: &[&str]) {
    let [one, other] = BROWSERS;
    for browser in if is_taken(one) { [other, one] } else { [one, other] } {
        succeeds(script, &[&[browser], arguments].concat());
    }
}

/// Runs a script for one of several equivalent sites or pages, whose result does not depend on the browser: in one
/// browser, and for the next site in the other, so that each browser shows some; with `MUSTER_FULL=1`, in both.
pub(crate) fn in_turn(site: usize, script: &str, arguments: &[&str]) {
    if is_full() {
        return in_both_browsers(script, arguments);
    }
    succeeds(script, &[&[BROWSERS[site % BROWSERS.len()]], arguments].concat());
}
