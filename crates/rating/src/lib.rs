//! Results to ratings with error bars; pure.
//!
//! Results come in schedule order between players known by index; what comes out depends on nothing else. There is no
//! I/O, no clock, no thread and no hidden randomness; exponentials, logarithms and roots are `libm`'s, sums run in a
//! fixed order, and figures are rounded to six decimals before anybody ranks or prints them, so that every host gives
//! the same. (Glicko-2 and Weng-Lin are computed by `skillratings` with the host's own functions; for them the rounding
//! alone evens hosts out.)
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
//! Nothing here panics, and nothing returns NaN: where results do not settle a figure, it is still defined, and a
//! [`note::Note`] says what it rests on.
//!
//! The crate's README has the formulas, and which model is for what.

// What was played.
pub mod counter;
pub mod results;
pub mod table;

// What is returned.
pub mod note;
pub mod ratings;
pub mod scale;

// The models: all games at once, then game by game, then one interface to all.
pub mod bradley_terry;
pub mod connections;
mod dense;
mod frontal;

pub mod bkr;
pub mod elo;
pub mod glicko2;
pub mod weng_lin;

pub mod model;

// Two versions against one another.
mod multinomial;
pub mod pair_score;
pub mod sprt;
mod stopping;

// What else results say.
pub mod crosstable;
pub mod cycles;
pub mod summary;

// Many runs.
pub mod rating_list;
