//! The committed interpreters are what their sources build to, byte for byte. Those that are built from Rust take long: they
//! are compared with `MUSTER_FULL=1`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Output};

use flate2::read::GzDecoder;
use support::{is_full, missing, skip, top};

/// `interpreters/NAME/build` with arguments; `None` without bash.
fn build(name: &str, arguments: &[&str]) -> Option<Output> {
    Command::new("bash")
        .arg(top().join("interpreters").join(name).join("build"))
        .args(arguments)
        .output()
        .ok()
}

/// If the toolchain is the one that made the committed module (`toolchain.txt`), the bytes are the same, although another
/// folder holds what is compiled on the way.
fn is_what_its_sources_build_to(name: &str, option_for_folder: &str) {
    let folder = top().join("interpreters").join(name);
    let due = fs::read_to_string(folder.join("toolchain.txt")).unwrap();
    let here = build(name, &["--toolchain"]).map(|output| String::from_utf8(output.stdout).unwrap());
    let here = here.unwrap_or_default();
    if here.trim_end().is_empty() || here.trim_end().ends_with(':') {
        return skip(&missing(&format!("interpreters/{name}/build finds no compiler")));
    }
    if here != due {
        return skip(&format!("{name} was built by {}, not by {}", due.trim_end(), here.trim_end()));
    }
    let out = tempfile::tempdir().unwrap();
    let built = out.path().join("built.wasm");
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let arguments = ["--out", built.to_str().unwrap(), option_for_folder, cache.to_str().unwrap()];
    let output = build(name, &arguments).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut committed = Vec::new();
    let compressed = fs::File::open(folder.join(format!("{name}.wasm.gz"))).unwrap();
    GzDecoder::new(compressed).read_to_end(&mut committed).unwrap();
    assert!(
        fs::read(&built).unwrap() == committed,
        "interpreters/{name}/{name}.wasm.gz is not what its sources build to; interpreters/{name}/build builds it anew"
    );
}

#[test]
fn javascript_is_what_its_sources_build_to() {
    is_what_its_sources_build_to("quickjs", "--cache");
}

#[test]
fn what_strips_types_is_what_its_sources_build_to() {
    if !is_full() {
        return skip("building what strips types takes ten minutes of processor time; MUSTER_FULL=1 does it");
    }
    is_what_its_sources_build_to("typescript", "--target-dir");
}

#[test]
fn python_is_what_its_sources_build_to() {
    if !is_full() {
        return skip(
            "building the interpreter of Python takes a quarter of an hour of processor time; MUSTER_FULL=1 does it",
        );
    }
    is_what_its_sources_build_to("python", "--target-dir");
}
