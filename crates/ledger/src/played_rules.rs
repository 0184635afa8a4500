//! The rules with which the matches of a game from a file were played. After the rules change, recorded matches keep
//! the rules that they were played with.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use job::RULES_FILE;
use tournament::MatchKey;

use crate::LedgerError;

/// The rules of a run's matches, as the run's file [`RULES_FILE`] lists them: a line with the key of the game, and a line
/// for each earlier one, with the matches that were played with it. Empty for a built-in game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedRules {
    /// The key of the game of all other matches; `None` for a built-in game.
    pub now: Option<String>,
    /// The earlier rules, in the order of their use.
    pub earlier: Vec<EarlierRules>,
}

/// Earlier rules, with the matches that were played under them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierRules {
    /// The key of the game.
    pub game: String,
    /// The matches.
    pub matches: BTreeSet<MatchKey>,
}

impl PlayedRules {
    /// Reads the list from a run's files.
    ///
    /// # Errors
    /// If the list is malformed.
    pub fn read(files: &BTreeMap<String, String>) -> Result<PlayedRules, LedgerError> {
        let Some(text) = files.get(RULES_FILE) else { return Ok(PlayedRules::default()) };
        let mut lines = text.lines();
        let now = lines.next().map(str::to_owned);
        let earlier = lines.map(EarlierRules::read).collect::<Option<_>>();
        let damaged = || LedgerError::damaged(format!("its list of the {RULES_FILE} cannot be read"));
        Ok(PlayedRules { now, earlier: earlier.ok_or_else(damaged)? })
    }

    /// Returns the keys of all games on the list.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        self.now.as_deref().into_iter().chain(self.earlier.iter().map(|earlier| earlier.game.as_str()))
    }

    /// Returns the key of the game whose rules apply to a match; `None` for a built-in game.
    pub fn game_of(&self, key: MatchKey) -> Option<&str> {
        let earlier = self.earlier.iter().find(|earlier| earlier.matches.contains(&key));
        earlier.map(|earlier| earlier.game.as_str()).or(self.now.as_deref())
    }

    /// Returns the list after a change to the rules of `game`, with these matches on record.
    #[must_use]
    pub fn changed(mut self, game: &str, on_record: impl IntoIterator<Item = MatchKey>) -> PlayedRules {
        if self.now.as_deref() == Some(game) {
            return self;
        }
        let known = |key: &MatchKey| self.earlier.iter().any(|earlier| earlier.matches.contains(key));
        let matches: BTreeSet<MatchKey> = on_record.into_iter().filter(|key| !known(key)).collect();
        if let Some(before) = self.now.replace(game.to_owned())
            && !matches.is_empty()
        {
            self.earlier.push(EarlierRules { game: before, matches });
        }
        self
    }
}

/// The text of the file.
impl fmt::Display for PlayedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.now.as_deref().unwrap_or_default())?;
        self.earlier.iter().try_for_each(|earlier| write!(f, "\n{earlier}"))
    }
}

impl EarlierRules {
    /// Reads a line of the file.
    pub(crate) fn read(line: &str) -> Option<EarlierRules> {
        let (game, matches) = line.split_once(' ')?;
        let matches = matches.split(' ').map(|key| key.parse().ok()).collect::<Option<_>>()?;
        Some(EarlierRules { game: game.to_owned(), matches })
    }
}

/// The line of the file.
impl fmt::Display for EarlierRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        self.matches.iter().try_for_each(|key| write!(f, " {key}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_keep_the_rules_that_they_were_played_with() {
        let key = |number| MatchKey::new(0, number, 0, 0).expect("a key");
        let began = PlayedRules { now: Some("a@1".to_owned()), earlier: Vec::new() };
        let once = began.clone().changed("a@2", [key(0), key(3)]);
        let twice = once.clone().changed("a@3", [key(0), key(1), key(3)]);
        assert_eq!(twice.clone().changed("a@3", [key(9)]), twice);
        let games =
            |rules: &PlayedRules| [0, 1, 2, 3].map(|number| rules.game_of(key(number)).unwrap().to_owned());
        assert_eq!(games(&began), ["a@1"; 4]);
        assert_eq!(games(&once), ["a@1", "a@2", "a@2", "a@1"]);
        assert_eq!(games(&twice), ["a@1", "a@2", "a@3", "a@1"]);
        let files = |text: String| BTreeMap::from([(RULES_FILE.to_owned(), text)]);
        assert_eq!(PlayedRules::read(&files(twice.to_string())).unwrap(), twice);
        assert!(PlayedRules::read(&files("a@2\na@1 1.1".to_owned())).is_err());
        assert_eq!(PlayedRules::read(&BTreeMap::new()).unwrap(), PlayedRules::default());
    }
}
