//! Runs that are followed while they play, and what is done to them meanwhile.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::support::{muster, run};

pub(crate) fn begin(toml: &str, out: &Path, jobs: &str) -> (Child, BufReader<ChildStdout>) {
    let mut child = muster()
        .args(["run", toml, "--out", out.to_str().unwrap(), "--jobs", jobs, "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap());
    (child, lines)
}

/// Waits until this number of events was printed, or there are no more. Returns how many there were.
pub(crate) fn follow(lines: &mut BufReader<ChildStdout>, events: usize) -> usize {
    let mut line = String::new();
    (0..events).take_while(|_| lines.read_line(&mut line).unwrap() > 0).count()
}

pub(crate) fn play(toml: &str, out: &Path, jobs: &str) -> (String, String) {
    let (code, told, err) = run(&["run", toml, "--out", out.to_str().unwrap(), "--jobs", jobs]);
    assert_eq!(code, 0, "{err}");
    (told, err)
}

/// Pseudo-random numbers, the same every time.
pub(crate) struct Arbitrary(pub(crate) u64);

impl Arbitrary {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Sends a signal: `INT`, `TERM`.
pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}
