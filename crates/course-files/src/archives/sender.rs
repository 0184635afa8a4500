//! Parsing the sender from the name of an entry.

use std::fmt;

/// The sender of a file, as far as its name tells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sender {
    /// Moodle: `Full name_1234_assignsubmission_file/bot.wasm`.
    Moodle {
        /// The student's full name, a group's name, or `Participant` if names are hidden.
        label: String,
        /// The number of `Participant 1234` in a worksheet of the same assignment, which differs in each assignment; or
        /// the number of a group, which is in no worksheet. `None` for students without a group, whom Moodle's group
        /// assignments treat as one.
        number: Option<u64>,
    },
    /// Canvas: `lastfirst_1234_5678_bot.wasm`.
    Canvas {
        /// The name of the student or group in lower case, reduced to letters and digits. It is not unique.
        name: String,
        /// The student's `ID`; for a group, that of one of its students.
        user: u64,
    },
    /// Canvas, if names are hidden: `anon_x1Y2z_5678_bot.wasm`.
    Anonymous {
        /// The replacement for the student's `ID`, which differs in each assignment.
        id: String,
    },
}

/// Writes the sender as in an archive's file names.
impl fmt::Display for Sender {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sender::Moodle { label, number: Some(number) } => write!(text, "{label}_{number}"),
            Sender::Moodle { label, number: None } => text.write_str(label),
            Sender::Canvas { name, user } => write!(text, "{name}_{user}"),
            Sender::Anonymous { id } => write!(text, "anon_{id}"),
        }
    }
}

/// The form of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A file.
    File,
    /// A text typed or pasted into a page of the course system.
    OnlineText,
    /// A web address.
    Link,
}

/// The parts of an entry's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryName<'a> {
    /// The sender.
    pub sender: Sender,
    /// `true` if Canvas marked it as late.
    pub late: bool,
    /// The form of the submission.
    pub form: Form,
    /// The name of the submitted file. In Moodle it may include folders.
    pub file: &'a str,
}

/// The separator between sender and kind of submission in Moodle.
const MOODLE: &str = "_assignsubmission_";

/// Parses the path of an entry; `None` if it is not a submission.
///
/// # Source
/// Moodle, `mod/assign/classes/downloader.php` (at `da545523`), lines 172 to 197 for the sender and 216 to 241 for the
/// file: underscores in names become spaces, a group has its own number, and students without a group have none. Before
/// that class `mod/assign/locallib.php`, `download_submissions`: `Group-Full name_1234`, with the student's number.
/// Canvas, `lib/content_zipper.rb` (at `05e9653c`), lines 452 to 456 for the sender, 441 to 450 for a file, 428 to 439
/// for a text or a web address: a name never contains a number between underscores (lines 481 to 487); for a group,
/// `Assignment#representatives` (line 83) has one student, with the group's name (lines 466 to 471).
pub fn entry_name(path: &str) -> Option<EntryName<'_>> {
    moodle(path).or_else(|| canvas(path))
}

/// Returns the sender in the path of an entry. The path may also be a Moodle folder with nothing after its name.
pub(crate) fn sender_of(path: &str) -> Option<Sender> {
    let name = |path: &str| entry_name(path).map(|name| name.sender);
    name(path).or_else(|| if path.ends_with('/') { name(&format!("{path}_")) } else { None })
}

fn moodle(path: &str) -> Option<EntryName<'_>> {
    let (sender, rest) = path.split_once(MOODLE)?;
    let (form, rest) = match rest.strip_prefix("onlinetext") {
        Some(rest) => (Form::OnlineText, rest),
        None => (Form::File, rest.strip_prefix("file")?),
    };
    // In a folder (of an older or a newer version of Moodle), or flat.
    let file =
        rest.strip_prefix("_/").or_else(|| rest.strip_prefix('/')).or_else(|| rest.strip_prefix('_'))?;
    let (label, number) = match sender.rsplit_once('_') {
        Some((label, number)) => (label, Some(number_of(number)?)),
        None => (sender, None),
    };
    let is_sender = !label.is_empty() && !label.contains(['/', '_']);
    let sender = Sender::Moodle { label: label.to_owned(), number };
    (is_sender && !file.is_empty()).then_some(EntryName { sender, late: false, form, file })
}

fn canvas(path: &str) -> Option<EntryName<'_>> {
    if path.contains('/') {
        return None;
    }
    let (sender, late, rest) = anonymous(path).or_else(|| named(path))?;
    let (form, file) = match rest {
        "text.html" => (Form::OnlineText, rest),
        "link.html" => (Form::Link, rest),
        _ => {
            let (attachment, file) = rest.split_once('_')?;
            number_of(attachment)?;
            (Form::File, file)
        }
    };
    (!file.is_empty()).then_some(EntryName { sender, late, form, file })
}

/// Parses `anon_x1Y2z_5678_bot.wasm`, with or without `LATE_` before it.
fn anonymous(path: &str) -> Option<(Sender, bool, &str)> {
    let (late, rest) = late(path);
    let (id, rest) = rest.strip_prefix("anon_")?.split_once('_')?;
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_id.then(|| (Sender::Anonymous { id: id.to_owned() }, late, rest))
}

