//! One game of a file in any format, and the reasons why some games are not rated.

use std::borrow::Cow;

use rating::results::Score;
use thiserror::Error;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A reason why a game that was found is not rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// A player had no opponent.
    Bye,
    /// The game was decided without being played: a forfeit of one player or of both.
    NotPlayed,
    /// The game is unfinished, or its result is unknown.
    NoResult,
    /// Both players are the same.
    AgainstItself,
    /// A player has no name, or is `?`.
    Unnamed,
    /// The options exclude the game's termination.
    Termination,
    /// A tag or cell with a player or the result is missing.
    Incomplete,
    /// The game's text is damaged.
    Damaged,
    /// The game's result is invalid.
    InvalidResult,
    /// The game's tag and its moves state different results.
    Contradiction,
    /// The game has moves with a result, but no tags.
    Untagged,
    /// The game's tags are in a comment.
    InComment,
    /// A row without text.
    EmptyRow,
}

impl LeftOut {
    /// Returns the reason in words.
    pub fn words(self) -> &'static str {
        match self {
            LeftOut::Bye => "a bye",
            LeftOut::NotPlayed => "not played (a forfeit)",
            LeftOut::NoResult => "no result (*)",
            LeftOut::AgainstItself => "a player against itself",
            LeftOut::Unnamed => "a player without a name",
            LeftOut::Termination => "left out by its termination",
            LeftOut::Incomplete => "incomplete",
            LeftOut::Damaged => "damaged",
            LeftOut::InvalidResult => "an unknown result",
            LeftOut::Contradiction => "the tag Result and the moves disagree",
            LeftOut::Untagged => "moves without tags",
            LeftOut::InComment => "in a comment",
            LeftOut::EmptyRow => "an empty row",
        }
    }
}

/// The end of a game, for the first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Decided(Score),
    /// The game does not count.
    Without(LeftOut),
}

impl Ending {
    /// Parses a result in any of the forms that people and spreadsheets write.
    pub(crate) fn parse(text: &str) -> Option<Ending> {
        let plain: String = text
            .chars()
            .filter(|character| !character.is_whitespace())
            .map(|character| match character {
                '–' | '—' | '−' | ':' => '-',
                other => other.to_ascii_lowercase(),
            })
            .collect();
        Some(match plain.as_str() {
            "1-0" => Ending::Decided(Score::Win),
            "0-1" => Ending::Decided(Score::Loss),
            "1/2-1/2" | "1/2" | "½" | "½-½" | "0.5-0.5" | "0,5-0,5" => Ending::Decided(Score::Draw),
            "*" => Ending::Without(LeftOut::NoResult),
            "bye" => Ending::Without(LeftOut::Bye),
            "0-0" | "+--" | "--+" | "---" | "+/-" | "-/+" | "-/-" | "+-" | "-+" | "1-0f" | "0-1f"
            | "0-0f" | "forfeit" | "walkover" | "unplayed" => Ending::Without(LeftOut::NotPlayed),
            number => {
                let points = plaintext::number(number)?;
                let scores = [(1.0, Score::Win), (0.5, Score::Draw), (0.0, Score::Loss)];
                let (_, score) =
                    scores.into_iter().find(|(value, _)| (points - value).abs() < f64::EPSILON)?;
                Ending::Decided(score)
            }
        })
    }
}

/// Returns why a game was not played, given its termination: the PGN tag, or a column. `None` if it was played.
pub(crate) fn unplayed(termination: &str) -> Option<LeftOut> {
    match termination {
        "bye" | "half-point bye" | "full-point bye" | "zero-point bye" | "half point bye"
        | "full point bye" | "zero point bye" | "unpaired" => Some(LeftOut::Bye),
        "unplayed" | "not played" | "forfeit" | "forfeited" | "double forfeit" | "default" | "walkover"
        | "no show" | "no-show" => Some(LeftOut::NotPlayed),
        "unterminated" => Some(LeftOut::NoResult),
        _ => None,
    }
}

