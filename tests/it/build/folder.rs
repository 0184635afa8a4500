//! A folder with a bot's files, in which the program runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::support::{muster, told};

/// A temporary folder.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Returns the program in this folder, with arguments that have no spaces.
    pub(crate) fn muster(&self, arguments: &str) -> Run {
        let mut command = muster();
        command.args(arguments.split_whitespace()).current_dir(self.0.path());
        Run { command, what: format!("muster {arguments}") }
    }
}

/// A command that is about to run.
pub(crate) struct Run {
    command: Command,
    what: String,
}

impl Run {
    /// Uses another folder of compiled code.
    pub(crate) fn cached_in(mut self, folder: &Path) -> Run {
        self.command.env("MUSTER_CACHE", folder);
        self
    }

    /// Returns the exit code, standard output and standard error.
    pub(crate) fn told(mut self) -> (i32, String, String) {
        told(&self.command.output().unwrap())
    }

    /// Returns the standard output of a command that must succeed.
    pub(crate) fn done(self) -> String {
        let what = self.what.clone();
        let (code, out, err) = self.told();
        assert_eq!(code, 0, "{what}\n{out}{err}");
        out
    }
}
