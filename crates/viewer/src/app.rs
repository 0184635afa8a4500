//! The deployed files.

/// A file of a site.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path in the site's folder: `match.html`, `app/muster.js`.
    pub name: &'static str,
    /// The contents.
    pub text: &'static str,
}

/// Pages are beside `index.html`, style sheets and scripts in `app/`.
macro_rules! app {
    (pages: [$($page:literal),* $(,)?], styles: [$($style:literal),* $(,)?], scripts: [$($script:literal),* $(,)?]) => {
        &[
            $(File { name: $page, text: include_str!(concat!("../app/", $page)) },)*
            $(File { name: concat!("app/", $style), text: include_str!(concat!("../app/", $style)) },)*
            $(File { name: concat!("app/", $script), text: include_str!(concat!("../built/", $script)) },)*
        ]
    };
}

const FILES: &[File] = app! {
    pages: ["compare.html", "entrant.html", "match.html", "matches.html", "play.html"],
    styles: ["board.css", "lists.css", "match.css", "play.css", "style.css"],
    scripts: ["lists.js", "muster.js"]
};

/// The style sheet of all pages, `app/style.css`.
pub const STYLE: &str = include_str!("../app/style.css");

/// The style sheet of boards, `app/board.css`, for pages that show one.
pub const BOARD_STYLE: &str = include_str!("../app/board.css");

/// The icon of all pages as a data URL: a tank from above. The pages of `app/` contain it as text.
pub const ICON: &str = "data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 16 16%27%3E%3Cpath fill=%27%232f6fb3%27 d=%27M1 3h3v12H1zM12 3h3v12h-3zM5 5h6v9H5z%27/%3E%3Cpath stroke=%27%23b5521b%27 stroke-width=%272%27 d=%27M8 9V0%27/%3E%3C/svg%3E";

/// Returns every file that a site deploys. `crates/viewer/build` makes the scripts from the modules in `app/`. A
/// site also needs `app/rules.js`, which [`rules_script`] makes.
///
/// [`rules_script`]: crate::rules_script
pub fn files() -> &'static [File] {
    FILES
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_page_has_the_icon_and_may_show_it() {
        for page in files().iter().filter(|file| file.text.starts_with("<!doctype html>")) {
            assert!(page.text.contains(&format!("<link rel=\"icon\" href=\"{ICON}\">")), "{}", page.name);
            assert!(page.text.contains("; img-src data:;"), "{}", page.name);
        }
    }

    #[test]
    fn every_page_and_style_sheet_of_the_folder_is_deployed() {
        let folder = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("app")).unwrap();
        let found = folder.filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            match name.rsplit_once('.')?.1 {
                "html" => Some(name),
                "css" => Some(format!("app/{name}")),
                _ => None,
            }
        });
        let scripts = ["app/lists.js", "app/muster.js"].map(str::to_owned);
        let expected: BTreeSet<String> = found.chain(scripts).collect();
        let listed: BTreeSet<String> = files().iter().map(|file| file.name.to_owned()).collect();
        assert_eq!(listed, expected);
    }

    /// Each page loads one of them. Compressed for transfer, their size is less than half.
    #[test]
    fn each_script_is_under_120_kb_beside_rules_and_bots() {
        for File { name, text } in files().iter().filter(|file| file.name.contains(".js")) {
            assert!((1..120_000).contains(&text.len()), "{name}: {} bytes", text.len());
        }
    }

    #[test]
    fn every_page_loads_its_script_and_says_which_page_it_is() {
        for File { name, text } in files() {
            let Some(page) = name.strip_suffix(".html") else { continue };
            assert!(text.contains(&format!("<html lang=\"en\" data-page=\"{page}\">")), "{name}");
            let script = if ["match", "play"].contains(&page) { "muster" } else { "lists" };
            assert!(text.contains(&format!("<script defer src=\"app/{script}.js\"></script>")), "{name}");
        }
    }

    #[test]
    fn the_style_holds_nothing_to_load_and_cannot_end_its_element() {
        for word in ["url(", "@import", "http", "</"] {
            assert!(!STYLE.contains(word) && !BOARD_STYLE.contains(word), "{word}");
        }
    }
}
