//! Shared code of the tests that run the built program.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub(crate) mod pages;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use sandbox::{Sandbox, SandboxOptions};
use tempfile::TempDir;

/// Returns the program, with its cache of compiled modules in the build's own folder.
pub(crate) fn muster() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
    command.env("MUSTER_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    command.env("NO_COLOR", "1");
    // Local services must not be reached through the machine's proxy.
    command.env("NO_PROXY", "*");
    command
}

/// Returns one sandbox for all tests, with the program's settings and compiled modules.
pub(crate) fn sandbox() -> &'static Sandbox {
    static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| {
        let cache = Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
        let known = script::KNOWN.to_vec();
        Sandbox::new(&SandboxOptions { cache, known, ..SandboxOptions::default() }).unwrap()
    });
    &SANDBOX
}

/// The factor of a machine on which the compiler has only 0.4 seconds of net time; a value of
/// `MUSTER_TEST_TIMES_SLOWER`.
pub(crate) const MUCH_SLOWER: &str = "2400";

/// Returns an admissible bot that takes the compiler more than a second.
pub(crate) fn slow_to_compile() -> Vec<u8> {
    const DEPTH: usize = 90;
    const LOCALS: usize = 155;
    let change = |local: usize| {
        let next = local + 1;
        format!("(local.set {next} (i32.add (local.get {local}) (local.get {next})))")
    };
    let text = format!(
        "(module
            (memory (export \"memory\") 1)
            (func (export \"muster_buffer\") (param i32) (result i32) i32.const 1024)
            (func (param i32) (local {}) {} {} {})
            (func (export \"muster_choose\") (param i32) (result i64) (i64.const 1)))",
        "i32 ".repeat(LOCALS),
        "loop ".repeat(DEPTH),
        (0..LOCALS).map(change).collect::<String>(),
        "local.get 0 br_if 0 end ".repeat(DEPTH),
    );
    wat::parse_str(text).unwrap()
}

/// Writes a bot whose answer is this expression, and returns its path.
pub(crate) fn bot_that_answers(folder: &Path, name: &str, answer: &str) -> String {
    let text = format!(
        "(module
            (import \"muster\" \"legal_actions\" (func $legal (param i32 i32) (result i32)))
            (import \"muster\" \"offer\" (func $offer (param i64)))
            (import \"muster\" \"log\" (func $log (param i32 i32)))
            (memory (export \"memory\") 3)
            (data (i32.const 512) \"thinking about it\\n\")
            (func (export \"muster_buffer\") (param i32) (result i32) i32.const 1024)
            (func $first (result i64) (drop (call $legal (i32.const 65536) (i32.const 4096))) (i64.load (i32.const 65536)))
            (func (export \"muster_choose\") (param i32) (result i64) {answer}))"
    );
    let path = folder.join(name);
    fs::write(&path, wat::parse_str(text).unwrap()).unwrap();
    path.display().to_string()
}

/// Returns the top of the repository.
pub(crate) fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Returns the search path of commands: the tools from `tests/install`, and the program itself, come first.
pub(crate) fn path_with_tools() -> OsString {
    let usual = std::env::var_os("PATH").unwrap_or_default();
    let muster = Path::new(env!("CARGO_BIN_EXE_muster")).parent().unwrap().to_owned();
    let own = [muster, top().join("target/tools/bin"), top().join("tests/web/node_modules/.bin")];
    std::env::join_paths(own.into_iter().chain(std::env::split_paths(&usual))).unwrap()
}

/// Lets compilers share their built libraries between all tests: Go's, and Zig's in the folder of `bots/build`.
pub(crate) fn share_libraries(command: &mut Command) -> &mut Command {
    command.env("GOCACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("go"));
    command.env("ZIG_GLOBAL_CACHE_DIR", top().join("target/bots/zig"))
}

/// Returns the command for Node.
pub(crate) fn node() -> Command {
    let mut node = Command::new("node");
    node.env("PATH", path_with_tools());
    node
}

/// Runs the program and returns its exit code, standard output and standard error.
pub(crate) fn run(arguments: &[&str]) -> (i32, String, String) {
    told(&muster().args(arguments).output().unwrap())
}

/// Returns the exit code, standard output and standard error of an ended program.
pub(crate) fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Returns every file below a folder with its bytes, by its relative path.
pub(crate) fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// Replaces a folder by a copy of another.
pub(crate) fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), &to).unwrap();
        }
    }
    fs::set_permissions(to, fs::metadata(from).unwrap().permissions()).unwrap();
}

/// Returns the folder for data that this process makes once: the first that no other running process has.
fn originals() -> &'static Path {
    static TAKEN: OnceLock<(PathBuf, fs::File)> = OnceLock::new();
    let take = || {
        (0..).find_map(|number: u32| {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("originals").join(number.to_string());
            fs::create_dir_all(&folder).unwrap();
            let lock = fs::File::create(folder.join("lock")).unwrap();
            lock.try_lock().is_ok().then_some((folder, lock))
        })
    };
    &TAKEN.get_or_init(|| take().unwrap()).0
}

/// Returns a temporary folder with the output of `make`. It is made once for each name, and then copied.
pub(crate) fn copy_of(name: &str, make: impl FnOnce(&Path)) -> TempDir {
    static MADE: Mutex<BTreeMap<String, Arc<OnceLock<PathBuf>>>> = Mutex::new(BTreeMap::new());
    let made = {
        let mut all = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(name.to_owned()).or_default())
    };
    let original = made.get_or_init(|| {
        let file_name = blake3::hash(name.as_bytes()).to_hex();
        let folder = originals().join(file_name.as_str());
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        make(&folder);
        folder
    });
    let own = tempfile::tempdir().unwrap();
    copy(original, own.path());
    own
}

/// Asserts that two folders hold the same files, and names the first difference.
pub(crate) fn assert_same_tree(one: &Path, other: &Path) {
    let (one, other) = (tree(one), tree(other));
    let names = |tree: &BTreeMap<PathBuf, Vec<u8>>| tree.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    for (name, bytes) in &one {
        assert!(other[name] == *bytes, "{} differs", name.display());
    }
    assert!(!one.is_empty());
}

/// Plays a run again and compares.
pub(crate) fn verify(out: &Path) {
    let (code, told, err) = run(&["verify", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{told}{err}");
}

/// Returns `true` if long tests run in full.
pub(crate) fn is_full() -> bool {
    std::env::var_os("MUSTER_FULL").is_some()
}

/// Reports that a test is skipped, with the reason.
pub(crate) fn skip(why: &str) {
    say(&format!("skipped: {why}"));
}

/// Prints a message despite the test harness, which hides the output of macros.
pub(crate) fn say(what: &str) {
    let _ = writeln!(io::stderr(), "{what}");
}

/// Skips a test because a tool is missing.
///
/// # Panics
///
/// Panics in continuous integration (`CI` is set), where `tests/install` has installed everything.
pub(crate) fn missing(what: &str) -> String {
    assert!(std::env::var_os("CI").is_none(), "{what}; in continuous integration nothing may be missing");
    format!("{what}; tests/install installs it, or says how")
}

/// Waits until there is a value, which usually takes seconds. The deadline allows for a busy machine; missing it is a
/// failure.
pub(crate) fn await_value<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            be_late();
            return found;
        }
        let waited = begun.elapsed();
        assert!(waited < Duration::from_mins(10), "{what} was awaited for ten minutes");
        // Polling costs time, too: a process, or a request to the awaited service.
        pause((waited / 20).clamp(Duration::from_millis(1), Duration::from_millis(100)));
    }
}

/// If `MUSTER_TEST_LATE` is set, sleeps two seconds at every other call, as may happen on a busy machine. It is called
/// between an observation of a running program and an action on it, so that a test that depends on timing fails.
pub(crate) fn be_late() {
    static MOMENTS: AtomicU32 = AtomicU32::new(0);
    if std::env::var_os("MUSTER_TEST_LATE").is_some()
        && MOMENTS.fetch_add(1, Ordering::Relaxed).is_multiple_of(2)
    {
        pause(Duration::from_secs(2));
    }
}

/// Sleeps to let other processes continue. The moment is arbitrary, and the result must not depend on it.
pub(crate) fn pause(time: Duration) {
    std::thread::sleep(time);
}
