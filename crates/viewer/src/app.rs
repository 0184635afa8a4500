//! The files of `app/`, which are deployed.

use std::path::Path;
use std::sync::LazyLock;

use crate::lean::lean;

/// A file of a site.
#[derive(Clone, Debug)]
pub struct File {
    /// The path in the site's folder: `match.html`, `app/engine.js`.
    pub name: &'static str,
    /// The contents.
    pub text: String,
}

/// Pages are beside `index.html`, everything else is in `app/`.
macro_rules! app {
    (pages: [$($page:literal),* $(,)?], parts: [$($part:literal),* $(,)?] $(,)?) => {
        &[
            $(($page, include_str!(concat!("../app/", $page))),)*
            $((concat!("app/", $part), include_str!(concat!("../app/", $part))),)*
        ]
    };
}

/// The files as they are written, each with the name that it has in a site.
const SOURCES: &[(&str, &str)] = app! {
    pages: [
        "compare.html",
        "entrant.html",
        "match.html",
        "matches.html",
        "play.html",
    ],
    parts: [
        "common/address.js",
        "common/board.js",
        "common/dom.js",
        "common/keys.js",
        "common/packed.js",
        "common/saving.js",
        "common/shapes.js",
        "common/squares.js",
        "common/support.js",
        "common/words.js",
        "data.js",
        "engine.js",
        "host/bots.js",
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
        "host/worker.js",
        "lists.css",
        "lists/compare.js",
        "lists/course.js",
        "lists/entrant.js",
        "lists/filter.js",
        "lists/form.js",
        "lists/found.js",
        "lists/links.js",
        "lists/matches.js",
        "lists/opponents.js",
        "lists/page.js",
        "lists/pager.js",
        "lists/parting.js",
        "lists/plot.js",
        "lists/rating.js",
        "lists/table.js",
        "lists/tally.js",
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
        "play.css",
        "play/curtain.js",
        "play/desk.js",
        "play/dragging.js",
        "play/hand.js",
        "play/page.js",
        "play/players.js",
        "play/setup.js",
        "play/sheet.js",
        "play/table.js",
        "style.css",
    ],
};

/// The style sheet of all pages, `app/style.css`.
pub const STYLE: &str = include_str!("../app/style.css");

/// Every file that a site deploys, scripts without their comments. Beside them belongs `app/rules.js`, which
/// [`rules_script`] makes.
///
/// [`rules_script`]: crate::rules_script
pub fn files() -> &'static [File] {
    static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
        SOURCES.iter().map(|&(name, text)| File { name, text: deployed(name, text) }).collect()
    });
    &FILES
}

fn deployed(name: &str, text: &str) -> String {
    if is_script(name) { lean(text) } else { text.to_owned() }
}

fn is_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|kind| kind == "js")
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

    /// What a line holds would otherwise depend on the lines before it.
    #[test]
    fn no_text_of_a_script_spans_lines() {
        for (name, text) in SOURCES.iter().filter(|(name, _)| deployed(name, "// x").is_empty()) {
            for (number, line) in (1..).zip(text.lines()) {
                let marks = line.replace("\\`", "").matches('`').count();
                assert!(marks % 2 == 0 || line.trim_start().starts_with('*'), "{name}:{number}");
            }
        }
    }

    #[test]
    fn a_page_loads_well_under_100_kb_of_scripts_beside_rules_and_bots() {
        for page in files().iter().filter(|file| !file.name.contains('/')) {
            let is_loaded = |file: &&File| page.text.contains(&format!("src=\"{}\"", file.name));
            let bytes: usize = files().iter().filter(is_loaded).map(|file| file.text.len()).sum();
            assert!((1..95_000).contains(&bytes), "{}: {bytes} bytes", page.name);
        }
    }

    /// Of all pages together, as they are deployed. Compressed, as a server sends them, it is less than a third.
    #[test]
    fn all_scripts_together_stay_below_170_kb_beside_rules_and_bots() {
        let scripts = files().iter().filter(|file| is_script(file.name));
        let bytes: usize = scripts.map(|file| file.text.len()).sum();
        assert!(bytes < 170_000, "{bytes} bytes");
    }

    #[test]
    fn the_style_holds_nothing_to_load_and_cannot_end_its_element() {
        for word in ["url(", "@import", "http", "</"] {
            assert!(!STYLE.contains(word), "{word}");
        }
    }
}
