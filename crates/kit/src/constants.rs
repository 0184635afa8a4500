//! Constants for bots beyond the view: names of squares, the ground, the start, directions.

use std::borrow::Cow;
use std::fmt::Write as _;

use game::{Game, Ground, Rules, Seat};
use games::ConstantValue;

use crate::board::PrintedBoard;
use crate::text::{listed, wrapped_code};

/// A constant of a game's kit.
struct Constant {
    /// The name in lower case, with underscores.
    name: Cow<'static, str>,
    /// The description, a sentence.
    about: Cow<'static, str>,
    value: Value,
}

impl Constant {
    fn new(name: &'static str, about: &'static str, value: Value) -> Constant {
        Constant { name: name.into(), about: about.into(), value }
    }
}

enum Value {
    Number(usize),
    Text(String),
    Texts(Vec<String>),
    Numbers(Vec<i64>),
}

/// The syntax of constants in a language. In the templates `$name` stands for the name, `$value` for the value or the
/// elements, and `$count` for their number.
pub(crate) struct Dialect {
    /// Spells the name of a constant in the language.
    pub(crate) name: fn(&str) -> String,
    /// Writes a comment with its line break.
    pub(crate) comment: fn(&str) -> String,
    pub(crate) number: &'static str,
    pub(crate) text: &'static str,
    pub(crate) texts: &'static str,
    pub(crate) numbers: &'static str,
}

/// Returns the constants of a game in a language.
pub(crate) fn render(game: &dyn Game, dialect: &Dialect) -> String {
    let mut out = String::new();
    for Constant { name, about, value } in constants(game) {
        let (template, count, value) = match value {
            Value::Number(number) => (dialect.number, 1, number.to_string()),
            Value::Text(text) => (dialect.text, text.len(), quoted(&text)),
            Value::Texts(texts) => {
                let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
                (dialect.texts, texts.len(), elements(&texts))
            }
            Value::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                (dialect.numbers, numbers.len(), elements(&numbers))
            }
        };
        let written = template.replace("$name", &(dialect.name)(&name)).replace("$count", &count.to_string());
        let _ = write!(out, "\n{}{}\n", (dialect.comment)(&about), written.replace("$value", &value));
    }
    out
}

/// Returns the elements of a list, wrapped into lines.
fn elements(elements: &[String]) -> String {
    // Some languages require a comma after the last one, and all of them allow it.
    wrapped_code("    ", &format!("{},", elements.join(", ")))
}

/// Returns a text literal for any of the languages. Quotes and backslashes, which games from files may have, become
/// letters that need no escape.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'").replace('\\', "/"))
}

fn constants(game: &dyn Game) -> Vec<Constant> {
    let mut list = board(game);
    list.extend(of_the_rules(game));
    list.extend(metrics(game));
    list
}

/// Returns the indices of the game's metrics: a position has them as numbers without names.
fn metrics(game: &dyn Game) -> impl Iterator<Item = Constant> {
    game.metrics().iter().enumerate().map(|(place, metric)| Constant {
        name: format!("metric_{}", metric.name).into(),
        about: format!("Index of a metric. {}", metric.about).into(),
        value: Value::Number(place),
    })
}

/// Returns the constants that come from the layout and the start position.
fn board(game: &dyn Game) -> Vec<Constant> {
    let Some(PrintedBoard { board, symbols, ground }) = PrintedBoard::from_game(game) else {
        return Vec::new();
    };
    let mut list = vec![
        Constant::new(
            "column_count",
            "Number of columns. A square's number is column + columns x row.",
            Value::Number(board.columns.chars().count()),
        ),
        Constant::new("row_count", "Number of rows.", Value::Number(board.rows.len())),
        Constant::new(
            "square_names",
            "The name of each square, for @cell and @arrow in the log.",
            Value::Texts(square_names(game)),
        ),
        Constant::new(
            "piece_symbols",
            "The printed symbol for each value of the board, one character per value; a space if there is none.",
            Value::Text(symbols),
        ),
        Constant::new(
            "start_board",
            "The board at the start, under the default rules.",
            Value::Numbers(start_board(game, board.field)),
        ),
    ];
    if let Ground::Squares(_) = board.ground {
        list.push(Constant::new(
            "square_ground",
            "The printed ground of each square, one character per square.",
            Value::Text(ground),
        ));
    }
    list
}

/// Returns the name of each square of a game's board, in the order of a view's arrays.
pub fn square_names(game: &dyn Game) -> Vec<String> {
    let Some(board) = &game.layout().board else { return Vec::new() };
    let row = |row: &'static str| board.columns.chars().map(move |column| format!("{column}{row}"));
    board.rows.iter().copied().flat_map(row).collect()
}

/// Returns the array with one element per square in the view of the start.
fn start_board(game: &dyn Game, field: &str) -> Vec<i64> {
    let Some(field) = game.layout().field(field) else { return Vec::new() };
    let mut bytes = vec![0; game.layout().view_len()];
    let start = game.start(&Rules::defaults(game.options()));
    start.write_view(Seat::First, &mut bytes);
    (0..field.count).map(|square| i64::try_from(field.get(&bytes, square)).unwrap_or_default()).collect()
}

/// Returns the constants that the list of games adds.
fn of_the_rules(game: &dyn Game) -> impl Iterator<Item = Constant> {
    let constants = listed(game).map_or(&[][..], |listed| listed.constants);
    constants.iter().map(|games::Constant { name, about, value }| {
        let value = match value {
            ConstantValue::Text(text) => Value::Text((*text).to_owned()),
            ConstantValue::Texts(texts) => Value::Texts(texts.iter().map(ToString::to_string).collect()),
            ConstantValue::Numbers(numbers) => Value::Numbers(numbers.to_vec()),
        };
        Constant::new(name, about, value)
    })
}

#[cfg(test)]
mod tests {
    /// The table of pieces in the rules page has the same values.
    #[test]
    fn pieces_are_those_of_the_rules() {
        let page = games::listed("tank-chess").unwrap().rules_page;
        let table = page.split("\n## The pieces\n").nth(1).unwrap().split("\n## ").next().unwrap();
        let rows: Vec<Vec<&str>> = table
            .lines()
            .filter(|line| line.starts_with("| ") && !line.starts_with("| piece"))
            .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
            .collect();
        let column = |index: usize| rows.iter().map(|row| row[index]).collect::<Vec<_>>();
        assert_eq!(column(1).concat(), "KLMHDO");
        assert_eq!(column(3), ["never moves", "5", "4", "3", "4", "3"]);
        assert_eq!(column(4), ["1", "1", "2", "3", "4", "5"]);
        assert_eq!(column(5), ["1/0/0", "1/0/0", "2/1/0", "3/2/1", "2/1/0", "1/0/0"]);
    }
}
