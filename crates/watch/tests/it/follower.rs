//! Detection of saves: as editors write them, and of files that a build asked for.

use std::fs;
use std::path::{Path, PathBuf};

use hash::Hash;
use tempfile::TempDir;
use watch::{Files, Follower};

/// More looks than any save takes to settle.
const LOOKS: u32 = 20;

/// Returns a folder with a bot of two files, the second imported by the first. A third file was asked for but does not
/// exist.
fn bot() -> (TempDir, PathBuf, Follower) {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot.js");
    fs::write(&bot, "import './search.js'").unwrap();
    fs::write(folder.path().join("search.js"), "search").unwrap();
    let mut follower = Follower::new(&bot).unwrap();
    assert!(follower.has_bot());
    let hash = |text: &str| Some(Hash::digest(text.as_bytes()));
    follower.keep(Files::from([
        ("bot.js".to_owned(), hash("import './search.js'")),
        ("search.js".to_owned(), hash("search")),
        ("book.js".to_owned(), None),
    ]));
    (folder, bot, follower)
}

/// Checks the number of saves noticed after a change in the folder.
fn check(what: &str, done: impl FnOnce(&Path), noticed: usize) {
    let (folder, _, mut follower) = bot();
    assert!(!follower.look(), "{what}: nothing was done yet");
    done(folder.path());
    let saves = (0..LOOKS).filter(|_| follower.look()).count();
    assert_eq!(saves, noticed, "{what}");
}

#[test]
fn a_save_is_noticed_once_however_it_is_written() {
    let write = |folder: &Path, name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    check("nothing", |_| {}, 0);
    check("written over", |folder| write(folder, "bot.js", "new"), 1);
    check("written as it was", |folder| write(folder, "bot.js", "import './search.js'"), 0);
    check(
        "a file beside it, renamed over it",
        |folder| {
            write(folder, ".bot.js.swp", "new");
            fs::rename(folder.join(".bot.js.swp"), folder.join("bot.js")).unwrap();
        },
        1,
    );
    check(
        "moved away, and a new one written",
        |folder| {
            fs::rename(folder.join("bot.js"), folder.join("bot.js~")).unwrap();
            write(folder, "bot.js", "new");
        },
        1,
    );
    check(
        "an editor's own files",
        |folder| {
            write(folder, "bot.js~", "old");
            write(folder, ".#bot.js", "lock");
            write(folder, "4913", "");
        },
        0,
    );
    check("an imported file", |folder| write(folder, "search.js", "deeper"), 1);
    check("a file that was asked for and missing", |folder| write(folder, "book.js", "e4"), 1);
    check("a file that nobody asks for", |folder| write(folder, "other.js", "new"), 0);
    check("removed", |folder| fs::remove_file(folder.join("bot.js")).unwrap(), 1);
}

#[test]
fn a_file_that_is_missing_or_empty_for_a_moment_is_waited_for() {
    for is_gone in [true, false] {
        let what = if is_gone { "gone" } else { "empty" };
        let (_folder, path, mut follower) = bot();
        if is_gone {
            fs::remove_file(&path).unwrap();
        } else {
            fs::write(&path, "").unwrap();
        }
        assert!(!(0..5).any(|_| follower.look()), "{what}: half a save is none");
        fs::write(&path, "new").unwrap();
        assert!(!follower.look(), "{what}: what was just written may go on");
        assert!(follower.look(), "{what}: it is written");
        assert!(!(0..LOOKS).any(|_| follower.look()), "{what}: it is one save");
    }
}

#[test]
fn a_file_that_is_still_written_is_waited_for() {
    let (_folder, path, mut follower) = bot();
    for part in ["n", "ne", "new"] {
        fs::write(&path, part).unwrap();
        assert!(!follower.look(), "{part}");
    }
    assert!(follower.look());
}

#[test]
fn a_change_that_is_taken_back_in_time_is_none() {
    let (_folder, path, mut follower) = bot();
    fs::write(&path, "new").unwrap();
    assert!(!follower.look());
    fs::write(&path, "import './search.js'").unwrap();
    assert!(!(0..LOOKS).any(|_| follower.look()));
}
