//! The interpreters of scripts.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;

use super::{Proof, cache, script};
use crate::support::top;

/// With the toolchain that made the committed module (`toolchain.txt`), the bytes are equal, even with another folder
/// for intermediate results.
fn build(name: &str, option_for_folder: &str) -> Result<(), String> {
    let folder = top().join("interpreters").join(name);
    let build = format!("interpreters/{name}/build");
    let due = fs::read_to_string(folder.join("toolchain.txt")).unwrap();
    let here = script(&build, &["--toolchain"]).unwrap_or_default();
    if here.is_empty() || here.ends_with(':') {
        return Err(format!("{build} finds no compiler"));
    }
    if here != due.trim() {
        return Err(format!("{name} was built by {}, not by {here}", due.trim()));
    }
    let out = tempfile::tempdir().unwrap();
    let built = out.path().join("built.wasm");
    script(&build, &["--out", built.to_str().unwrap(), option_for_folder, &cache(name)]).unwrap();
    let mut committed = Vec::new();
    let compressed = fs::File::open(folder.join(format!("{name}.wasm.gz"))).unwrap();
    GzDecoder::new(compressed).read_to_end(&mut committed).unwrap();
    assert!(
        fs::read(&built).unwrap() == committed,
        "interpreters/{name}/{name}.wasm.gz is not what its sources build to; {build} builds it anew"
    );
    Ok(())
}

fn hold(name: &str, build: fn() -> Result<(), String>) {
    let folder = Path::new("interpreters").join(name);
    let proof = Proof {
        name,
        inputs: vec![folder.clone()],
        also: String::new(),
        outputs: vec![PathBuf::from(&folder).join(format!("{name}.wasm.gz"))],
        but: &["README.md"],
        command: &format!("interpreters/{name}/build"),
        build,
    };
    proof.hold();
}

#[test]
fn javascript_is_what_its_sources_build_to() {
    hold("quickjs", || build("quickjs", "--cache"));
}

/// Takes ten minutes of processor time.
#[test]
fn what_strips_types_is_what_its_sources_build_to() {
    hold("typescript", || build("typescript", "--target-dir"));
}

/// Takes a quarter of an hour of processor time.
#[test]
fn python_is_what_its_sources_build_to() {
    hold("python", || build("python", "--target-dir"));
}
