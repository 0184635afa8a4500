//! Input of a person at a seat.

/// The possible inputs, for the list that `h` shows.
pub(super) const HELP: &[(&str, &str)] = &[
    ("MOVE", "play this move, as ? lists it"),
    ("?", "list the legal moves"),
    ("b, board", "show the board"),
    ("u, undo", "take back your last move and everything after it"),
    ("h, help", "show this list"),
    ("q, quit", "leave the match without a result"),
];

/// An input of the person.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Moves,
    Board,
    Undo,
    Help,
    Quit,
    Nothing,
    /// A move in notation.
    Text(String),
}

impl Typed {
    pub(super) fn read(line: &str) -> Typed {
        match line.trim() {
            "" => Typed::Nothing,
            "?" => Typed::Moves,
            "b" | "board" => Typed::Board,
            "u" | "undo" => Typed::Undo,
            "h" | "help" => Typed::Help,
            "q" | "quit" => Typed::Quit,
            text => Typed::Text(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_read() {
        let text = |text: &str| Typed::Text(text.to_owned());
        let cases = [
            ("\n", Typed::Nothing),
            (" ? \r\n", Typed::Moves),
            ("b\n", Typed::Board),
            ("undo\n", Typed::Undo),
            ("h\n", Typed::Help),
            ("quit", Typed::Quit),
            (" g1-g4 \n", text("g1-g4")),
            ("LA", text("LA")),
        ];
        for (line, typed) in cases {
            assert_eq!(Typed::read(line), typed, "{line:?}");
        }
    }
}
