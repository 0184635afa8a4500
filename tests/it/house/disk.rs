//! Only one crate changes the disk, so that writes are durable, retried after a temporary failure, and can fail in
//! tests.

use super::sources::{files_of, paths_in};
use super::{crates, imports, metadata};

/// The crate that changes the disk.
const SEAM: &str = "files";

/// Functions of `std::fs` that change the disk, or open a file for writing.
const CHANGES: &[&str] = &[
    "DirBuilder",
    "OpenOptions",
    "copy",
    "create_dir",
    "create_dir_all",
    "hard_link",
    "remove_dir",
    "remove_dir_all",
    "remove_file",
    "rename",
    "set_permissions",
    "soft_link",
    "symlink",
    "write",
    "*",
];
/// Methods of the standard library that open a file for writing.
const OPENERS: &[&str] = &["create", "create_buffered", "create_new", "options"];
/// Methods that change a file that is open only for reading.
const METHODS: &[&str] = &[".set_modified(", ".set_permissions(", ".set_times(", ".sync_all(", ".sync_data("];

/// Exceptions for other crates, by crate, file and name.
const MAY: &[(&str, &str, &str)] = &[
    // Only reads.
    ("ledger", "folder", "rustix::fs::statfs"),
    // The last use of an entry, in a folder whose entries can be rebuilt at any time.
    ("sandbox", "admit/cache", ".set_modified("),
];

#[test]
fn only_one_crate_changes_the_disk() {
    let mut found = Vec::new();
    let mut read = 0;
    for name in imports().keys().filter(|name| *name != SEAM) {
        for (file, code) in files_of(&crates().join(name)) {
            read += 1;
            let file = file.join("/");
            found.extend(changes_in(&code).into_iter().map(|change| (name.clone(), file.clone(), change)));
        }
    }
    assert!(read > 300, "only {read} files were found");
    found.sort();
    let may = MAY.iter().map(|(name, file, what)| ((*name).into(), (*file).into(), (*what).into()));
    assert_eq!(found, may.collect::<Vec<(String, String, String)>>());
}

#[test]
fn the_program_is_built_without_those_who_watch() {
    let metadata = metadata(&["--no-deps"]);
    for package in metadata["packages"].as_array().unwrap() {
        let used = package["dependencies"].as_array().unwrap().iter();
        for dependency in used.filter(|dependency| dependency["kind"].is_null() && dependency["name"] == SEAM)
        {
            assert_eq!(dependency["features"].as_array().unwrap().len(), 0, "{}", package["name"]);
        }
    }
}

/// Returns the names in a piece of code that change the disk.
fn changes_in(code: &str) -> Vec<String> {
    let paths = paths_in(code);
    let has_file_of_seam = paths.iter().any(|path| path.join("::") == "files::File");
    let mut found = Vec::new();
    for path in &paths {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let changes = match path[..] {
            ["tempfile" | "OpenOptions" | "DirBuilder", ..] | ["rustix", "fs", ..] => true,
            [.., "fs", "File", opener] | ["File", opener] => {
                OPENERS.contains(&opener) && !(path[0] == "File" && has_file_of_seam)
            }
            [.., "fs", what] | [.., "fs", what, _] => CHANGES.contains(&what),
            _ => false,
        };
        if changes {
            found.push(path.join("::"));
        }
    }
    found.extend(METHODS.iter().filter(|method| code.contains(**method)).map(|method| (*method).to_owned()));
    found
}

#[test]
fn changes_are_seen_whichever_way_they_are_named() {
    for code in [
        "use std::fs; fn f() { fs::write(p, b) }",
        "fn f() { std::fs::rename(a, b) }",
        "use std::fs::{self, OpenOptions};",
        "use std::fs::*;",
        "use std::fs::File; fn f() { File::create(p) }",
        "fn f() { std::fs::File::options() }",
        "fn f() { std::os::unix::fs::symlink(a, b) }",
        "fn f() { tempfile::tempdir() }",
        "use rustix::fs::renameat;",
        "fn f(file: &File) { file.sync_all() }",
    ] {
        assert!(!changes_in(code).is_empty(), "{code}");
    }
    for code in [
        "use std::fs; fn f() { fs::read(p); fs::File::open(p); fs::symlink_metadata(p) }",
        "use files::File; fn f() { File::create_new(p); files::write(p, b); files::rename(a, b) }",
        "use std::os::unix::fs::PermissionsExt;",
    ] {
        assert_eq!(changes_in(code), [""; 0], "{code}");
    }
}
