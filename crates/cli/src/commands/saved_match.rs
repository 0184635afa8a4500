//! Saves a match that was just played as one HTML file.

use std::path::Path;

use explain::{Error, Kind};
use game::visible_path;
use report::PlayedMatch;

use crate::exit::Done;

/// Writes the page of the match, with the logs of both seats, to a file. `engine` is the one that played.
pub(crate) fn save(played: &PlayedMatch<'_>, engine: &str, path: &Path) -> Done {
    let page = played.page(engine).map_err(|error| Error::wrap(Kind::Host, &error))?;
    files::write(path, page).map_err(|error| {
        Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
            .hint("name a file in an existing, writable folder with --save")
    })
}
