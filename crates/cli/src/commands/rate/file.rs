//! Games of other programs: a PGN or CSV file, counted while it is read.

use std::collections::HashMap;
use std::io::{self, BufReader};
use std::path::Path;

use rating::counter::Counter;
use rating::results::{MatchResult, Player, Results};
use thiserror::Error;

use super::game::{Ended, Game, Malformed};
use super::{pgn, rows};

/// Bytes read at once.
const CHUNK: usize = 256 * 1024;
/// Games that are rated together at most, so that no count overflows.
const MOST_GAMES: u64 = 1_000_000_000;
/// The same for models that need every game in its order.
const MOST_IN_ORDER: u64 = 20_000_000;

/// The kind of a file, by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Pgn,
    Csv,
}

impl Kind {
    /// `None` if the name says neither.
    pub(crate) fn of(path: &Path) -> Option<Kind> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        match end.as_str() {
            "pgn" => Some(Kind::Pgn),
            "csv" => Some(Kind::Csv),
            _ => None,
        }
    }
}

/// Why a file's games cannot be rated.
#[derive(Debug, Error)]
pub(crate) enum FileError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{0}")]
    Malformed(Malformed),
    /// There is nothing to rate.
    #[error("it contains no games")]
    Empty,
    #[error("it contains more games than can be rated in order")]
    TooMany(#[from] rating::results::ResultsError),
}

/// The games of a file.
pub(crate) struct FileGames {
    /// The file's name.
    pub(crate) name: String,
    /// Names by player.
    pub(crate) players: Vec<String>,
    pub(crate) games: Folded,
    /// How many games there are to rate.
    pub(crate) rated: u64,
    /// Games without a result.
    pub(crate) unfinished: u64,
    /// Games of a player against itself.
    pub(crate) against_itself: u64,
}

/// Games as the model needs them.
pub(crate) enum Folded {
    /// Their order does not matter.
    Counted(Counter),
    /// In order.
    Ordered(Results),
}

/// Games as they come in.
enum Gathered {
    Counted(Counter),
    Ordered(Vec<MatchResult>),
}

/// Reads a file; `in_order` keeps every game, else games are counted as they come.
pub(crate) fn read(path: &Path, kind: Kind, in_order: bool) -> Result<FileGames, FileError> {
    let input = BufReader::with_capacity(CHUNK, files::open(path)?);
    let mut reading = Reading {
        index: HashMap::new(),
        players: Vec::new(),
        gathered: if in_order {
            Gathered::Ordered(Vec::new())
        } else {
            Gathered::Counted(Counter::default())
        },
        rated: 0,
        unfinished: 0,
        against_itself: 0,
    };
    let mut each = |game: Game<'_>| reading.take(&game);
    match kind {
        Kind::Pgn => pgn::read(input, &mut each),
        Kind::Csv => rows::read(input, &mut each),
    }?
    .map_err(FileError::Malformed)?;
    let Reading { players, gathered, rated, unfinished, against_itself, .. } = reading;
    if rated + unfinished + against_itself == 0 {
        return Err(FileError::Empty);
    }
    let games = match gathered {
        Gathered::Counted(counter) => Folded::Counted(counter),
        Gathered::Ordered(matches) => Folded::Ordered(Results::new(players.len(), matches)?),
    };
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(FileGames { name, players, games, rated, unfinished, against_itself })
}

struct Reading {
    /// Players by name; only looked up, so that its order does not matter.
    index: HashMap<String, u32>,
    players: Vec<String>,
    gathered: Gathered,
    rated: u64,
    unfinished: u64,
    against_itself: u64,
}

impl Reading {
    fn take(&mut self, game: &Game<'_>) -> Result<(), Malformed> {
        let [first, second] = [game.first, game.second].map(|name| self.player(name));
        let times = u64::from(game.times);
        let Ended::Decided(score) = game.ended else {
            self.unfinished += times;
            return Ok(());
        };
        if first == second {
            self.against_itself += times;
            return Ok(());
        }
        self.rated += times;
        let most = match self.gathered {
            Gathered::Counted(_) => MOST_GAMES,
            Gathered::Ordered(_) => MOST_IN_ORDER,
        };
        if self.rated > most {
            return Err(Malformed {
                line: game.line,
                what: format!("there are more than {most} games"),
                remedy: "rate fewer games together".to_owned(),
            });
        }
        match &mut self.gathered {
            Gathered::Counted(_) if times == 0 => {}
            Gathered::Counted(counter) => counter.add(first, second, score, game.times),
            Gathered::Ordered(matches) => {
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
