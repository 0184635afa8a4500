//! The viewer's data under `site/data/`. They are scripts, because a page opened from a folder can load nothing else.
//! Each calls `musterData(name, value)`, with a value in JSON, or with gzipped bytes in base64.
//!
//! `stream` writes all matches in one pass, with the exports. `chunk` holds the matches that go into one file, `kept`
//! reuses rendered chunks of the previous site, `lists` writes the lists of matches, `reasons` collects why matches
//! ended, `private` writes the data for some readers, and `index` writes the file that is read first. `entrant_list`
//! reads an entrant's list back.

mod chunk;
mod entrant_list;
mod index;
mod lists;
mod private;
mod reasons;
mod reused_chunks;
mod script_values;
mod stream;

pub use entrant_list::{ListedMatch, MatchEnd, MatchList, match_list};
pub(crate) use index::{ListedGame, listed_game, write_index, write_rules};
pub(crate) use private::Private;
#[cfg(test)]
pub(crate) use reused_chunks::CHUNK_VERSION;
pub(crate) use reused_chunks::{list_file, write_list};
pub(crate) use script_values::packed;
pub(crate) use stream::{DataSummary, SiteBefore, write_matches};
