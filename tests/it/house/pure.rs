//! Finds the uses of the system in a crate.

use std::path::Path;

use super::sources::{files_of, paths_in};

/// Modules of the standard library that access the system: threads, files, the network, processes, the environment.
const OUTSIDE: &[&str] = &["env", "fs", "net", "os", "process", "thread"];
/// Clocks of the standard library. Its durations are harmless.
const CLOCKS: &[&str] = &["Instant", "SystemTime", "UNIX_EPOCH", "*", "self"];

/// Returns the paths in a crate's code, outside tests, that access the system, each with its file.
pub(crate) fn paths_to_the_outside(crate_folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for (file, code) in files_of(crate_folder) {
        let named = paths_in(&code);
        let outside = named.iter().filter(|path| reaches_out(path));
        found.extend(outside.map(|path| format!("{}: {}", file.join("/"), path.join("::"))));
    }
    found
}

fn reaches_out(path: &[String]) -> bool {
    let words: Vec<&str> = path.iter().map(String::as_str).collect();
    match words[..] {
        ["std"] | ["std", "time"] | ["tokio", ..] => true,
        ["std", "time", what, ..] => CLOCKS.contains(&what),
        ["std", part, ..] => OUTSIDE.contains(&part) || part == "*",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_reach_out_and_durations_do_not() {
        let reach_out = |code: &str| paths_in(code).iter().any(|path| reaches_out(path));
        for code in [
            "use std::fs;",
            "use std::{fmt, time::{Duration, Instant}};",
            "use std::time;",
            "use std::*;",
            "pub use std::env::args as a;",
            "fn f() { let x = std::thread::current(); }",
            "fn f() -> ::std::time::SystemTime { loop {} }",
            "use tokio::spawn;",
        ] {
            assert!(reach_out(code), "{code}");
        }
        for code in ["use std::{fmt, time::Duration};", "use std::sync::Arc;", "fn f() { self::fs::read() }"]
        {
            assert!(!reach_out(code), "{code}");
        }
    }
}
