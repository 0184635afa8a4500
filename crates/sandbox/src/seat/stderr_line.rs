//! A bot's output to standard error in one call, which usually says why it gives up.
//!
//! The reason is the last line. Interpreters of scripts write an account: a line that starts with one of
//! [`referee::AccountKind`]'s words, followed by lines indented by two spaces.

use referee::AccountKind;

/// Bytes kept of a line.
const LINE: usize = 1_024;
/// Bytes kept of an account.
const ACCOUNT: usize = 2_048;

/// The kept part of a bot's output to standard error in one call.
#[derive(Debug, Default)]
pub(crate) struct StderrOutput {
    /// The last line that is not blank.
    last: Vec<u8>,
    /// The line that is being written.
    current: Vec<u8>,
    /// The lines of the last account; each ends with a line break.
    account: Vec<u8>,
    /// `true` while the account continues.
    is_open: bool,
}

impl StderrOutput {
    /// Forgets all output.
    pub(crate) fn clear(&mut self) {
        self.last.clear();
        self.current.clear();
        self.account.clear();
        self.is_open = false;
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
        self.add_to_account();
        if !self.current.trim_ascii().is_empty() {
            std::mem::swap(&mut self.last, &mut self.current);
        }
        self.current.clear();
    }

    fn add_to_account(&mut self) {
        if AccountKind::of_line(&self.current).is_some() {
            self.account.clear();
            self.is_open = true;
        } else {
            self.is_open &= self.current.starts_with(b"  ");
        }
        if self.is_open && self.account.len() + self.current.len() < ACCOUNT {
            self.account.extend_from_slice(&self.current);
            self.account.push(b'\n');
        }
    }

    /// Returns the last line; `None` if nothing was written.
    pub(crate) fn line(&self) -> Option<String> {
        let lines = [&self.current, &self.last].map(|line| line.trim_ascii());
        let line = lines.into_iter().find(|line| !line.is_empty())?;
        Some(String::from_utf8_lossy(line).into_owned())
    }

    /// Returns the lines of the last account if it is of this kind: about a call whose time was used up, or about
    /// another failure.
    pub(crate) fn account(&self, is_over_time: bool) -> Option<Vec<String>> {
        let kind = AccountKind::of_line(&self.account)?;
        let text = String::from_utf8_lossy(&self.account);
        ((kind == AccountKind::Time) == is_over_time).then(|| text.lines().map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[&str]) -> StderrOutput {
        let mut complaint = StderrOutput::default();
        for piece in pieces {
            complaint.write(piece.as_bytes());
        }
        complaint
    }

    #[test]
    fn the_last_line_that_says_something_counts() {
        let line = |pieces: &[&str]| written(pieces).line();
        assert_eq!(line(&[]), None);
        assert_eq!(line(&["\n", "  \n"]), None);
        assert_eq!(line(&["trace\n", "bot.js:1:1: ", "Error\n\n"]).as_deref(), Some("bot.js:1:1: Error"));
        assert_eq!(line(&["first\nunfinished"]).as_deref(), Some("unfinished"));
        assert_eq!(line(&[&"x".repeat(5_000), "y\n"]).map(|line| line.len()), Some(LINE));
    }

    #[test]
    fn an_account_is_its_line_and_those_that_are_indented_below() {
        let account = |pieces: &[&str], is_over_time| written(pieces).account(is_over_time);
        let lines = ["exception in choose, bot.py:5: KeyError: 'x'", "      d['x']", "      ^"];
        let text = lines.join("\n");
        assert_eq!(account(&["log\n", &text, "\n"], false), Some(lines.map(str::to_owned).into()));
        assert_eq!(account(&["log\n", &text, "\n"], true), None);
        let late = "time runs out in choose, bot.py:5\n  x\nmore\n  of the log\n";
        let due = Some(vec!["time runs out in choose, bot.py:5".to_owned(), "  x".to_owned()]);
        assert_eq!(account(&[late], true), due);
        assert_eq!(account(&["panicked in f\n  at g\n"], false), None);
        let long = format!("exception in f, b.py:1: {}\n  {}\n", "x".repeat(900), "y".repeat(2_000));
        let kept: usize = account(&[&long, &long], false).unwrap().iter().map(String::len).sum();
        assert!(kept < ACCOUNT, "{kept}");
    }
}
