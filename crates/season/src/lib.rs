//! A ladder season: pairings of the next cycle, and one fit over all versions of all bots, without side effects.
//!
//! A [`Season`] holds the facts: cycles of games between versions of bots. [`next_cycle`] pairs the next cycle, [`fit`]
//! rates every version by all games, and [`standings`] returns the table. There is no clock, and no randomness except
//! for the lots that are passed in: the same season gives the same pairs and figures on every machine.
//!
//! ```
//! use rating::results::{MatchResult, Player, Score};
//! use season::{Bot, Cycle, CyclePlan, Season, fit, next_cycle, standings};
//! use tournament::{RunSeed, StageSeed};
//!
//! // Two bots, the first of them with two versions: players 0 and 2.
//! let versions = vec![Bot(0), Bot(1), Bot(0)];
//! let game = |first: usize, score| MatchResult::new(first, 1_usize, score);
//! let cycles = vec![
//!     Cycle { at: 0, games: vec![game(0, Score::Loss), game(0, Score::Loss)] },
//!     Cycle { at: 86_400, games: vec![game(2, Score::Win), game(2, Score::Win), game(2, Score::Draw)] },
//! ];
//! let season = Season::new(2, versions, cycles)?;
//!
//! let fit = fit(&season);
//! assert!(fit.versions[2].value > fit.versions[0].value);
//! let table = standings(&season, &fit, 86_400);
//! assert_eq!((table[0].bot, table[0].best), (Bot(0), Player(2)));
//!
//! let lots = StageSeed::new(RunSeed::from(2026), 2);
//! let pairs = next_cycle(&season, &[Player(1), Player(2)], &CyclePlan::default(), lots);
//! assert_eq!(pairs.len(), 2);
//! # Ok::<(), season::SeasonError>(())
//! ```
//!
//! The crate's README has the rules and the formulae.

// The input.
mod season_facts;

// The pairings.
mod pairing;
mod strength;

// The results.
mod field;
mod fit;
mod quadrature_points;
mod standings;
mod strength_scales;
mod versions;

pub use field::FieldFit;
pub use fit::{DRIFT, SeasonFit, fit};
pub use pairing::{CyclePlan, Pair, next_cycle};
pub use season_facts::{Bot, Cycle, Season, SeasonError};
pub use standings::{INACTIVE_AFTER, Standing, standings};
pub use strength_scales::{FIELD, JUMP};
pub use versions::{Version, versions};
