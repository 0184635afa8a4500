//! The last line that a bot wrote to its standard error: most often why it gives up.

/// Bytes kept of a line.
const LINE: usize = 1_024;

/// The last line that a bot wrote to standard error in one call.
#[derive(Debug, Default)]
pub(crate) struct Complaint {
    /// The last line that is not blank.
    last: Vec<u8>,
    /// The line that is being written.
    current: Vec<u8>,
}

impl Complaint {
    /// Forgets what was written.
    pub(crate) fn clear(&mut self) {
        self.last.clear();
        self.current.clear();
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let room = LINE.saturating_sub(self.current.len());
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            self.current.extend_from_slice(&text[..text.len().min(room)]);
            if piece.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        if !self.current.trim_ascii().is_empty() {
            std::mem::swap(&mut self.last, &mut self.current);
        }
        self.current.clear();
    }

    /// The line; `None` if nothing was written.
    pub(crate) fn line(&self) -> Option<String> {
        let lines = [&self.current, &self.last].map(|line| line.trim_ascii());
        let line = lines.into_iter().find(|line| !line.is_empty())?;
        Some(String::from_utf8_lossy(line).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_that_says_something_counts() {
        let line = |pieces: &[&str]| {
            let mut complaint = Complaint::default();
            for piece in pieces {
                complaint.write(piece.as_bytes());
            }
            complaint.line()
        };
        assert_eq!(line(&[]), None);
        assert_eq!(line(&["\n", "  \n"]), None);
        assert_eq!(line(&["trace\n", "bot.js:1:1: ", "Error\n\n"]).as_deref(), Some("bot.js:1:1: Error"));
        assert_eq!(line(&["first\nunfinished"]).as_deref(), Some("unfinished"));
        assert_eq!(line(&[&"x".repeat(5_000), "y\n"]).map(|line| line.len()), Some(LINE));
    }
}
