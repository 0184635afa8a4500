//! A part of a log in lines.

use game::{Position, visible};

use crate::Annotation;
use crate::annotation::{SquareNames, parse};

/// Maximum number of annotations in one seat's log of one ply. Further ones are plain text. It is enough to colour a
/// whole board of 16 by 16 squares.
pub const ANNOTATIONS_MAX: usize = 512;

/// A line of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// The line as written, with everything invisible made visible.
    pub text: String,
    /// Its annotation; `None` for plain text.
    pub annotation: Option<Annotation>,
}

/// Reads the lines of a part of a log. The position is any of the match; the names of squares come from its drawing.
pub fn log_lines(log: &[u8], position: &dyn Position) -> Vec<LogLine> {
    let log = String::from_utf8_lossy(log);
    let mut names = None;
    let mut room = ANNOTATIONS_MAX;
    let read = |line: &str| {
        let mut annotation = None;
        // Most logs draw nothing, so the board is drawn only when its labels are needed.
        if room > 0 && line.starts_with('@') {
            annotation =
                parse(line, names.get_or_insert_with(|| SquareNames::from_drawing(position.draw(None))));
        }
        room -= usize::from(annotation.is_some());
        LogLine { text: visible(line), annotation }
    };
    log.lines().map(read).collect()
}
