//! Each operation refused in turn, and the resulting state of the disk.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::*;

/// A test's reaction to the operations that it sees, by their number from zero.
#[derive(Clone, Copy)]
enum Plan {
    /// Refuses nothing.
    Look,
    /// Refuses one.
    Once(usize, ErrorKind),
    /// Refuses one and all later ones, as if the program had ended.
    From(usize),
    /// Limits each write to one byte.
    Short,
}

struct Test {
    plan: Plan,
    /// The names of operations and files, in order.
    seen: Mutex<Vec<(String, PathBuf)>>,
    done: Mutex<usize>,
}

impl Watch for Test {
    fn before(&self, operation: &Operation<'_>) -> Verdict {
        let mut seen = self.seen.lock().unwrap();
        let number = seen.len();
        let name = format!("{:?}", operation.kind).split(' ').next().unwrap().to_owned();
        seen.push((name, operation.path.to_owned()));
        match self.plan {
            Plan::Once(at, kind) if at == number => Verdict::Refuse(kind.into()),
            Plan::From(first) if first <= number => Verdict::Refuse(ErrorKind::BrokenPipe.into()),
            Plan::Short => Verdict::Short(1),
            _ => Verdict::Proceed,
        }
    }

    fn after(&self, _operation: &Operation<'_>) {
        *self.done.lock().unwrap() += 1;
    }
}

impl Test {
    fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().iter().map(|(name, _)| name.clone()).collect()
    }
}

/// Watches a directory while `work` runs.
fn watched<T>(directory: &Path, plan: Plan, work: impl FnOnce() -> T) -> (T, Arc<Test>) {
    let test = Arc::new(Test { plan, seen: Mutex::default(), done: Mutex::default() });
    let guard = watch(directory, Arc::<Test>::clone(&test)).unwrap();
    let done = work();
    drop(guard);
    (done, test)
}

