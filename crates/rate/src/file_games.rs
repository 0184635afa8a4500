//! Games of other programs: a PGN or CSV file, counted while it is read.

use std::collections::HashMap;
use std::io::{self, BufReader};
use std::path::Path;

use rating::counter::Counter;
use rating::results::{MatchResult, Player, Results, ResultsError};
use thiserror::Error;

use crate::game::{Ending, Game, Mistake};
use crate::{pgn, rows};

/// Bytes read at once.
const CHUNK: usize = 256 * 1024;
/// Games that are rated together at most, so that no count overflows.
const MOST_GAMES: u64 = 1_000_000_000;
/// The same for models that need every game in its order.
const MOST_IN_ORDER: u64 = 20_000_000;

/// The format of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Portable Game Notation: the tags White, Black and Result are read.
    Pgn,
    /// Comma-separated values: first, second, result, and perhaps how often.
    Csv,
}

impl FileFormat {
    /// The format by the end of a file's name; `None` if it says neither.
    pub fn of(path: &Path) -> Option<FileFormat> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        match end.as_str() {
            "pgn" => Some(FileFormat::Pgn),
            "csv" => Some(FileFormat::Csv),
            _ => None,
        }
    }
}

/// Why a file's games cannot be rated.
#[derive(Debug, Error)]
pub enum FileError {
    /// The name of the file says no format.
    #[error("it is neither PGN nor CSV")]
    Format,
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game is not as its format has it.
    #[error(transparent)]
    Malformed(Mistake),
    /// There is nothing to rate.
    #[error("it contains no games")]
    Empty,
    /// The model needs every game in its order.
    #[error("it contains more games than can be rated in order")]
    TooMany(#[from] ResultsError),
}

/// The games of a file.
pub(crate) struct FileGames {
    /// The file's name.
    pub(crate) name: String,
    /// Names by player.
    pub(crate) players: Vec<String>,
    pub(crate) games: Games,
    /// How many games there are to rate.
    pub(crate) rated: u64,
    /// Games without a result.
    pub(crate) unfinished: u64,
    /// Games of a player against itself.
    pub(crate) against_itself: u64,
}

/// Games as the model needs them.
pub(crate) enum Games {
    /// Their order does not matter.
    Counted(Counter),
    /// In order.
    Ordered(Results),
}

impl FileGames {
    /// Reads a file; `in_order` keeps every game, else games are counted as they come.
    pub(crate) fn read(path: &Path, in_order: bool) -> Result<FileGames, FileError> {
        let format = FileFormat::of(path).ok_or(FileError::Format)?;
        let input = BufReader::with_capacity(CHUNK, files::open(path)?);
        let mut reader = Reader {
            index: HashMap::new(),
            players: Vec::new(),
            tally: if in_order { Tally::Ordered(Vec::new()) } else { Tally::Counted(Counter::default()) },
            rated: 0,
            unfinished: 0,
            against_itself: 0,
        };
        let mut each = |game: Game<'_>| reader.take(&game);
        match format {
            FileFormat::Pgn => pgn::read(input, &mut each),
            FileFormat::Csv => rows::read(input, &mut each),
        }?
        .map_err(FileError::Malformed)?;
        let Reader { players, tally, rated, unfinished, against_itself, .. } = reader;
        if rated + unfinished + against_itself == 0 {
            return Err(FileError::Empty);
        }
        let games = match tally {
            Tally::Counted(counter) => Games::Counted(counter),
            Tally::Ordered(matches) => Games::Ordered(Results::new(players.len(), matches)?),
        };
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(FileGames { name, players, games, rated, unfinished, against_itself })
    }
}

struct Reader {
    /// Players by name; only looked up, so that its order does not matter.
    index: HashMap<String, u32>,
    players: Vec<String>,
    tally: Tally,
    rated: u64,
    unfinished: u64,
    against_itself: u64,
}

/// Games as they come in.
enum Tally {
    Counted(Counter),
    Ordered(Vec<MatchResult>),
}

impl Reader {
    fn take(&mut self, game: &Game<'_>) -> Result<(), Mistake> {
        let [first, second] = [game.first, game.second].map(|name| self.player(name));
        let times = u64::from(game.times);
        let Ending::Decided(score) = game.ending else {
            self.unfinished += times;
            return Ok(());
        };
        if first == second {
            self.against_itself += times;
            return Ok(());
        }
        self.rated += times;
        let most = match self.tally {
            Tally::Counted(_) => MOST_GAMES,
            Tally::Ordered(_) => MOST_IN_ORDER,
        };
        if self.rated > most {
            return Err(Mistake {
                line: game.line,
                what: format!("there are more than {most} games"),
                remedy: "rate fewer games together".to_owned(),
            });
        }
        match &mut self.tally {
            Tally::Counted(_) if times == 0 => {}
            Tally::Counted(counter) => counter.add(first, second, score, game.times),
            Tally::Ordered(matches) => {
                matches.extend((0..times).map(|_| MatchResult::new(first, second, score)));
            }
        }
        Ok(())
    }

    fn player(&mut self, name: &str) -> Player {
        if let Some(&player) = self.index.get(name) {
            return Player(player);
        }
        let player = self.players.len() as u32;
        self.index.insert(name.to_owned(), player);
        self.players.push(name.to_owned());
        Player(player)
    }
}
