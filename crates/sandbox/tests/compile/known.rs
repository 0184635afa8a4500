//! Code of our own, to which the child's limits do not apply.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use sandbox::{
    Bot, Compiler, HostError, KnownCode, NotAdmitted, Preparation, Sandbox, SandboxOptions, Undecided,
    code_name,
};

use crate::modules::slow_module;
use crate::{child, wide_open};

/// Number of times that the code of the one counting test was prepared; other tests prepare theirs at the same time.
static PREPARED: AtomicUsize = AtomicUsize::new(0);
const COUNTED: &str = "an interpreter that is counted";

fn count(code: &KnownCode, _: Preparation) {
    if code.what == COUNTED {
        PREPARED.fetch_add(1, Ordering::Relaxed);
    }
}

fn known(module: &[u8]) -> KnownCode {
    KnownCode {
        name: code_name(module).expect("large enough"),
        what: "an interpreter",
        seconds: 3,
        functions: None,
    }
}

fn admit(
    compiler: Compiler,
    known: &[KnownCode],
    cache: Option<&Path>,
    module: &[u8],
) -> Result<Result<Bot, NotAdmitted>, HostError> {
    let options = SandboxOptions {
        compiler,
        instances: 8,
        cache: cache.map(Path::to_owned),
        known: known.to_vec(),
        preparing: Some(count),
        ..SandboxOptions::default()
    };
    Sandbox::new(&options)?.admit(module, &wide_open())
}

/// Known code is admitted where an untrusted module is stopped, and is prepared once.
pub(crate) fn limits_do_not_decide_about_known_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Some(folder.path());
    let (ours, strangers) = (slow_module(400, 280), slow_module(401, 280));
    let stopped = NotAdmitted::Undecided(Undecided::Time { seconds: 1 });
    for module in [&ours, &strangers] {
        let decided = admit(child(1, 1 << 30), &[], cache, module).expect("no host failure");
        assert_eq!(decided.expect_err("stopped"), stopped);
    }
    assert_eq!(PREPARED.load(Ordering::Relaxed), 0);

    let table = [KnownCode { what: COUNTED, ..known(&ours) }];
    let bot = admit(child(1, 1 << 30), &table, cache, &ours).expect("no host failure").expect("admitted");
    assert_eq!(PREPARED.load(Ordering::Relaxed), 1);
    assert!(!bot.making().cached);
    let decided = admit(child(1, 1 << 30), &table, cache, &strangers).expect("no host failure");
    assert_eq!(decided.expect_err("stopped"), stopped);

    let bot = admit(child(1, 1 << 30), &table, cache, &ours).expect("no host failure").expect("admitted");
    assert!(bot.making().cached && bot.making().shared);
    assert_eq!(PREPARED.load(Ordering::Relaxed), 1, "once for a folder");
}

/// With hardly any memory for untrusted modules.
pub(crate) fn memory_does_not_decide_about_known_code() {
    let module = slow_module(400, 280);
    let little = 24 << 20;
    let decide = |known: &[KnownCode]| admit(child(30, little), known, None, &module);
    assert!(!matches!(decide(&[]), Ok(Ok(_))), "too little for a stranger's");
    assert!(matches!(decide(&[known(&module)]), Ok(Ok(_))));
}

/// If no child can be started, that is the host's failure, not a refusal.
pub(crate) fn known_code_is_never_refused_for_the_host() {
    let module = slow_module(400, 280);
    let compiler = Compiler::Child { program: "/bin/false".into(), seconds: 1, bytes: 1 << 30 };
    let decided = admit(compiler, &[known(&module)], None, &module);
    assert!(matches!(decided, Err(HostError::Compiler { .. })), "{decided:?}");
}
