//! Games of other programs: a PGN or CSV file, counted while it is read.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::Path;

use plaintext::Decoder;
use rating::result_counter::Counter;
use rating::results::{MatchResult, Player, Results, ResultsError, Score};
use thiserror::Error;

use crate::game::{
    Ending, FoundItem, Game, LeftOut, Mistake, cleaned, is_bye, is_unnamed, termination, unplayed,
};
use crate::game_account::Account;
use crate::{pgn, rows};

/// Maximum number of games rated together, so that no count overflows.
const MOST_GAMES: u64 = 1_000_000_000;
/// Maximum number of games for models that need them in order.
const MOST_IN_ORDER: u64 = 20_000_000;

/// The format of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Portable Game Notation: the tags White, Black and Result are read.
    Pgn,
    /// Comma-separated values: first, second, result, and optionally a count.
    Csv,
}

impl FileFormat {
    /// Returns the format by a file name's extension; `None` if it is neither.
    pub fn from_path(path: &Path) -> Option<FileFormat> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        match end.as_str() {
            "pgn" => Some(FileFormat::Pgn),
            "csv" => Some(FileFormat::Csv),
            _ => None,
        }
    }
}

/// A reason why a file's games cannot be rated.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file's name does not indicate a format.
    #[error("it is neither PGN nor CSV")]
    Format,
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file as a whole cannot be rated.
    #[error(transparent)]
    Malformed(Mistake),
    /// The file has no games; holds a remark on the first stray text.
    #[error("it contains no games{}", .0.as_ref().map(|remark| format!("; {remark}")).unwrap_or_default())]
    Empty(Option<String>),
    /// None of the file's games can be rated.
    #[error("none of its games can be rated; line {line}: {what}")]
    Unusable {
        /// The line of the first game.
        line: u64,
        /// The problem with that game.
        what: String,
    },
    /// The model needs games in order, and there are too many.
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
    pub(crate) account: Account,
}

/// Games as the model needs them.
pub(crate) enum Games {
    /// Games whose order does not matter.
    Counted(Counter),
    /// Games in order.
    Ordered(Results),
}

impl FileGames {
    /// Reads a file. With `in_order` every game is kept; otherwise games are counted as they are read. Games whose
    /// termination is in `leave_out` are not rated.
    pub(crate) fn read(
        path: &Path,
        in_order: bool,
        leave_out: &BTreeSet<String>,
    ) -> Result<FileGames, FileError> {
        let input = files::open(path)?;
        let Some(format) = FileFormat::from_path(path) else {
            // The decoder rejects a workbook with a specific error.
            Decoder::new(input)?;
            return Err(FileError::Format);
        };
        let mut reader = Reader {
            index: HashMap::new(),
            players: Vec::new(),
            tally: if in_order { Tally::Ordered(Vec::new()) } else { Tally::Counted(Counter::default()) },
            account: Account::default(),
            leave_out,
        };
        let mut each = |found| reader.take(found);
        match format {
            FileFormat::Pgn => pgn::read(input, &mut each),
            FileFormat::Csv => rows::read(input, &mut each),
        }?
        .map_err(FileError::Malformed)?;
        let Reader { players, tally, account, .. } = reader;
        if players.is_empty() {
            return Err(nothing_in(&account));
        }
        let games = match tally {
            Tally::Counted(counter) => Games::Counted(counter),
            Tally::Ordered(matches) => Games::Ordered(Results::new(players.len(), matches)?),
        };
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(FileGames { name, players, games, account })
    }
}

/// Returns why a file has no players.
fn nothing_in(account: &Account) -> FileError {
    let first = |(why, left): (&LeftOut, &crate::game_account::LeftGames)| {
        let place = left.places.first()?;
        Some((place.line, place.what.clone().unwrap_or_else(|| why.words().to_owned())))
    };
    match account.left_out.iter().filter_map(first).min() {
        Some((line, what)) => FileError::Unusable { line, what },
        None => FileError::Empty(account.remarks.first().cloned()),
    }
}

struct Reader<'a> {
    /// Players by name. It is used only for lookups, so its order does not matter.
    index: HashMap<String, u32>,
    players: Vec<String>,
    tally: Tally,
    account: Account,
    leave_out: &'a BTreeSet<String>,
}

/// The games read so far.
enum Tally {
    Counted(Counter),
    Ordered(Vec<MatchResult>),
}

impl Reader<'_> {
    fn take(&mut self, found: FoundItem) -> Result<(), Mistake> {
        match found {
            FoundItem::Remark { line, what } => self.account.remark(line, &what),
            FoundItem::Left { line, why, what, times } => {
                let what = (!what.is_empty()).then_some(what);
                self.account.leave(line, why, what, times);
            }
            FoundItem::Game(game) => return self.game(&game),
        }
        Ok(())
    }

    fn game(&mut self, game: &Game) -> Result<(), Mistake> {
        let ended = game.termination.as_deref().map(termination);
        if let Some(ended) = &ended {
            self.account.ended(ended, game.times);
        }
        let [first, second] = [&game.first, &game.second].map(|name| cleaned(name));
        let no_players = match game.ending {
            _ if is_bye(&first) || is_bye(&second) => Some(LeftOut::Bye),
            Ending::Without(why) if why != LeftOut::NoResult => Some(why),
            _ => ended.as_deref().and_then(unplayed).filter(|why| *why != LeftOut::NoResult),
        };
        let no_players =
            no_players.or((is_unnamed(&first) || is_unnamed(&second)).then_some(LeftOut::Unnamed));
        if let Some(why) = no_players {
            self.account.leave(game.line, why, None, game.times);
            return Ok(());
        }
        let [first, second] = [first, second].map(|name| self.player(&name));
        let left = match game.ending {
            Ending::Without(why) => Err(why),
            Ending::Decided(_) if ended.as_deref().and_then(unplayed).is_some() => Err(LeftOut::NoResult),
            Ending::Decided(_) if first == second => Err(LeftOut::AgainstItself),
            Ending::Decided(_) if ended.as_ref().is_some_and(|ended| self.leave_out.contains(ended)) => {
                Err(LeftOut::Termination)
            }
            Ending::Decided(score) => Ok(score),
        };
        match left {
            Err(why) => self.account.leave(game.line, why, None, game.times),
            Ok(score) => return self.rate(game, [first, second], score),
        }
        Ok(())
    }

    fn rate(&mut self, game: &Game, [first, second]: [Player; 2], score: Score) -> Result<(), Mistake> {
        let times = u64::from(game.times);
        self.account.rated += times;
        let most = match self.tally {
            Tally::Counted(_) => MOST_GAMES,
            Tally::Ordered(_) => MOST_IN_ORDER,
        };
        if self.account.rated > most {
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
