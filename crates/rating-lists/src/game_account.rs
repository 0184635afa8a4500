//! The account of a file's games: every game found is either rated or left out.

use std::collections::BTreeMap;

use crate::game::LeftOut;

/// Maximum number of places listed per reason.
const PLACES: usize = 5;
/// Maximum number of remarks kept per file.
const REMARKS: usize = 20;
/// Maximum number of distinct terminations.
const TERMINATIONS: usize = 100;

/// The position of a game that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePosition {
    /// The line in which it begins, from 1.
    pub line: u64,
    /// The problem, if the reason alone does not say it.
    pub what: Option<String>,
}

/// The games of a file that are left out for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftGames {
    /// Number of games.
    pub games: u64,
    /// The positions of the first games.
    pub places: Vec<FilePosition>,
}

/// The account of a file's games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Number of games that are rated.
    pub rated: u64,
    /// The games that are not rated, by reason.
    pub left_out: BTreeMap<LeftOut, LeftGames>,
    /// Counts of the terminations that games state.
    pub terminations: BTreeMap<String, u64>,
    /// Remarks for the file's author.
    pub remarks: Vec<String>,
}

impl Account {
    /// Returns the number of games found.
    pub fn games(&self) -> u64 {
        self.rated + self.left()
    }

    /// Returns the number of games that are not rated.
    pub fn left(&self) -> u64 {
        self.left_out.values().map(|left| left.games).sum()
    }

    /// Returns the number of games that are not rated for a reason.
    pub fn left_for(&self, why: LeftOut) -> u64 {
        self.left_out.get(&why).map_or(0, |left| left.games)
    }

    pub(crate) fn leave(&mut self, line: u64, why: LeftOut, what: Option<String>, times: u32) {
        let left = self.left_out.entry(why).or_default();
        left.games += u64::from(times);
        if left.places.len() < PLACES {
            left.places.push(FilePosition { line, what });
        }
    }

    pub(crate) fn remark(&mut self, line: u64, what: &str) {
        match self.remarks.len() {
            ..REMARKS => self.remarks.push(format!("line {line}: {what}")),
            REMARKS => self.remarks.push(format!("more follows from line {line} on")),
            _ => {}
        }
    }

    pub(crate) fn ended(&mut self, termination: &str, times: u32) {
        let is_known = self.terminations.contains_key(termination);
        let name = if is_known || self.terminations.len() < TERMINATIONS { termination } else { "others" };
        *self.terminations.entry(name.to_owned()).or_default() += u64::from(times);
    }
}
