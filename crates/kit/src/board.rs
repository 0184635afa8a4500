//! The printer of a view's board, as templates for each language's kit.

use std::collections::BTreeMap;

use game::{Board, Game, Ground};

/// The board of a view, from which printers in any language are generated.
pub(crate) struct PrintedBoard {
    pub(crate) board: &'static Board,
    /// The character of each value, in ASCII.
    pub(crate) symbols: String,
    /// The characters of the ground, in ASCII.
    pub(crate) ground: String,
}

impl PrintedBoard {
    /// Returns the board of a game's view; `None` if it has none.
    pub(crate) fn from_game(game: &dyn Game) -> Option<PrintedBoard> {
        let board = game.layout().board.as_ref()?;
        let (Ground::Squares(ground) | Ground::Field(_, ground)) = board.ground;
        let (symbols, ground) = (in_ascii(board.symbols, ground), in_ascii(ground, board.symbols));
        Some(PrintedBoard { board, symbols, ground })
    }

    /// Fills in a printer of the board: a template with `$name` for the parts that differ between games. `element`
    /// writes the element `square` of a field in the language.
    pub(crate) fn fill(&self, template: &str, element: impl Fn(&str) -> String) -> String {
        let board = self.board;
        let width = board.rows.iter().map(|label| label.chars().count()).max().unwrap_or_default();
        let labels = board.rows.iter().map(|label| format!("{label:>width$}")).collect::<Vec<_>>().concat();
        let labels = in_ascii(&labels, "");
        let columns: String = in_ascii(board.columns, "").chars().flat_map(|label| [' ', label]).collect();
        let at = match board.ground {
            Ground::Squares(_) => "square".to_owned(),
            Ground::Field(field, _) => element(field),
        };
        let last = board.rows.len() - 1;
        let row = if board.first_row_on_top { "index".to_owned() } else { format!("{last} - index") };
        // Longer names come first: `$column` is a prefix of `$columns`.
        [
            ("$ground_at", at),
            ("$symbols", self.symbols.clone()),
            ("$headlen", (width + columns.len()).to_string()),
            ("$columns", board.columns.chars().count().to_string()),
            ("$ground", self.ground.clone()),
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

/// Returns a text with one byte per character, because the printers of some languages count bytes. Any other character,
/// or one that needs an escape, is replaced by one that neither this text nor `taken` contains.
fn in_ascii(text: &str, taken: &str) -> String {
    let is_plain = |letter: char| matches!(letter, ' '..='~') && !matches!(letter, '"' | '\\' | '$');
    let spare = ".+*#ox".chars().chain('a'..='z').chain('A'..='Z').chain('0'..='9');
    let mut spare = spare.filter(|letter| !text.contains(*letter) && !taken.contains(*letter));
    let mut plain = BTreeMap::new();
    let mut letter = |letter: char| {
        if is_plain(letter) {
            letter
        } else {
            *plain.entry(letter).or_insert_with(|| spare.next().unwrap_or('?'))
        }
    };
    text.chars().map(&mut letter).collect()
}

#[cfg(test)]
mod tests {
    use super::in_ascii;

    #[test]
    fn a_non_ascii_symbol_becomes_an_unused_ascii_one() {
        assert_eq!(in_ascii(" KL", ".-"), " KL");
        assert_eq!(in_ascii(" ·X", "-"), " .X");
        assert_eq!(in_ascii("♔♕\"♔", "."), "+*#+");
    }
}
