//! Standard output, which is only for data. If the reader goes away, the program ends quietly.

use std::io::{self, Write};

use explain::{Error, Kind};
use json::Shape;

/// Writes a line.
///
/// # Errors
/// If it cannot be written.
pub fn line(text: &str) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}") {
        Ok(()) => Ok(()),
        // `muster game moves … | head` is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => Err(Error::wrap(Kind::Host, &error)),
    }
}

/// Writes a shape as one line of JSON.
///
/// # Errors
/// If it cannot be written.
pub fn json(shape: &impl Shape) -> Result<(), Error> {
    line(&written(json::line(shape))?)
}

/// Writes a shape as JSON that is indented for people.
///
/// # Errors
/// If it cannot be written.
pub fn json_pretty(shape: &impl Shape) -> Result<(), Error> {
    line(&written(json::pretty(shape))?)
}

fn written(text: serde_json::Result<String>) -> Result<String, Error> {
    text.map_err(|error| Error::wrap(Kind::Host, &error))
}

/// Writes an event on a line. If the reader goes away, that is an error, because it would not learn how the run ends.
///
/// # Errors
/// If it cannot be written.
pub fn event(event: &impl Shape) -> Result<(), Error> {
    let text = written(json::line(event))?;
    writeln!(io::stdout().lock(), "{text}").map_err(|error| {
        let message = format!("cannot write events ({error}); the matches played so far are kept");
        Error::new(Kind::Incomplete, message).hint("run the same command again to resume")
    })
}
