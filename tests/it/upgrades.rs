//! Runs and classes that an earlier program began are taken over by this one. Commit 00008662 wrote the folder
//! `tests/upgrades`; a later engine needs newer ones.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{assert_same_tree, copy, run, top, verify};

/// Returns a copy of a folder of `tests/upgrades`.
fn written_before(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    copy(&top().join("tests/upgrades").join(name), &path);
    (folder, path)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The earlier program was interrupted after 193 of 1000 matches of the second stage.
#[test]
fn a_run_in_mid_stage_ends_as_if_this_program_had_begun_it() {
    let (_folder, path) = written_before("run");
    let (toml, begun, fresh) = (path.join("cup.toml"), path.join("begun"), path.join("fresh"));
    let (code, out, err) = run(&["run", text(&toml), "--out", text(&begun), "--json"]);
    if err.contains("has a different engine") {
        assert!(err.contains("the engine of Muster 0.4.0: resume and verify it with that version"), "{err}");
        return;
    }
    assert_eq!(code, 0, "{err}");
    let played = out.lines().filter(|line| line.contains("\"type\":\"played\"")).count();
    assert_eq!(played, 1000 - 193, "no match is played again");
    assert_eq!(run(&["run", text(&toml), "--out", text(&fresh)]).0, 0);
    assert_same_tree(&begun.join("site"), &fresh.join("site"));
    verify(&begun);
}

#[test]
fn a_class_in_mid_term_goes_on() {
    let (_folder, path) = written_before("class");
    let class = path.join("ki");
    let bot = fs::read_dir(class.join("files/95")).unwrap().next().unwrap().unwrap().path();
    let second = path.join("second.wasm");
    fs::copy(bot, &second).unwrap();
    let json = |arguments: &[&str]| -> Value {
        let (code, out, err) = run(&[arguments, &["--json"]].concat());
        assert_eq!(code, 0, "{arguments:?}: {err}");
        serde_json::from_str(&out).unwrap()
    };
    let check = json(&["class", "check", text(&class), "1"]);
    assert_eq!(check["versions"][0]["badges"][0]["met"], true, "{check}");
    let (code, _, err) = run(&["class", "submit", text(&class), "2", text(&second)]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(run(&["class", "work", text(&class)]).0, 0);
    let status = json(&["class", "status", text(&class)]);
    assert_eq!(status["announcements"].as_array().unwrap().len(), 1);
    for (entry, submission) in [(0, 1), (1, 2)] {
        assert_eq!(status["entries"][entry]["active"]["submission"], submission, "{status}");
    }
}
