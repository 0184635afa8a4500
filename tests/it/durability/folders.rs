//! Tests run folders that are in use, cannot be used, or are traps.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::durability::course::{begin, follow, play};
use crate::durability::disk::Disk;
use crate::durability::tournaments::tournament;
use crate::support::{assert_same_tree, muster, run, skip, told, tree};

/// Writes a tournament that ends at once.
fn short(folder: &Path) -> String {
    tournament(folder, "short", "[[stage]]\nformat = \"round-robin\"\n")
}

#[test]
fn who_runs_in_a_folder_keeps_others_out_and_leaves_no_lock_behind() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "long", "[[stage]]\nformat = \"round-robin\"\ngames = 200\n");
    let out = folder.path().join("run");
    let (mut child, mut lines) = begin(&toml, &out, "1");
    assert_eq!(follow(&mut lines, 3), 3);
    let (code, _, err) = run(&["run", &toml, "--out", out.to_str().unwrap()]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("in use") && err.contains(&format!("process {} on ", child.id())), "{err}");
    let _ = child.kill();
    child.wait().unwrap();
    assert!(out.join("private/lock").is_file(), "the file of the lock stays, and is no obstacle");
    let (mut child, mut lines) = begin(&toml, &out, "2");
    assert_eq!(follow(&mut lines, 3), 3);
    let _ = child.kill();
    child.wait().unwrap();
}

/// Only the system's lock counts, not the content of the lock file.
#[test]
fn a_stale_lock_is_no_obstacle() {
    let folder = tempfile::tempdir().unwrap();
    let toml = short(folder.path());
    let out = folder.path().join("run");
    fs::create_dir_all(out.join("private")).unwrap();
    for text in ["process 1 on this machine", "process 999999999 on another machine", ""] {
        fs::write(out.join("private/lock"), text).unwrap();
        play(&toml, &out, "2");
    }
}

/// Runs a tournament, and checks the exit code and the parts of the message.
fn refused(toml: &str, out: &Path, code: i32, said: &[&str]) {
    let (ended, told, err) = run(&["run", toml, "--out", out.to_str().unwrap()]);
    assert_eq!((ended, told.as_str()), (code, ""), "{}: {err}", out.display());
    let lines: Vec<&str> = err.lines().collect();
    assert!(lines[0].starts_with("error: ") && lines[0].contains(out.to_str().unwrap()), "{err}");
    assert!(lines.iter().any(|line| line.starts_with("hint: ")), "{err}");
    for words in said {
        assert!(err.contains(words), "{words}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_run_in_is_refused_by_name() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let toml = short(folder.path());
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "mine").unwrap();
    refused(&toml, &at("file"), 1, &["is not a directory", "choose another folder with --out"]);
    refused(&toml, &at("file/run"), 5, &["Not a directory"]);
    assert_eq!(fs::read_to_string(at("file")).unwrap(), "mine");
    symlink("nowhere", at("dangling")).unwrap();
    refused(&toml, &at("dangling"), 1, &["is not a directory"]);
    symlink("loop", at("loop")).unwrap();
    refused(&toml, &at("loop"), 1, &["is not a directory"]);
    assert!(!at("nowhere").exists());
    fs::create_dir_all(at("odd/private/ledger.sqlite")).unwrap();
    refused(&toml, &at("odd"), 5, &["ledger.sqlite", "Is a directory"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let toml = short(folder.path());
    let disk = match Disk::mount(&folder.path().join("disk"), "16m") {
        Ok(disk) => disk,
        Err(why) => return skip(&why),
    };
    let there = disk.0.join("there");
    fs::create_dir(&there).unwrap();
    disk.remount("ro");
    refused(&toml, &disk.0.join("run"), 5, &["Read-only file system", "check that"]);
    refused(&toml, &there, 5, &["Read-only file system", "check that"]);
    disk.remount("rw");
    play(&toml, &there, "1");
}

/// A command on a folder that is missing or contains no run creates nothing.
#[test]
fn commands_on_no_run_say_so_and_make_none() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    for place in [&missing, &empty] {
        let place = place.to_str().unwrap();
        for arguments in [
            &["report", place][..],
            &["verify", place],
            &["rule", place, "list"],
            &["rule", place, "withdraw", "x", "--reason", "y"],
        ] {
            let (code, told, err) = run(arguments);
            assert_eq!((code, told.as_str()), (1, ""), "{arguments:?}: {err}");
            assert!(err.contains(&format!("{place} contains no run")), "{arguments:?}: {err}");
        }
    }
    assert!(!missing.exists() && tree(&empty).is_empty());
}

#[test]
fn a_folder_whose_site_is_somebody_elses_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let toml = short(folder.path());
    let out = folder.path().join("home");
    fs::create_dir_all(out.join("site")).unwrap();
    fs::write(out.join("site/index.html"), "my home page").unwrap();
    let before = tree(&out);
    refused(&toml, &out, 1, &["was not written by a run", "the report would overwrite it"]);
    assert!(tree(&out) == before, "something was written");
    // The site of a run alone is not a run either.
    let other = folder.path().join("other");
    play(&toml, &other, "1");
    fs::remove_dir_all(other.join("private")).unwrap();
    play(&toml, &other, "1");
}

/// A link to a run's folder is followed. A link *in* a run's folder, which an attacker may have made, is never followed
/// for writing.
#[cfg(unix)]
#[test]
fn links_in_a_folder_lead_to_nothing_that_is_written() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let mut text = fs::read_to_string(short(folder.path())).unwrap();
    text.push_str("[grade]\nformula = \"wins\"\n");
    let toml = folder.path().join("graded.toml");
    fs::write(&toml, text).unwrap();
    let toml = toml.to_str().unwrap();
    let [good, real, link, out, target] =
        ["good", "real", "link", "run", "target"].map(|name| folder.path().join(name));
    play(toml, &good, "1");
    fs::create_dir(&real).unwrap();
    symlink(&real, &link).unwrap();
    play(toml, &link, "1");
    assert_same_tree(&good.join("site"), &real.join("site"));

    fs::create_dir(&target).unwrap();
    for name in ["lock", "report.lock", "gradebook.new", "gradebook.csv"] {
        fs::write(target.join(name), "mine").unwrap();
    }
    fs::create_dir(target.join("site")).unwrap();
    fs::write(target.join("site/page"), "mine").unwrap();
    fs::copy(good.join("private/ledger.sqlite"), target.join("ledger.sqlite")).unwrap();
    let before = tree(&target);
    for (name, place, ends) in [
        ("lock", "private/lock", 1),
        ("report.lock", "private/report.lock", 5),
        ("ledger.sqlite", "private/ledger.sqlite", 1),
        ("gradebook.new", "private/gradebook.new", 0),
        ("gradebook.csv", "private/gradebook.csv", 0),
        ("site", "site", 0),
        ("site", ".site.new", 0),
    ] {
        fs::create_dir_all(out.join("private")).unwrap();
        fs::copy(good.join("private/ledger.sqlite"), out.join("private/ledger.sqlite")).unwrap();
        let _ = fs::remove_file(out.join(place));
        symlink(target.join(name), out.join(place)).unwrap();
        let (code, _, err) = run(&["run", toml, "--out", out.to_str().unwrap()]);
        assert_eq!(code, ends, "{place}: {err}");
        assert!(code == 0 || err.contains(place), "{place}: {err}");
        assert!(tree(&target) == before, "{place} led to something that was written");
        if code == 0 {
            assert_same_tree(&good.join("site"), &out.join("site"));
        }
        fs::remove_dir_all(&out).unwrap();
    }
}

