//! The output of a program, in pieces: notes for the log, requests, moves.

use std::fmt;

use game::is_invisible;
use memchr::memchr;

use crate::lines::{HISTORY, LEGAL, NOTE, OFFER, POSITION, TIME};

/// Maximum number of bytes of a line that is not a note.
pub const LINE_MAX: usize = 1_000;
/// Maximum number of characters quoted from a line.
const QUOTED: usize = 60;

/// A line that a program sends to its host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A request for the legal moves.
    Legal,
    /// A request for the actions played.
    History,
    /// A request for the remaining time.
    Time,
    /// A request on the program's own positions: the text after the word.
    Position(String),
    /// A move to play if the time runs out.
    Offer(String),
    /// The program's move.
    Move(String),
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is longer than [`LINE_MAX`]. Holds its beginning.
    Long(String),
    /// It has bytes that are not text, or invisible characters.
    NotText(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Long(beginning) => {
                write!(f, "a line of more than {LINE_MAX} bytes, which begins `{beginning}`")
            }
            Unreadable::NotText(shown) => write!(f, "`{shown}`, which is not plain text"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// A piece of a program's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// A part of a note, including the line break if the note ends in it.
    Note(&'a [u8]),
    /// A whole line.
    Said(Said),
    /// A line that cannot be read.
    Unreadable(Unreadable),
}

/// Splits a program's output into lines. The result does not depend on the size of the chunks.
#[derive(Debug, Default)]
pub struct Output {
    state: State,
    /// The line so far, if it is not a note.
    line: Vec<u8>,
}

/// The state of the output within a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Line,
    /// After the note character. One space after it does not belong to the text.
    Hash,
    Note,
}

impl Output {
    /// Returns the next piece of `bytes` and advances them; `None` if they hold only the beginning of a line, which is
    /// stored.
    pub fn next<'a>(&mut self, bytes: &mut &'a [u8]) -> Option<Piece<'a>> {
        while let Some(&first) = bytes.first() {
            match self.state {
                State::Hash => {
                    self.state = State::Note;
                    if first == b' ' {
                        *bytes = &bytes[1..];
                    }
                }
                State::Note => {
                    let end = memchr(b'\n', bytes);
                    if end.is_some() {
                        self.state = State::Line;
                    }
                    let (note, rest) = bytes.split_at(end.map_or(bytes.len(), |end| end + 1));
                    *bytes = rest;
                    return Some(Piece::Note(note));
                }
                State::Line if self.line.is_empty() && first == NOTE as u8 => {
                    self.state = State::Hash;
                    *bytes = &bytes[1..];
                }
                State::Line => match self.take(bytes) {
                    None => {}
                    Some(piece) => return Some(piece),
                },
            }
        }
        None
    }

    /// Returns the unfinished line, for a message; `None` if there is none.
    pub fn unfinished(&self) -> Option<String> {
        (!self.line.is_empty()).then(|| quoted(&self.line))
    }

    /// Takes bytes up to the end of the line.
    fn take(&mut self, bytes: &mut &[u8]) -> Option<Piece<'static>> {
        let room = LINE_MAX + 1 - self.line.len();
        let most = room.min(bytes.len());
        let end = memchr(b'\n', &bytes[..most]);
        let (part, rest) = bytes.split_at(end.unwrap_or(most));
        self.line.extend_from_slice(part);
        *bytes = rest;
        if end.is_some() {
            *bytes = &bytes[1..];
            let line = std::mem::take(&mut self.line);
            return read(&line)
                .map_or_else(|error| Some(Piece::Unreadable(error)), |said| said.map(Piece::Said));
        }
        (self.line.len() > LINE_MAX).then(|| {
            let line = std::mem::take(&mut self.line);
            Piece::Unreadable(Unreadable::Long(quoted(&line)))
        })
    }
}

