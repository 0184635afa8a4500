//! Tests the signals that ask a run to end: the first one gracefully, the second one at once.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use crate::durability::course::{begin, follow, play, signal};
use crate::durability::tournaments::tournament;
use crate::support::{assert_same_tree, await_value, muster, told};

/// Starts a run and captures its output.
fn spawn(arguments: &[&str]) -> Child {
    muster().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Resumes a run with a number of matches in this range, and compares its end.
fn go_on(toml: &str, out: &Path, whole: &Path, played: std::ops::RangeInclusive<usize>) {
    let (child, mut lines) = begin(toml, out, "2");
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    let (_, count) = first.split_once("\"matches_on_record\":").unwrap();
    let count: usize = count.split([',', '}']).next().unwrap().parse().unwrap();
    assert!(played.contains(&count), "{count} of {played:?}");
    follow(&mut lines, usize::MAX);
    assert!(child.wait_with_output().unwrap().status.success());
    assert_same_tree(&whole.join("site"), &out.join("site"));
}

fn count_played(events: &str) -> usize {
    events.lines().filter(|line| line.ends_with('}') && line.contains("\"type\":\"played\"")).count()
}

#[test]
fn an_interrupted_run_keeps_what_was_played_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    // Long enough to be in progress when the signal arrives, even if this process sends it late.
    let toml = tournament(folder.path(), "some", "[[stage]]\nformat = \"round-robin\"\ngames = 400\n");
    let whole = folder.path().join("whole");
    play(&toml, &whole, "2");
    for name in ["INT", "TERM", "HUP"] {
        let out = folder.path().join(name);
        let mut child = spawn(&["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "2", "--json"]);
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        assert_eq!(follow(&mut lines, 30), 30);
        signal(&child, name);
        let rest = std::io::read_to_string(lines).unwrap();
        let (code, _, err) = told(&child.wait_with_output().unwrap());
        assert_eq!(code, 3, "{name}: {err}");
        assert!(err.contains("interrupted") && err.contains("hint: run the same command again"), "{err}");
        let last = rest.lines().last().unwrap();
        assert!(last.contains("\"stage-interrupted\"") && last.contains("\"partial_standings\""), "{last}");
        assert!(!out.join("site").exists(), "a report of a run that is not complete");
        // All matches that were reported as played are on record, and no others.
        let played = 29 + count_played(&rest);
        go_on(&toml, &out, &whole, played..=played);
    }
}

#[test]
fn the_table_of_an_interrupted_run_is_marked_as_partial() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "long", "[[stage]]\nformat = \"round-robin\"\ngames = 4000\n");
    for name in ["INT", "TERM"] {
        let out = folder.path().join(name);
        let child = spawn(&["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "2"]);
        // The log exists when the first matches are being committed.
        let log = out.join("private/ledger.sqlite-wal");
        await_value("a commit", || fs::metadata(&log).ok().filter(|log| log.len() >= 50_000));
        signal(&child, name);
        let (code, told, err) = told(&child.wait_with_output().unwrap());
        assert_eq!(code, 3, "{name}: {told}{err}");
        assert!(told.starts_with("Stage 1 (partial: the stage is not finished)\n"), "{told}");
        assert!(told.contains("walker") && !told.contains("report:"), "{told}");
        assert!(err.contains("hint: run the same command again to resume"), "{err}");
    }
}

/// The run's output is not read, so that it cannot end normally.
#[test]
fn a_second_signal_ends_a_run_at_once_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "long", "[[stage]]\nformat = \"round-robin\"\ngames = 100\n");
    let whole = folder.path().join("whole");
    play(&toml, &whole, "2");
    let mut at_once = 0;
    for (attempt, names) in [["INT", "TERM"], ["TERM", "HUP"], ["HUP", "INT"]].iter().enumerate() {
        let out = folder.path().join(attempt.to_string());
        let mut child = spawn(&["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "2", "--json"]);
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        assert_eq!(follow(&mut lines, 30), 30);
        // Unread output fills the pipe, which holds 64 KiB.
        await_value("a full pipe", || {
            rustix::io::ioctl_fionread(lines.get_ref()).ok().filter(|&unread| unread >= 60_000)
        });
        for name in names {
            signal(&child, name);
        }
        let status = child.wait().unwrap();
        at_once += i32::from(status.code() == Some(130));
        // On a slow machine, the signal may have come before the pipe was full.
        assert!(matches!(status.code(), Some(130 | 3)), "{status}");
        let played = 29 + count_played(&std::io::read_to_string(lines).unwrap());
        // Committed matches that could not be reported any more are there as well: all of them, on a busy machine.
        go_on(&toml, &out, &whole, played..=21 * 100);
    }
    assert!(at_once > 0);
}

/// The reader of the events closed the pipe.
#[test]
fn a_run_that_nobody_follows_any_more_stops_and_goes_on_later() {
    // Its events are several times the size of the pipe, so that it cannot have written them before the reader goes. It
    // may have played all of them.
    const GAMES: usize = 200;
    let folder = tempfile::tempdir().unwrap();
    let stage = format!("[[stage]]\nformat = \"round-robin\"\ngames = {GAMES}\n");
    let toml = tournament(folder.path(), "some", &stage);
    let [whole, out] = ["whole", "run"].map(|name| folder.path().join(name));
    play(&toml, &whole, "2");
    let mut child = spawn(&["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "2", "--json"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    assert_eq!(follow(&mut lines, 30), 30);
    drop(lines);
    let (code, _, err) = told(&child.wait_with_output().unwrap());
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("cannot write events") && err.contains("hint: run the same command again"), "{err}");
    go_on(&toml, &out, &whole, 29..=21 * GAMES);
}

/// `muster run … | head -1`
#[test]
fn a_run_whose_tables_nobody_reads_has_its_report() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "few", "[[stage]]\nformat = \"round-robin\"\n");
    let [whole, out] = ["whole", "run"].map(|name| folder.path().join(name));
    play(&toml, &whole, "2");
    let mut child = spawn(&["run", &toml, "--out", out.to_str().unwrap()]);
    drop(child.stdout.take());
    let (code, _, err) = told(&child.wait_with_output().unwrap());
    assert_eq!(code, 0, "{err}");
    assert_same_tree(&whole.join("site"), &out.join("site"));
}

/// Many balanced start positions take longer to find than some tournaments take to play.
#[test]
fn the_search_for_start_positions_is_told_and_can_be_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[tournament]\nname = \"Many\"\ngame = \"tank-chess\"\n\
        [[entrant]]\nname = \"A\"\nbot = \"builtin:first\"\n[[entrant]]\nname = \"B\"\nbot = \"builtin:random\"\n\
        [[stage]]\nformat = \"round-robin\"\n[stage.openings]\nrandom = 10_000\n";
    let toml = folder.path().join("many.toml");
    fs::write(&toml, text).unwrap();
    let out = folder.path().join("run");
    let mut child = spawn(&["run", toml.to_str().unwrap(), "--json", "--out", out.to_str().unwrap()]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "Stage 1: finding 10000 start positions");
    signal(&child, "INT");
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    let (code, events, _) = told(&child.wait_with_output().unwrap());
    assert_eq!(code, 3, "{rest:?}");
    assert!(rest[0].contains("interrupted"), "{rest:?}");
    assert!(!events.contains("stage-started"), "the positions were found to the last: {events}");
}
