//! Recovering the original name of a file that a course system or a browser renamed to avoid a duplicate.

use std::borrow::Cow;

/// Maximum number of digits of a number that distinguishes duplicates.
const DIGITS: usize = 3;
/// Length of a UUID, which Canvas uses after a few numbers.
const UUID: usize = 36;

/// Returns the name of a file before it was renamed, in the same folder, with its last extension in lower case. Returns
/// the same name if it was not renamed.
///
/// # Source
/// Canvas, `app/models/attachment.rb`, `make_unique_filename`: `-1` before the extensions, and a UUID instead of an
/// eighth number. Browsers that save a file for the second time: `bot (1).js`, `bot(1).js` or `bot-1.js`.
pub fn original_name(path: &str) -> Cow<'_, str> {
    let begin = path.rfind('/').map_or(0, |at| at + 1);
    let (folder, file) = path.split_at(begin);
    let stem = file.match_indices('.').find_map(|(at, _)| Some((unnumbered(&file[..at])?, &file[at..])));
    let ending = file.rfind('.').map_or("", |at| &file[at..]);
    match stem {
        None if !ending.bytes().any(|byte| byte.is_ascii_uppercase()) => Cow::Borrowed(path),
        renamed => {
            let (stem, endings) = renamed.unwrap_or((&file[..file.len() - ending.len()], ending));
            let lower = &endings[..endings.len() - ending.len()];
            Cow::Owned([folder, stem, lower, &ending.to_ascii_lowercase()].concat())
        }
    }
}

/// Returns a stem without the suffix that distinguishes duplicates; `None` if there is no such suffix.
fn unnumbered(stem: &str) -> Option<&str> {
    let is_number =
        |text: &str| (1..=DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_uuid =
        |text: &str| text.len() == UUID && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let bare = if let Some((bare, number)) = stem.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
        is_number(number).then(|| bare.strip_suffix(' ').unwrap_or(bare))
    } else {
        let uuid = stem.len().checked_sub(UUID).and_then(|at| stem.split_at_checked(at));
        let uuid = uuid.filter(|(_, uuid)| is_uuid(uuid)).and_then(|(bare, _)| bare.strip_suffix('-'));
        uuid.or_else(|| stem.rsplit_once('-').filter(|(_, number)| is_number(number)).map(|(bare, _)| bare))
    };
    bare.filter(|bare| !bare.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        for (name, due) in [
            ("bot-1.js", "bot.js"),
            ("tank_war-12.js", "tank_war.js"),
            ("muster-1.d.ts", "muster.d.ts"),
            ("muster.d-1.ts", "muster.d.ts"),
            ("bot-0f8fad5b-d9cb-469f-a165-70867728950e.js", "bot.js"),
            ("bot (1).js", "bot.js"),
            ("bot(2).py", "bot.py"),
            ("lib-1/bot (1).JS", "lib-1/bot.js"),
            ("Bot.Wasm", "Bot.wasm"),
            ("a.B.JS", "a.B.js"),
        ] {
            assert_eq!(original_name(name), due);
            assert_eq!(original_name(&original_name(name)), due, "once is enough");
        }
        for name in
            ["bot.js", "bot", "-1.js", "(1).js", "bot-1", "bot-1234.js", "bot-a.js", "bot1.js", "", "é-.js"]
        {
            assert_eq!(original_name(name), name);
        }
    }
}
