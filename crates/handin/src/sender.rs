//! What the name of an entry says of who handed it in.

/// Who handed a file in, as far as its name says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sender {
    /// Moodle: `Full name_1234_assignsubmission_file/bot.wasm`.
    Moodle {
        /// The student's full name; a group's name; or `Participant` where names are hidden.
        label: String,
        /// What a worksheet of the same assignment has as `Participant 1234`. Another in each assignment.
        number: u64,
    },
    /// Canvas: `lastfirst_1234_5678_bot.wasm`.
    Canvas {
        /// The name in lower case with nothing but letters and digits in it. It is not a key: others may share it.
        name: String,
        /// The student's `ID`.
        user: u64,
        /// Whether Canvas marked it as late.
        late: bool,
    },
    /// Canvas, where names are hidden: `anon_x1Y2z_5678_bot.wasm`.
    Anonymous {
        /// What stands in the place of the student's `ID`, another in each assignment.
        id: String,
        /// Whether Canvas marked it as late.
        late: bool,
    },
}

/// Between sender and file in Moodle. Older versions have another underscore behind it.
const MOODLE: &str = "_assignsubmission_file";

/// The sender and the name of the file that was handed in, or `None` if the path is not one of a hand-in.
///
/// # Source
/// Moodle, `mod/assign/locallib.php`, `download_submissions`: underscores in names become spaces. Canvas,
/// `lib/content_zipper.rb`: a name never has a number between underscores.
pub fn sender(path: &str) -> Option<(Sender, &str)> {
    moodle(path).or_else(|| canvas(path))
}

fn moodle(path: &str) -> Option<(Sender, &str)> {
    let (sender, rest) = path.split_once(MOODLE)?;
    let (label, number) = sender.rsplit_once('_')?;
    let number = number_of(number)?;
    // In a folder, of an older version or a newer one; or flat.
    let file =
        rest.strip_prefix("_/").or_else(|| rest.strip_prefix('/')).or_else(|| rest.strip_prefix('_'))?;
    let is_sender = !label.is_empty() && !label.contains(['/', '_']);
    (is_sender && !file.is_empty()).then(|| (Sender::Moodle { label: label.to_owned(), number }, file))
}

fn canvas(path: &str) -> Option<(Sender, &str)> {
    if path.contains('/') {
        return None;
    }
    anonymous(path).or_else(|| named(path))
}

/// `anon_x1Y2z_5678_bot.wasm`, or with `LATE_` before it.
fn anonymous(path: &str) -> Option<(Sender, &str)> {
    let (late, rest) = late(path);
    let (id, rest) = rest.strip_prefix("anon_")?.split_once('_')?;
    let (attachment, file) = rest.split_once('_')?;
    number_of(attachment)?;
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_id && !file.is_empty()).then(|| (Sender::Anonymous { id: id.to_owned(), late }, file))
}

/// `lastfirst_LATE_1234_5678_bot.wasm`: the first number between underscores is the student's.
fn named(path: &str) -> Option<(Sender, &str)> {
    let mut at = 0;
    let (name, user, rest) = loop {
        let begin = at + path[at..].find('_')?;
        let (word, rest) = path[begin + 1..].split_once('_')?;
        if let Some(user) = number_of(word) {
            break (&path[..begin], user, rest);
        }
        at = begin + 1;
    };
    let (attachment, file) = rest.split_once('_')?;
    number_of(attachment)?;
    let (name, late) = name.strip_suffix("_LATE").map_or((name, false), |name| (name, true));
    let is_whole = !name.is_empty() && !file.is_empty();
    is_whole.then(|| (Sender::Canvas { name: name.to_owned(), user, late }, file))
}

fn late(path: &str) -> (bool, &str) {
    path.strip_prefix("LATE_").map_or((false, path), |rest| (true, rest))
}

/// A number as course systems write it: digits alone.
fn number_of(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn moodle(label: &str, number: u64) -> Sender {
        Sender::Moodle { label: label.to_owned(), number }
    }

    fn canvas(name: &str, user: u64, late: bool) -> Sender {
        Sender::Canvas { name: name.to_owned(), user, late }
    }

    fn anonymous(id: &str, late: bool) -> Sender {
        Sender::Anonymous { id: id.to_owned(), late }
    }

    #[test]
    fn names_of_course_systems() {
        for (path, sent, file) in [
            ("Ada Lovelace_1234_assignsubmission_file/bot.wasm", moodle("Ada Lovelace", 1234), "bot.wasm"),
            ("Ada Lovelace_1234_assignsubmission_file_/bot.wasm", moodle("Ada Lovelace", 1234), "bot.wasm"),
            ("Ada Lovelace_1234_assignsubmission_file_bot.wasm", moodle("Ada Lovelace", 1234), "bot.wasm"),
            (
                "Participant_77_assignsubmission_file/src/b_1_2_c.js",
                moodle("Participant", 77),
                "src/b_1_2_c.js",
            ),
            ("Blue team-Zoë 王_5_assignsubmission_file/x", moodle("Blue team-Zoë 王", 5), "x"),
            (
                "Bo_5_assignsubmission_file/a_6_assignsubmission_file/x",
                moodle("Bo", 5),
                "a_6_assignsubmission_file/x",
            ),
            ("lovelaceada_9001_77_bot.wasm", canvas("lovelaceada", 9001, false), "bot.wasm"),
            (
                "lovelaceada_LATE_9001_77_my_1_2_bot.wasm",
                canvas("lovelaceada", 9001, true),
                "my_1_2_bot.wasm",
            ),
            ("von_der_zoë_9_8_b", canvas("von_der_zoë", 9, false), "b"),
            ("anon_x1Y2z_77_bot.wasm", anonymous("x1Y2z", false), "bot.wasm"),
            ("LATE_anon_12345_77_bot.wasm", anonymous("12345", true), "bot.wasm"),
        ] {
            assert_eq!(sender(path), Some((sent, file)), "{path}");
        }
    }

    #[test]
    fn what_is_no_hand_in_has_no_sender() {
        for path in [
            "",
            "bot.wasm",
            "Ada_assignsubmission_file/bot.wasm",
            "Ada_12_assignsubmission_onlinetext/onlinetext.html",
            "Ada_12_assignsubmission_file/",
            "../Ada_12_assignsubmission_file/bot.wasm",
            "_12_assignsubmission_file/bot.wasm",
            "Ada_99999999999999999999_assignsubmission_file/bot.wasm",
            "lovelaceada_9001_bot.wasm",
            "lovelaceada_9001_text.html",
            "x/lovelaceada_9001_77_bot.wasm",
            "_9001_77_bot.wasm",
            "lovelaceada_9001_77_",
        ] {
            assert_eq!(sender(path), None, "{path}");
        }
    }

    proptest! {
        #[test]
        fn no_name_brings_it_down(path in "[a_/0-9. é]{0,40}(_assignsubmission_file)?[a_/0-9]{0,9}") {
            if let Some((_, file)) = sender(&path) {
                prop_assert!(!file.is_empty() && path.ends_with(file));
            }
        }
    }
}
