//! The games on record, as a list.

use std::fmt;
use std::iter::FusedIterator;

use super::PlayedRound;
use crate::GameRecord;
use crate::matches::{Entries, GameLog};

/// The games on record, in the order in which they were added.
///
/// They are stored as bytes and decoded as they are read. To follow a record, read it [from](Games::from) where the
/// last reading ended. Reading a single game costs as much as reading a hundred.
#[derive(Clone, Copy)]
pub struct Games<'a> {
    log: &'a GameLog,
    /// The rounds, whose pairings have the seats.
    rounds: &'a [PlayedRound],
}

impl<'a> Games<'a> {
    pub(crate) fn new(log: &'a GameLog, rounds: &'a [PlayedRound]) -> Games<'a> {
        Games { log, rounds }
    }

    /// Number of games.
    pub fn len(self) -> usize {
        self.log.len()
    }

    /// Returns `true` if there are no games.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// All games.
    pub fn iter(self) -> GamesIter<'a> {
        self.from(0)
    }

    /// The games from an index on; none if it is past the end.
    pub fn from(self, index: usize) -> GamesIter<'a> {
        GamesIter { entries: self.log.from(index), rounds: self.rounds }
    }

    /// The game at an index.
    pub fn get(self, index: usize) -> Option<GameRecord> {
        self.from(index).next()
    }

    /// The last game.
    pub fn last(self) -> Option<GameRecord> {
        self.get(self.len().checked_sub(1)?)
    }
}

impl<'a> IntoIterator for Games<'a> {
    type Item = GameRecord;
    type IntoIter = GamesIter<'a>;

    fn into_iter(self) -> GamesIter<'a> {
        self.iter()
    }
}

impl PartialEq for Games<'_> {
    fn eq(&self, other: &Games<'_>) -> bool {
        self.len() == other.len() && self.iter().eq(*other)
    }
}

impl Eq for Games<'_> {}

impl fmt::Debug for Games<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}

/// An iterator over [`Games`].
#[derive(Clone, Debug)]
pub struct GamesIter<'a> {
    entries: Entries<'a>,
    rounds: &'a [PlayedRound],
}

impl Iterator for GamesIter<'_> {
    type Item = GameRecord;

    fn next(&mut self) -> Option<GameRecord> {
        let (key, result) = self.entries.next()?;
        let pairing = self.rounds[key.round() as usize].round.pairings[key.pairing() as usize];
        Some(GameRecord { key, seats: pairing.seating(key.number()), result })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}

impl ExactSizeIterator for GamesIter<'_> {}

impl FusedIterator for GamesIter<'_> {}
