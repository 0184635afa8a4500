//! Finds the crates that start threads.

use std::path::Path;

use super::sources::{files_of, paths_in};

/// Returns the paths in a crate's code, outside tests, that start a thread, each with its file.
pub(crate) fn started_in(crate_folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for (file, code) in files_of(crate_folder) {
        let named = paths_in(&code);
        let starting = named.iter().filter(|path| starts_a_thread(path));
        found.extend(starting.map(|path| format!("{}: {}", file.join("/"), path.join("::"))));
    }
    found
}

fn starts_a_thread(path: &[String]) -> bool {
    path.windows(2)
        .any(|pair| pair[0] == "thread" && ["spawn", "scope", "Builder"].contains(&pair[1].as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_starts_a_thread_is_found_and_who_waits_is_not() {
        let starts = |code: &str| paths_in(code).iter().any(|path| starts_a_thread(path));
        for code in [
            "use std::thread::spawn;",
            "use std::thread::{Builder, JoinHandle};",
            "fn f() { std::thread::scope(|scope| {}) }",
            "use std::thread; fn f() { thread::Builder::new(); }",
        ] {
            assert!(starts(code), "{code}");
        }
        for code in
            ["use std::thread;", "fn f() { thread::sleep(PAUSE); std::thread::available_parallelism() }"]
        {
            assert!(!starts(code), "{code}");
        }
    }
}
