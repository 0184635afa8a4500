//! Computes ratings with standard errors from results, without side effects.
//!
//! Results come in schedule order between players known by index; the ratings depend on nothing else. There is no I/O,
//! no clock, no thread and no hidden randomness. Exponentials, logarithms and roots are those of `libm`, sums run in a
//! fixed order, and figures are rounded to six decimals before they are ranked or printed, so every host gives the same
//! result. (Glicko-2 and Weng-Lin are computed by `skillratings` with the host's own functions; for them only the
//! rounding evens out hosts.)
//!
//! ```
//! use rating::model::Model;
//! use rating::results::{MatchResult, Player, Results, Score};
//!
//! // Two openings between players 0 and 1, each played from both seats, and a game of players 1 and 2.
//! let matches = vec![
//!     MatchResult::new(0_usize, 1_usize, Score::Win).in_pair(0),
//!     MatchResult::new(1_usize, 0_usize, Score::Draw).in_pair(0),
//!     MatchResult::new(1_usize, 0_usize, Score::Win).in_pair(1),
//!     MatchResult::new(0_usize, 1_usize, Score::Win).in_pair(1),
//!     MatchResult::new(2_usize, 1_usize, Score::Draw),
//! ];
//! let results = Results::new(3, matches)?;
//! let ratings = Model::named("bradley-terry")?.rate(&results);
//! for player in ratings.ranking() {
//!     let rating = &ratings.players[player.index()];
//!     println!("{player:?} {:.0} {:?}", rating.rating, rating.interval());
//! }
//! let superiority = ratings.superiority(Player(0), Player(1)).unwrap_or(0.5);
//! assert!(superiority > 0.5 && superiority < 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here panics, and nothing returns NaN. If results do not determine a figure, it is still defined, and a
//! [`note::Note`] states its basis.
//!
//! The crate's README has the formulas, and the purpose of each model.

// The input.
pub mod result_counter;
pub mod results;
pub mod table;

// The output.
pub mod note;
pub mod ratings;
pub mod scale;

// The models: all games at once, then game by game, then one interface to all.
pub mod bradley_terry;
pub mod connections;
mod dense_matrix;
mod sparse_solver;

pub mod bkr;
pub mod elo;
pub mod glicko2;
pub mod weng_lin;

pub mod model;

// Tests of two versions against one another.
mod multinomial;
pub mod pair_score;
pub mod sprt;
mod stopping;

// Other statistics of results.
pub mod crosstable;
pub mod cycles;
pub mod summary;

// Lists over many runs.
pub mod rating_list;
