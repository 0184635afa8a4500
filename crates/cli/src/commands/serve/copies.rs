//! The versions of a class compared by a process of its own, so that the one that serves reads nothing of a stranger.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use classroom::LARGEST_GIVEN;
use explain::{Error, Kind};
use files::TemporaryDir;

/// The longest time that it may take.
const LONGEST: Duration = Duration::from_mins(10);
/// How often it is looked whether it has ended.
const LOOK: Duration = Duration::from_millis(50);
/// The most bytes of its error that are logged.
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
        return Err(Error::new(Kind::Host, format!("the versions could not be compared: {message}")));
    }
    files::read_text(&page, LARGEST_GIVEN).map_err(failed)
}

/// Waits for a process, and returns whether it has succeeded. It is killed when that takes too long, or `stop` is set.
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
    // What cannot be read is said by nobody.
    drop(from.take(LONGEST_MESSAGE).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).trim().to_owned()
}
