//! The answer of `muster --version`.

use std::sync::LazyLock;

/// The version, with the engine, which decides whether a run can be resumed and verified, and with the commit of a
/// release build.
pub(crate) static LONG: LazyLock<String> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    let engine = sandbox::usual_fingerprint();
    let commit = option_env!("MUSTER_COMMIT").unwrap_or("unknown");
    format!("{version}\nengine: {engine}\ncommit: {commit}")
});