/// Parses `lastfirst_LATE_1234_5678_bot.wasm`. The first number between underscores is the student's.
fn named(path: &str) -> Option<(Sender, bool, &str)> {
    let mut at = 0;
    let (name, user, rest) = loop {
        let begin = at + path[at..].find('_')?;
        let (word, rest) = path[begin + 1..].split_once('_')?;
        if let Some(user) = number_of(word) {
            break (&path[..begin], user, rest);
        }
        at = begin + 1;
    };
    // A name without letters and digits leaves nothing before the number.
    let unmarked = ["_LATE", "_late"].into_iter().find_map(|mark| name.strip_suffix(mark));
    let (name, late) = unmarked.or((name == "LATE").then_some("")).map_or((name, false), |name| (name, true));
    Some((Sender::Canvas { name: name.to_owned(), user }, late, rest))
}

fn late(path: &str) -> (bool, &str) {
    path.strip_prefix("LATE_").map_or((false, path), |rest| (true, rest))
}

/// Parses a number as course systems write it: digits only.
fn number_of(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn moodle(label: &str, number: u64) -> Sender {
        Sender::Moodle { label: label.to_owned(), number: Some(number) }
    }

    fn canvas(name: &str, user: u64) -> Sender {
        Sender::Canvas { name: name.to_owned(), user }
    }

    fn anonymous(id: &str) -> Sender {
        Sender::Anonymous { id: id.to_owned() }
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
            ("lovelaceada_9001_77_bot.wasm", canvas("lovelaceada", 9001), "bot.wasm"),
            ("lovelaceada_LATE_9001_77_my_1_2_bot.wasm", canvas("lovelaceada", 9001), "my_1_2_bot.wasm"),
            ("lovelaceada_late_9001_77_bot.wasm", canvas("lovelaceada", 9001), "bot.wasm"),
            ("von_der_zoë_9_8_b", canvas("von_der_zoë", 9), "b"),
            ("_9001_77_bot.wasm", canvas("", 9001), "bot.wasm"),
            ("LATE_9001_77_bot.wasm", canvas("", 9001), "bot.wasm"),
            ("anon_x1Y2z_77_bot.wasm", anonymous("x1Y2z"), "bot.wasm"),
            ("LATE_anon_12345_77_bot.wasm", anonymous("12345"), "bot.wasm"),
        ] {
            let late = path.to_lowercase().contains("late_");
            let due = EntryName { sender: sent, late, form: Form::File, file };
            assert_eq!(entry_name(path), Some(due), "{path}");
        }
    }

    #[test]
    fn groups_have_numbers_of_their_own_or_none() {
        let without_number = Sender::Moodle { label: "Default group".to_owned(), number: None };
        for (path, sent) in [
            ("Team 01_901_assignsubmission_file/bot.js", moodle("Team 01", 901)),
            ("Default group_assignsubmission_file/bot.js", without_number.clone()),
            ("Default group_assignsubmission_file_bot.js", without_number),
            ("Team 01-Ada Lovelace_12_assignsubmission_file/bot.js", moodle("Team 01-Ada Lovelace", 12)),
        ] {
            let due = EntryName { sender: sent, late: false, form: Form::File, file: "bot.js" };
            assert_eq!(entry_name(path), Some(due), "{path}");
        }
    }

    #[test]
    fn what_was_typed_is_no_file() {
        for (path, sent, form, file) in [
            (
                "Ada Lovelace_12_assignsubmission_onlinetext/onlinetext.html",
                moodle("Ada Lovelace", 12),
                Form::OnlineText,
                "onlinetext.html",
            ),
            (
                "Ada Lovelace_12_assignsubmission_onlinetext_onlinetext.html",
                moodle("Ada Lovelace", 12),
                Form::OnlineText,
                "onlinetext.html",
            ),
            ("lovelaceada_9001_text.html", canvas("lovelaceada", 9001), Form::OnlineText, "text.html"),
            ("lovelaceada_LATE_9001_link.html", canvas("lovelaceada", 9001), Form::Link, "link.html"),
            ("LATE_anon_x1Y2z_text.html", anonymous("x1Y2z"), Form::OnlineText, "text.html"),
            ("lovelaceada_9001_77_text.html", canvas("lovelaceada", 9001), Form::File, "text.html"),
        ] {
            let late = path.contains("LATE_");
            assert_eq!(entry_name(path), Some(EntryName { sender: sent, late, form, file }), "{path}");
        }
    }

    #[test]
    fn what_is_no_hand_in_has_no_sender() {
        for path in [
            "",
            "bot.wasm",
            "Ada_12_assignsubmission_comments/x",
            "Ada_12_assignsubmission_file/",
            "../Ada_12_assignsubmission_file/bot.wasm",
            "_12_assignsubmission_file/bot.wasm",
            "Ada_99999999999999999999_assignsubmission_file/bot.wasm",
            "lovelaceada_9001_bot.wasm",
            "x/lovelaceada_9001_77_bot.wasm",
            "lovelaceada_9001_77_",
        ] {
            assert_eq!(entry_name(path), None, "{path}");
        }
    }

    #[test]
    fn a_folder_with_nothing_in_it_has_a_sender() {
        assert_eq!(sender_of("Ada_12_assignsubmission_file/"), Some(moodle("Ada", 12)));
        assert_eq!(sender_of("Ada_12_assignsubmission_file/bot.js"), Some(moodle("Ada", 12)));
        assert_eq!(sender_of("submissions/"), None);
    }

    proptest! {
        #[test]
        fn no_name_brings_it_down(path in "[a_/0-9. é]{0,40}(_assignsubmission_(file|onlinetext))?[a_/0-9]{0,9}") {
            if let Some(EntryName { file, .. }) = entry_name(&path) {
                prop_assert!(!file.is_empty() && path.ends_with(file));
            }
        }
    }
}
