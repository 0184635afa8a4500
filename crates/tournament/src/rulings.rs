//! An organiser's rulings, and their effect on the results that count.
//!
//! A schedule only adds. A ruling changes which results count, but never the record. Each is in force from a stated
//! round on and can be undone by a later one.
//!
//! | ruling | from its round on |
//! |---|---|
//! | withdraw, disqualify | the entrant is not paired; in an existing schedule its opponents advance by walkover |
//! | annul | the game does not count |
//! | replay | the game does not count, and is played again with the same seats and opening under a seed of its own |
//! | undo | an earlier ruling is no longer in force; games that were played because of it stay on record |
//!
//! A walkover scores a win's points for each game, and no metrics. If both sides of a pairing have left, neither
//! advances. The earlier games of an entrant that leaves count or not, as the ruling says.
//!
//! An annulled knockout game does not change which entrant advanced; order a replay before the next round is paired to
//! do that. An entrant that has already played on in a knockout plays on.
//!
//! A disqualified entrant has no place in the table of any stage, including completed ones
//! ([`Stage::settle`](crate::Stage::settle)): the others move up. An entrant that withdraws keeps the place that its
//! games give it, even in a stage that it left in the middle; if none of them counts, it has no place. An entrant that
//! has advanced to a later stage stays there: a later change of a table moves no entrant up into a stage that was
//! already played.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use crate::{EntrantId, GameRecord, MatchKey};

/// A point of the schedule: the start of a round of a stage, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Since {
    /// The stage.
    pub stage: u16,
    /// The round of the stage.
    pub round: u32,
}

impl Since {
    /// A point after every round of every stage.
    pub const END: Since = Since { stage: u16::MAX, round: u32::MAX };
}

/// An organiser's decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The point at which it takes effect.
    pub since: Since,
    /// Its order.
    pub order: RulingAction,
    /// The reason, for the report.
    pub reason: String,
}

/// The order of a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulingAction {
    /// An entrant leaves.
    Withdraw {
        /// The entrant.
        entrant: EntrantId,
        /// The effect on its games so far.
        games: PastGames,
    },
    /// An entrant is expelled and no longer ranked.
    Disqualify {
        /// The entrant.
        entrant: EntrantId,
        /// The effect on its games so far.
        games: PastGames,
    },
    /// A game does not count.
    Annul {
        /// The match, including its attempt.
        game: MatchKey,
    },
    /// A game is played again.
    Replay {
        /// The match; its attempt is ignored.
        game: MatchKey,
    },
    /// An earlier ruling is no longer in force.
    Undo {
        /// Its number: the index in the list of rulings.
        ruling: usize,
    },
}

/// The effect on the games of an entrant that leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastGames {
    /// They count.
    Keep,
    /// They do not count, for either side.
    Annul,
}

/// The reason why a ruling is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulingError {
    /// An undo of a ruling that is not an earlier one.
    #[error("ruling {undo} undoes ruling {ruling}, which is not an earlier one")]
    Undo {
        /// Number of the undo, from 1.
        undo: usize,
        /// Number of the other ruling, from 1.
        ruling: usize,
    },
    /// A game was ordered to be played again too often.
    #[error("game {0} has been replayed {limit} times, which is the limit", limit = MatchKey::ATTEMPTS - 1)]
    TooOften(MatchKey),
    /// A ruling reaches into rounds that are already paired.
    #[error(
        "round {next} is the first that is not paired yet: the ruling can take effect from there, \
         not from round {asked}"
    )]
    Late {
        /// The requested round, from 1.
        asked: u32,
        /// The first possible round, from 1.
        next: u32,
    },
    /// A game that was not played.
    #[error("game {0} has not been played")]
    Unplayed(MatchKey),
}

/// The point at which an entrant left, and the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The first round it is not in.
    pub since: Since,
    /// The effect on its games so far.
    pub games: PastGames,
    /// `true` if it was expelled.
    pub disqualified: bool,
}

/// The rulings of a run in the order they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulings(Vec<Ruling>);

impl Rulings {
    /// Checks a list of rulings.
    ///
    /// # Errors
    /// When an undo does not name an earlier ruling, or a game is ordered again too often.
    pub fn new(rulings: Vec<Ruling>) -> Result<Rulings, RulingError> {
        let mut replays: BTreeMap<MatchKey, u32> = BTreeMap::new();
        for (index, ruling) in rulings.iter().enumerate() {
            match ruling.order {
                RulingAction::Undo { ruling: undone } if undone >= index => {
                    return Err(RulingError::Undo { undo: index + 1, ruling: undone + 1 });
                }
                RulingAction::Replay { game } => {
                    let count = replays.entry(game.with_game(game.number(), 0)).or_default();
                    *count += 1;
                    if *count >= MatchKey::ATTEMPTS {
                        return Err(RulingError::TooOften(game));
                    }
                }
                _ => {}
            }
        }
        Ok(Rulings(rulings))
    }

    /// The rulings in the order they were made.
    pub fn as_slice(&self) -> &[Ruling] {
        &self.0
    }

