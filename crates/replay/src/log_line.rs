//! A part of a log in lines.

use game::{Position, visible};

use crate::Annotation;
use crate::annotation::{SquareNames, parse};

/// The most annotations that one seat's log of one ply may have; further ones are plain text. A board of 16 by 16
/// squares can be coloured whole.
pub const ANNOTATIONS_MAX: usize = 512;

/// A line of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// The line as written, with everything invisible made visible.
    pub text: String,
    /// What it draws; `None` for plain text.
    pub annotation: Option<Annotation>,
}

/// Reads the lines of a part of a log. The position is one of the match, from which the names of squares are taken.
pub fn log_lines(log: &[u8], position: &dyn Position) -> Vec<LogLine> {
    let log = String::from_utf8_lossy(log);
    let mut names = None;
    let mut room = ANNOTATIONS_MAX;
    let read = |line: &str| {
        let mut annotation = None;
        // Most logs draw nothing, and for them the board need not be drawn to know its labels.
        if room > 0 && line.starts_with('@') {
            annotation = parse(line, names.get_or_insert_with(|| SquareNames::of(position.draw(None))));
        }
        room -= usize::from(annotation.is_some());
        LogLine { text: visible(line), annotation }
    };
    log.lines().map(read).collect()
}
