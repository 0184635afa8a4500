//! Ledger to a site: HTML, charts, CSV, JSON.
//!
//! [`write()`] renders the report of a run into its folder: `site/`, which may be published, and
//! `private/gradebook.csv`. It reads only the ledger, and the same ledger gives the same bytes.
//!
//! The modules of this crate, in reading order:
//!
//! 1. `fold` reads the ledger once, in schedule order, and adds the results to their stages (`sequential_test`: to the
//!    walk of the test). In it, `reading` keeps the part of each match that is shown: `census` counts for the charts,
//!    `ratings` counts who beat whom and fits the ratings (`rating_course`: after each round), `watch` looks for
//!    unusual events, `selection` picks the matches that get a page. None of it grows with the number of matches,
//!    except for `keys` (two bytes each) and `seen_games`, which recognizes copies of games (eight bytes each). The
//!    result is a `run_summary`.
//! 2. `gather` makes the [`model`] from it: everything that is shown, and nothing else. `tree` lays out brackets,
//!    `unusual` lists notable matches, `grades` fills the gradebook ([`grades()`]), `decisions` puts rulings into words
//!    ([`rulings`]), `facts` lists the conditions of a match, `notes` adds remarks that the numbers do not show.
//! 3. `page` and `charts` draw from the model; `export` writes it for programs. `shown` and `cell` make untrusted text
//!    harmless.
//! 4. `site` makes the site in a `place` of its own and moves it to where the old one is: the viewer, the pages, the
//!    `boards` of decisive matches, and the `data`, for which the matches are read a second time. `in_order` spreads
//!    that over several threads, `gzip` compresses it; the bytes are the same in every run.
//!
//! `progress` draws the state of a tournament while it is played. `single` makes a page of one match, including one
//! that is in no ledger (`played_match`). `season_site` makes a site of a ladder season ([`write_season`]), which spans
//! many runs.
//!
//! **Untrusted text.** Names, settings and refusals may come from anyone. They are escaped by `maud` in HTML and inline
//! SVG, by plotters in charts and by `cell` in CSV; invisible characters are spelled out ([`game::visible`]). Pages
//! load nothing and run no script but their own, and their policy forbids anything else.

pub mod cell;
mod charts;
mod error;
mod export;
mod extent;
mod fold;
mod gather;
mod in_order;
pub mod model;
mod page;
mod played_match;
mod progress;
mod rated;
mod season_site;
mod shown;
mod single;
mod site;
#[cfg(test)]
mod tests;
mod tier;

pub use error::ReportError;
pub use export::{csv_in_memory, csv_writer};
pub use extent::{Extent, ParseExtentError};
pub use gather::{EntrantGrade, Grades, grades, rulings};
pub use played_match::{PlayedMatch, PlayedSeat};
pub use progress::{ProgressPicture, progress_pictures};
pub use replay::ReplayError;
pub use season_site::{CycleReport, SeasonCycle, SeasonMatch, SeasonSite, season_pages, write_season};
pub use single::SingleMatch;
pub use site::{
    ListedMatch, MatchEnd, MatchList, WrittenReport, match_list, write, write_for, write_keeping,
    write_through,
};
pub use tier::Tier;
