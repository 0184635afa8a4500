//! A preloaded library, `shim.c`, that makes a disk or the system time fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::support::{missing, muster, told, top};

/// Returns the compiled shim, or the reason why it cannot be compiled.
fn library() -> Result<&'static Path, &'static str> {
    static LIBRARY: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    LIBRARY.get_or_init(compile).as_deref().map_err(String::as_str)
}

fn compile() -> Result<PathBuf, String> {
    if !cfg!(target_os = "linux") {
        return Err("calls of the system are taken over on Linux only".to_owned());
    }
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shim.so");
    let new = library.with_extension(std::process::id().to_string());
    let compiled = Command::new("cc")
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"])
        .arg(&new)
        .arg(top().join("tests/it/durability/shim.c"))
        .output()
        .map_err(|error| missing(&format!("there is no C compiler `cc` ({error})")))?;
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    // A process that has loaded another one keeps it.
    fs::rename(new, &library).unwrap();
    Ok(library)
}

/// A fault to inject into runs in a folder.
pub(crate) struct Faulty {
    library: &'static Path,
    folder: PathBuf,
    told: PathBuf,
}

impl Faulty {
    /// Prepares faults in a folder that need not exist; returns the reason if faults are not possible.
    pub(crate) fn within(folder: &Path) -> Result<Faulty, &'static str> {
        let library = library()?;
        let told = folder.with_extension("calls");
        Ok(Faulty { library, folder: folder.to_owned(), told })
    }

    /// Returns the program with a fault, named as in `shim.c`.
    pub(crate) fn muster(&self, fault: &str) -> Command {
        let mut command = muster();
        command.env("LD_PRELOAD", self.library).env("MUSTER_SHIM", fault);
        command.env("MUSTER_SHIM_FOLDER", &self.folder).env("MUSTER_SHIM_TOLD", &self.told);
        command
    }

    /// Runs the program with a fault and returns its exit code, standard output and standard error.
    pub(crate) fn run(&self, fault: &str, arguments: &[&str]) -> (i32, String, String) {
        told(&self.muster(fault).args(arguments).output().unwrap())
    }

    /// Returns the number of calls that could have failed, in all programs with a fault since the last look.
    pub(crate) fn calls(&self) -> usize {
        let told = fs::read_to_string(&self.told).unwrap_or_default();
        let _ = fs::remove_file(&self.told);
        told.lines().map(|line| line.parse::<usize>().unwrap()).sum()
    }
}

/// Returns moments from the first to the last: this number of them spread evenly, or all if there are fewer.
pub(crate) fn moments(last: usize, most: usize) -> Vec<usize> {
    let count = most.min(last);
    (0..count).map(|number| 1 + number * (last - 1) / (count - 1).max(1)).collect()
}
