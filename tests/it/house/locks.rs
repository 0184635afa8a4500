//! All downloads are pinned by hashes: this test checks every lock file of the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn top() -> PathBuf {
    super::crates().canonicalize().unwrap().parent().unwrap().to_owned()
}

/// Runs `tests/dependencies --hashes` on a repository, and returns its success, its list and its messages.
fn hashes(top: &Path) -> (bool, Vec<String>, String) {
    let output = Command::new("bash").arg(top.join("tests/dependencies")).arg("--hashes").output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.success(), out.lines().map(str::to_owned).collect(), err)
}

/// Finds the lock files in a folder, as paths relative to the repository.
fn locks(folder: &Path, top: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !path.is_symlink() {
            if !["target", "node_modules", ".git", "reports"].contains(&name) {
                locks(&path, top, found);
            }
        } else if is_lock(name) {
            found.push(path.strip_prefix(top).unwrap().to_str().unwrap().to_owned());
        }
    }
}

fn is_lock(name: &str) -> bool {
    let is_of_kind = |ending| Path::new(name).extension().is_some_and(|extension| extension == ending);
    is_of_kind("lock") || name.contains("-lock.") || (name.starts_with("requirements") && is_of_kind("txt"))
}

/// Regression: only the workspace's own lock file was checked, and packages of pip had no hashes.
#[test]
fn every_lock_file_is_looked_at_and_every_package_has_a_hash() {
    let top = &top();
    let mut found = Vec::new();
    locks(top, top, &mut found);
    found.sort();
    assert!(found.len() >= 8 && found.contains(&"tests/requirements.txt".to_owned()), "{found:?}");
    let (holds, listed, err) = hashes(top);
    assert!(holds, "{err}");
    assert_eq!(listed, found);
    let install = fs::read_to_string(top.join("tests/install")).unwrap();
    let commands = install.lines().filter(|line| !line.starts_with('#') && line.contains("pip install"));
    let unpinned = commands.filter(|line| !line.contains("--require-hashes")).collect::<Vec<_>>();
    assert_eq!(unpinned, [""; 0]);
}

#[test]
fn a_package_without_a_hash_is_found() {
    let script = top().join("tests/dependencies");
    let hash = "0".repeat(64);
    let crate_of = |source: &str, checksum: &str| {
        format!(
            "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n{source}{checksum}\n[[package]]\nname = \"own\"\n"
        )
    };
    let registry = "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
    let checksum = format!("checksum = \"{hash}\"\n");
    let package = |fields: &str| {
        format!("{{\n  \"packages\": {{\n    \"node_modules/a\": {{\n{fields}    }}\n  }}\n}}\n")
    };
    let integrity = "      \"integrity\": \"sha512-abc\"\n";
    for (name, text, holds) in [
        ("a/Cargo.lock", crate_of(registry, &checksum), true),
        ("a/Cargo.lock", crate_of(registry, ""), false),
        ("a/Cargo.lock", crate_of("source = \"git+https://example.org/a\"\n", ""), false),
        ("a/package-lock.json", package(integrity), true),
        ("a/package-lock.json", package("      \"version\": \"1.0.0\"\n"), false),
        (
            "a/package-lock.json",
            package(&format!("      \"resolved\": \"https://example.org/a\",\n{integrity}")),
            false,
        ),
        ("a/requirements.txt", format!("# a\na==1.0 \\\n    --hash=sha256:{hash}\n"), true),
        ("a/requirements.txt", "a==1.0\n".to_owned(), false),
        ("a/requirements.txt", format!("a>=1.0 --hash=sha256:{hash}\n"), false),
        ("a/yarn.lock", String::new(), false),
    ] {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir_all(top.path().join("tests")).unwrap();
        fs::create_dir_all(top.path().join("a")).unwrap();
        fs::copy(&script, top.path().join("tests/dependencies")).unwrap();
        fs::write(top.path().join(name), &text).unwrap();
        let (held, listed, err) = hashes(top.path());
        assert_eq!((held, listed), (holds, vec![name.to_owned()]), "{text}\n{err}");
    }
}
