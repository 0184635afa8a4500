//! Tests damaged ledgers.

use std::fs;
use std::path::Path;

use crate::durability::course::{Arbitrary, begin, follow, play};
use crate::durability::tournaments::tournament;
use crate::support::{self, assert_same_tree, is_full, run, tree, verify};

#[test]
fn a_flipped_byte_is_named_or_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "few", "[[stage]]\nformat = \"round-robin\"\ngames = 2\n");
    let out = folder.path().join("run");
    play(&toml, &out, "2");
    let path = out.join("private/ledger.sqlite");
    let (good, site) = (fs::read(&path).unwrap(), tree(&out.join("site")));
    let mut arbitrary = Arbitrary(5);
    let mut named = 0;
    let flips = if is_full() { 2000 } else { 25 };
    for flip in 0..flips {
        let mut bad = good.clone();
        // Most zero bytes are unused space.
        let place = std::iter::repeat_with(|| arbitrary.below(good.len() as u64) as usize)
            .find(|&place| good[place] != 0)
            .unwrap();
        bad[place] ^= 1 << arbitrary.below(8);
        fs::write(&path, &bad).unwrap();
        let arguments: &[&str] = match flip % 3 {
            0 => &["verify", out.to_str().unwrap()],
            1 => &["report", out.to_str().unwrap()],
            _ => &["run", &toml, "--out", out.to_str().unwrap()],
        };
        let (code, told, err) = run(arguments);
        assert!(
            !err.contains("panicked") && [0, 1, 4, 5].contains(&code),
            "byte {place}: {code} {told}{err}"
        );
        if code == 0 {
            assert!(tree(&out.join("site")) == site, "byte {place} changed the report unnoticed");
        } else {
            named += 1;
            // The error follows the output on earlier stages.
            assert!(err.lines().any(|line| line.starts_with("error: ")), "byte {place}: {err}");
        }
        for suffix in ["-wal", "-shm"] {
            let _ = fs::remove_file(out.join(format!("private/ledger.sqlite{suffix}")));
        }
    }
    assert!(named * 5 > flips, "only {named} of {flips} flips were seen");
}

/// The result is the same for any check that finds the damage, at any time.
#[test]
fn every_command_ends_alike_on_a_damaged_run() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "few", "[[stage]]\nformat = \"round-robin\"\ngames = 2\n");
    let [out, test] = ["run", "test"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    play(&toml, out.as_ref(), "2");
    let sprt =
        ["sprt", "tank-war", "builtin:random", "builtin:random", "--max-games", "4", "--out", test.as_str()];
    assert_eq!(run(&sprt).0, 6);
    let of_run: [&[&str]; 5] = [
        &["rate", &out],
        &["verify", &out],
        &["report", &out],
        &["run", &toml, "--out", &out],
        &["rule", &out, "annul", "1.1.1.1", "--reason", "a trial"],
    ];
    let of_test: [&[&str]; 3] = [&["rate", &test], &["verify", &test], &sprt];
    for (change, named) in [
        ("UPDATE meta SET value = 'other' WHERE name = 'toml'", "the tournament's text"),
        (
            "UPDATE match SET ended = 'resigned' WHERE key = (SELECT max(key) FROM match)",
            "cannot have ended like this",
        ),
        ("UPDATE match SET plies = -1 WHERE key = (SELECT max(key) FROM match)", "out of range"),
        ("UPDATE match SET plies = plies + 1", "has been changed"),
        ("DROP TABLE host_log", "it has no table `host_log`"),
        (
            "DELETE FROM match WHERE key = (SELECT max(key) FROM match)",
            "differs from its seal|pair 2 has one game",
        ),
    ] {
        for (run_folder, commands) in [(&out, &of_run[..]), (&test, &of_test)] {
            // Rating does not check the seals.
            let commands = if named.starts_with("differs from its seal") { &commands[1..] } else { commands };
            for arguments in commands {
                let (code, told, err) = damaged(run_folder.as_ref(), change, arguments);
                assert_eq!(code, 4, "{change}: {arguments:?}: {told}{err}");
                let is_named = named.split('|').any(|named| format!("{told}{err}").contains(named));
                assert!(is_named, "{change}: {arguments:?}: {told}{err}");
            }
        }
    }
}

