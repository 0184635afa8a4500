//! Questions that a person answers on the terminal.

use std::io::{self, IsTerminal, Write};

/// Asks for confirmation of an action that cannot be undone. `None` if the input or the error stream is not a
/// terminal.
pub fn confirm(question: &str) -> Option<bool> {
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return None;
    }
    // A question that cannot be shown is not confirmed.
    let shown = write!(io::stderr(), "{question} [y/N] ").and_then(|()| io::stderr().flush());
    let mut answer = String::new();
    let read = shown.and_then(|()| io::stdin().read_line(&mut answer));
    Some(read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
