//! Compares the versions of a class in a separate process. The service itself neither parses untrusted modules nor runs
//! the compiler that strips types, and the memory that a comparison takes is freed when the process ends.

use std::fmt::Display;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use explain::{Error, Kind};

/// Maximum duration of a comparison.
const LONGEST: Duration = Duration::from_mins(10);
/// Interval between checks for its end.
const LOOK: Duration = Duration::from_millis(50);
/// Maximum size of a page in bytes.
const LARGEST_PAGE: usize = 64 << 20;
/// Maximum number of bytes logged of its error output.
const LONGEST_MESSAGE: usize = 4 << 10;

/// Runs `muster class copies` on a class, and returns its page, with links below the class's address.
pub(super) fn compare(class: &Path, home: &str, stop: &AtomicBool) -> Result<String, Error> {
    let failed = |why: &dyn Display| Error::new(Kind::Host, format!("cannot compare versions: {why}"));
    let program = std::env::current_exe().map_err(|error| failed(&error))?;
    let child = Command::new(program)
        .args(["class", "copies", "--html", "-", "--links", home, "--"])
        .arg(class)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.map_err(|error| failed(&error))?;
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    // Without readers, the process would wait once a pipe is full.
    let (ended, page, message) = thread::scope(|scope| {
        let page = scope.spawn(|| text(output, LARGEST_PAGE));
        let message = scope.spawn(|| text(errors, LONGEST_MESSAGE));
        (wait(&mut child, stop), page.join().unwrap_or_default(), message.join().unwrap_or_default())
    });
    match ended {
        Ok(true) if page.len() < LARGEST_PAGE => Ok(page),
        Ok(true) => Err(failed(&"the page is too large")),
        Ok(false) => Err(failed(&message.trim())),
        Err(error) => Err(failed(&error)),
    }
}

/// Waits for a process. Returns `true` if it succeeded. Kills it when it takes too long or `stop` is set.
fn wait(child: &mut Child, stop: &AtomicBool) -> io::Result<bool> {
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

/// Returns the first `most` bytes of a text, which is read to its end. Output that cannot be read is ignored.
fn text(from: Option<impl Read>, most: usize) -> String {
    let mut bytes = Vec::new();
    if let Some(mut from) = from {
        drop(from.by_ref().take(most as u64).read_to_end(&mut bytes));
        drop(io::copy(&mut from, &mut io::sink()));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
