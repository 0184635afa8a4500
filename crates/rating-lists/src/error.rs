//! The reasons why games cannot be rated.

use std::fmt;
use std::path::PathBuf;

use explain::{Explain, Kind};
use game::visible_path;
use ledger::LedgerError;
use rating::model::UnknownModel;
use rating::rating_list::AddRunError;
use rating::results::ResultsError;
use thiserror::Error;

use crate::file_games::FileError;

/// A reason why runs and files cannot be rated.
#[derive(Debug, Error)]
pub enum RateError {
    /// A file of games cannot be added to a list.
    #[error("a rating list holds only runs, but {} is a file of games", visible_path(path))]
    FileInList {
        /// The file.
        path: PathBuf,
    },
    /// A run cannot be read.
    #[error("cannot rate {}", visible_path(path))]
    Run {
        /// The run's folder.
        path: PathBuf,
        /// The reason.
        #[source]
        source: LedgerError,
    },
    /// A run cannot be rated together with those before it.
    #[error("cannot rate {}", visible_path(path))]
    Together {
        /// The run's folder.
        path: PathBuf,
        /// The reason.
        #[source]
        source: ListError,
    },
    /// A file of games cannot be read.
    #[error("cannot rate {}", visible_path(path))]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        #[source]
        source: FileError,
    },
    /// The model does not support a setting.
    #[error("the model {model} does not support {setting}")]
    Unsupported {
        /// The model's name.
        model: &'static str,
        /// The setting.
        setting: Setting,
    },
    /// The games cannot be combined.
    #[error(transparent)]
    List(#[from] ListError),
}

/// A setting that only the model bradley-terry supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A draw counts as half a win and half a loss.
    HalfDraws,
    /// Both seats are equal.
    EqualSeats,
    /// The average of the field.
    Average,
    /// Fixed ratings.
    Anchors,
    /// The standard errors of rating differences.
    Differences,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Setting::HalfDraws => "draws as half a win and half a loss",
            Setting::EqualSeats => "equal seats",
            Setting::Average => "an average of the field",
            Setting::Anchors => "anchors",
            Setting::Differences => "errors of differences",
        })
    }
}

impl Explain for RateError {
    fn kind(&self) -> Kind {
        match self {
            RateError::Run { source, .. } => source.kind(),
            _ => Kind::Input,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            RateError::Together { source: ListError::OtherGame { .. }, .. } => vec![
                "rate only runs of the same game together; changed rules, or rules in a renamed file, are a different game"
                    .to_owned(),
            ],
            RateError::Run { .. }
            | RateError::Together { .. }
            | RateError::File { source: FileError::Format, .. } => vec![
                "give run folders written by `muster run`, for example reports/tank-war-class, or .pgn and .csv files"
                    .to_owned(),
            ],
            _ => Vec::new(),
        }
    }
}

/// A reason why runs cannot be rated together.
#[derive(Debug, Error)]
pub enum ListError {
    /// The text is not JSON of the right shape.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The file has another format.
    #[error("unsupported format {found:?}, expected {expected:?}")]
    Format {
        /// The format in the file.
        found: String,
        /// The format that this program writes.
        expected: &'static str,
    },
    /// Strength in one game says nothing about another.
    #[error("it is a run of {other}, but the runs before it are of {game}")]
    OtherGame {
        /// The game of the runs before.
        game: String,
        /// The game of this run.
        other: String,
    },
    /// Games that are already in the list have changed.
    #[error("it is already in the list, but its {games} rated games have changed since")]
    Changed {
        /// Number of the run's games in the list.
        games: usize,
    },
    /// A model that this program does not know.
    #[error(transparent)]
    Model(#[from] UnknownModel),
    /// The games of a run name players that it does not have.
    #[error("run {run:?}")]
    Results {
        /// The run.
        run: String,
        /// The error in its games.
        #[source]
        source: ResultsError,
    },
    /// All runs together exceed a limit.
    #[error(transparent)]
    Add(#[from] AddRunError),
    /// No player has the name of an anchor.
    #[error("the anchor {0:?} is not a player")]
    NoAnchor(String),
    /// Several players have the name of an anchor.
    #[error("the anchor {name:?} is ambiguous: {count} bots have this name")]
    SeveralAnchors {
        /// The name.
        name: String,
        /// Number of players with the name.
        count: usize,
    },
}
