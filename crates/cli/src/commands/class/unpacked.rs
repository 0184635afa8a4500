//! The files of one student in a folder of their own, which is gone when it is dropped.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use files::{File, TemporaryDir};

/// Files in a folder.
pub(super) struct Unpacked {
    folder: TemporaryDir,
    /// The name under which the bot was written.
    bot: String,
}

/// Writes a bot and the files that it came with into a new folder of the system's temporary ones. A file whose name no
/// system could be trusted with is left out: a script that imports it is told that it is not there. A bot of such a name
/// has another one here.
pub(super) fn files(bot: (&str, &[u8]), files: &[(&str, &[u8])]) -> io::Result<Unpacked> {
    let ending = bot.0.rsplit_once('.').map_or("wasm", |(_, ending)| ending);
    let name = if is_plain(bot.0) { bot.0.to_owned() } else { format!("bot.{ending}") };
    let unpacked = Unpacked { folder: TemporaryDir::create("muster-")?, bot: name };
    let others = files.iter().copied().filter(|(name, _)| is_plain(name));
    for (name, bytes) in [(unpacked.bot.as_str(), bot.1)].into_iter().chain(others) {
        let path = unpacked.path(name);
        // A file in the place of a folder, or the other way round: the first stays.
        let made = path.parent().map_or(Ok(()), files::create_dir_all);
        if made.is_ok() {
            // Never through a link or into a device: the folder is new, and has what was written here alone.
            if let Ok(mut file) = File::create_new(&path) {
                file.write_all(bytes)?;
            }
        }
    }
    Ok(unpacked)
}

impl Unpacked {
    /// Where the bot is.
    pub(super) fn bot(&self) -> PathBuf {
        self.path(&self.bot)
    }

    /// Where a file is.
    fn path(&self, name: &str) -> PathBuf {
        let folder: &Path = self.folder.path();
        name.split('/').fold(folder.to_owned(), |path, part| path.join(part))
    }
}

/// Names of devices on Windows, with or without an ending.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "com", "lpt"];

/// Whether every part of a name is an ordinary name of a file on every system.
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
    use std::fs;

    use super::*;

    #[test]
    fn a_bot_of_any_name_is_written() {
        for name in [
            "bot.js",
            "lib/bot.js",
            "b?t.js",
            "NUL.js",
            "com1.js",
            "../bot.js",
            &format!("{}.js", "x".repeat(60_000)),
        ] {
            let unpacked = files((name, b"x"), &[(name, b"x"), ("lib.js", b"y")]).unwrap();
            assert_eq!(fs::read(unpacked.bot()).unwrap(), b"x", "{}", &name[..5]);
            assert!(unpacked.bot().starts_with(unpacked.folder.path()));
            assert_eq!(unpacked.bot().extension().unwrap(), "js");
        }
    }

    #[test]
    fn nothing_is_written_outside_the_folder() {
        let names =
            ["a.js", "lib/b.js", "../c", "/d", "x:y", "con\u{7}", "..", "lib/../../e", "a.js/f", "g\\h"];
        let all: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, &b"x"[..])).collect();
        let unpacked = files(("a.js", b"x"), &all).unwrap();
        let listed = |folder: &Path| {
            let mut names: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        assert_eq!(listed(unpacked.folder.path()), ["a.js", "lib"]);
        assert_eq!(listed(&unpacked.path("lib")), ["b.js"]);
        assert_eq!(fs::read(unpacked.path("lib/b.js")).unwrap(), b"x");
    }
}
