//! Metadata files that desktops create among other files and that no student handed in.

/// Folders that contain only metadata.
const FOLDERS: &[&str] = &["__MACOSX", ".Spotlight-V100", ".Trashes", ".fseventsd"];
/// Names of metadata files.
const FILES: &[&str] =
    &[".DS_Store", ".localized", "Icon\r", "Thumbs.db", "ehthumbs.db", "desktop.ini", ".directory"];
/// The prefix of the second part of a file that macOS splits in two.
const HALF: &str = "._";

/// Returns `true` if a path is a desktop's metadata. File names match regardless of case, as on Windows.
pub(crate) fn is_left_by_one(path: &str) -> bool {
    let (folders, file) = path.rsplit_once(['/', '\\']).unwrap_or(("", path));
    let is_folder = |part: &str| FOLDERS.contains(&part);
    folders.split(['/', '\\']).any(is_folder)
        || FILES.iter().any(|name| name.eq_ignore_ascii_case(file))
        || file.starts_with(HALF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_desktops_leave_is_known() {
        for path in [
            "__MACOSX/bot/._bot.js",
            "__MACOSX/x",
            "._bot.js",
            "lib/.DS_Store",
            "a\\b\\Thumbs.db",
            "Desktop.ini",
            "Icon\r",
        ] {
            assert!(is_left_by_one(path), "{path:?}");
        }
        for path in
            ["bot.js", "my__MACOSX/bot.js", "DS_Store", "Icon", ".bot.js", "lib/desktop.ini.js", "_.js"]
        {
            assert!(!is_left_by_one(path), "{path:?}");
        }
    }
}
