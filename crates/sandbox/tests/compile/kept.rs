//! The folder of compiled code and of refusals.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sandbox::{Caps, Compiler, HostError, Sandbox, SandboxOptions, Undecided};

use crate::{child, common, cost, wide_open};

pub(crate) fn code_is_kept_and_damage_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("code");
    let options = SandboxOptions { instances: 8, cache: Some(cache.clone()), ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).expect("a host that can run bots");
    let module = common::fixture("honest");
    let admit = || sandbox.admit(&module, &Caps::default()).expect("no host failure").expect("admitted");
    assert!(!admit().making().cached);
    assert!(admit().making().cached);
    let entries = entries(&cache);
    let [code] = entries.as_slice() else { panic!("{entries:?}") };
    let mut bytes = std::fs::read(code).expect("code");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(code, bytes).expect("damaged");
    assert!(!admit().making().cached, "damaged code is compiled anew");
    assert!(admit().making().cached, "and kept again");
}

/// Returns the files of a folder in order of their names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = std::fs::read_dir(folder).expect("the folder");
    let mut paths: Vec<PathBuf> = found.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// A second start checks and compiles nothing: it works without a compiler, for admitted and for refused modules.
pub(crate) fn what_was_decided_needs_no_compiler() {
    let folder = tempfile::tempdir().expect("a folder");
    let sandbox = |compiler| {
        let cache = Some(folder.path().join("code"));
        let options = SandboxOptions { compiler, instances: 8, cache, ..SandboxOptions::default() };
        Sandbox::new(&options).expect("a host that can run bots")
    };
    let first = sandbox(child(30, 1 << 30));
    let second =
        sandbox(Compiler::Child { program: "/nonexistent/muster".into(), seconds: 30, bytes: 1 << 30 });
    for name in ["honest", "floats", "refused-everything-at-once", "refused-unknown-import"] {
        let module = common::fixture(name);
        let admit = |sandbox: &Sandbox| sandbox.admit(&module, &Caps::default()).expect("no host failure");
        match (admit(&first), admit(&second)) {
            (Ok(decided), Ok(remembered)) => {
                assert_eq!(remembered.sizes(), decided.sizes(), "{name}");
                assert!(remembered.making().cached && !decided.making().cached, "{name}");
            }
            (Err(decided), Err(remembered)) => assert_eq!(remembered, decided, "{name}"),
            (decided, remembered) => panic!("{name}: {decided:?} and then {remembered:?}"),
        }
        // Under other caps there is no decision yet.
        let other = Caps { types: 1_999, ..Caps::default() };
        assert!(matches!(second.admit(&module, &other), Err(HostError::Compiler { .. })), "{name}");
    }
}

/// A folder with room for two entries keeps the two that were used last.
pub(crate) fn the_folder_keeps_what_was_used_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let admit = |name: &str, cache_bytes: u64| {
        let cache = Some(folder.path().into());
        let options = SandboxOptions { instances: 8, cache, cache_bytes, ..SandboxOptions::default() };
        let sandbox = Sandbox::new(&options).expect("a host that can run bots");
        sandbox
            .admit(&common::fixture(name), &Caps::default())
            .expect("no host failure")
            .expect("admitted")
            .making()
            .cached
    };
    assert!(!admit("honest", u64::MAX));
    assert!(!admit("endless-loop", u64::MAX));
    let size: u64 = entries(folder.path()).iter().map(|path| path.metadata().expect("a file").len()).sum();
    for path in entries(folder.path()) {
        let file = std::fs::File::options().write(true).open(path).expect("a file");
        file.set_modified(SystemTime::UNIX_EPOCH).expect("dated");
    }
    assert!(admit("honest", size), "used now");
    // There is room for half an entry more.
    let room = size + size / 4;
    assert!(!admit("unreachable", room));
    let total: u64 = entries(folder.path()).iter().map(|path| path.metadata().expect("a file").len()).sum();
    assert!(total <= room, "{total} bytes of {room}");
    assert!(admit("unreachable", room) && admit("honest", room), "what was used last is still there");
    assert!(!admit("endless-loop", room), "what was not is made anew");
}

