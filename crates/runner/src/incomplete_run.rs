//! The end of a run in which the host failed.

use explain::{Error, Kind};

use crate::event::VoidMatch;

/// Advice for a host that is short of memory.
pub const FEWER_AT_ONCE: &str =
    "if the host is short of memory, free some, or play fewer matches at once with --jobs";

/// Maximum number of void matches that a message names.
const NAMED: usize = 20;

/// The error of a run in which the host failed at some matches three times, each on a line of its own.
pub fn host_failed(matches: &[VoidMatch]) -> Error {
    if let [only] = matches {
        return Error::new(Kind::Incomplete, format!("the host failed three times at {only}"));
    }
    let head = format!("the host failed three times at each of {} matches:", matches.len());
    let mut message = matches.iter().take(NAMED).fold(head, |message, void| format!("{message}\n  {void}"));
    if matches.len() > NAMED {
        message.push_str(&format!("\n  and {} more", matches.len() - NAMED));
    }
    Error::new(Kind::Incomplete, message)
}