/// If the private part were a link, the permissions of another folder would be changed, and data written to it.
#[cfg(unix)]
#[test]
fn a_private_part_that_is_a_link_is_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let toml = short(folder.path());
    let [fresh, target, out] = ["fresh", "target", "run"].map(|name| folder.path().join(name));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    fs::create_dir_all(&target).unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(&fresh).unwrap();
    symlink(&target, fresh.join("private")).unwrap();
    refused(&toml, &fresh, 1, &["private is a link", "choose another folder with --out"]);
    assert!(tree(&target).is_empty());
    assert_eq!(mode(&target), 0o755);

    // A run whose private part is a link may be read, and is not written to.
    play(&toml, &out, "1");
    fs::rename(out.join("private"), target.join("private")).unwrap();
    symlink(target.join("private"), out.join("private")).unwrap();
    fs::set_permissions(target.join("private"), fs::Permissions::from_mode(0o755)).unwrap();
    let before = tree(&target);
    let place = out.to_str().unwrap();
    for arguments in [
        &["run", &toml, "--out", place][..],
        &["run", &toml, "--out", place, "--adopt"],
        &["run", &toml, "--out", place, "--fresh"],
        &["rule", place, "withdraw", "walker", "--reason", "x"],
        &["report", place],
    ] {
        let (code, told, err) = run(arguments);
        assert!(
            code != 0 && told.is_empty() && err.contains("private is a link"),
            "{arguments:?}: {code} {err}"
        );
        assert!(tree(&target) == before, "{arguments:?} has written");
    }
    assert_eq!(mode(&target.join("private")), 0o755);
    assert_eq!(run(&["rate", place]).0, 0);
}

/// The second of two runs gets an error, or finds a complete run and writes its report again.
#[test]
fn two_runs_that_begin_at_once_in_one_folder_are_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "both", "[[stage]]\nformat = \"round-robin\"\ngames = 10\n");
    let good = folder.path().join("good");
    play(&toml, &good, "2");
    let mut refused = 0;
    for attempt in 0..6 {
        let out = folder.path().join(attempt.to_string());
        let both = [(), ()].map(|()| {
            muster()
                .args(["run", &toml, "--jobs", "1", "--out", out.to_str().unwrap()])
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        });
        let ends = both.map(|child| told(&child.wait_with_output().unwrap()));
        assert!(ends.iter().any(|(code, ..)| *code == 0), "{ends:?}");
        for (code, _, err) in ends.iter().filter(|(code, ..)| *code != 0) {
            let held = err.contains("in use by another run: process");
            // If the two are far apart, the second may look before there is a run, and start when it is over.
            assert!(*code == 1 && (held || err.contains("already contains a run")), "{code}: {err}");
            refused += 1;
        }
        assert_same_tree(&good.join("site"), &out.join("site"));
    }
    assert!(refused > 0, "they never met");
}
