//! Names, seeds, start positions and records of matches.

mod copies;
mod fixture;
mod key;
mod log;
mod openings;
mod result;
mod seeds;

pub(crate) use copies::DistinctGames;
pub use copies::copies;
pub use fixture::Fixture;
pub use key::{KeyError, MatchKey};
pub(crate) use log::{Entries, GameLog};
pub(crate) use openings::opening;
pub use openings::{OpeningOrder, Openings};
pub use result::{GameRecord, GameResult, Metrics};
pub use seeds::{RunSeed, StageSeed, match_seed};
