//! Tests killed runs and reports: at arbitrary moments, and before and within each change of a file. All moments with
//! `MUSTER_FULL=1`, otherwise a few: `crashes.rs` of `runner` and `report` tries each of them in one process, and these
//! use the real program.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::durability::course::{Arbitrary, begin, follow, play};
use crate::durability::shim::{Faulty, moments};
use crate::durability::tournaments::{FORMATS, tournament};
use crate::support::{assert_same_tree, copy, is_full, muster, pause, run, skip, tree, verify};

/// Kills a run of a format at arbitrary points, resumes it, and compares.
fn kill_anywhere(format: usize) {
    let (name, stages) = FORMATS[format];
    // By default, another kind of point for each format.
    let points = if is_full() { 0..200 } else { format..format + 1 };
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), name, stages);
    let whole = folder.path().join("whole");
    let (child, mut lines) = begin(&toml, &whole, "2");
    let events = follow(&mut lines, usize::MAX) as u64;
    assert!(child.wait_with_output().unwrap().status.success());
    assert!(events > 20, "only {events} events");
    verify(&whole);
    let mut arbitrary = Arbitrary(format as u64);
    for point in points {
        let out = folder.path().join(format!("run {point}"));
        // Some kills hit the beginning, before there is a ledger, and some the part after the last match: the seal, the
        // report.
        let before = match point % 8 {
            7 => 0,
            2 => events - 1,
            _ => 1 + arbitrary.below(events - 1),
        };
        let (mut child, mut lines) = begin(&toml, &out, "2");
        follow(&mut lines, before as usize);
        let patience = if before == 0 || before == events - 1 { 60_000 } else { 3000 };
        pause(Duration::from_micros(arbitrary.below(patience)));
        let _ = child.kill();
        child.wait().unwrap();
        // Sometimes it is killed again after it was resumed.
        if point % 4 == 1 {
            let (mut child, mut lines) = begin(&toml, &out, "2");
            follow(&mut lines, 1 + arbitrary.below(events / 2) as usize);
            let _ = child.kill();
            child.wait().unwrap();
        }
        play(&toml, &out, if point % 2 == 0 { "1" } else { "3" });
        assert_same_tree(&whole.join("site"), &out.join("site"));
        if point % 10 == 0 {
            verify(&out);
        }
        fs::remove_dir_all(&out).unwrap();
    }
}

/// Defines a test for each format, so that they run in parallel and a failing one is named.
macro_rules! killed_anywhere_it_ends_as_if_it_had_not_been {
    ($($test:ident: $format:literal,)*) => {
        mod killed_anywhere_it_ends_as_if_it_had_not_been {
            $(#[test]
            fn $test() {
                super::kill_anywhere($format);
            })*

            #[test]
            fn every_format_is_tried() {
                assert_eq!([$($format),*].len(), crate::durability::tournaments::FORMATS.len());
            }
        }
    };
}

killed_anywhere_it_ends_as_if_it_had_not_been! {
    round_robin: 0,
    groups: 1,
    swiss: 2,
    knockout: 3,
    double_elimination: 4,
    gauntlet: 5,
    ladder: 6,
    pairings: 7,
    one_that_stops_early: 8,
    one_that_takes_out_who_fails: 9,
    several_stages: 10,
}

