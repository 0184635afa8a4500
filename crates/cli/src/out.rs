//! Standard output: data, and nothing else. A reader that went away ends the program quietly.

use std::io::{self, Write};

use crate::exit::{Code, Done, Failed};

/// Writes a line.
pub(crate) fn line(text: &str) -> Done {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}") {
        Ok(()) => Ok(()),
        // `muster game moves … | head` is no mistake.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => Err(Failed::from_error(Code::Host, &error)),
    }
}

/// Writes a line that somebody follows a run by: when that reader went away, nobody learns how the run ends.
pub(crate) fn event(text: &str) -> Done {
    writeln!(io::stdout().lock(), "{text}").map_err(|error| {
        let message = format!("cannot write events ({error}); what was played is kept");
        Failed::new(Code::Incomplete, message).hint("run the same command again to resume")
    })
}
