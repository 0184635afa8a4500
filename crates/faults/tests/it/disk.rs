//! Files written through `files`, after crashes and failures.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Write;
use std::path::Path;

use faults::{Change, Disk, Fault, Image, PointSample, each_crash, each_failure, scratch};

const SAMPLE: PointSample = PointSample { points: usize::MAX, losses: 20, seed: 1 };

/// Replaces `text` in a folder.
fn replace(root: &Path, bytes: &[u8]) -> std::io::Result<()> {
    files::replace(&root.join("text"), None, |out| out.write_all(bytes))
}

fn text(number: usize) -> Vec<u8> {
    format!("{number} ").repeat(2000).into_bytes()
}

fn value_of(root: &Path) -> Option<Vec<u8>> {
    fs::read(root.join("text")).ok()
}

#[test]
fn a_replaced_file_is_the_old_or_the_new_one() {
    let folder = scratch().unwrap();
    let disk = Disk::watch(folder.path()).unwrap();
    for number in 1..=20 {
        replace(folder.path(), &text(number)).unwrap();
        disk.acknowledge();
    }
    assert_eq!(disk.unseen().unwrap(), Vec::<std::path::PathBuf>::new());
    let tried = each_crash("a replaced file", &disk.history(), SAMPLE, |left, crash| {
        let now = crash.acknowledged();
        let old = (now > 0).then(|| text(now));
        let found = value_of(left);
        assert!(found == old || found == Some(text(now + 1)), "after {now}: {found:?}");
    });
    tried.tell();
    assert_eq!(tried.points, tried.of);
    assert!(tried.distinct > 100, "{tried}");
}

/// The error caused by leaving out each of the syncs is found.
#[test]
fn a_sync_that_is_missing_is_found() {
    for (missing, found) in [("sync .new", "torn"), ("sync the directory ", "lost")] {
        let folder = scratch().unwrap();
        let disk = Disk::watch(folder.path()).unwrap();
        for number in 1..=2 {
            let new = folder.path().join(".new");
            let mut file = files::File::create_new(&new).unwrap();
            file.write_all(&text(number)).unwrap();
            if found != "torn" {
                file.sync().unwrap();
            }
            files::rename(&new, &folder.path().join("text")).unwrap();
            if found != "lost" {
                files::sync_dir(folder.path()).unwrap();
            }
            disk.acknowledge();
        }
        let history = disk.history();
        assert!(history.changes().all(|change| !change.to_string().starts_with(missing)), "{missing}");
        let mut seen = Vec::new();
        let _ = each_crash(found, &history, SAMPLE, |left, crash| {
            let kind = match value_of(left) {
                None if crash.acknowledged() > 0 => "lost",
                Some(bytes) if bytes == text(1) && crash.acknowledged() > 1 => "lost",
                Some(bytes) if bytes != text(1) && bytes != text(2) => "torn",
                _ => return,
            };
            seen.push(kind);
        });
        assert!(seen.contains(&found), "without \"{missing}\": {seen:?}");
    }
}

/// A course that is really stopped leaves a state that its history predicts.
#[test]
fn a_history_says_what_a_stop_leaves() {
    let course = |root: &Path| -> std::io::Result<()> {
        for number in 1..=3 {
            replace(root, &text(number))?;
            files::create_dir_all(&root.join(format!("deep/{number}")))?;
        }
        files::remove(&root.join("text"))?;
        files::remove_dir(&root.join("deep/2"))?;
        files::rename(&root.join("deep"), &root.join("deeper"))?;
        files::exchange(&root.join("deeper/1"), &root.join("deeper/3"))?;
        files::remove_all(&root.join("deeper"))
    };
    let whole = scratch().unwrap();
    let recorded = Disk::watch(whole.path()).unwrap();
    course(whole.path()).unwrap();
    let history = recorded.history();
    assert!(history.operation_count() > 20);
    for point in 0..history.operation_count() {
        let folder = scratch().unwrap();
        let disk = Disk::stopping(folder.path(), point).unwrap();
        assert!(course(folder.path()).is_err());
        assert!(disk.was_hit());
        assert!(replace(folder.path(), b"later").is_err(), "nothing is done any more");
        // The prediction without operations in progress.
        let told = (0..50)
            .map(|seed| history.crash(point, |crash| crash.killed(seed)).unwrap())
            .find(|image| *image == Image::read(folder.path()).unwrap());
        assert!(told.is_some());
    }
}

#[test]
fn a_failure_is_told_and_the_next_try_succeeds() {
    let course = |root: &Path| replace(root, &text(1)).and_then(|()| replace(root, &text(2)));
    let whole = scratch().unwrap();
    let recorded = Disk::watch(whole.path()).unwrap();
    course(whole.path()).unwrap();
    let sample = PointSample { losses: 0, ..SAMPLE };
    let tried = each_failure("a replaced file", recorded.operations(), sample, |number, fault| {
        let folder = scratch().unwrap();
        let disk = Disk::failing(folder.path(), number, fault).unwrap();
        let done = course(folder.path());
        assert!(disk.was_hit());
        let passes = !matches!(fault, Fault::Broken | Fault::Full);
        assert_eq!(done.is_ok(), passes, "{done:?}");
        if let Err(error) = done {
            assert_eq!(error.raw_os_error(), fault.error().unwrap().raw_os_error());
            course(folder.path()).unwrap();
        }
        assert_eq!(value_of(folder.path()), Some(text(2)));
    });
    tried.tell();
    assert!(tried.points >= 60);
}

#[test]
fn a_disk_is_full_until_it_is_mended() {
    let folder = scratch().unwrap();
    let disk = Disk::failing_from(folder.path(), 1, Fault::Full).unwrap();
    for _ in 0..3 {
        assert!(replace(folder.path(), b"new").is_err());
    }
    disk.mend();
    replace(folder.path(), b"new").unwrap();
    assert_eq!(value_of(folder.path()), Some(b"new".to_vec()));
}

#[test]
fn what_is_written_past_the_seam_is_told() {
    let folder = scratch().unwrap();
    let disk = Disk::watch(folder.path()).unwrap();
    replace(folder.path(), b"seen").unwrap();
    assert!(disk.unseen().unwrap().is_empty());
    fs::write(folder.path().join("past"), b"unseen").unwrap();
    assert_eq!(disk.unseen().unwrap(), [Path::new("past")]);
    let lasts = |change: &Change| *change == Change::SyncDir("".into());
    assert!(disk.history().changes().last().is_some_and(lasts));
}
