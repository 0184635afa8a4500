//! Interpreters are prepared once, with a message, and without limits.

use std::path::Path;

use job::Script;
use sandbox::{Compiler, Sandbox, SandboxOptions};
use script::{BuildError, INTERPRETERS, KNOWN};

use crate::build::choosing;
use crate::build::folder::Folder;
use crate::support::{bot_that_answers, is_full, tree};

/// Returns a sandbox whose compiling child has almost no resources.
fn narrow(known: &[sandbox::KnownCode]) -> Sandbox {
    let program = env!("CARGO_BIN_EXE_muster").into();
    let compiler = Compiler::Child { program, seconds: 1, bytes: 256 << 20 };
    Sandbox::new(&SandboxOptions {
        compiler,
        instances: 2,
        known: known.to_vec(),
        ..SandboxOptions::default()
    })
    .unwrap()
}

/// Python compiles for a minute in a build without optimizations, so that only `MUSTER_FULL=1` tries it.
#[test]
fn limits_do_not_decide_about_an_interpreter() {
    let python = "from muster import legal_actions\ndef choose(view):\n    return legal_actions()[0]\n";
    let folder = Folder::new(&[("bot.js", &choosing("")), ("bot.py", python)]);
    let game = games::find("tank-war");
    let names = if is_full() { &["bot.js", "bot.py"][..] } else { &["bot.js"] };
    for name in names {
        let (sources, entry) = script::Folder::from_entry(&folder.path(name)).unwrap();
        let script = Script { entry: &entry, sources: &sources, game };
        let stopped = script::build(&narrow(&[]), &script).err().unwrap();
        assert!(matches!(stopped, BuildError::Undecided(_)), "a stranger's: {stopped}");
        let sandbox = narrow(KNOWN);
        let built = script::build(&sandbox, &script).unwrap();
        let caps = (built.interpreter.caps)();
        assert!(sandbox.admit(&built.module, &caps).unwrap().is_ok(), "{name}");
    }
    assert_eq!(INTERPRETERS.len(), 2, "each has a script here");
}

/// Isolated workers take the code of commands without isolation, which is as trustworthy as this program; the reverse
/// would run code of a compiler that a hostile module may have taken over.
#[test]
fn an_interpreter_is_prepared_with_a_word_and_once() {
    const WORD: &str = "preparing JavaScript (about 2 s of processor time, once on this machine)\n";
    let folder = Folder::new(&[("bot.js", &choosing(""))]);
    let build = |more: &str| {
        let run = folder.muster(&format!("build bot.js --game tank-war {more}"));
        let (code, _, err) = run.cached_in(&folder.path("cache")).told();
        assert_eq!(code, 0, "{err}");
        err
    };
    let isolated = "--isolate=best-effort";
    assert!(build(isolated).contains(WORD));
    assert_eq!(build(""), WORD);
    assert_eq!(build(""), "");
    std::fs::remove_dir_all(folder.path("cache-isolated")).unwrap();
    assert!(!build(isolated).contains("preparing"));
}

/// The folder of compiled code is that of all tests: Python takes a minute in a build without optimizations.
#[test]
fn all_interpreters_are_prepared_in_advance_and_written_for_a_package() {
    let folder = Folder::new(&[]);
    assert_eq!(folder.muster("prepare --into carried").done(), "the interpreters are ready\n");
    let carried = tree(&folder.path("carried"));
    for name in carried.keys() {
        let name = name.to_str().unwrap();
        assert!(name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit()), "{name}");
    }
    assert_eq!(carried.len(), script::modules().count(), "all have code that modules share");
    let (code, out, err) = folder.muster("prepare").told();
    assert_eq!((code, out.as_str(), err.as_str()), (0, "the interpreters are ready\n", ""));
}

#[test]
fn a_folder_of_compiled_code_that_cannot_be_used_is_told_with_advice() {
    const ADVICE: &str = "set MUSTER_CACHE to a folder that this user can write to";
    let folder = Folder::new(&[("file", "")]);
    bot_that_answers(&folder.path(""), "bot.wasm", "(call $first)");
    let told = |arguments: &str, cache: &Path| folder.muster(arguments).cached_in(cache).told();
    let (check, file) = ("check bot.wasm --game tank-war", folder.path("file"));
    let unusable = format!("cannot use the folder of compiled code {}: ", file.display());
    let (code, _, err) = told(check, &file);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains(&unusable) && err.contains(ADVICE), "{err}");
    let (code, _, err) = told("prepare", &file);
    assert!(code == 5 && err.contains(&unusable) && err.ends_with(&format!("hint: {ADVICE}\n")), "{err}");
    let (code, _, err) = told("prepare", Path::new(""));
    assert_eq!(code, 5, "{err}");
    assert_eq!(err, format!("error: no cache folder is configured\nhint: {ADVICE}\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = folder.path("open");
        std::fs::create_dir(&open).unwrap();
        std::fs::set_permissions(&open, std::fs::Permissions::from_mode(0o777)).unwrap();
        let (code, _, err) = told(check, &open);
        assert_eq!(code, 5, "{err}");
        assert!(err.ends_with(&format!("hint: make it private to this user, or {ADVICE}\n")), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn a_disk_without_room_for_compiled_code_is_told_with_advice() {
    let folder = Folder::new(&[]);
    let bot = bot_that_answers(&folder.path(""), "bot.wasm", "(call $first)");
    let cache = folder.path("cache");
    let limited = std::process::Command::new("sh")
        .args(["-c", "ulimit -f 1 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_muster")])
        .args(["check", &bot, "--game", "tank-war"])
        .env("MUSTER_CACHE", &cache)
        .output()
        .unwrap();
    // The engine itself needs a file for the bot's memory, so that playing fails under this limit.
    let (_, _, err) = crate::support::told(&limited);
    let due =
        format!("cannot store compiled code in {}: check its free space and permissions", cache.display());
    assert!(err.contains(&due), "{err}");
    assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 0, "nothing is left of it");
}
