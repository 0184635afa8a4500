//! Saves a match that was just played as one file: a page, or a picture.

use std::path::Path;

use explain::{Error, Kind};
use game::visible_path;
use report::PlayedMatch;

use crate::exit::Done;

/// Writes the match to a file: for a name that ends in `.svg` a picture, animated unless `is_still`, otherwise a page with
/// the logs of both seats. `engine` is the one that played.
pub(crate) fn save(played: &PlayedMatch<'_>, engine: &str, path: &Path, is_still: bool) -> Done {
    let is_picture = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    let text = match (is_picture, is_still) {
        (true, true) => played.shown().picture().map_err(|error| Error::wrap(Kind::Host, &error)),
        (true, false) => played.shown().animation().map_err(|error| Error::wrap(Kind::Host, &error)),
        (false, true) => Err(Error::input("--still needs a picture").hint("name a file that ends in .svg")),
        (false, false) => played.page(engine).map_err(|error| Error::wrap(Kind::Host, &error)),
    }?;
    files::write(path, text).map_err(|error| {
        Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
            .hint("name a file in an existing, writable folder with --save")
    })
}
