//! The lines of a list, and the contestants they represent.

use std::collections::BTreeMap;

use super::RatingList;
use crate::results::Player;

/// A contestant of a run: a bot entered under a name, in one of its versions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contestant {
    /// The entrant's name, the same in every run.
    pub entrant: String,
    /// Identifies this version of the bot, such as the hash of its module and settings.
    pub version: String,
}

/// The contestants that share a line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// An entrant in one version: a new version starts from scratch.
    Version,
    /// An entrant in any version. Games between versions of one entrant do not count.
    Entrant,
}

/// Returns the identity of a contestant's line.
pub(super) fn key(line: Line, contestant: &Contestant) -> Contestant {
    match line {
        Line::Version => contestant.clone(),
        Line::Entrant => Contestant { entrant: contestant.entrant.clone(), version: String::new() },
    }
}

/// The lines including those of a new run, kept separate until the run is known to fit.
pub(super) struct Lines {
    line: Line,
    pub(super) index: BTreeMap<Contestant, usize>,
    pub(super) contestants: Vec<Contestant>,
}

impl Lines {
    pub(super) fn from_list(list: &RatingList) -> Self {
        Self { line: list.line, index: list.index.clone(), contestants: list.contestants.clone() }
    }

    pub(super) fn line(&mut self, contestant: &Contestant) -> Player {
        let contestants = &mut self.contestants;
        let line = *self.index.entry(key(self.line, contestant)).or_insert_with(|| {
            contestants.push(contestant.clone());
            contestants.len() - 1
        });
        contestants[line] = contestant.clone();
        line.into()
    }
}
