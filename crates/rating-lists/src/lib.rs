//! Rates runs and files of games in one list.
//!
//! [`rate()`] is the entry point. It takes runs, PGN and CSV files, optionally a list to which the runs are added, and
//! options. It returns [`Ratings`], which say whether each run was added. [`RateReport`] shows them as JSON,
//! [`text()`] in words. The README of the crate `rating` explains the figures.
//!
//! In reading order: [`Request`], [`Options`], [`PlayerIdentity`]; [`FileFormat`], [`Account`],
//! [`LeftOut`]; [`List`]; [`Ratings`], [`Statistics`]; [`RateReport`], [`text()`].

mod error;
mod file_games;
mod game;
mod game_account;
mod list;
mod list_ratings;
mod pgn;
mod player_identity;
mod report;
mod request;
mod rows;
mod statistics;
mod text;

pub use error::{ListError, RateError, Setting};
pub use file_games::{FileError, FileFormat};
pub use game::{LeftOut, Mistake};
pub use game_account::{Account, FilePosition, LeftGames};
pub use list::{Addition, List};
pub use list_ratings::ListRatings;
pub use player_identity::PlayerIdentity;
pub use report::{RateReport, View};
pub use request::{Options, Ratings, Request, rate};
pub use statistics::{FirstMove, Statistics};
pub use text::text;
