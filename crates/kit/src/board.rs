//! The printer of a view's board, as templates for each language's kit.

use game::{Board, Game, Ground};

/// The board of a view, from which printers in any language are generated.
pub(crate) struct PrintedBoard {
    board: &'static Board,
}

impl PrintedBoard {
    /// Returns the board of a game's view; `None` if it has none.
    pub(crate) fn from_game(game: &dyn Game) -> Option<PrintedBoard> {
        game.layout().board.as_ref().map(|board| PrintedBoard { board })
    }

    /// Fills in a printer of the board: a template with `$name` for the parts that differ between games. `element`
    /// writes the element `square` of a field in the language.
    pub(crate) fn fill(&self, template: &str, element: impl Fn(&str) -> String) -> String {
        let board = self.board;
        let width = board.rows.iter().map(|label| label.len()).max().unwrap_or_default();
        let labels = board.rows.iter().map(|label| format!("{label:>width$}")).collect::<Vec<_>>().concat();
        let columns: String = board.columns.chars().flat_map(|label| [' ', label]).collect();
        let (ground, at) = match board.ground {
            Ground::Squares(symbols) => (symbols, "square".to_owned()),
            Ground::Field(field, symbols) => (symbols, element(field)),
        };
        let last = board.rows.len() - 1;
        let row = if board.first_row_on_top { "index".to_owned() } else { format!("{last} - index") };
        // Longer names come first: `$column` is a prefix of `$columns`.
        [
            ("$ground_at", at),
            ("$symbols", board.symbols.to_owned()),
            ("$headlen", (width + columns.len()).to_string()),
            ("$columns", board.columns.len().to_string()),
            ("$ground", ground.to_owned()),
            ("$labels", labels),
            ("$value", element(board.field)),
            ("$width", width.to_string()),
            ("$rows", board.rows.len().to_string()),
            ("$head", format!("{:width$}{columns}", "")),
            ("$row", row),
        ]
        .into_iter()
        .fold(template.to_owned(), |text, (name, value)| text.replace(name, &value))
    }
}
