//! A bot's annotations: lines of its log that are shown on the board or as a curve.
//!
//! | line | shown as |
//! |---|---|
//! | `@cell d4 red` | a coloured square |
//! | `@arrow d4 e5 best reply` | an arrow from square to square, with an optional text |
//! | `@eval 0.3` | a point of the curve of the bot's evaluations |
//!
//! A square is the label of its column followed by the label of its row, as shown at the edges of the drawing. Any
//! other line is plain text.

use std::fmt;

use game::{Drawing, Square, visible};

/// Maximum number of characters of an arrow's text. A line with a longer one is plain text.
pub const ARROW_TEXT_MAX: usize = 40;
/// Maximum absolute value of an evaluation. A line with a larger one is plain text.
pub const EVAL_MAX: f64 = 1e9;

/// The annotation in a line of a log.
#[derive(Clone, Debug, PartialEq)]
pub enum Annotation {
    /// A coloured square.
    Cell {
        /// The square.
        square: Square,
        /// Its colour.
        colour: Colour,
    },
    /// An arrow.
    Arrow {
        /// Its start.
        from: Square,
        /// Its end.
        to: Square,
        /// The text beside it, with everything invisible made visible; often empty.
        text: String,
    },
    /// The bot's evaluation of its position, on its own scale.
    Eval(f64),
}

/// The colours of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
    /// Grey.
    Grey,
}

impl Colour {
    /// All colours.
    pub const ALL: [Colour; 7] = [
        Colour::Red,
        Colour::Orange,
        Colour::Yellow,
        Colour::Green,
        Colour::Blue,
        Colour::Purple,
        Colour::Grey,
    ];

    /// The word for it in a log.
    pub const fn word(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Orange => "orange",
            Colour::Yellow => "yellow",
            Colour::Green => "green",
            Colour::Blue => "blue",
            Colour::Purple => "purple",
            Colour::Grey => "grey",
        }
    }
}

/// The names of a board's squares.
#[derive(Clone, Debug)]
pub(crate) struct SquareNames {
    columns: Vec<String>,
    rows: Vec<String>,
}

impl SquareNames {
    pub(crate) fn from_drawing(drawing: Drawing) -> SquareNames {
        SquareNames { columns: drawing.column_labels, rows: drawing.row_labels }
    }

    /// Returns `true` if exactly one square has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.square(name).is_some()
    }

    /// Returns the square with this name; `None` unless there is exactly one.
    fn square(&self, name: &str) -> Option<Square> {
        let mut found = (0u8..).zip(&self.columns).filter_map(|(column, label)| {
            let rest = name.strip_prefix(label.as_str())?;
            let row = self.rows.iter().position(|row| row == rest)?;
            Some(Square { column, row: u8::try_from(row).ok()? })
        });
        let square = found.next()?;
        found.next().is_none().then_some(square)
    }
}

/// Writes `a square is a column (a to k) and a row (1 to 11), as a1`.
impl fmt::Display for SquareNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = |labels: &[String]| {
            let end = |label: Option<&String>| label.cloned().unwrap_or_default();
            let (first, last) = (end(labels.first()), end(labels.last()));
            // Rows may be drawn from the highest number down.
            let numbers = (first.parse::<u32>(), last.parse::<u32>());
            if matches!(numbers, (Ok(first), Ok(last)) if first > last) {
                (last, first)
            } else {
                (first, last)
            }
        };
        let ((left, right), (low, high)) = (ends(&self.columns), ends(&self.rows));
        write!(f, "a square is a column ({left} to {right}) and a row ({low} to {high}), as {left}{low}")
    }
}

/// Returns the annotation in a line of a log; `None` for plain text.
pub(crate) fn parse(line: &str, names: &SquareNames) -> Option<Annotation> {
    let (word, rest) = line.split_once(' ')?;
    match word {
        "@cell" => cell(rest, names),
        "@arrow" => arrow(rest, names),
        "@eval" => eval(rest),
        _ => None,
    }
}

fn cell(rest: &str, names: &SquareNames) -> Option<Annotation> {
    let mut words = rest.split_whitespace();
    let (square, word) = (words.next()?, words.next()?);
    let colour = Colour::ALL.into_iter().find(|colour| colour.word() == word)?;
    words.next().is_none().then_some(Annotation::Cell { square: names.square(square)?, colour })
}

fn arrow(rest: &str, names: &SquareNames) -> Option<Annotation> {
    let (from, rest) = first_word(rest)?;
    let (to, text) = first_word(rest)?;
    let (from, to) = (names.square(from)?, names.square(to)?);
    let is_short = text.chars().count() <= ARROW_TEXT_MAX;
    (from != to && is_short).then(|| Annotation::Arrow { from, to, text: visible(text) })
}

/// Returns the first word and the rest, both trimmed.
fn first_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (!word.is_empty()).then(|| (word, rest.trim_start()))
}

fn eval(rest: &str) -> Option<Annotation> {
    let value: f64 = rest.trim().parse().ok()?;
    (value.abs() <= EVAL_MAX).then_some(Annotation::Eval(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns `a` to `c`, rows `1`, `2` and `11`.
    fn names() -> SquareNames {
        let labels = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        SquareNames { columns: labels(&["a", "b", "c"]), rows: labels(&["11", "2", "1"]) }
    }

    fn at(column: u8, row: u8) -> Square {
        Square { column, row }
    }

    #[test]
    fn annotations_are_read() {
        let cell = |square, colour| Annotation::Cell { square, colour };
        let arrow = |from, to, text: &str| Annotation::Arrow { from, to, text: text.to_owned() };
        let cases = [
            ("@cell a11 red", cell(at(0, 0), Colour::Red)),
            ("@cell  c1\tgrey ", cell(at(2, 2), Colour::Grey)),
            ("@arrow a1 b2", arrow(at(0, 2), at(1, 1), "")),
            ("@arrow a1 b2  best reply ", arrow(at(0, 2), at(1, 1), "best reply")),
            ("@arrow a1 b2 \u{202e}x", arrow(at(0, 2), at(1, 1), "⟨U+202E⟩x")),
            ("@eval 0.3", Annotation::Eval(0.3)),
            ("@eval -2e3", Annotation::Eval(-2000.0)),
        ];
        for (line, annotation) in cases {
            assert_eq!(parse(line, &names()), Some(annotation), "{line:?}");
        }
    }

    #[test]
    fn anything_malformed_is_plain_text() {
        let long = format!("@arrow a1 b2 {}", "x".repeat(ARROW_TEXT_MAX + 1));
        let lines = [
            "",
            "@",
            "@cell",
            "@cell a1",
            "@cell a1 pink",
            "@cell a1 Red",
            "@cell a3 red",
            "@cell d1 red",
            "@cell a red",
            "@cell a1 red now",
            " @cell a1 red",
            "@Cell a1 red",
            "cell a1 red",
            "@arrow",
            "@arrow a1",
            "@arrow a1 a1",
            "@arrow a1 z9",
            &long,
            "@eval",
            "@eval x",
            "@eval nan",
            "@eval inf",
            "@eval 1e10",
            "@eval 1 2",
            "@depth 3",
        ];
        for line in lines {
            assert_eq!(parse(line, &names()), None, "{line:?}");
        }
    }

    #[test]
    fn a_name_that_two_squares_have_is_none_of_them() {
        let labels: Vec<String> = ["1", "11"].map(str::to_owned).to_vec();
        let names = SquareNames { columns: labels.clone(), rows: labels };
        assert_eq!(names.square("111"), None);
        assert_eq!(names.square("1111"), Some(at(1, 1)));
    }
}
