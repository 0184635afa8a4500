//! The declaration of a game: its JSON, as the module describes itself.

use std::collections::BTreeMap;

use game::FieldType;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Everything about a game that does not depend on a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// The name: lower case, hyphens. From the title if it is missing.
    #[serde(default)]
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The rules in the author's words, in Markdown.
    #[serde(default)]
    pub about: String,
    /// The words for the seats.
    pub seats: [String; 2],
    /// The largest number of plies of a game, including those of chance.
    pub max_plies: u32,
    /// The rule options.
    #[serde(default)]
    pub options: Vec<DeclaredOption>,
    /// The metrics.
    #[serde(default)]
    pub metrics: Vec<DeclaredMetric>,
    /// The kinds of actions; the index is the kind.
    pub actions: Vec<DeclaredAction>,
    /// The fields of a view.
    pub view: Vec<DeclaredField>,
    /// The boards that are drawn side by side.
    #[serde(default)]
    pub grids: Vec<DeclaredGrid>,
    /// The optional functions that the rules have.
    #[serde(default)]
    pub has: Vec<Function>,
    /// `true` if there may be plies of chance.
    #[serde(default)]
    pub chance: bool,
    /// `true` if a state may have parts that are hidden from a seat.
    #[serde(default)]
    pub secrets: bool,
}

impl Declaration {
    /// Returns `true` if the rules have an optional function.
    pub fn has(&self, function: Function) -> bool {
        self.has.contains(&function)
    }
}

/// An optional function of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Function {
    /// The metrics of a seat.
    Metrics,
    /// The outcome of a game that the referee stops.
    Score,
    /// The view of a seat.
    Show,
    /// The events of a ply.
    Events,
    /// A picture of shapes.
    Scene,
    /// The text of a position.
    Text,
    /// A position from its text.
    Read,
    /// The position with the seats exchanged.
    Mirror,
    /// A position that a seat cannot tell from the true one.
    Imagine,
}

/// A rule option: with `choices`, with a `flag`, or with `min` and `max`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredOption {
    /// The name.
    pub name: String,
    /// One sentence for users.
    #[serde(default)]
    pub about: String,
    /// The words of a choice. The first is the default unless `default` names another.
    pub choices: Option<Vec<String>>,
    /// The default of an option that is true or false.
    pub flag: Option<bool>,
    /// The smallest value of a number.
    pub min: Option<i64>,
    /// The largest value of a number.
    pub max: Option<i64>,
    /// The default of a choice or a number; if it is missing, the first choice, or the smallest number.
    pub default: Option<serde_json::Value>,
}

/// A metric.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredMetric {
    /// The name.
    pub name: String,
    /// One sentence for users.
    #[serde(default)]
    pub about: String,
}

/// A kind of action.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredAction {
    /// The name.
    pub name: String,
    /// The template of its notation: text with `{part}`.
    pub notation: String,
    /// One sentence for authors of bots.
    #[serde(default)]
    pub about: String,
    /// `true` if the other seat may never know an action of this kind.
    #[serde(default)]
    pub secret: bool,
    /// The parts, from the lowest bit of the code.
    #[serde(default)]
    pub parts: Vec<DeclaredPart>,
}

/// A part of an action: a number in a range.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredPart {
    /// The name.
    pub name: String,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
    /// One sentence for authors of bots.
    #[serde(default)]
    pub about: String,
    /// A word for each value in notation; none for decimal numbers.
    #[serde(default)]
    pub labels: Vec<String>,
}

/// A field of a view.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredField {
    /// The name.
    pub name: String,
    /// The type of an element.
    pub kind: ElementType,
    /// The number of elements.
    pub count: usize,
    /// One sentence for authors of bots.
    #[serde(default)]
    pub about: String,
}

/// The type of a field's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum ElementType {
    U8,
    I8,
    U16,
    U32,
    U64,
}

impl From<ElementType> for FieldType {
    fn from(element: ElementType) -> FieldType {
        match element {
            ElementType::U8 => FieldType::U8,
            ElementType::I8 => FieldType::I8,
            ElementType::U16 => FieldType::U16,
            ElementType::U32 => FieldType::U32,
            ElementType::U64 => FieldType::U64,
        }
    }
}

/// A board, drawn from a field of the view with one element a square, row by row from the top.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredGrid {
    /// The field.
    pub field: String,
    /// The labels of the columns: a list, or a text with one character for each.
    #[serde(deserialize_with = "labels")]
    pub columns: Vec<String>,
    /// The labels of the rows, from the top.
    #[serde(deserialize_with = "labels")]
    pub rows: Vec<String>,
    /// The part of an action that a click on the board sets: a square, a column or a row, by its number of values.
    /// `PART` of any action, or `ACTION.PART`.
    pub click: Option<String>,
    /// As `click`, but for the square of the piece that acts, in actions with two squares.
    pub pick: Option<String>,
    /// The piece that each value shows.
    #[serde(default)]
    pub pieces: BTreeMap<String, DeclaredPiece>,
    /// The ground that a value shows.
    #[serde(default)]
    pub tones: BTreeMap<String, GroundTone>,
}

/// Reads labels: a list of texts, or a text with one character for each.
fn labels<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(text) => Ok(text.chars().map(String::from).collect()),
        list => serde_json::from_value(list).map_err(D::Error::custom),
    }
}

/// A piece on a board.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredPiece {
    /// Its owner, 0 or 1; none for a neutral piece.
    #[serde(default)]
    pub seat: Option<usize>,
    /// One or two characters.
    pub symbol: String,
    /// Its name in words.
    pub name: String,
}

/// The look of a square's ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum GroundTone {
    /// Open ground.
    #[serde(rename = "plain")]
    Plain,
    /// Ground that no piece can enter.
    #[serde(rename = "blocked")]
    Blocked,
    /// Ground that only some pieces can enter.
    #[serde(rename = "danger")]
    Danger,
    /// The first seat's base.
    #[serde(rename = "home 0")]
    Home0,
    /// The second seat's base.
    #[serde(rename = "home 1")]
    Home1,
    /// Ground that the first seat holds.
    #[serde(rename = "held 0")]
    Held0,
    /// Ground that the second seat holds.
    #[serde(rename = "held 1")]
    Held1,
}

impl From<GroundTone> for game::Tone {
    fn from(tone: GroundTone) -> game::Tone {
        use game::{Seat, Tone};
        match tone {
            GroundTone::Plain => Tone::Plain,
            GroundTone::Blocked => Tone::Blocked,
            GroundTone::Danger => Tone::Danger,
            GroundTone::Home0 => Tone::Home(Seat::First),
            GroundTone::Home1 => Tone::Home(Seat::Second),
            GroundTone::Held0 => Tone::Held(Seat::First),
            GroundTone::Held1 => Tone::Held(Seat::Second),
        }
    }
}
