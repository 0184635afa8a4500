//! Tests a disk on which syncs and writes fail.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::durability::course::play;
use crate::durability::shim::{Faulty, moments};
use crate::durability::tournaments::tournament;
use crate::support::{assert_same_tree, is_full, run, skip, tree, verify};

const STAGES: &str = "[[stage]]\nformat = \"round-robin\"\ngames = 10\n[[stage]]\nformat = \"knockout\"\n";

/// Returns the matches that were reported as played.
fn played(events: &str) -> BTreeSet<String> {
    let matches = events.lines().filter(|line| line.contains("\"type\":\"played\""));
    matches
        .map(|line| {
            let (_, rest) = line.split_once("\"match\":\"").unwrap();
            rest.split('"').next().unwrap().to_owned()
        })
        .collect()
}

/// Runs with a fault from the Nth call on for some values of N, resumes without it, and compares.
fn fail_from(fault: &str) {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "refused", STAGES);
    let [whole, out] = ["whole", "run"].map(|name| folder.path().join(name));
    let faulty = match Faulty::within(&out) {
        Ok(faulty) => faulty,
        Err(why) => return skip(why),
    };
    play(&toml, &whole, "1");
    let arguments = ["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "1", "--json"];
    // A fault that never comes counts the calls, which vary slightly between runs.
    assert_eq!(faulty.run(&format!("{fault} 1000000000"), &arguments).0, 0);
    let calls = faulty.calls();
    assert!(calls > 15, "only {calls} calls can fail");
    fs::remove_dir_all(&out).unwrap();
    let mut stopped = 0;
    for moment in moments(calls, if is_full() { 200 } else { 5 }) {
        let (code, told, err) = faulty.run(&format!("{fault} {moment}"), &arguments);
        let before = played(&told);
        if code != 0 {
            stopped += 1;
            assert_eq!(code, 5, "{fault} {moment}: {err}");
            assert!(err.to_lowercase().contains("i/o error") || err.contains("Input/output error"), "{err}");
            assert!(err.contains(out.to_str().unwrap()), "{fault} {moment} names no file: {err}");
            assert!(err.contains("hint: "), "{fault} {moment} says not what to do: {err}");
            assert!(!told.contains("\"complete\""), "{told}");
        }
        go_on(&arguments, &before, &format!("{fault} {moment}"));
        assert_same_tree(&whole.join("site"), &out.join("site"));
        if moment % 10 == 1 {
            verify(&out);
        }
        fs::remove_dir_all(&out).unwrap();
    }
    assert!(stopped > 2, "only {stopped} runs were stopped");
}

/// Resumes without a fault, and checks that no reported match is played again.
fn go_on(arguments: &[&str], before: &BTreeSet<String>, what: &str) {
    let (code, told, err) = run(arguments);
    assert_eq!(code, 0, "{what}: {err}");
    let again: Vec<String> = played(&told).intersection(before).cloned().collect();
    assert!(again.is_empty(), "{what}: reported as played and lost: {again:?}");
}

#[test]
fn a_failed_sync_stops_the_run_and_loses_nothing_that_was_told() {
    fail_from("sync");
}

/// After a failed sync, the system may have dropped unwritten data.
#[test]
fn what_a_failed_sync_dropped_was_never_told() {
    fail_from("lose");
}

#[test]
fn a_failed_write_stops_the_run_and_loses_nothing_that_was_told() {
    fail_from("write");
}

#[test]
fn a_report_that_cannot_be_written_leaves_the_old_one_and_says_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "refused", STAGES);
    let out = folder.path().join("run");
    let faulty = match Faulty::within(&out) {
        Ok(faulty) => faulty,
        Err(why) => return skip(why),
    };
    play(&toml, &out, "2");
    let arguments = ["report", out.to_str().unwrap()];
    let new = tree(&out.join("site"));
    assert_eq!(faulty.run("write 1000000000", &arguments).0, 0);
    let writes = faulty.calls();
    assert!(writes > 20, "only {writes} writes");
    fs::write(out.join("site/index.html"), "the old one").unwrap();
    let old = tree(&out.join("site"));
    for moment in moments(writes, if is_full() { 200 } else { 5 }) {
        let (code, told, err) = faulty.run(&format!("write {moment}"), &arguments);
        assert_eq!((code, told.as_str()), (5, ""), "{moment}: {err}");
        assert!(err.contains("cannot write ") && err.contains(".site.new"), "{err}");
        assert!(err.contains(&format!("`muster report {}`", out.display())), "{err}");
        assert!(tree(&out.join("site")) == old, "write {moment} left another report");
        assert!(!out.join(".site.new").exists(), "half a report is left after write {moment}");
    }
    assert_eq!(run(&arguments).0, 0);
    assert!(tree(&out.join("site")) == new);
    assert!(Path::new(&out).join("private/ledger.sqlite").is_file());
}
