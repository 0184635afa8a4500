//! Prints warnings and problems to stderr.

use std::io::IsTerminal;

use class_operations::Warning;
use config::Problems;

/// Prints warnings.
pub(crate) fn print_warnings(warnings: &[Warning]) {
    for warning in warnings {
        tracing::warn!("{warning}");
    }
}

/// Prints the problems of a text, with carets.
#[expect(clippy::print_stderr, reason = "problems of a text are many lines with carets, printed as they are")]
pub(crate) fn print_problems(problems: &Problems) {
    eprintln!("{}\n", problems.render(std::io::stderr().is_terminal()));
}
