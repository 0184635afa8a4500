//! A bot's failure as its author sees it.

use referee::Failure;

use crate::text::inert;

/// Returns a failure in lines: the failure, its place, and advice.
pub fn failure_lines(failure: &Failure) -> Vec<String> {
    let lines = [failure.headline()].into_iter().chain(failure.trace());
    let advice = advice_line(failure).map(|advice| format!("  {advice}"));
    lines.map(|line| inert(&line)).chain(advice).collect()
}

/// Returns advice about a failure as a line; `None` if there is none.
pub fn advice_line(failure: &Failure) -> Option<String> {
    failure.advice().map(|advice| format!("advice: {}", inert(advice)))
}
