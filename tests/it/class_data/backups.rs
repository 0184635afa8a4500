//! Tests a class's backup and its restoration, even during submissions and after a kill.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::class_data::{Class, bot, status};
use crate::support::{assert_same_tree, muster, pause, run, tree};

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
    // It continues where the first one was.
    class.write("3.wasm", bot(3));
    class.ok(&["submit", &class.text("again"), "4711", &class.text("3.wasm"), "--at", "2026-05-02 10:00"]);
    assert_eq!(status(&class.text("again"))[0]["active"]["submission"], 3);
    // A backup of it replaces the older one.
    class.ok(&["backup", &class.text("again"), &class.text("ki.zip")]);
    assert_eq!(class.restore("ki.zip", "third").0, 0);
    assert_eq!(status(&class.text("third")), status(&class.text("again")));
}

/// The opponents are restored where the text names them, so that work can continue at once.
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
    assert!(err.contains("\"../out.wasm\" is not in the backup: it is outside the class's folder"), "{err}");
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

/// Regression: the ladder was not in the backup, which claimed to have the whole class.
#[test]
fn a_restored_class_has_its_ladder_and_what_else_was_in_its_folder() {
    let class = Class::graded();
    let (folder, again) = (class.text("ki"), class.text("again"));
    let ladder = |folder: &str, cycles: &str| {
        let (code, out, err) = run(&["ladder", folder, "--cycles", cycles, "--seed", "7", "--json"]);
        assert_eq!(code, 0, "{out}{err}");
        serde_json::from_str::<Value>(out.lines().last().unwrap()).unwrap()
    };
    ladder(&folder, "2");
    let table = ladder(&folder, "0");
    fs::create_dir(class.path("ki/notes")).unwrap();
    class.write("ki/notes/plan.md", "# Plan");
    class.backup("ki/older.zip");
    let out = class.ok(&["backup", "ki", "ki/ki.zip", "--json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["ladder_cycles"], 2, "{told}");
    let run_folder = fs::canonicalize(class.path("run")).unwrap();
    assert_eq!(told["runs_elsewhere"], serde_json::json!([run_folder]), "{told}");
    assert_eq!(told["other_files_left_out"], serde_json::json!(["older.zip"]), "{told}");
    let words = class.ok(&["backup", "ki", "ki.zip"]);
    for part in ["cycles of the ladder 2", "not included: the run that began in "] {
        assert!(words.contains(part), "no {part:?}: {words}");
    }
    let (code, out, err) = class.restore("ki.zip", "again");
    assert_eq!(code, 0, "{out}{err}");
    for part in [
        "cycles of the ladder 2",
        "runs against the root in the record 2, other runs against their own hashes 0",
    ] {
        assert!(out.contains(part), "no {part:?}: {out}");
    }
    assert_eq!(fs::read_to_string(class.path("again/notes/plan.md")).unwrap(), "# Plan");
    assert!(!class.path("again/older.zip").exists());
    for cycle in ["0001", "0002"] {
        let root = |folder: &str| {
            let (code, out, err) = run(&["verify", &format!("{folder}/ladder/{cycle}")]);
            assert_eq!(code, 0, "{out}{err}");
            out.lines().find(|line| line.starts_with("root: ")).unwrap().to_owned()
        };
        assert_eq!(root(&again), root(&folder));
        let site = format!("ladder/{cycle}/site");
        assert_same_tree(&class.path("ki").join(&site), &class.path("again").join(&site));
    }
    assert_eq!(ladder(&again, "0"), table);
    // The season continues where it was.
    assert_eq!(ladder(&again, "1")["cycles"], 3);
}

/// A backup has the files of a run as they are. Only the run's own hashes tell if they were changed.
#[test]
fn a_run_that_is_not_what_it_was_is_told_when_its_class_is_restored() {
    let class = Class::graded();
    let (code, out, err) = run(&["ladder", &class.text("ki"), "--cycles", "2", "--seed", "7"]);
    assert_eq!(code, 0, "{out}{err}");
    let ledger = |cycle: &str| class.path(&format!("ki/ladder/{cycle}/private/ledger.sqlite"));
    let whole = fs::read(ledger("0001")).unwrap();
    let changed = rusqlite::Connection::open(ledger("0001")).unwrap();
    changed.execute("UPDATE match SET plies = plies + 1", []).unwrap();
    drop(changed);
    class.backup("damaged.zip");
    let (code, out, err) = class.restore("damaged.zip", "again");
    assert_eq!(code, 4, "{out}{err}");
    assert!(out.contains("runs against the root in the record 1,"), "{out}");
    assert!(err.contains("1 of its runs differ from the backup: ") && err.contains("ladder/0001"), "{err}");
    assert_eq!(status(&class.text("again")), class.status(), "the class is there");
    // An intact ledger, but not the one that the record knows.
    fs::write(ledger("0001"), whole).unwrap();
    let (code, out, err) =
        run(&["rule", &class.text("ki/ladder/0001"), "annul", "1.1.1.1", "--reason", "a test"]);
    assert_eq!(code, 0, "{out}{err}");
    class.backup("ruled.zip");
    let (code, out, err) = class.restore("ruled.zip", "ruled");
    assert_eq!(code, 0, "a ruling leads from the one root to the other: {out}{err}");
    assert!(out.contains("runs against the root in the record 2,"), "{out}");
}

/// A reader of archives sees only one of two entries with the same name, and different readers see different ones.
#[test]
fn an_archive_that_has_a_name_twice_is_refused() {
    let class = Class::new();
    class.submit("4711", 1);
    class.backup("ki.zip");
    let whole = fs::read(class.path("ki.zip")).unwrap();
    // Another entry of the same length, under the name of the first in both of its places.
    let names = ["class.toml", "private/class.sqlite", "muster-class-backup.txt"];
    for name in names {
        let placeholder = "x".repeat(name.len());
        let mut twice = appended(&whole, &placeholder, b"other");
        let places: Vec<usize> = (0..twice.len() - name.len())
            .filter(|at| &twice[*at..at + name.len()] == placeholder.as_bytes())
            .collect();
        assert_eq!(places.len(), 2, "{name}");
        for at in places {
            twice[at..at + name.len()].copy_from_slice(name.as_bytes());
        }
        class.write("twice.zip", twice);
        let (code, _, err) = class.restore("twice.zip", "new");
        assert!(code == 4 && err.contains("two entries") && err.contains(name), "{name}: {code} {err}");
        assert!(!class.path("new").exists());
    }
}

/// Returns an archive with one more entry.
fn appended(archive: &[u8], name: &str, bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut writer = zip::ZipWriter::new_append(std::io::Cursor::new(archive.to_vec())).unwrap();
    let stored = zip::write::SimpleFileOptions::DEFAULT.compression_method(zip::CompressionMethod::Stored);
    writer.start_file(name, stored).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap().into_inner()
}

/// The target of a link is outside the class's folder, and opening a pipe would wait for a writer.
#[cfg(unix)]
#[test]
fn a_backup_follows_no_link_and_nothing_waits_for_a_pipe() {
    use std::os::unix::fs::symlink;
    let class = Class::new();
    class.write("secret", "another's");
    symlink(class.path("secret"), class.path("ki/linked")).unwrap();
    symlink(class.top.path(), class.path("ki/up")).unwrap();
    let pipe = |name: &str| {
        let made = Command::new("mkfifo").arg(class.path(name)).status().unwrap();
        assert!(made.success());
    };
    pipe("ki/pipe");
    let out = class.ok(&["backup", "ki", "ki.zip", "--json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["other_files_left_out"], serde_json::json!(["linked", "pipe", "up"]));
    assert!(!fs::read(class.path("ki.zip")).unwrap().windows(9).any(|part| part == b"another's"));
    // A text that is a link does not belong to the class.
    fs::rename(class.path("ki/class.toml"), class.path("elsewhere.toml")).unwrap();
    symlink(class.path("elsewhere.toml"), class.path("ki/class.toml")).unwrap();
    let (code, _, err) = class.run(&["backup", "ki", "other.zip"]);
    assert!(code == 1 && err.contains("link"), "{code} {err}");
    assert!(!class.path("other.zip").exists());
    // Pipes in place of files.
    pipe("pipe.zip");
    for (arguments, told) in [
        (["restore", "pipe.zip", "new"], "not a regular file"),
        (["backup", "ki", "pipe.zip"], "exists and is not a backup"),
        (["roster", "ki", "pipe.zip"], "not a regular file"),
    ] {
        let (code, _, err) = class.run(&arguments);
        assert!(code == 1 && err.contains(told), "{arguments:?}: {code} {err}");
    }
    fs::remove_file(class.path("ki/class.toml")).unwrap();
    pipe("ki/class.toml");
    for command in ["status", "backup"] {
        let arguments = [command, "ki", "third.zip"];
        let (code, _, err) = class.run(&arguments[..if command == "status" { 2 } else { 3 }]);
        assert!(code != 0 && err.contains("not a regular file"), "{command}: {code} {err}");
    }
}

/// Users who have access to the folder by mistake can read nothing private.
#[cfg(unix)]
#[test]
fn private_files_are_for_the_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let class = Class::graded();
    let (code, out, err) = run(&["ladder", &class.text("ki"), "--cycles", "1"]);
    assert_eq!(code, 0, "{out}{err}");
    class.backup("ki.zip");
    assert_eq!(class.restore("ki.zip", "again").0, 0);
    let open = |folder: &str| -> Vec<String> {
        let files = tree(&class.path(folder)).into_keys();
        let mode =
            |path: &Path| fs::metadata(class.path(folder).join(path)).unwrap().permissions().mode() & 0o077;
        files.filter(|path| mode(path) != 0).map(|path| path.display().to_string()).collect()
    };
    for folder in ["ki/private", "ki/files", "again/private", "again/files", "again/ladder/0001/private"] {
        assert_eq!(open(folder), [""; 0], "{folder}");
    }
    let named = ["students.csv", "class.txt"].map(|name| class.path("run/private").join(name));
    for path in named {
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{}", path.display());
    }
}

#[test]
fn nothing_else_is_replaced_and_no_folder_in_use() {
    let class = Class::new();
    class.backup("ki.zip");
    class.write("grades.csv", "a,b\n");
    let before = tree(class.top.path());
    for (command, told) in [
        (["backup", "ki", "grades.csv"], "exists and is not a backup"),
        (["backup", "ki", "ki/class.toml"], "exists and is not a backup"),
        (["backup", "none", "new.zip"], "contains no class"),
        (["restore", "ki.zip", "ki"], "is not an empty folder"),
        (["restore", "ki.zip", "grades.csv"], "is not an empty folder"),
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
        refused(&course_files::archives::pack(files).unwrap());
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

/// A submission during a backup is in it completely or not at all, and an earlier one is.
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

/// The commands are killed at any moment.
#[test]
fn killed_at_any_moment_nothing_is_there_by_half() {
    let class = Class::new();
    for number in 1..=6 {
        class.submit("4711", number);
    }
    let now = class.status();
    class.backup("ki.zip");
    let (folder, zip, new) = (class.text("ki"), class.text("ki.zip"), class.text("new"));
    // Restoring: killed when this many files exist under another name.
    for files in 0..=8 {
        let mut child = silent(&["restore", &zip, &new]).spawn().unwrap();
        while written(class.top.path()) < files && child.try_wait().unwrap().is_none() {
            pause(Duration::from_micros(100));
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
    // Backing up: the older backup stays until the new one is complete.
    let older = fs::read(&zip).unwrap();
    class.submit("4712", 7);
    for bytes in [0, 1, 1000, 20_000, 100_000] {
        let mut child = silent(&["backup", &folder, &zip]).spawn().unwrap();
        let begun = class.path(&format!("ki.zip.{}.new", child.id()));
        while fs::metadata(&begun).map_or(0, |begun| begun.len()) < bytes
            && child.try_wait().unwrap().is_none()
        {
            pause(Duration::from_micros(100));
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

/// Returns the folders of interrupted restorations.
fn unfinished(top: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(top).unwrap().map(|entry| entry.unwrap());
    let is_one = |name: &str| name.starts_with(".muster-restore-");
    entries.filter(|entry| is_one(entry.file_name().to_str().unwrap())).map(|entry| entry.path()).collect()
}

/// Returns the number of files that a restoration in progress has written.
fn written(top: &Path) -> usize {
    let mut folders = unfinished(top);
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        // It may have its final name by now, and then it is complete.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files += 1 }
        }
    }
    files
}
