//! A class as one file, and again: also while somebody hands in, and however the commands end.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{assert_same_tree, muster, tree};
use crate::{Class, bot, status};

impl Class {
    fn backup(&self, name: &str) {
        self.ok(&["backup", &self.text("ki"), &self.text(name)]);
    }

    fn restore(&self, from: &str, to: &str) -> (i32, String, String) {
        self.run(&["restore", &self.text(from), &self.text(to)])
    }
}

fn silent(arguments: &[&str]) -> Command {
    let mut command = muster();
    command.arg("class").args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn what_is_restored_is_the_class() {
    let class = Class::new();
    class.submit("4711", 1);
    class.submit("4714", 2);
    let out = class.ok(&["backup", &class.text("ki"), &class.text("ki.zip"), "--json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&told["students"], &told["submissions"], &told["files"]), (&5.into(), &2.into(), &2.into()));
    let (code, out, err) = class.restore("ki.zip", "again");
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(status(&class.text("again")), class.status());
    assert_same_tree(&class.path("ki/files"), &class.path("again/files"));
    assert_eq!(
        fs::read(class.path("ki/class.toml")).unwrap(),
        fs::read(class.path("again/class.toml")).unwrap()
    );
    // It goes on where the first one was.
    class.write("3.wasm", bot(3));
    class.ok(&["submit", &class.text("again"), "4711", &class.text("3.wasm"), "--at", "2026-05-02 10:00"]);
    assert_eq!(status(&class.text("again"))[0]["active"]["submission"], 3);
    // A backup of it replaces the older one.
    class.ok(&["backup", &class.text("again"), &class.text("ki.zip")]);
    assert_eq!(class.restore("ki.zip", "third").0, 0);
    assert_eq!(status(&class.text("third")), status(&class.text("again")));
}

/// The opponents come back where the text names them, so that work goes on at once.
#[test]
fn a_restored_class_has_its_opponents() {
    let requirement = |name: &str, file: &str| {
        format!("[[requirement]]\nname = \"{name}\"\nagainst = \"{file}\"\npercent = 1\ngames = 2\n")
    };
    let class =
        Class::with(&[requirement("a", "bots/deep/first.wasm"), requirement("b", "../out.wasm")].concat());
    fs::create_dir_all(class.path("ki/bots/deep")).unwrap();
    class.write("ki/bots/deep/first.wasm", bot(8));
    class.write("out.wasm", bot(9));
    class.submit("4711", 1);
    let (code, out, err) = class.run(&["backup", "ki", "ki.zip", "--json"]);
    assert_eq!(code, 0, "{err}");
    assert!(
        err.contains("\"../out.wasm\" is not in the backup: it is not within the class's folder"),
        "{err}"
    );
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["opponents"], serde_json::json!(["bots/deep/first.wasm"]));
    assert_eq!(told["opponents_left_out"], serde_json::json!(["../out.wasm"]));
    fs::create_dir(class.path("far")).unwrap();
    assert_eq!(class.restore("ki.zip", "far/new").0, 0);
    assert_eq!(fs::read(class.path("far/new/bots/deep/first.wasm")).unwrap(), bot(8));
    assert!(!class.path("far/out.wasm").exists(), "nothing outside of the folder");
    let (code, _, err) = class.run(&["work", "far/new"]);
    assert_eq!((code, err.contains("out.wasm")), (1, true), "what was left out is missed: {err}");
    class.write("far/out.wasm", bot(9));
    let played = class.ok(&["work", "far/new", "--json"]);
    assert_eq!(played.lines().count(), 3, "{played}");
    // And again.
    class.ok(&["backup", "far/new", "again.zip"]);
    assert_eq!(class.restore("again.zip", "far/newer").0, 0);
    assert_same_tree(&class.path("far/new/bots"), &class.path("far/newer/bots"));
}

#[cfg(unix)]
#[test]
fn a_backup_is_for_the_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let class = Class::new();
    class.backup("ki.zip");
    assert_eq!(class.restore("ki.zip", "again").0, 0);
    let mode = |name: &str| fs::metadata(class.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("ki.zip"), mode("again/private"), mode("again/files")), (0o600, 0o700, 0o700));
}

#[test]
fn nothing_else_is_replaced_and_no_folder_in_use() {
    let class = Class::new();
    class.backup("ki.zip");
    class.write("grades.csv", "a,b\n");
    let before = tree(class.top.path());
    for (command, told) in [
        (["backup", "ki", "grades.csv"], "is there, and is no backup"),
        (["backup", "ki", "ki/class.toml"], "is there, and is no backup"),
        (["backup", "none", "new.zip"], "contains no class"),
        (["restore", "ki.zip", "ki"], "is in use"),
        (["restore", "ki.zip", "grades.csv"], "is in use"),
        (["restore", "none.zip", "new"], "cannot read"),
        (["restore", "ki", "new"], "is a directory"),
    ] {
        let [one, other] = [class.text(command[1]), class.text(command[2])];
        let (code, _, err) = class.run(&[command[0], &one, &other]);
        assert_eq!((code, err.contains(told)), (1, true), "{command:?} {err}");
    }
    assert!(tree(class.top.path()) == before);
}