/// Regression: only `verify` noticed that.
#[test]
fn a_log_that_is_not_what_was_written_is_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let bot = support::bot_that_answers(
        folder.path(),
        "thinker.wasm",
        "(call $log (i32.const 512) (i32.const 17)) (call $first)",
    );
    let crasher = support::bot_that_answers(folder.path(), "crasher.wasm", "unreachable");
    let toml = folder.path().join("logs.toml");
    let text = format!(
        "[tournament]\nname = \"Logs\"\ngame = \"tank-war\"\n[[entrant]]\nname = \"A\"\nbot = \"{bot}\"\n\
         [[entrant]]\nname = \"B\"\nbot = \"{crasher}\"\n[[stage]]\nformat = \"round-robin\"\n"
    );
    fs::write(&toml, text).unwrap();
    let out = folder.path().join("run");
    play(toml.to_str().unwrap(), &out, "2");
    let path = out.to_str().unwrap();
    let zip = folder.path().join("a.zip").display().to_string();
    let commands: [&[&str]; 4] = [
        &["log", path, "1.1.1.1"],
        &["why", path, "1.1.1.1"],
        &["evidence", path, "1.1.1.1", "--for", "A", "-o", &zip],
        &["report", path, "--for", "A"],
    ];
    for command in commands {
        assert_eq!(run(command).0, 0, "{command:?}");
    }
    for (change, named) in [
        ("UPDATE log SET bytes = CAST('I do cheat!' AS BLOB)", "a log of match 1.1.1.1 has been changed"),
        ("UPDATE failure SET detail = 'it slept'", "a failure in match 1.1.1.1 has been changed"),
        ("DELETE FROM failure", "in match 1.1.1.1 is missing|a failure was changed, added or lost"),
    ] {
        for command in commands {
            let (code, told, err) = damaged(&out, change, command);
            let is_named = named.split('|').any(|named| err.contains(named));
            assert!(code == 4 && is_named, "{change}: {command:?}: {code} {told}{err}");
            assert!(!told.contains("I do cheat!"), "{told}");
        }
    }
}

/// Runs a command on a run with a change, and returns its output. Restores the run afterwards.
fn damaged(out: &Path, change: &str, arguments: &[&str]) -> (i32, String, String) {
    let path = out.join("private/ledger.sqlite");
    let good = fs::read(&path).unwrap();
    rusqlite::Connection::open(&path).unwrap().execute_batch(change).unwrap();
    let ended = run(arguments);
    fs::write(&path, good).unwrap();
    for suffix in ["-wal", "-shm"] {
        let _ = fs::remove_file(out.join(format!("private/ledger.sqlite{suffix}")));
    }
    ended
}

/// The ledger's own tests cut the log at every byte of its last record. Here, a run resumes with the rest.
#[test]
fn a_run_whose_log_is_torn_plays_what_was_lost_again() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "torn", "[[stage]]\nformat = \"round-robin\"\ngames = 12\n");
    let [whole, killed, out] = ["whole", "killed", "torn"].map(|name| folder.path().join(name));
    play(&toml, &whole, "2");
    let (mut child, mut lines) = begin(&toml, &killed, "2");
    assert_eq!(follow(&mut lines, 60), 60);
    let _ = child.kill();
    child.wait().unwrap();
    let log = fs::read(killed.join("private/ledger.sqlite-wal")).unwrap();
    assert!(log.len() > 10_000, "a log of {} bytes", log.len());
    let mut arbitrary = Arbitrary(3);
    for cut in 0..if is_full() { 100 } else { 6 } {
        let length = match cut {
            0 => log.len() - 1,
            _ => arbitrary.below(log.len() as u64) as usize,
        };
        fs::create_dir_all(out.join("private")).unwrap();
        fs::copy(killed.join("private/ledger.sqlite"), out.join("private/ledger.sqlite")).unwrap();
        fs::write(out.join("private/ledger.sqlite-wal"), &log[..length]).unwrap();
        play(&toml, &out, "2");
        assert_same_tree(&whole.join("site"), &out.join("site"));
        verify(&out);
        fs::remove_dir_all(&out).unwrap();
    }
}
