//! Known code that was compiled in advance, as a package carries it.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use referee::{Limits, Record};
use sandbox::{Caps, KnownCode, Preparation, Sandbox, SandboxOptions, code_name, stored_code};
use tempfile::TempDir;

use crate::common::{admit_to, against_first, hostile, padded};

thread_local! {
    /// The entry that is carried.
    static CARRIED: RefCell<Option<(String, Vec<u8>)>> = const { RefCell::new(None) };
    /// The entries that a sandbox asked for.
    static SOUGHT: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// Number of times that known code was prepared.
    static PREPARED: Cell<u32> = const { Cell::new(0) };
}

fn carried(name: &str) -> Option<Vec<u8>> {
    SOUGHT.with_borrow_mut(|sought| sought.push(name.to_owned()));
    CARRIED.with_borrow(|entry| entry.clone().filter(|(carried, _)| carried == name).map(|(_, bytes)| bytes))
}

fn count(_: &KnownCode, how: Preparation) {
    assert_eq!(how, Preparation::Stored);
    PREPARED.set(PREPARED.get() + 1);
}

/// Returns a module that is split, as an interpreter is.
fn interpreter() -> Vec<u8> {
    split("honest")
}

fn split(name: &str) -> Vec<u8> {
    let text = std::fs::read_to_string(hostile().join(format!("{name}.wat"))).unwrap();
    wat::parse_str(padded(&text, "")).unwrap()
}

/// Returns a sandbox for which the code of a module is known.
fn sandbox(folder: &Path, module: &[u8], preparing: fn(&KnownCode, Preparation)) -> Sandbox {
    let name = code_name(module).expect("large enough");
    let known = vec![KnownCode { name, what: "an interpreter", seconds: 1, functions: None }];
    let cache = Some(folder.to_owned());
    let preparing = Some(preparing);
    let options =
        SandboxOptions { instances: 8, cache, known, carried, preparing, ..SandboxOptions::default() };
    Sandbox::new(&options).unwrap()
}

/// Returns the entry that another machine carries, with its name.
fn compiled(sandbox: &Sandbox, module: &[u8]) -> (String, Vec<u8>) {
    sandbox.compiled_code(module, &Caps::default()).unwrap().unwrap().expect("it is split")
}

/// Plays in a sandbox with an empty folder and this carried entry. Returns the record, and how often the code was
/// prepared.
fn played_with(entry: Option<(String, Vec<u8>)>, module: &[u8]) -> (Record, u32) {
    let folder = TempDir::new().unwrap();
    CARRIED.set(entry);
    PREPARED.set(0);
    let bot = admit_to(&sandbox(folder.path(), module, count), module);
    assert!(!bot.making().cached);
    (against_first(&bot, &Limits::default()), PREPARED.get())
}

#[test]
fn it_plays_on_a_machine_that_never_compiled_it() {
    let module = interpreter();
    let made = || {
        let folder = TempDir::new().unwrap();
        let sandbox = sandbox(folder.path(), &module, count);
        let first = compiled(&sandbox, &module);
        drop(admit_to(&sandbox, &module));
        assert!(compiled(&sandbox, &module) == first, "the same from the folder");
        first
    };
    let entry = made();
    assert!(made() == entry, "the same bytes each time");
    let (record, prepared) = played_with(None, &module);
    assert_eq!(prepared, 1);
    assert_eq!(played_with(Some(entry), &module), (record, 0));
}

/// It is executed without further checks, so that nothing but the right bytes under the right name is used.
#[test]
fn an_entry_that_is_not_the_right_one_is_compiled_instead() {
    let module = interpreter();
    let folder = TempDir::new().unwrap();
    let own = sandbox(folder.path(), &module, count);
    let (name, whole) = compiled(&own, &module);
    let (other_engine, of_other_engine) = compiled(&own.for_sampling().unwrap(), &module);
    assert_ne!(other_engine, name, "an entry for another engine has another name");
    let changed = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let wrong = [
        ("a changed hash", changed(0)),
        ("a changed length", changed(32)),
        ("a changed head", changed(50)),
        ("changed code", changed(whole.len() / 2)),
        ("a changed end", changed(whole.len() - 1)),
        ("nothing", Vec::new()),
        ("a part of the hash", whole[..16].to_vec()),
        ("the hash alone", whole[..32].to_vec()),
        ("all but the last byte", whole[..whole.len() - 1].to_vec()),
        ("a byte too many", [&*whole, b"\0"].concat()),
        ("the code of another engine", of_other_engine.clone()),
    ];
    let (record, _) = played_with(None, &module);
    for (what, bytes) in wrong {
        assert_eq!(played_with(Some((name.clone(), bytes)), &module), (record.clone(), 1), "{what}");
    }
    // Entries for other engines are never asked for.
    SOUGHT.take();
    assert_eq!(played_with(Some((other_engine, of_other_engine)), &module), (record, 1));
    assert_eq!(SOUGHT.take(), [name]);
}

#[test]
fn only_known_code_is_looked_for() {
    let (module, stranger) = (interpreter(), split("floats"));
    let folder = TempDir::new().unwrap();
    SOUGHT.take();
    let sandbox = sandbox(folder.path(), &module, count);
    drop(admit_to(&sandbox, &stranger));
    assert!(SOUGHT.take().is_empty());
}

#[test]
fn an_entry_of_a_private_folder_can_be_carried() {
    let module = interpreter();
    let folder = TempDir::new().unwrap();
    let own = sandbox(folder.path(), &module, count);
    let (name, entry) = compiled(&own, &module);
    assert!(stored_code(folder.path(), &name).is_none(), "it is not stored yet");
    drop(admit_to(&own, &module));
    let stored = stored_code(folder.path(), &name).expect("it is stored");
    assert_eq!(
        played_with(Some((name.clone(), stored)), &module),
        played_with(Some((name.clone(), entry)), &module)
    );
    assert_eq!(PREPARED.get(), 0);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
        assert!(stored_code(folder.path(), &name).is_none(), "another user may have written it");
    }
}

/// Each of the two, in its call, waits for the other.
#[test]
fn two_that_need_it_at_once_compile_it_once_and_one_is_told_to_wait() {
    static BOTH: Barrier = Barrier::new(2);
    static COMPILED: AtomicU32 = AtomicU32::new(0);
    static WAITED: AtomicU32 = AtomicU32::new(0);
    fn meet(_: &KnownCode, how: Preparation) {
        let counter = if how == Preparation::ByAnother { &WAITED } else { &COMPILED };
        counter.fetch_add(1, Ordering::Relaxed);
        BOTH.wait();
    }
    let module = interpreter();
    let folder = TempDir::new().unwrap();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| drop(admit_to(&sandbox(folder.path(), &module, meet), &module)));
        }
    });
    assert_eq!((COMPILED.load(Ordering::Relaxed), WAITED.load(Ordering::Relaxed)), (1, 1));
}

/// Other modules are checked while the code of one is compiled.
#[test]
fn a_module_does_not_wait_for_the_code_of_another() {
    static JUDGED: Barrier = Barrier::new(2);
    fn wait(_: &KnownCode, _: Preparation) {
        JUDGED.wait();
    }
    let (known, other) = (interpreter(), split("floats"));
    let folder = TempDir::new().unwrap();
    let sandbox = sandbox(folder.path(), &known, wait);
    let judge = |module: &[u8]| drop(sandbox.judge(module, &Caps::default()).unwrap().unwrap());
    thread::scope(|scope| {
        scope.spawn(|| judge(&known));
        scope.spawn(|| {
            judge(&other);
            JUDGED.wait();
        });
    });
}