/// Regression: a module that was stopped by the limits of a busy machine was refused from then on.
pub(crate) fn what_the_childs_limits_stop_is_not_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("code");
    let admit = |compiler: &Compiler, module: &[u8]| {
        let options = SandboxOptions {
            compiler: compiler.clone(),
            instances: 8,
            cache: Some(cache.clone()),
            ..SandboxOptions::default()
        };
        let sandbox = Sandbox::new(&options).expect("a host that can run bots");
        sandbox.admit(module, &wide_open()).expect("no host failure")
    };
    let module = cost::large();
    let stopped = |compiler| admit(&compiler, &module).map(|bot| bot.making()).expect_err("stopped");
    let (no_time, little) = (0, 128 << 20);
    assert_eq!(stopped(child(no_time, 1 << 30)), Undecided::Time { seconds: no_time }.into());
    assert_eq!(stopped(child(600, little)), Undecided::Memory { bytes: little }.into());
    assert_eq!(entries(&cache), Vec::<PathBuf>::new(), "nothing is kept of it");
    let enough = child(600, 4 << 30);
    assert!(!admit(&enough, &module).expect("admitted").making().cached);
    assert!(admit(&enough, &module).expect("admitted").making().cached);
    // A decision holds under any limits.
    assert!(admit(&child(no_time, little), &module).expect("admitted").making().cached);
}

/// An entry is not trusted if it is under another module's name, truncated or changed, or in a folder that others can
/// write to.
pub(crate) fn a_forged_entry_is_not_trusted() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("code");
    let sandbox = |compiler: Compiler| {
        let options = SandboxOptions {
            compiler,
            instances: 8,
            cache: Some(cache.clone()),
            ..SandboxOptions::default()
        };
        Sandbox::new(&options).expect("a host that can run bots")
    };
    let modules = ["refused-everything-at-once", "refused-unknown-import"].map(common::fixture);
    let first = sandbox(child(30, 1 << 30));
    for module in &modules {
        drop(first.admit(module, &Caps::default()).expect("no host failure").expect_err("refused"));
    }
    let second =
        sandbox(Compiler::Child { program: "/nonexistent/muster".into(), seconds: 30, bytes: 1 << 30 });
    let is_decided_again =
        |module: &[u8]| matches!(second.admit(module, &Caps::default()), Err(HostError::Compiler { .. }));
    let paths = entries(&cache);
    assert_eq!(paths.len(), 2, "two files and nothing half written: {paths:?}");
    let whole: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).expect("readable")).collect();
    let write = |texts: [&[u8]; 2]| {
        for (path, text) in paths.iter().zip(texts) {
            std::fs::write(path, text).expect("written");
        }
    };
    let all_again = || modules.iter().all(|module| is_decided_again(module));
    write([&whole[1], &whole[0]]);
    assert!(all_again());
    for at in [0, 40, 80] {
        let mut changed = whole.clone();
        for text in &mut changed {
            text[at] ^= 1;
        }
        write([&changed[0], &changed[1]]);
        assert!(all_again(), "byte {at} changed");
        write([&whole[0][..at], &whole[1][..at]]);
        assert!(all_again(), "cut at byte {at}");
    }
    write([&whole[0], &whole[1]]);
    assert!(!modules.iter().any(|module| is_decided_again(module)));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&cache, std::fs::Permissions::from_mode(0o777)).expect("permissions");
        assert!(all_again());
    }
}

pub(crate) fn a_folder_open_to_others_is_refused() {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let open = |mode| {
            std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode))
                .expect("permissions");
            let options = SandboxOptions {
                cache: Some(folder.path().into()),
                instances: 8,
                ..SandboxOptions::default()
            };
            Sandbox::new(&options).map(drop)
        };
        assert!(open(0o700).is_ok());
        assert!(matches!(open(0o770), Err(HostError::SharedCache { .. })));
        assert!(matches!(open(0o702), Err(HostError::SharedCache { .. })));
    }
}
