//! The browsers that all tests share, one of each, because starting one costs up to four seconds of processor time.
//! Each script has its own profile.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, Once, PoisonError, TryLockError};
use std::thread;

use super::node::{BROWSERS, command};

static RUNNING: [Mutex<Option<Running>>; BROWSERS.len()] = [const { Mutex::new(None) }; BROWSERS.len()];

/// A browser that runs until this value is dropped.
struct Running {
    keeper: Child,
    address: String,
}

impl Running {
    /// Starts a browser; `None` if it is not installed.
    fn start(browser: &str) -> Option<Running> {
        let mut keeper = command("keep.js", &[browser]).ok()?;
        let mut keeper = keeper.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let mut address = String::new();
        let told = BufReader::new(keeper.stdout.as_mut()?).read_line(&mut address);
        let running = Running { keeper, address: address.trim().to_owned() };
        (told.is_ok() && !running.address.is_empty()).then_some(running)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Closes its input.
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// Returns `true` if a test is driving the browser.
pub(crate) fn is_taken(browser: &str) -> bool {
    matches!(running_in(browser).try_lock(), Err(TryLockError::WouldBlock))
}

fn running_in(browser: &str) -> &'static Mutex<Option<Running>> {
    let index = BROWSERS.iter().position(|name| *name == browser).expect("a browser");
    &RUNNING[index]
}

/// Exclusive use of a browser by a test. A browser in which a test failed is not used again.
pub(crate) struct Turn(MutexGuard<'static, Option<Running>>);

impl Turn {
    /// Waits for a browser.
    pub(crate) fn wait_for(browser: &str) -> Turn {
        static AT_THE_END: Once = Once::new();
        AT_THE_END.call_once(end_at_exit);
        let mut running = running_in(browser).lock().unwrap_or_else(PoisonError::into_inner);
        if running.is_none() {
            *running = Running::start(browser);
        }
        Turn(running)
    }

    /// Lets a script drive the browser. If it is not installed, the script reports it.
    pub(crate) fn hand_to(&self, script: &mut Command) {
        if let Some(running) = &*self.0 {
            script.env("MUSTER_BROWSER", &running.address);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if thread::panicking() {
            *self.0 = None;
        }
    }
}

/// Ends the browsers with the program, and waits for them, so that their processor time counts as the tests'.
#[expect(unsafe_code, reason = "nothing safe runs when the harness has ended")]
fn end_at_exit() {
    extern "C" fn end() {
        for running in &RUNNING {
            if let Ok(mut running) = running.try_lock() {
                *running = None;
            }
        }
    }
    // SAFETY: `end` unwinds nowhere, and uses statics that are never destroyed.
    unsafe { libc::atexit(end) };
}
