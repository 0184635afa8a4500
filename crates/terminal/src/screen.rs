//! Lines that are rewritten in place.

use std::io;

use console::{Term, truncate_str};
use explain::{Error, Kind};

/// A part of the terminal, as high as the lines last written. The terminal's state is not changed, so that nothing
/// has to be restored if the program is stopped.
pub struct Screen {
    term: Term,
    height: usize,
}

impl Screen {
    /// Returns the terminal on standard output; `None` if it is not a terminal, or cannot move its cursor.
    pub fn stdout() -> Option<Screen> {
        // The buffer is written at once, so that no frame is seen in parts.
        let term = Term::buffered_stdout();
        (term.is_term() && !console::is_dumb()).then_some(Screen { term, height: 0 })
    }

    /// Writes the lines over the last ones, or below them if there is too little room. Long lines are cut.
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub fn show(&mut self, lines: &[String]) -> Result<(), Error> {
        self.draw(lines).map_err(|error| Error::wrap(Kind::Host, &error))
    }

    fn draw(&mut self, lines: &[String]) -> io::Result<()> {
        let (rows, columns) = self.term.size();
        let fits = lines.len().max(self.height) < usize::from(rows);
        if fits && self.height > 0 {
            self.term.move_cursor_up(self.height)?;
        }
        for line in lines {
            self.term.clear_line()?;
            self.term.write_line(&truncate_str(line, usize::from(columns).saturating_sub(1), "…"))?;
        }
        if fits {
            self.term.clear_to_end_of_screen()?;
        }
        self.height = lines.len();
        self.term.flush()
    }
}
