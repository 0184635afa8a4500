//! What the viewer reads, under `site/data/`: scripts, because a page that is opened from a folder can load nothing
//! else. Each calls `musterData(name, value)`, with a value in JSON, or with gzipped bytes in base64.
//!
//! `stream` writes all matches in one pass, with the exports; `chunk` holds the matches that go into one file, `kept`
//! knows what chunks became in the site before, `lists` what lists of matches show, `reasons` why matches ended;
//! `private` is what only some may read; `index` is what is read first. `entrant_list` reads an entrant's list again.

mod chunk;
mod entrant_list;
mod index;
mod kept;
mod lists;
mod private;
mod reasons;
mod script;
mod stream;

pub use entrant_list::{ListedMatch, MatchEnd, MatchList, match_list};
pub(crate) use index::{ListedGame, listed_game, write_index};
#[cfg(test)]
pub(crate) use kept::CHUNK_VERSION;
pub(crate) use kept::{list_file, write_list};
pub(crate) use private::Private;
pub(crate) use stream::{DataSummary, SiteBefore, write_matches};