#[test]
fn what_is_no_whole_backup_is_refused() {
    let class = Class::new();
    class.submit("4711", 1);
    class.backup("ki.zip");
    let whole = fs::read(class.path("ki.zip")).unwrap();
    let refused = |bytes: &[u8]| {
        class.write("bad.zip", bytes);
        let (code, _, err) = class.restore("bad.zip", "new");
        assert_eq!(code, 4, "{err}");
        assert!(!class.path("new").exists());
    };
    let note = ("muster-class-backup.txt", &b""[..]);
    for files in [
        &[note][..],
        &[("a", b"")],
        &[note, ("../evil", b"x")],
        &[note, ("class.toml", b"[class]"), ("private/class.sqlite", b"no database")],
        &[note, ("files/00/0000", b"x")],
        &[note, ("beside/../evil", b"x")],
        &[note, ("beside//evil", b"x")],
        &[note, ("beside/a/../../evil", b"x")],
        &[note, ("beside/a\\..\\evil", b"x")],
        &[note, ("beside/c:evil", b"x")],
        &[note, ("beside/class.toml", b"x")],
        &[note, ("beside/Private/lock", b"x")],
        &[note, ("beside/files/00/00", b"x")],
        &[note, ("beside/evil ", b"x")],
        &[note, ("beside/evil\0", b"x")],
        &[note, ("beside/", b"x")],
        &[note, ("beside/evil", b"x"), ("beside/evil/deeper", b"x")],
    ] {
        refused(&handin::pack(files).unwrap());
    }
    refused(b"no archive");
    refused(&whole[..whole.len() / 2]);
    // A byte of each part: of the bot, and of the record.
    let find = |part: &[u8]| whole.windows(part.len()).position(|window| window == part).unwrap();
    for at in [find(b"thinking about it"), find(b"Jane Doe")] {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        refused(&changed);
    }
    let left: Vec<String> = fs::read_dir(class.top.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('.') || name == "evil")
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Whoever hands in while a backup is written is in it as a whole or not at all, and who did before is.
#[test]
fn a_backup_is_of_one_moment() {
    let class = Class::new();
    let files: Vec<String> = (1..=8)
        .map(|number| {
            class.write(&format!("{number}.wasm"), bot(number));
            class.text(&format!("{number}.wasm"))
        })
        .collect();
    let folder = class.text("ki");
    let others = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for file in &files {
                let at = ["--at", "2026-05-01 10:00"];
                let submitted = silent(&[&["submit", &folder, "4711", file], &at[..]].concat()).status();
                assert!(submitted.unwrap().success());
            }
        });
        let mut backups = 0;
        while !writer.is_finished() {
            let before = class.status()[0]["submissions"].as_array().unwrap().len();
            let name = format!("{backups}.zip");
            class.backup(&name);
            let to = format!("restored-{backups}");
            let (code, _, err) = class.restore(&name, &to);
            assert_eq!(code, 0, "{err}");
            let restored = status(&class.text(&to))[0]["submissions"].as_array().unwrap().len();
            assert!(restored >= before, "{restored} of {before}");
            backups += 1;
        }
        backups
    });
    assert!(others > 0);
}

/// However early the commands are killed.
#[test]
fn killed_at_any_moment_nothing_is_there_by_half() {
    let class = Class::new();
    for number in 1..=6 {
        class.submit("4711", number);
    }
    let now = class.status();
    class.backup("ki.zip");
    let (folder, zip, new) = (class.text("ki"), class.text("ki.zip"), class.text("new"));
    // Restoring: killed when so many files are there under another name.
    for files in 0..=8 {
        let mut child = silent(&["restore", &zip, &new]).spawn().unwrap();
        while written(class.top.path()) < files && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        if class.path("new").exists() {
            assert_eq!(status(&new), now);
            fs::remove_dir_all(&new).unwrap();
        }
        for left in unfinished(class.top.path()) {
            fs::remove_dir_all(left).unwrap();
        }
    }
    assert_eq!(class.restore("ki.zip", "new").0, 0);
    // Backing up: the older backup stays until the new one is whole.
    let older = fs::read(&zip).unwrap();
    class.submit("4712", 7);
    for bytes in [0, 1, 1000, 20_000, 100_000] {
        let mut child = silent(&["backup", &folder, &zip]).spawn().unwrap();
        let begun = class.path(&format!("ki.zip.{}.new", child.id()));
        while fs::metadata(&begun).map_or(0, |begun| begun.len()) < bytes
            && child.try_wait().unwrap().is_none()
        {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        if fs::read(&zip).unwrap() != older {
            assert_eq!(class.restore("ki.zip", "newer").0, 0);
            assert_eq!(status(&class.text("newer")), class.status());
            break;
        }
    }
}

/// Folders of a restoring that was killed.
fn unfinished(top: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(top).unwrap().map(|entry| entry.unwrap());
    let is_one = |name: &str| name.starts_with(".muster-restore-");
    entries.filter(|entry| is_one(entry.file_name().to_str().unwrap())).map(|entry| entry.path()).collect()
}

/// How many files a restoring that is under way has written.
fn written(top: &Path) -> usize {
    let mut folders = unfinished(top);
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        // It may have its name by now, and then it is whole.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files += 1 }
        }
    }
    files
}
