//! The files of a submission, in memory.

use std::collections::BTreeMap;
use std::path::Path;

use course_files::archives::original_name;

use super::BotFile;

/// A bot's file and the files handed in with it, as a script finds them.
pub(crate) struct Bundle<'a> {
    /// The bot's name among the files.
    name: String,
    /// The bot's path, for messages, and its contents.
    bot: (&'a str, &'a [u8]),
    /// The files in the bot's folder and below, by relative path.
    files: BTreeMap<String, &'a [u8]>,
}

impl<'a> Bundle<'a> {
    /// Bundles a bot with the files handed in with it, each by its path. Files with unportable names are left out: a
    /// script that imports one is told that it does not exist. A bot with such a name is renamed. A file that was
    /// renamed in transit is also found under its original name, unless another file has or had that name.
    pub(crate) fn pack(bot: (&'a str, &'a [u8]), files: &[(&str, &'a [u8])]) -> Bundle<'a> {
        let (path, bytes) = bot;
        let path = if is_plain(path) {
            path.to_owned()
        } else {
            let ending = path.rsplit_once('.').map_or("wasm", |(_, ending)| ending);
            format!("bot.{ending}")
        };
        let (folder, name) = path.rfind('/').map_or(("", path.as_str()), |at| path.split_at(at + 1));
        let mut bundle = Bundle { name: name.to_owned(), bot, files: BTreeMap::new() };
        bundle.files.insert(name.to_owned(), bytes);
        for (path, bytes) in files.iter().filter(|(path, _)| is_plain(path)) {
            if let Some(path) = path.strip_prefix(folder) {
                bundle.files.entry(path.to_owned()).or_insert(bytes);
            }
        }
        bundle.add_original_names();
        bundle
    }

    fn add_original_names(&mut self) {
        let mut renamed: BTreeMap<String, Vec<&'a [u8]>> = BTreeMap::new();
        for (name, bytes) in &self.files {
            let original = original_name(name);
            if original != name.as_str() && !self.files.contains_key(&*original) {
                renamed.entry(original.into_owned()).or_default().push(bytes);
            }
        }
        renamed.retain(|_, files| files.windows(2).all(|two| two[0] == two[1]));
        self.files.extend(renamed.into_iter().map(|(name, files)| (name, files[0])));
    }

    /// Returns the bot.
    pub(crate) fn bot(&self) -> BotFile<'_> {
        let (path, bytes) = self.bot;
        BotFile { name: &self.name, path: Path::new(path), bytes, beside: &self.files }
    }
}

/// Names of devices on Windows, with or without an extension.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "com", "lpt"];

/// Returns `true` if every part of a path is a portable file name.
fn is_plain(name: &str) -> bool {
    let is_device = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default().trim_end().to_lowercase();
        DEVICES.contains(&stem.trim_end_matches(|last: char| last.is_numeric()))
    };
    let special = |character: char| character.is_control() || "<>:\"|?*\\".contains(character);
    name.split('/').all(|part| {
        !part.is_empty()
            && !part.contains(special)
            && !part.ends_with(['.', ' '])
            && part.len() <= 200
            && !is_device(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_of_any_name_is_among_its_files() {
        let long = format!("{}.js", "x".repeat(60_000));
        for (path, name) in [
            ("bot.js", "bot.js"),
            ("lib/bot.js", "bot.js"),
            ("b?t.js", "bot.js"),
            ("NUL.js", "bot.js"),
            ("com1.js", "bot.js"),
            ("../bot.js", "bot.js"),
            (&long, "bot.js"),
        ] {
            // A neighbour of the same name does not replace it.
            let bundle = Bundle::pack((path, b"x"), &[("bot.js", b"other"), (path, b"x"), ("lib.js", b"y")]);
            assert_eq!(bundle.name, name);
            assert_eq!(bundle.files[name], b"x", "{}", &path[..5]);
        }
    }

    #[test]
    fn a_script_finds_what_is_in_its_folder_and_below() {
        let names = ["a.js", "lib/b.js", "lib/c/d.js", "library.js", "lib/bot.js"];
        let all: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, &b"x"[..])).collect();
        let bundle = Bundle::pack(("lib/bot.js", b"x"), &all);
        assert_eq!(bundle.files.keys().collect::<Vec<_>>(), ["b.js", "bot.js", "c/d.js"]);
    }

    #[test]
    fn a_file_that_was_renamed_has_its_name_of_before_too() {
        let files: [(&str, &[u8]); 8] = [
            ("bot (1).js", b"x"),
            ("tank_war-1.js", b"kit"),
            ("lib/a.JS", b"a"),
            ("b.js", b"b"),
            ("b-1.js", b"other"),
            ("c-1.js", b"c"),
            ("c-2.js", b"another"),
            ("d(1).js", b"d"),
        ];
        let bundle = Bundle::pack(files[0], &[&files[..], &[("d(2).js", b"d")]].concat());
        let text =
            |name: &str| bundle.files.get(name).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(text("tank_war.js").as_deref(), Some("kit"));
        assert_eq!(text("lib/a.js").as_deref(), Some("a"));
        assert_eq!(text("bot.js").as_deref(), Some("x"));
        assert_eq!(text("b.js").as_deref(), Some("b"), "a file of that name is the one");
        assert_eq!(text("c.js"), None, "nobody knows which");
        assert_eq!(text("d.js").as_deref(), Some("d"), "it is the same");
        assert_eq!(bundle.name, "bot (1).js");
    }

    #[test]
    fn a_file_of_a_name_that_leads_elsewhere_is_left_out() {
        let names =
            ["a.js", "lib/b.js", "../c", "/d", "x:y", "con\u{7}", "..", "lib/../../e", "a.js/", "g\\h"];
        let all: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, &b"x"[..])).collect();
        let bundle = Bundle::pack(("a.js", b"x"), &all);
        assert_eq!(bundle.files.keys().collect::<Vec<_>>(), ["a.js", "lib/b.js"]);
    }
}