    /// Adds a ruling.
    ///
    /// # Errors
    /// As for [`Rulings::new`]. In that case, the list is unchanged.
    pub fn push(&mut self, ruling: Ruling) -> Result<(), RulingError> {
        let mut longer = self.0.clone();
        longer.push(ruling);
        *self = Rulings::new(longer)?;
        Ok(())
    }

    /// The rulings that are in force at the start of a round, with their indices in the list.
    pub fn standing(&self, at: Since) -> impl Iterator<Item = (usize, &Ruling)> {
        let numbered = self.0.iter().enumerate().zip(self.stands(at));
        numbered.filter(|(_, stands)| *stands).map(|(ruling, _)| ruling)
    }

    /// For each ruling, `true` if it is in force at the start of a round.
    fn stands(&self, at: Since) -> Vec<bool> {
        let mut stands = vec![true; self.0.len()];
        for (index, ruling) in self.0.iter().enumerate().rev() {
            stands[index] &= ruling.since <= at;
            if let (true, RulingAction::Undo { ruling: undone }) = (stands[index], ruling.order) {
                stands[undone] = false;
            }
        }
        stands
    }

    /// The state of all rulings at the start of a round.
    pub fn in_force(&self, at: Since) -> InForce {
        let stands = self.stands(at);
        let mut force = InForce::default();
        let mut ordered: BTreeMap<MatchKey, u16> = BTreeMap::new();
        for (ruling, stands) in self.0.iter().zip(stands) {
            let since = ruling.since;
            match ruling.order {
                RulingAction::Replay { game } => {
                    // Attempts are counted over all rulings, so undoing one does not rename the game of another.
                    let slot = game.with_game(game.number(), 0);
                    let attempt = ordered.entry(slot).or_default();
                    *attempt += 1;
                    if stands {
                        force.replays.insert(slot, *attempt);
                    }
                }
                RulingAction::Withdraw { entrant, games } if stands => {
                    force.leave(entrant, Departure { since, games, disqualified: false });
                }
                RulingAction::Disqualify { entrant, games } if stands => {
                    force.leave(entrant, Departure { since, games, disqualified: true });
                }
                RulingAction::Annul { game } if stands => {
                    force.annulled.insert(game);
                }
                _ => {}
            }
        }
        force
    }
}

/// The rulings in force at one point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InForce {
    exits: BTreeMap<EntrantId, Departure>,
    annulled: BTreeSet<MatchKey>,
    /// For each game that was ordered again, the attempt that counts.
    replays: BTreeMap<MatchKey, u16>,
}

impl InForce {
    pub(crate) fn leave(&mut self, entrant: EntrantId, exit: Departure) {
        let first = self.exits.entry(entrant).or_insert(exit);
        // An entrant that withdrew and is then disqualified has left at the earlier point, on the harder terms.
        first.since = first.since.min(exit.since);
        first.disqualified |= exit.disqualified;
        if exit.games == PastGames::Annul {
            first.games = PastGames::Annul;
        }
    }

    /// The exit of an entrant; `None` if it has not left.
    pub fn exit(&self, entrant: EntrantId) -> Option<Departure> {
        self.exits.get(&entrant).copied()
    }

    /// Number of entrants that have left.
    pub(crate) fn exits(&self) -> usize {
        self.exits.len()
    }

    /// Returns `true` if the entrant has left before or at the start of a round.
    pub fn is_out(&self, entrant: EntrantId, at: Since) -> bool {
        self.exits.get(&entrant).is_some_and(|exit| exit.since <= at)
    }

    /// Returns `true` if the entrant has a place in the standings.
    pub fn is_ranked(&self, entrant: EntrantId) -> bool {
        self.exits.get(&entrant).is_none_or(|exit| !exit.disqualified && exit.games == PastGames::Keep)
    }

    /// The attempt of a game that counts.
    pub fn attempt(&self, game: MatchKey) -> u16 {
        self.replays.get(&game.with_game(game.number(), 0)).copied().unwrap_or(0)
    }

    /// The games to be played again, with the attempt that counts.
    pub(crate) fn replays(&self) -> impl Iterator<Item = (MatchKey, u16)> + '_ {
        self.replays.iter().map(|(&key, &attempt)| (key, attempt))
    }

    /// Returns `true` if a game counts.
    pub fn counts(&self, game: &GameRecord) -> bool {
        if self.is_empty() {
            return game.key.attempt() == 0;
        }
        let at = Since { stage: game.key.stage(), round: game.key.round() };
        let stays = |entrant: EntrantId| {
            self.exits.get(&entrant).is_none_or(|exit| exit.games == PastGames::Keep && at < exit.since)
        };
        game.key.attempt() == self.attempt(game.key)
            && !self.annulled.contains(&game.key)
            && game.seats.0.into_iter().all(stays)
    }

    /// Returns `true` if no ruling is in force.
    pub fn is_empty(&self) -> bool {
        self.exits.is_empty() && self.annulled.is_empty() && self.replays.is_empty()
    }
}