/// Normalizes the blanks and the case of a termination.
pub(crate) fn termination(text: &str) -> String {
    cleaned(text).to_lowercase()
}

/// Normalizes a name for display and comparison: Unicode's composed form, one space for each run of blanks, and no
/// invisible characters.
pub(crate) fn cleaned(name: &str) -> Cow<'_, str> {
    let is_plain = |name: &str| {
        let has_runs = name.starts_with(' ') || name.ends_with(' ') || name.contains("  ");
        let is_odd = |one: char| game::is_invisible(one) || one != ' ' && one.is_whitespace();
        !has_runs && !name.contains(is_odd) && is_nfc(name)
    };
    if is_plain(name) {
        return Cow::Borrowed(name);
    }
    let visible: String =
        name.chars().filter(|&one| one.is_whitespace() || !game::is_invisible(one)).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    Cow::Owned(words.join(" ").nfc().collect())
}

/// Returns `true` if a name stands for a missing opponent.
pub(crate) fn is_bye(name: &str) -> bool {
    let letters = name.trim_matches(|one: char| !one.is_alphanumeric()).to_lowercase();
    unplayed(&letters) == Some(LeftOut::Bye)
}

/// Returns `true` if a name is a placeholder.
pub(crate) fn is_unnamed(name: &str) -> bool {
    !name.contains(char::is_alphanumeric) && name.chars().all(|one| one.is_ascii_punctuation())
}

/// A game of a file, or several equal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// The line in which the game begins.
    pub(crate) line: u64,
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) ending: Ending,
    pub(crate) termination: Option<String>,
    pub(crate) times: u32,
}

/// An item that a reader finds in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FoundItem {
    Game(Game),
    /// Games that cannot be read, with the problem at that line.
    Left {
        line: u64,
        why: LeftOut,
        what: String,
        times: u32,
    },
    /// A remark for the file's author.
    Remark {
        line: u64,
        what: String,
    },
}

/// A mistake in a file of games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}; {remedy}")]
pub struct Mistake {
    /// The line, from 1.
    pub line: u64,
    /// The problem.
    pub what: String,
    /// The remedy.
    pub remedy: String,
}

/// The function that a reader calls with each item it finds.
pub(crate) type OnItem<'a> = &'a mut dyn FnMut(FoundItem) -> Result<(), Mistake>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_people_and_spreadsheets_write_them() {
        for (texts, ending) in [
            (&["1-0", "1", "1.0", "1,0", "1 - 0", "1:0", "1–0"][..], Ending::Decided(Score::Win)),
            (&["0-1", "0", "0.0", "0:1"], Ending::Decided(Score::Loss)),
            (&["1/2-1/2", "½", "½:½", "0.5", "0,5", ",5", "1/2", "½–½"], Ending::Decided(Score::Draw)),
            (&["*", " * "], Ending::Without(LeftOut::NoResult)),
            (&["0-0", "+:-", "-/+", "1-0F", "unplayed"], Ending::Without(LeftOut::NotPlayed)),
            (&["bye", "BYE"], Ending::Without(LeftOut::Bye)),
        ] {
            for text in texts {
                assert_eq!(Ending::parse(text), Some(ending), "{text}");
            }
        }
        for text in ["", "2-0", "0.75", "3", "??", "1-0-1", "NaN"] {
            assert_eq!(Ending::parse(text), None, "{text}");
        }
    }

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for name in
            ["Müller B", " Müller  B ", "Mu\u{308}ller B", "Mü\u{200B}ller\u{A0}B\u{FEFF}", "Müller\tB\r"]
        {
            assert_eq!(cleaned(name), "Müller B", "{name:?}");
        }
        for (name, bye, unnamed) in [
            ("BYE", true, false),
            ("(bye)", true, false),
            ("Byeong", false, false),
            ("?", false, true),
            ("", false, true),
            ("-", false, true),
            ("☃", false, false),
            ("7", false, false),
        ] {
            assert_eq!((is_bye(name), is_unnamed(name)), (bye, unnamed), "{name}");
        }
    }
}
