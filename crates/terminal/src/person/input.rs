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
pub(super) enum PersonInput {
    Moves,
    Board,
    Undo,
    Help,
    Quit,
    Nothing,
    /// A move in notation.
    Text(String),
}

impl PersonInput {
    pub(super) fn read(line: &str) -> PersonInput {
        match line.trim() {
            "" => PersonInput::Nothing,
            "?" => PersonInput::Moves,
            "b" | "board" => PersonInput::Board,
            "u" | "undo" => PersonInput::Undo,
            "h" | "help" => PersonInput::Help,
            "q" | "quit" => PersonInput::Quit,
            text => PersonInput::Text(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_read() {
        let text = |text: &str| PersonInput::Text(text.to_owned());
        let cases = [
            ("\n", PersonInput::Nothing),
            (" ? \r\n", PersonInput::Moves),
            ("b\n", PersonInput::Board),
            ("undo\n", PersonInput::Undo),
            ("h\n", PersonInput::Help),
            ("quit", PersonInput::Quit),
            (" g1-g4 \n", text("g1-g4")),
            ("LA", text("LA")),
        ];
        for (line, typed) in cases {
            assert_eq!(PersonInput::read(line), typed, "{line:?}");
        }
    }
}
