//! Interpreters are prepared once, with a message, and without limits.

use job::Script;
use sandbox::{Compiler, Sandbox, SandboxOptions};
use script::{BuildError, INTERPRETERS, KNOWN};

use crate::build::choosing;
use crate::build::folder::Folder;
use crate::support::is_full;

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

#[test]
fn an_interpreter_is_prepared_with_a_word_and_once() {
    let folder = Folder::new(&[("bot.js", &choosing(""))]);
    let build = || folder.muster("build bot.js --game tank-war").cached_in(&folder.path("cache")).told();
    let (code, _, err) = build();
    assert_eq!(code, 0, "{err}");
    assert!(err.starts_with("preparing JavaScript, once, about "), "{err}");
    let (code, _, err) = build();
    assert_eq!((code, err.as_str()), (0, ""));
}
