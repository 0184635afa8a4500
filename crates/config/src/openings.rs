//! `[stage.openings]`: the start positions of games.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use game::{Dice, Game, Rules};
use job::RULES_FILE;
use tournament::OpeningOrder;

use crate::problem::OtherLine;
use crate::reader::{Located, Reader};
use crate::{FileError, Problem, keys};

/// Maximum number of start positions of a stage.
const MOST_LISTED: usize = 100_000;
const MOST_RANDOM: u32 = 10_000;
const MOST_PLIES: u32 = 1000;
const USUAL_PLIES: u32 = 4;

/// The source of a stage's start positions.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum OpeningsSpec {
    /// The game's own start.
    #[default]
    Start,
    /// These texts, at least one.
    Listed(Vec<String>),
    /// Random positions some plies into the game, from the stage's seed.
    Random {
        /// Number of positions, at least one.
        count: u32,
        /// Number of plies from the start of the game.
        plies: u32,
        /// `true` if positions that favour a seat are skipped ([`game::Balance`]).
        balanced: bool,
    },
}

impl OpeningsSpec {
    /// Returns the number of start positions; 0 for the game's own.
    pub fn count(&self) -> u32 {
        match self {
            OpeningsSpec::Start => 0,
            OpeningsSpec::Listed(texts) => texts.len() as u32,
            OpeningsSpec::Random { count, .. } => *count,
        }
    }
}

/// The files that a text names, read through the caller.
pub(crate) struct Files<'a> {
    read: &'a dyn Fn(&str) -> Result<String, FileError>,
    texts: RefCell<BTreeMap<String, String>>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(read: &'a dyn Fn(&str) -> Result<String, FileError>) -> Files<'a> {
        Files { read, texts: RefCell::default() }
    }

    pub(crate) fn get(&self, name: &str) -> Result<String, FileError> {
        self.get_with(name, || (self.read)(name))
    }

    /// Returns the text of a file, from `read` if it was not read before.
    pub(crate) fn get_with(
        &self,
        name: &str,
        read: impl FnOnce() -> Result<String, FileError>,
    ) -> Result<String, FileError> {
        if let Some(text) = self.texts.borrow().get(name) {
            return Ok(text.clone());
        }
        if name == RULES_FILE {
            let why = "this name is reserved for the key of the run's game".to_owned();
            return Err(FileError { why, hint: Some("rename the file".to_owned()) });
        }
        let text = read()?;
        self.texts.borrow_mut().insert(name.to_owned(), text.clone());
        Ok(text)
    }

    pub(crate) fn into_texts(self) -> BTreeMap<String, String> {
        self.texts.into_inner()
    }
}

/// The game of a stage; `None` if the text does not determine it.
pub(crate) type StageGame<'a> = Option<(&'static dyn Game, &'a Rules)>;

pub(crate) fn read(
    stage: &Reader<'_>,
    played: StageGame<'_>,
    files: &Files<'_>,
) -> (OpeningsSpec, OpeningOrder) {
    let Some(table) = stage.table("openings") else { return Default::default() };
    table.only(keys::OPENINGS);
    let orders = [("listed", OpeningOrder::Listed), ("drawn", OpeningOrder::Drawn)];
    let order = table.word("order", &orders).map(|order| order.value).unwrap_or_default();
    let sources: Vec<&str> =
        ["positions", "file", "random"].into_iter().filter(|key| table.has(key)).collect();
    if sources.len() != 1 {
        let problem = Problem::new(
            table.span(),
            "[stage.openings] needs exactly one of `positions`, `file` and `random`",
        );
        table.add(problem.hint(
            "positions = [\"…\"] lists start positions, file = \"openings.txt\" reads one per line, \
             random = 20 generates them",
        ));
    }
    if table.has("plies") && !table.has("random") {
        table.problem(table.place_of("plies"), "`plies` requires `random`");
    }
    if table.has("balanced") && !table.has("random") {
        table.problem(table.place_of("balanced"), "`balanced` requires `random`");
    }
    // Reads all of them, so that all of their problems are reported.
    let random = read_random(&table, played);
    let listed = table.strings("positions").map(|texts| read_positions(&table, texts, played));
    let filed = table.string("file").and_then(|file| read_file(&table, &file, played, files));
    let spec = random.or(listed.or(filed).map(OpeningsSpec::Listed)).unwrap_or_default();
    if spec.count() as usize > MOST_LISTED {
        table.problem(table.span(), format!("a stage can have at most {MOST_LISTED} start positions"));
    }
    (spec, order)
}

fn read_random(table: &Reader<'_>, played: StageGame<'_>) -> Option<OpeningsSpec> {
    let plies = table.number("plies", 1, MOST_PLIES).map_or(USUAL_PLIES, |plies| plies.value);
    let count = table.number("random", 1, MOST_RANDOM)?.value;
    let (game, rules) = played?;
    // One random game may end before the ply by chance, but not a hundred in a row.
    let mut dice = Dice::from_number(0);
    if (0..100).all(|_| game.opening(rules, plies, &mut dice).is_none()) {
        let problem = Problem::new(
            table.place_of("plies"),
            format!("random games of {} end before {plies} plies", game.name()),
        );
        table.add(problem.hint("lower `plies`"));
    }
    let balanced = table.flag("balanced").is_none_or(|balanced| balanced.value);
    Some(OpeningsSpec::Random { count, plies, balanced })
}

fn read_positions(
    table: &Reader<'_>,
    listed: Located<Vec<Located<String>>>,
    played: StageGame<'_>,
) -> Vec<String> {
    let read = |text: Located<String>| match position(&text.value, played) {
        Ok(text) => Some(text),
        Err(message) => {
            table.problem(text.span, message);
            None
        }
    };
    listed.value.into_iter().take_while(|_| !table.is_given_up()).filter_map(read).collect()
}

fn read_file(
    table: &Reader<'_>,
    file: &Located<String>,
    played: StageGame<'_>,
    files: &Files<'_>,
) -> Option<Vec<String>> {
    let text = match files.get(&file.value) {
        Ok(text) => text,
        Err(why) => {
            table.add(why.problem(file.span.clone(), "the file of start positions"));
            return None;
        }
    };
    let mut texts = Vec::new();
    let mut any = false;
    let lines = (1..).zip(text.trim_start_matches('\u{FEFF}').lines());
    for (number, line) in lines.take_while(|_| !table.is_given_up()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        any = true;
        match position(line, played) {
            Ok(text) => texts.push(text),
            Err(message) => {
                let line = OtherLine { file: file.value.clone(), number, text: line.to_owned() };
                table.add(at_line(file.span.clone(), message, line));
            }
        }
    }
    if !any {
        let problem = Problem::new(file.span.clone(), "the file contains no start positions");
        table.add(problem.hint("write one position per line; lines that begin with # are comments"));
    }
    Some(texts)
}

fn at_line(span: Range<usize>, message: String, line: OtherLine) -> Problem {
    Problem::new(span, message).in_line(line)
}

/// Returns a position's text in the game's notation. Without a game, the text cannot be checked.
fn position(text: &str, played: StageGame<'_>) -> Result<String, String> {
    let Some((game, rules)) = played else { return Ok(text.to_owned()) };
    let position = game
        .parse_position(rules, text)
        .map_err(|error| format!("this is not a position of {}: {error}", game.name()))?;
    if position.phase().seats().is_empty() {
        return Err("the game is over in this position".to_owned());
    }
    Ok(position.to_string())
}
