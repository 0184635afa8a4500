//! Tests that committed build results match their sources.
//!
//! Building the sample bots, the interpreters and the browser's rules takes compilers of fixed versions, and up to half
//! an hour. So each has a proof, `tests/proofs/NAME.txt`: a hash of all inputs (sources, versions of tools, commands)
//! and a hash of the outputs. The hashes are always compared. If they differ, or with `MUSTER_FULL=1`, the outputs are
//! rebuilt, if the tools are installed, and compared byte for byte. `MUSTER_UPDATE=1` then rewrites the proof.

mod bots;
mod interpreters;
mod rules;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{is_full, missing, skip, top};

/// Committed files that are built from other files of the repository.
struct Proof<'a> {
    name: &'a str,
    /// Files, and directories with all of their files except `outputs`, relative to the top of the repository.
    inputs: Vec<PathBuf>,
    /// Additional inputs as text.
    also: String,
    /// Committed files.
    outputs: Vec<PathBuf>,
    /// Excluded files in the inputs' directories: their names, or endings.
    but: &'a [&'a str],
    /// The command that rebuilds it, for the reader.
    command: &'a str,
    /// Rebuilds it in another folder and compares; returns the reason if it cannot be built here.
    ///
    /// # Panics
    ///
    /// Panics if the bytes differ from the committed ones.
    build: fn() -> Result<(), String>,
}

impl Proof<'_> {
    fn hold(&self) {
        let here = format!("inputs {}\noutputs {}\n", self.inputs_hash(), hash(&self.outputs));
        let noted = Path::new("tests/proofs").join(format!("{}.txt", self.name));
        let is_proved = fs::read_to_string(top().join(&noted)).is_ok_and(|noted| noted == here);
        if is_proved && !is_full() {
            return;
        }
        let (name, command, noted) = (self.name, self.command, noted.display());
        let proved = "MUSTER_UPDATE=1 cargo test -p cli --test it proofs::";
        match (self.build)() {
            Err(why) if is_proved => skip(&missing(&format!("{name} is not built anew: {why}"))),
            Err(why) => panic!(
                "{noted} does not hold: what {name} is made from has changed, or its bytes have. It cannot be built \
                 here: {why}. Build it by `{command}`, then run `{proved}`"
            ),
            Ok(()) if is_proved => (),
            Ok(()) if std::env::var_os("MUSTER_UPDATE").is_some() => {
                fs::write(top().join("tests/proofs").join(format!("{name}.txt")), here).unwrap();
            }
            Ok(()) => panic!(
                "{noted} does not hold: what {name} is made from has changed, and it builds to the same bytes; \
                 `{proved}` notes it"
            ),
        }
    }

    fn inputs_hash(&self) -> String {
        let mut files = BTreeSet::new();
        for input in &self.inputs {
            add_files(input, &mut files);
        }
        files.retain(|file| {
            let name = file.file_name().unwrap().to_str().unwrap();
            !self.outputs.contains(file) && !self.but.iter().any(|but| name.ends_with(but))
        });
        let mut hasher = hasher(&files.into_iter().collect::<Vec<_>>());
        hasher.update(self.also.as_bytes());
        hasher.finalize().to_string()
    }
}

/// Adds the files at or below a path from the top of the repository. Hidden ones belong to an editor.
fn add_files(path: &Path, files: &mut BTreeSet<PathBuf>) {
    let whole = top().join(path);
    if !whole.is_dir() {
        assert!(whole.is_file(), "{} is missing", path.display());
        files.insert(path.to_owned());
        return;
    }
    for entry in fs::read_dir(whole).unwrap() {
        let name = entry.unwrap().file_name();
        if !name.to_str().unwrap().starts_with('.') && name != "target" {
            add_files(&path.join(name), files);
        }
    }
}

fn hash(files: &[PathBuf]) -> String {
    hasher(files).finalize().to_string()
}

/// Hashes each file's path, length and bytes.
fn hasher(files: &[PathBuf]) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let path = file.to_str().unwrap().replace('\\', "/");
        let bytes = fs::read(top().join(file)).unwrap_or_default();
        hasher.update(format!("{path}\n{}\n", bytes.len()).as_bytes());
        hasher.update(&bytes);
    }
    hasher
}

/// Runs a script of the repository in bash with these arguments, and returns its output; `None` without bash.
///
/// # Panics
///
/// Panics if it fails.
fn script(path: &str, arguments: &[&str]) -> Option<String> {
    let output = std::process::Command::new("bash").arg(top().join(path)).args(arguments).output().ok()?;
    assert!(output.status.success(), "{path} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap().trim().to_owned())
}

/// Returns a folder in the build's own folder for intermediate results.
fn cache(name: &str) -> String {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).display().to_string()
}

#[test]
fn a_changed_input_or_output_changes_the_proof() {
    let folder = tempfile::tempdir_in(top().join("target")).unwrap();
    let name = folder.path().strip_prefix(top()).unwrap();
    let write = |file: &str, text: &str| fs::write(folder.path().join(file), text).unwrap();
    let proof = |also: &str| Proof {
        name: "none",
        inputs: vec![name.to_owned()],
        also: also.to_owned(),
        outputs: vec![name.join("made")],
        but: &[".md"],
        command: "",
        build: || Ok(()),
    };
    for (file, text) in [("a", "1"), ("b", "2"), ("made", "3"), ("page.md", "4")] {
        write(file, text);
    }
    let (inputs, outputs) = (proof("").inputs_hash(), hash(&proof("").outputs));
    write("page.md", "5");
    assert_eq!((&inputs, &outputs), (&proof("").inputs_hash(), &hash(&proof("").outputs)));
    assert_ne!(inputs, proof("another version").inputs_hash());
    write("made", "4");
    assert_eq!(inputs, proof("").inputs_hash());
    assert_ne!(outputs, hash(&proof("").outputs));
    write("b", "3");
    let changed = proof("").inputs_hash();
    assert_ne!(inputs, changed);
    // Bytes that move from one file to the next.
    write("a", "13");
    write("b", "");
    assert_ne!(changed, proof("").inputs_hash());
}
