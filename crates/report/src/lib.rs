//! Ledger to a site: HTML, charts, CSV, JSON.
//!
//! [`write()`] renders the report of a run into its folder: `site/`, which may be published, and
//! `private/gradebook.csv`. It reads only the ledger, and the same ledger gives the same bytes.
//!
//! The modules of this crate, in reading order:
//!
//! 1. [`results`] reads the ledger once. `describe` turns the results into the [`model`], the content of the site.
//!    `facts` lists the conditions of a match, `unusual` lists notable matches.
//! 2. `page` and `charts` draw from the model; `export` writes it for programs. `shown` makes untrusted text harmless.
//! 3. `site` makes the site in a `place` of its own and moves it to where the old one is: the viewer, the pages, the
//!    `boards` of decisive matches, and the `data`, for which the matches are read a second time on several threads.
//!    `gzip` compresses it; the bytes are the same in every run. `room` has the limits.
//!
//! `progress` draws the state of a tournament while it is played. `single` makes a page of one match, including one
//! that is in no ledger (`played_match`). `season_site` makes a site of a ladder season ([`write_season`]), which spans
//! many runs.
//!
//! **Untrusted text.** Names, settings and refusals may come from anyone. They are escaped by `maud` in HTML and inline
//! SVG, by plotters in charts and by [`course_files::cell`] in CSV; invisible characters are spelled out
//! ([`game::visible`]). Pages load nothing and run no script but their own, and their policy forbids anything
//! else.

mod animation;
mod charts;
mod describe;
mod error;
mod export;
mod formatting;
pub mod model;
mod page;
mod played_match;
mod progress;
mod season_site;
mod single_match;
mod site;
mod site_limits;
#[cfg(test)]
mod tests;
mod tier;

pub use error::ReportError;
pub use played_match::{PlayedMatch, PlayedSeat};
pub use progress::{ProgressPicture, progress_pictures};
pub use replay::ReplayError;
pub use season_site::{CycleReport, SeasonCycle, SeasonMatch, SeasonSite, season_pages, write_season};
pub use single_match::SingleMatch;
pub use site::{
    ListedMatch, MatchEnd, MatchList, WrittenReport, match_list, write, write_for, write_keeping,
    write_through,
};
pub use tier::Tier;
