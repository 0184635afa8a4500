//! The console at which a person plays.

use std::io::{BufRead, BufReader, ErrorKind, Stdin};

use explain::{Error, Kind};

use crate::out;

/// The console at which a person plays.
pub trait Console {
    /// Shows a line.
    ///
    /// # Errors
    /// If it cannot be written.
    fn line(&mut self, text: &str) -> Result<(), Error>;

    /// Asks for a line; `None` at the end of the input. A line that is not text is empty.
    ///
    /// # Errors
    /// If nothing can be read.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Error>;
}

/// The terminal of this process: output goes to standard output, questions to standard error.
pub struct ThisTerminal {
    input: BufReader<Stdin>,
}

impl Default for ThisTerminal {
    fn default() -> ThisTerminal {
        ThisTerminal { input: BufReader::new(std::io::stdin()) }
    }
}

impl Console for ThisTerminal {
    fn line(&mut self, text: &str) -> Result<(), Error> {
        out::line(text)
    }

    #[expect(clippy::print_stderr, reason = "a question to whoever sits there, not a part of the output")]
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Error> {
        eprint!("{prompt}");
        let mut line = String::new();
        match self.input.read_line(&mut line) {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(line)),
            Err(error) if error.kind() == ErrorKind::InvalidData => Ok(Some(String::new())),
            Err(error) => Err(Error::wrap(Kind::Host, &error)),
        }
    }
}
