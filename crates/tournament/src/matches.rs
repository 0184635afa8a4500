//! Names, seeds, start positions and records of matches.

mod fixture;
mod game_copies;
mod game_log;
mod key;
mod openings;
mod result;
mod seeds;

pub use fixture::Fixture;
pub(crate) use game_copies::DistinctGames;
pub use game_copies::copies;
pub(crate) use game_log::{Entries, GameLog};
pub use key::{KeyError, MatchKey};
pub(crate) use openings::opening;
pub use openings::{OpeningOrder, Openings};
pub use result::{GameRecord, GameResult, Metrics};
pub use seeds::{RunSeed, StageSeed, luck_seed, match_seed};
