//! Starts runs, follows their events, and interferes with them.

use std::io::{self, BufRead, BufReader, PipeReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::{be_late, muster, run};

pub(crate) fn begin(toml: &str, out: &Path, jobs: &str) -> (Child, BufReader<PipeReader>) {
    let mut command = muster();
    command
        .args(["run", toml, "--out", out.to_str().unwrap(), "--jobs", jobs, "--json"])
        .stderr(Stdio::null());
    start(command)
}

/// Starts a program whose output is read line by line. Its pipe holds only a page (on Linux) instead of 64 KiB, so that
/// the program is at most some dozens of events ahead of the reader. A run with a hundred more events than were
/// followed has therefore not ended when it is killed, though all of its matches may be on record.
pub(crate) fn start(mut command: Command) -> (Child, BufReader<PipeReader>) {
    let (output, input) = io::pipe().unwrap();
    #[cfg(target_os = "linux")]
    rustix::pipe::fcntl_setpipe_size(&input, 4096).unwrap();
    let child = command.stdout(input).spawn().unwrap();
    (child, BufReader::new(output))
}

/// Waits until this number of events was printed, or the output ends. Returns the number of events.
pub(crate) fn follow(lines: &mut impl BufRead, events: usize) -> usize {
    let mut line = String::new();
    let told = (0..events).take_while(|_| lines.read_line(&mut line).unwrap() > 0).count();
    be_late();
    told
}

pub(crate) fn play(toml: &str, out: &Path, jobs: &str) -> (String, String) {
    let (code, told, err) = run(&["run", toml, "--out", out.to_str().unwrap(), "--jobs", jobs]);
    assert_eq!(code, 0, "{err}");
    (told, err)
}

/// A deterministic pseudo-random generator.
pub(crate) struct Arbitrary(pub(crate) u64);

impl Arbitrary {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Sends a signal: `INT`, `TERM`.
pub(crate) fn signal(child: &Child, name: &str) {
    be_late();
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}
