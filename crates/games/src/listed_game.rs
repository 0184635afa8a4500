//! A game of the list, with everything that is looked up by its name.

use game::Game;

use crate::{Constant, SampleBot};

/// A game with its rules, the texts for authors of bots, and its sample bots.
#[derive(Clone, Copy)]
pub struct ListedGame {
    /// The rules.
    pub game: &'static dyn Game,
    /// The page of the rules, in Markdown: the README of the game's crate.
    pub rules_page: &'static str,
    /// The strategies with which new projects begin, each with the name of its language.
    pub starters: &'static [(&'static str, &'static str)],
    /// Constants of the kits that neither the layout nor the start position has.
    pub constants: &'static [Constant],
    /// The sample bots, in the order of messages and sites.
    pub bots: &'static [SampleBot],
    /// The results of the tournament of all built-in bots, as CSV: `name,module,rating,plus_minus,games`.
    pub strengths: &'static str,
    /// The names of the sample bots that play the reference match of a fleet. Together, they search and use random
    /// numbers.
    pub reference_bots: [&'static str; 2],
    /// The bot that values positions (`replay::mistakes`). It never competes, so tournaments and records cannot name
    /// it.
    pub analyst: Option<SampleBot>,
}

impl ListedGame {
    /// Returns the strategy with which a project in a language begins.
    pub fn starter(&self, language: &str) -> Option<&'static str> {
        self.starters.iter().find(|(name, _)| *name == language).map(|(_, text)| *text)
    }

    /// Returns a sample bot.
    pub fn bot(&self, name: &str) -> Option<&'static SampleBot> {
        self.bots.iter().find(|bot| bot.name == name)
    }
}
