//! The files of `app/`, which are deployed as they are.

/// A file of a site.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path in the site's folder: `match.html`, `app/engine.js`.
    pub name: &'static str,
    /// The contents.
    pub text: &'static str,
}

/// Pages are beside `index.html`, everything else is in `app/`.
macro_rules! app {
    (pages: [$($page:literal),* $(,)?], parts: [$($part:literal),* $(,)?] $(,)?) => {
        &[
            $(File { name: $page, text: include_str!(concat!("../app/", $page)) },)*
            $(File { name: concat!("app/", $part), text: include_str!(concat!("../app/", $part)) },)*
        ]
    };
}

const FILES: &[File] = app! {
    pages: ["match.html"],
    parts: [
        "common/address.js",
        "common/board.js",
        "common/dom.js",
        "common/keys.js",
        "common/shapes.js",
        "common/squares.js",
        "common/support.js",
        "common/words.js",
        "engine.js",
        "host/calls.js",
        "host/dice.js",
        "host/door.js",
        "host/failure.js",
        "host/fit.js",
        "host/interface.js",
        "host/module.js",
        "host/parts.js",
        "host/player.js",
        "host/seat.js",
        "host/wasi.js",
        "host/wasm.js",
        "lists/filter.js",
        "match.css",
        "match/annotations.js",
        "match/controls.js",
        "match/curves.js",
        "match/facts.js",
        "match/findings.js",
        "match/loss.js",
        "match/moves.js",
        "match/player.js",
        "match/pointing.js",
        "match/printing.js",
        "match/seats.js",
        "match/sight.js",
        "match/spoken.js",
        "match/story.js",
        "match/timeline.js",
        "match/turns.js",
        "match/viewer.js",
        "style.css",
    ],
};

/// The style sheet of all pages, `app/style.css`.
pub const STYLE: &str = include_str!("../app/style.css");

/// Every file that a site deploys as it is. Beside them belongs `app/rules.js`, which [`rules_script`] makes.
///
/// [`rules_script`]: crate::rules_script
pub fn files() -> &'static [File] {
    FILES
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    fn found(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { found(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn every_file_of_the_folder_is_deployed() {
        let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("app");
        let deployed = |path: PathBuf| {
            let name = path.strip_prefix(&app).unwrap().to_str().unwrap().replace('\\', "/");
            if path.extension().is_some_and(|kind| kind == "html") { name } else { format!("app/{name}") }
        };
        let expected: BTreeSet<String> = found(&app).into_iter().map(deployed).collect();
        let listed: BTreeSet<String> = files().iter().map(|file| file.name.to_owned()).collect();
        assert_eq!(listed, expected);
    }

    #[test]
    fn the_style_holds_nothing_to_load_and_cannot_end_its_element() {
        for word in ["url(", "@import", "http", "</"] {
            assert!(!STYLE.contains(word), "{word}");
        }
    }
}
