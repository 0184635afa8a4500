//! Gives a development build of `muster` a fixed address in memory. It then starts in 3.5 ms instead of 6.5, because a
//! quarter of a million addresses need no relocation, and the tests start it more than four thousand times. A release
//! is position-independent, so that the addresses of its code cannot be predicted.
//!
//! Embeds the files that a package carries.
//!
//! Gives a release the commit that it was built from, with its date. A package that is built without git passes it in
//! the variable `MUSTER_COMMIT`. A development build has none, because every commit would compile it anew.

#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    carry();
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "debug") && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    println!("cargo::rerun-if-env-changed=MUSTER_COMMIT");
    if is("PROFILE", "release")
        && env::var_os("MUSTER_COMMIT").is_none()
        && let Some(commit) = git(&["log", "-1", "--format=%h of %cs", "--abbrev=12"])
    {
        println!("cargo::rustc-env=MUSTER_COMMIT={commit}");
        if let Some(head) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
            println!("cargo::rerun-if-changed={head}");
        }
    }
}

/// Embeds the files with the ending `.xz` of the folder that the variable `MUSTER_CARRIED` names, if it is set.
fn carry() {
    println!("cargo::rerun-if-env-changed=MUSTER_CARRIED");
    let mut files = Vec::new();
    if let Some(folder) = env::var_os("MUSTER_CARRIED") {
        println!("cargo::rerun-if-changed={}", Path::new(&folder).display());
        let listed = fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        for entry in listed.unwrap_or_else(|error| panic!("MUSTER_CARRIED: {}: {error}", folder.display())) {
            let path = entry.path();
            if path.extension().is_some_and(|ending| ending == "xz") {
                let name = path.file_stem().map(|name| name.display().to_string());
                let path = path.display().to_string();
                files.push(format!("({:?}, include_bytes!({path:?})),\n", name.unwrap_or_default()));
            }
        }
        files.sort_unstable();
    }
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let written = fs::write(Path::new(&out).join("carried.rs"), format!("&[{}]\n", files.concat()));
    written.expect("cargo's folder can be written to");
}

/// Returns what git prints, in one line; `None` without git or outside of a checkout.
fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let line = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!line.is_empty() && !line.contains('\n')).then_some(line)
}