#[test]
fn a_report_that_is_killed_leaves_the_old_one_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "few", "[[stage]]\nformat = \"round-robin\"\ngames = 4\n");
    let out = folder.path().join("run");
    play(&toml, &out, "2");
    let begun = Instant::now();
    assert_eq!(run(&["report", out.to_str().unwrap()]).0, 0);
    let time = begun.elapsed().as_micros() as u64;
    let new = tree(&out.join("site"));
    let mut old = new.clone();
    old.insert("index.html".into(), b"the old one".to_vec());
    let mut arbitrary = Arbitrary(9);
    for _ in 0..if is_full() { 200 } else { 4 } {
        fs::write(out.join("site/index.html"), "the old one").unwrap();
        let mut child = muster()
            .args(["report", out.to_str().unwrap()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        pause(Duration::from_micros(arbitrary.below(time)));
        let _ = child.kill();
        child.wait().unwrap();
        let left: BTreeMap<_, _> = tree(&out.join("site"));
        assert!(left == old || left == new, "half a report");
    }
    assert_eq!(run(&["report", out.to_str().unwrap()]).0, 0);
    assert!(tree(&out.join("site")) == new);
}

/// Kills a run before each change of a file, or within each, resumes it, and compares. The changes include the
/// beginning, the commits, the seals, the report and the closing of the ledger.
fn kill_at_each_change(fault: &str) {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(
        folder.path(),
        "changes",
        "[[stage]]\nformat = \"round-robin\"\n[[stage]]\nformat = \"knockout\"\nadvance = 2\n",
    );
    let [whole, out] = ["whole", "run"].map(|name| folder.path().join(name));
    let faulty = match Faulty::within(&out) {
        Ok(faulty) => faulty,
        Err(why) => return skip(why),
    };
    play(&toml, &whole, "1");
    let arguments = ["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "1"];
    assert_eq!(faulty.run(&format!("{fault} 1000000000"), &arguments).0, 0);
    let changes = faulty.calls();
    assert!(changes > 100, "only {changes} changes");
    let new = tree(&whole.join("site"));
    let mut killed = 0;
    for moment in moments(changes, if is_full() { usize::MAX } else { 8 }) {
        fs::remove_dir_all(&out).unwrap();
        killed += usize::from(was_killed(&faulty, fault, moment, &arguments));
        assert!(
            !out.join("site").exists() || tree(&out.join("site")) == new,
            "{fault} {moment}: half a report"
        );
        play(&toml, &out, "1");
        assert!(tree(&out.join("site")) == new, "{fault} {moment}: another end");
    }
    assert!(killed > 0, "no run was killed");
    // With an existing report, the result is the old one or the new one.
    let arguments = ["report", out.to_str().unwrap()];
    assert_eq!(faulty.run(&format!("{fault} 1000000000"), &arguments).0, 0);
    let changes = faulty.calls();
    let mut old = new.clone();
    old.insert("index.html".into(), b"the old one".to_vec());
    for moment in moments(changes, if is_full() { usize::MAX } else { 5 }) {
        fs::write(out.join("site/index.html"), "the old one").unwrap();
        faulty.run(&format!("{fault} {moment}"), &arguments);
        let left = tree(&out.join("site"));
        assert!(left == old || left == new, "{fault} {moment}: half a report");
    }
    assert_eq!(run(&arguments).0, 0);
    assert!(tree(&out.join("site")) == new);
}

/// Runs the program with a fault at a change, and returns `true` if that killed it. The number of changes depends on
/// the number of matches committed together, and so on the load of the machine. A program that was not killed must have
/// ended before that change.
fn was_killed(faulty: &Faulty, fault: &str, moment: usize, arguments: &[&str]) -> bool {
    let _ = faulty.calls();
    let killed = faulty.run(&format!("{fault} {moment}"), arguments).0 != 0;
    let changes = faulty.calls();
    assert!(killed || changes < moment, "{fault} {moment}: nothing happened in {changes} changes");
    killed
}

#[test]
fn killed_before_each_change_of_a_file_it_ends_as_if_it_had_not_been() {
    kill_at_each_change("kill");
}

#[test]
fn killed_within_each_write_it_ends_as_if_it_had_not_been() {
    kill_at_each_change("tear");
}

/// The change is either in force and recorded or not, and the resumed run ends the same.
#[test]
fn killed_while_it_takes_a_change_over_it_ends_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "changed", "[[stage]]\nformat = \"round-robin\"\n");
    let [begun, whole, out] = ["begun", "whole", "run"].map(|name| folder.path().join(name));
    play(&toml, &begun, "1");
    let text = fs::read_to_string(&toml).unwrap().replace("Durable", "Changed");
    let late = "[[entrant]]\nname = \"late\"\nbot = \"builtin:first\"\n";
    fs::write(&toml, format!("{text}{late}")).unwrap();
    let adopt = |out: &Path| {
        let (code, _, err) = run(&["run", &toml, "--out", out.to_str().unwrap(), "--adopt"]);
        assert_eq!(code, 0, "{err}");
    };
    copy(&begun, &whole);
    adopt(&whole);
    let (old, new) = (tree(&begun.join("site")), tree(&whole.join("site")));
    let faulty = match Faulty::within(&out) {
        Ok(faulty) => faulty,
        Err(why) => return skip(why),
    };
    let arguments = ["run", &toml, "--out", out.to_str().unwrap(), "--adopt", "--jobs", "1"];
    for fault in ["kill", "tear"] {
        copy(&begun, &out);
        assert_eq!(faulty.run(&format!("{fault} 1000000000"), &arguments).0, 0);
        let changes = faulty.calls();
        let mut killed = 0;
        for moment in moments(changes, if is_full() { usize::MAX } else { 5 }) {
            copy(&begun, &out);
            killed += usize::from(was_killed(&faulty, fault, moment, &arguments));
            let left = tree(&out.join("site"));
            assert!(left == old || left == new, "{fault} {moment}: half a report");
            adopt(&out);
            assert!(tree(&out.join("site")) == new, "{fault} {moment}: another end");
        }
        assert!(killed > 0, "no run was killed");
        verify(&out);
    }
}
