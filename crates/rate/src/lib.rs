//! Runs and files of games to one list of ratings.
//!
//! [`rate()`] is all of it: from runs, PGN and CSV files, perhaps a list to which the runs are added, and options to
//! [`Ratings`], which say what became of each run. [`RateReport`] shows them as JSON, [`text()`] in words. What the figures mean is in the
//! README of the crate `rating`.
//!
//! In reading order: [`Request`], [`Options`], [`By`]; [`read_run`], [`RunGames`]; [`FileFormat`], [`Account`], [`LeftOut`]; [`List`]; [`Ratings`],
//! [`Statistics`]; [`RateReport`], [`text()`].

mod account;
mod by;
mod error;
mod file_games;
mod game;
mod list;
mod pgn;
mod report;
mod request;
mod rows;
mod run_games;
mod statistics;
mod text;

pub use account::{Account, LeftGames, Place};
pub use by::By;
pub use error::{ListError, RateError, Setting};
pub use file_games::{FileError, FileFormat};
pub use game::{LeftOut, Mistake};
pub use list::{Addition, List, ListRatings};
pub use report::{RateReport, View};
pub use request::{Options, Ratings, Request, rate};
pub use run_games::{GameFacts, RatedGame, RatedPlayer, RunGames, read_run};
pub use statistics::{FirstMove, Statistics};
pub use text::text;
