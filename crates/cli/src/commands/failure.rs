//! A bot's failure, as its author is shown it.

use referee::{Failure, Fault};
use terminal::text::inert;

/// A failure in lines: what it was, where it happened, and what to do.
pub(crate) fn failure_lines(failure: &Failure) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", failure.fault, inert(&failure.in_words()))];
    lines.extend(failure.backtrace.iter().map(|line| format!("  at {}", inert(line))));
    lines.push(format!("  {}", advice_line(failure.fault)));
    lines
}

/// What to do about a fault, as a line.
pub(crate) fn advice_line(fault: Fault) -> String {
    format!("advice: {}", fault.advice())
}
