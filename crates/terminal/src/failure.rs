//! A bot's failure, as its author is shown it.

use referee::Failure;

use crate::text::inert;

/// A failure in lines: what it was, where it happened, and what to do.
pub fn failure_lines(failure: &Failure) -> Vec<String> {
    let lines = [failure.headline()].into_iter().chain(failure.trace());
    lines.map(|line| inert(&line)).chain([format!("  {}", advice_line(failure))]).collect()
}

/// What to do about a failure, as a line.
pub fn advice_line(failure: &Failure) -> String {
    format!("advice: {}", inert(failure.advice()))
}