fn names(directory: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

const OLD: &str = "old";
const NEW: &str = "new, and longer";

/// A directory with a file for `work` to replace.
struct Replacing {
    directory: tempfile::TempDir,
    path: PathBuf,
}

impl Replacing {
    fn new() -> Replacing {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("grades.csv");
        fs::write(&path, OLD).unwrap();
        Replacing { directory, path }
    }

    fn replace(&self, plan: Plan) -> (io::Result<()>, Arc<Test>) {
        watched(self.directory.path(), plan, || {
            replace(&self.path, None, |out| out.write_all(NEW.as_bytes()))
        })
    }

    fn content(&self) -> String {
        fs::read_to_string(&self.path).unwrap()
    }
}

/// Returns the number of operations that replace a file.
fn steps() -> usize {
    let (replaced, test) = Replacing::new().replace(Plan::Look);
    replaced.unwrap();
    let expected = ["Remove", "Create", "Permissions", "Write", "Sync", "Rename", "SyncDir"];
    assert_eq!(test.seen(), expected);
    // There was nothing to remove.
    assert_eq!(*test.done.lock().unwrap(), expected.len() - 1);
    expected.len()
}

#[test]
fn a_replacement_that_is_refused_leaves_the_old_file_and_nothing_temporary() {
    for at in 0..steps() {
        let replacing = Replacing::new();
        let (replaced, test) = replacing.replace(Plan::Once(at, ErrorKind::StorageFull));
        assert_eq!(replaced.unwrap_err().kind(), ErrorKind::StorageFull, "{at}");
        let is_placed = test.seen()[at] == "SyncDir";
        assert_eq!(replacing.content(), if is_placed { NEW } else { OLD }, "{at}");
        assert_eq!(names(replacing.directory.path()), BTreeSet::from(["grades.csv".to_owned()]), "{at}");
    }
}

#[test]
fn a_replacement_that_ends_anywhere_leaves_one_whole_file_and_the_next_one_cleans_up() {
    for at in 0..steps() {
        let replacing = Replacing::new();
        let (replaced, _) = replacing.replace(Plan::From(at));
        replaced.unwrap_err();
        assert!([OLD, NEW].contains(&replacing.content().as_str()), "{at}: {}", replacing.content());
        replacing.replace(Plan::Look).0.unwrap();
        assert_eq!(replacing.content(), NEW, "{at}");
        assert_eq!(names(replacing.directory.path()), BTreeSet::from(["grades.csv".to_owned()]), "{at}");
    }
}

#[test]
fn what_is_refused_for_a_moment_is_done_all_the_same() {
    for at in 0..steps() {
        for kind in [ErrorKind::Interrupted, ErrorKind::WouldBlock, ErrorKind::ResourceBusy] {
            let replacing = Replacing::new();
            let (replaced, test) = replacing.replace(Plan::Once(at, kind));
            replaced.unwrap();
            assert_eq!((replacing.content().as_str(), test.seen().len()), (NEW, steps() + 1), "{at} {kind}");
        }
    }
}

#[test]
fn short_writes_are_continued() {
    let replacing = Replacing::new();
    let (replaced, test) = replacing.replace(Plan::Short);
    replaced.unwrap();
    assert_eq!(replacing.content(), NEW);
    assert_eq!(test.seen().iter().filter(|name| *name == "Write").count(), NEW.len());
}

#[test]
fn a_temporary_file_that_is_refused_leaves_nothing() {
    let keep = |directory: &Path| -> io::Result<()> {
        let mut new = TemporaryFile::create_in(directory, ".new-")?;
        new.write_all(b"bot")?;
        new.sync()?;
        new.persist(&directory.join("bot.wasm"))
    };
    for (at, step) in ["Create", "Write", "Sync", "Rename"].into_iter().enumerate() {
        let directory = tempfile::tempdir().unwrap();
        let plan = Plan::Once(at, ErrorKind::PermissionDenied);
        let (kept, test) = watched(directory.path(), plan, || keep(directory.path()));
        assert_eq!(kept.unwrap_err().kind(), ErrorKind::PermissionDenied);
        assert_eq!((test.seen()[at].as_str(), names(directory.path())), (step, BTreeSet::new()));
    }
    let directory = tempfile::tempdir().unwrap();
    keep(directory.path()).unwrap();
    assert_eq!(names(directory.path()), BTreeSet::from(["bot.wasm".to_owned()]));
}

#[test]
fn a_temporary_directory_that_is_refused_leaves_nothing() {
    let keep = |directory: &Path| -> io::Result<()> {
        let new = TemporaryDir::create_in(directory, ".new-")?;
        create_dir_all(&new.path().join("a/b"))?;
        write(&new.path().join("a/b/file"), b"text")?;
        new.persist(&directory.join("class"))
    };
    let steps = ["CreateDir", "CreateDir", "CreateDir", "CreateDir", "Create", "Write", "Rename"];
    for at in 0..steps.len() {
        let directory = tempfile::tempdir().unwrap();
        let plan = Plan::Once(at, ErrorKind::PermissionDenied);
        let (kept, test) = watched(directory.path(), plan, || keep(directory.path()));
        kept.unwrap_err();
        assert_eq!(
            (&test.seen()[..=at], names(directory.path())),
            (&steps.map(str::to_owned)[..=at], BTreeSet::new())
        );
    }
    let directory = tempfile::tempdir().unwrap();
    keep(directory.path()).unwrap();
    assert_eq!(fs::read(directory.path().join("class/a/b/file")).unwrap(), b"text");
}

#[test]
fn a_write_that_is_always_interrupted_ends() {
    struct Interrupted;
    impl Write for Interrupted {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::Interrupted.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let failed = interception::write(Path::new("/nowhere"), 0, b"text", &mut Interrupted).unwrap_err();
    // `write_all` would continue for ever with `ErrorKind::Interrupted`.
    assert_eq!(failed.kind(), ErrorKind::Other);
}

#[test]
fn only_what_is_below_a_directory_is_told_by_its_true_path() {
    let top = tempfile::tempdir().unwrap();
    let (inside, outside) = (top.path().join("inside"), top.path().join("outside"));
    fs::create_dir(&inside).unwrap();
    fs::create_dir(&outside).unwrap();
    let ((), test) = watched(&inside, Plan::Look, || {
        write(&outside.join("a"), b"").unwrap();
        write(&outside.join("../inside/b"), b"").unwrap();
        rename(&outside.join("a"), &inside.join("c")).unwrap();
    });
    let seen = test.seen.lock().unwrap();
    let canonical = |path: &Path, name: &str| fs::canonicalize(path).unwrap().join(name);
    let expected =
        [("Create".to_owned(), canonical(&inside, "b")), ("Rename".to_owned(), canonical(&outside, "a"))];
    assert_eq!(*seen, expected);
    drop(seen);
    write(&inside.join("b"), b"").unwrap();
    assert_eq!(test.seen().len(), 2, "nobody watches any more");
}

#[test]
fn writes_say_where_their_bytes_go() {
    struct Offsets(Mutex<Vec<(u64, Vec<u8>)>>);
    impl Watch for Offsets {
        fn before(&self, operation: &Operation<'_>) -> Verdict {
            if let OperationKind::Write { offset, bytes } = operation.kind {
                self.0.lock().unwrap().push((offset, bytes.to_vec()));
            }
            Verdict::Proceed
        }
    }
    let directory = tempfile::tempdir().unwrap();
    let offsets = Arc::new(Offsets(Mutex::default()));
    let guard = watch(directory.path(), Arc::<Offsets>::clone(&offsets)).unwrap();
    let mut file = File::create_new(&directory.path().join("file")).unwrap();
    file.write_all(b"abc").unwrap();
    file.write_all(b"de").unwrap();
    io::Seek::rewind(&mut file).unwrap();
    file.write_all(b"x").unwrap();
    drop(guard);
    let expected = [(0, b"abc".to_vec()), (3, b"de".to_vec()), (0, b"x".to_vec())];
    assert_eq!(*offsets.0.lock().unwrap(), expected);
}

#[test]
fn a_name_in_use_is_not_taken() {
    let directory = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| directory.path().join(name));
    write(&one, b"one").unwrap();
    rename_new(&one, &other).unwrap();
    write(&one, b"two").unwrap();
    assert_eq!(rename_new(&one, &other).unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&other).unwrap(), b"one");
    assert_eq!(names(directory.path()).len(), 2);
}

