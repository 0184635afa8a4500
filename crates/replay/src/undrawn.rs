//! Lines of a log that should draw something and do not, because a square or a colour does not exist.

use std::fmt;

use game::{Drawing, visible};

use crate::annotation::{ARROW_TEXT_MAX, Colour, SquareNames, parse};

/// Number of characters quoted from a line.
const QUOTED: usize = 60;

/// The first line of a log that should draw something, but is plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undrawn {
    /// Its beginning, with everything invisible made visible.
    pub line: String,
    /// The error.
    pub why: String,
    /// Number of such lines.
    pub count: usize,
}

impl fmt::Display for Undrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` draws nothing: {}", self.line, self.why)?;
        match self.count {
            0 | 1 => Ok(()),
            2 => write!(f, "; so does 1 more line"),
            count => write!(f, "; so do {} more lines", count - 1),
        }
    }
}

/// Returns the first line of a log that should be drawn on a board and is not; `None` if there is none.
pub fn undrawn(drawing: Drawing, log: &[u8]) -> Option<Undrawn> {
    let names = SquareNames::from_drawing(drawing);
    let text = String::from_utf8_lossy(log);
    let mut wrong = text.lines().filter_map(|line| Some((line, why(line, &names)?)));
    let (line, why) = wrong.next()?;
    let mut shown: String = line.chars().take(QUOTED).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    Some(Undrawn { line: visible(&shown), why, count: 1 + wrong.count() })
}

/// Returns the reason why a line draws nothing although it should; `None` if it should not.
fn why(line: &str, names: &SquareNames) -> Option<String> {
    let (word, rest) = line.split_once(' ')?;
    let squares = match word {
        "@cell" => 1,
        "@arrow" => 2,
        _ => return None,
    };
    if parse(line, names).is_some() {
        return None;
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    if let Some(unknown) = words.iter().take(squares).find(|word| !names.has(word)) {
        return Some(format!("`{}` is not a square; {names}", visible(&shortened(unknown))));
    }
    Some(match (word, words.as_slice()) {
        ("@cell", [_, colour]) => {
            let known = Colour::ALL.map(Colour::word).join(", ");
            format!("`{}` is not a colour; the colours are {known}", visible(&shortened(colour)))
        }
        ("@cell", _) => "such a line is `@cell SQUARE COLOUR`".to_owned(),
        (_, [from, to, ..]) if from == to => "an arrow ends where it begins".to_owned(),
        (_, [_, _, ..]) => format!("its text is longer than {ARROW_TEXT_MAX} characters"),
        _ => "such a line is `@arrow SQUARE SQUARE`, with a text behind it or without".to_owned(),
    })
}

fn shortened(word: &str) -> String {
    word.chars().take(QUOTED / 2).collect()
}

#[cfg(test)]
mod tests {
    use game::PerSeat;

    use super::*;

    fn found(log: &str) -> Option<String> {
        let drawing = Drawing {
            columns: 3,
            rows: 2,
            column_labels: ["a", "b", "c"].map(str::to_owned).to_vec(),
            row_labels: ["2", "1"].map(str::to_owned).to_vec(),
            cells: Vec::new(),
            pieces: Vec::new(),
            sketch: None,
            notes: PerSeat::default(),
        };
        undrawn(drawing, log.as_bytes()).map(|undrawn| undrawn.to_string())
    }

    #[test]
    fn the_first_line_that_draws_nothing_is_named_with_its_reason() {
        let names = "a square is a column (a to c) and a row (1 to 2), as a1";
        let cases = [
            ("@cell d1 red\n", format!("`@cell d1 red` draws nothing: `d1` is not a square; {names}")),
            ("x\n@arrow a1 b9 go\n@cell 11 red\n@cell d1 red", format!("`@arrow a1 b9 go` draws nothing: `b9` is not a square; {names}; so do 2 more lines")),
            ("@cell a1 pink", "`@cell a1 pink` draws nothing: `pink` is not a colour; the colours are red, orange, yellow, green, blue, purple, grey".to_owned()),
            ("@cell a1", "`@cell a1` draws nothing: such a line is `@cell SQUARE COLOUR`".to_owned()),
            ("@arrow a1 a1", "`@arrow a1 a1` draws nothing: an arrow ends where it begins".to_owned()),
        ];
        for (log, due) in cases {
            assert_eq!(found(log), Some(due), "{log:?}");
        }
        for log in ["", "cell d1 red", "@cells d1 red", "@cell a1 red\n@arrow a1 b2\n@eval x\nplain"] {
            assert_eq!(found(log), None, "{log:?}");
        }
    }
}