/// Reads a line; `None` if it is empty.
fn read(line: &[u8]) -> Result<Option<Said>, Unreadable> {
    let not_text = || Unreadable::NotText(quoted(line));
    let line = if line.is_ascii() {
        let line = trimmed(line);
        // In ASCII, only control characters are invisible.
        if line.iter().any(u8::is_ascii_control) {
            return Err(not_text());
        }
        str::from_utf8(line).map_err(|_| not_text())?
    } else {
        let line = str::from_utf8(line).map_err(|_| not_text())?.trim();
        // The table of invisible characters is slow, so ASCII skips it.
        let is_shown =
            |letter: char| if letter.is_ascii() { !letter.is_ascii_control() } else { !is_invisible(letter) };
        if !line.chars().all(is_shown) {
            return Err(not_text());
        }
        line
    };
    let behind = |word: &str| line.strip_prefix(word).filter(|rest| rest.starts_with(' ')).map(str::trim);
    let (offered, asked) = (behind(OFFER), behind(POSITION));
    Ok(match line {
        "" => None,
        LEGAL => Some(Said::Legal),
        HISTORY => Some(Said::History),
        TIME => Some(Said::Time),
        _ => Some(match (offered, asked) {
            (Some(offered), _) => Said::Offer(offered.to_owned()),
            (None, Some(asked)) => Said::Position(asked.to_owned()),
            (None, None) => Said::Move(line.to_owned()),
        }),
    })
}

/// Returns an ASCII line without white space at its ends, as `str::trim` does.
fn trimmed(line: &[u8]) -> &[u8] {
    let is_text = |byte: &u8| !matches!(byte, b'\t'..=b'\r' | b' ');
    let Some(first) = line.iter().position(is_text) else { return &[] };
    let last = line.iter().rposition(is_text).unwrap_or(first);
    &line[first..=last]
}

/// Shortens a line for a message and puts it on one line.
fn quoted(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let beginning: String = text.chars().take(QUOTED).collect();
    let more = if beginning.len() < text.len() { "…" } else { "" };
    game::visible(&beginning) + more
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All pieces of an output that arrives in parts. The parts of a note are joined.
    fn pieces(parts: &[&[u8]]) -> Vec<String> {
        let (mut output, mut found, mut note) = (Output::default(), Vec::new(), Vec::new());
        for mut part in parts.iter().copied() {
            while let Some(piece) = output.next(&mut part) {
                match piece {
                    Piece::Note(bytes) => {
                        note.extend_from_slice(bytes);
                        if bytes.ends_with(b"\n") {
                            found.push(format!(
                                "note {:?}",
                                String::from_utf8_lossy(&std::mem::take(&mut note))
                            ));
                        }
                    }
                    Piece::Said(said) => found.push(format!("{said:?}")),
                    Piece::Unreadable(error) => found.push(error.to_string()),
                }
            }
        }
        let rest = output.unfinished().map(|rest| format!("unfinished {rest}"));
        found.into_iter().chain(rest).collect()
    }

    #[test]
    fn lines_are_read() {
        let cases: &[(&[u8], &[&str])] = &[
            (b"LA\n", &["Move(\"LA\")"]),
            (b"  g1-g4 \r\n\n \nlegal\r\ntime\nhistory \n", &["Move(\"g1-g4\")", "Legal", "Time", "History"]),
            (b"offer LA\noffer\noffers\n", &["Offer(\"LA\")", "Move(\"offer\")", "Move(\"offers\")"]),
            (
                b"# one\n#two\n#  three\n#\n",
                &["note \"one\\n\"", "note \"two\\n\"", "note \" three\\n\"", "note \"\\n\""],
            ),
            (b"# \xff\0\nLA", &["note \"\u{fffd}\\0\\n\"", "unfinished LA"]),
            (
                b"L\0A\n\xffLA\n",
                &["`L⟨U+0000⟩A`, which is not plain text", "`\u{fffd}LA`, which is not plain text"],
            ),
            (b" # no note\n", &["Move(\"# no note\")"]),
        ];
        for (bytes, due) in cases {
            assert_eq!(pieces(&[bytes]), *due, "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn a_long_line_is_refused_before_it_is_kept() {
        let line = [b'x'; LINE_MAX + 1];
        let beginning = "x".repeat(QUOTED);
        let refusal = format!("a line of more than {LINE_MAX} bytes, which begins `{beginning}…`");
        assert_eq!(pieces(&[&line]), [refusal]);
        assert_eq!(pieces(&[&line[1..], b"\n"]), [format!("Move({:?})", "x".repeat(LINE_MAX))]);
        let mut output = Output::default();
        for _ in 0..10_000 {
            let mut rest = &line[..];
            while output.next(&mut rest).is_some() {}
            assert!(output.line.capacity() < 4 * LINE_MAX);
        }
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_how_they_are_cut(
            bytes in prop::collection::vec(prop::sample::select(b"#\n LAlegtimof\r\xff".as_slice()), 0..60),
            cuts in prop::collection::vec(0..60_usize, 0..6),
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let parts: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            prop_assert_eq!(pieces(&parts), pieces(&[&bytes]));
        }
    }
}
