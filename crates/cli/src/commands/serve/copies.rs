//! Compares the versions of a class in a separate process, so that the service itself reads no untrusted files.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use class_operations::near_copies::LARGEST_GIVEN;
use explain::{Error, Kind};
use files::TemporaryDir;

/// Maximum duration of a comparison.
const LONGEST: Duration = Duration::from_mins(10);
/// Interval between checks for its end.
const LOOK: Duration = Duration::from_millis(50);
/// Maximum number of bytes logged of its error output.
const LONGEST_MESSAGE: u64 = 4 << 10;

/// Runs `muster class copies` on a class, and returns its page.
pub(super) fn compare(class: &Path, stop: &AtomicBool) -> Result<String, Error> {
    let failed = |error: std::io::Error| Error::new(Kind::Host, format!("cannot compare versions: {error}"));
    let folder = TemporaryDir::create("muster-copies-").map_err(failed)?;
    let page = folder.path().join("copies.html");
    let mut child = Command::new(std::env::current_exe().map_err(failed)?)
        .args(["class", "copies", "--html"])
        .arg(&page)
        .arg("--")
        .arg(class)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let is_complete = wait(&mut child, stop).map_err(failed)?;
    if !is_complete {
        let message = child.stderr.take().map(message).unwrap_or_default();
        return Err(Error::new(Kind::Host, format!("cannot compare versions: {message}")));
    }
    files::read_text(&page, LARGEST_GIVEN).map_err(failed)
}

/// Waits for a process. Returns `true` if it succeeded. Kills it when it takes too long or `stop` is set.
fn wait(child: &mut Child, stop: &AtomicBool) -> std::io::Result<bool> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if began.elapsed() > LONGEST || stop.load(Ordering::Relaxed) {
            child.kill()?;
        }
        thread::sleep(LOOK);
    }
}

fn message(from: impl Read) -> String {
    let mut bytes = Vec::new();
    // Output that cannot be read is ignored.
    drop(from.take(LONGEST_MESSAGE).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).trim().to_owned()
}
