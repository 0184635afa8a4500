//! The results of a run: standings, brackets, ratings, grades, counts, and the root of its record.
//!
//! [`RunResults::read`] reads a record once, in schedule order, and computes the [`OptionalParts`] that the caller asks
//! for. The crate neither draws nor writes files. Its only texts are the notes on grades and the rulings.
//!
//! In reading order:
//!
//! 1. `run_reader` adds the results to their stages (`sequential_test`: to the walk of the test). `checked_matches`
//!    checks the matches against their hashes on several threads ([`in_order()`]). `read_state` keeps a part of each
//!    match: `census` counts, `ratings` counts who beat whom and fits the ratings (`rating_course`: after each round),
//!    `unusual_events` finds unusual events, `selection` picks the decisive matches. None of it grows with the number of
//!    matches, except for [`CompactKeys`] (two bytes each) and [`SeenGames`] (eight bytes each).
//! 2. [`RunResults`] holds the results, and [`model`] their values. [`brackets()`] and [`crosstable()`] arrange the
//!    games of a stage.
//! 3. [`Grades`] applies the formula of a tournament. `entrant_notes` adds remarks that the numbers do not show, and
//!    [`ruling_texts`] describes rulings.
//! 4. [`RunGames`] lists the games of a run for lists of ratings.
//!
//! **Which games count.** A game counts unless a ruling annulled it. Of equal games that count, ratings count the first
//! ([`SeenGames`], [`GameIdentity`]).

mod brackets;
mod census;
mod checked_matches;
mod compact_keys;
mod counted_game;
mod crosstable;
mod entrant_notes;
mod failure_names;
mod game_copies;
mod grades;
pub mod model;
mod opening_leg;
mod ordered_parallel;
mod parts;
mod point_of_view;
mod rating_course;
mod ratings;
mod read_state;
mod rulings;
mod run_games;
mod run_reader;
mod run_results;
mod selection;
mod sequential_test;
mod site_extent;
mod unusual_events;
mod wording;

pub use brackets::brackets;
pub use compact_keys::{CompactKeys, KeysInOrder};
pub use counted_game::whole;
pub use crosstable::crosstable;
pub use entrant_notes::{Notes, UnplayedRounds};
pub use failure_names::FailureNames;
pub use game_copies::{GameIdentity, SeenGames};
pub use grades::{EntrantGrade, Gradebook, Grades, final_places};
pub use ordered_parallel::in_order;
pub use parts::OptionalParts;
pub use ratings::FittedRatings;
pub use rulings::{RulingNames, RulingText, ruling_texts};
pub use run_games::{GameFacts, RatedGame, RatedPlayer, RunGames, read_run};
pub use run_results::{CountedMatches, RunResults, is_knockout};
pub use selection::DecisiveMatch;
pub use site_extent::{Extent, ParseExtentError};
pub use unusual_events::{LongestMove, OF_A_KIND, SeenMatch, UnusualEvents};
pub use wording::{count, counted, halves};