#[test]
fn one_process_has_a_lock() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lock");
    let first = File::open_lock(&path).unwrap();
    let second = File::open_lock(&path).unwrap();
    assert!(first.try_lock().unwrap());
    assert!(!second.try_lock().unwrap());
    drop(first);
    assert!(second.try_lock().unwrap());
}

#[test]
fn a_file_is_read_up_to_a_bound() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("text");
    write(&path, b"12345").unwrap();
    assert_eq!(read_bounded(&path, 5).unwrap(), b"12345");
    assert_eq!(read_bounded(&path, 4).unwrap_err().to_string(), "it has more than 4 bytes");
    let refused = read_bounded(directory.path(), 4).unwrap_err();
    assert_eq!(refused.to_string(), "it is a directory, not a file");
}

#[cfg(unix)]
mod permissions {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn are_passed_on() {
        let directory = tempfile::tempdir().unwrap();
        let [old, new, copied] = ["old", "new", "copied"].map(|name| directory.path().join(name));
        fs::write(&old, "old").unwrap();
        fs::set_permissions(&old, Permissions::from_mode(0o640)).unwrap();
        replace(&old, None, |out| out.write_all(b"new")).unwrap();
        assert_eq!((mode(&old), fs::read_to_string(&old).unwrap().as_str()), (0o640, "new"));
        replace(&new, private(), |out| out.write_all(b"new")).unwrap();
        assert_eq!(mode(&new), 0o600);
        copy(&old, &copied).unwrap();
        assert_eq!((mode(&copied), fs::read_to_string(&copied).unwrap().as_str()), (0o640, "new"));
        replace_private(&old, |out| out.write_all(b"new")).unwrap();
        assert_eq!(mode(&old), 0o600, "a private file is closed, whatever it was");
    }

    #[test]
    fn of_what_a_link_leads_to_stay() {
        let directory = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| directory.path().join(name));
        fs::write(&file, "").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        restrict_file(&link).unwrap_err();
        restrict_dir(&link).unwrap_err();
        File::open_lock(&link).unwrap_err();
        assert_eq!(mode(&file), 0o644);
        restrict_file(&file).unwrap();
        assert_eq!(mode(&file), 0o600);
    }

    #[test]
    fn of_new_directories_are_the_users_alone() {
        let directory = tempfile::tempdir().unwrap();
        let above = directory.path().join("above");
        create_dir_all_private(&above.join("below")).unwrap();
        assert_eq!((mode(&above), mode(&above.join("below"))), (0o700, 0o700));
    }
}
