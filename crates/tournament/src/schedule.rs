//! The interface of all formats: the next round as a function of the past.

mod games;

use std::collections::BTreeSet;
use std::fmt::Debug;

pub use self::games::{Games, GamesIter};
use crate::matches::GameLog;
use crate::rulings::{InForce, Since};
use crate::{Bracket, EntrantId, Field, GameRecord, MeetingRule, Pairing, PairingScore, Ranker, Round};

/// The score of a round without an opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bye {
    /// Nothing: all have equally many byes, or only advancing matters.
    #[default]
    Nothing,
    /// As much as winning every game of a pairing.
    Win,
    /// As much as drawing every game of a pairing.
    Draw,
}

/// A format with its entrants: a function from the past to the next round.
///
/// It only ever adds: the pairings of a round never change once returned. Its result depends on the past alone, not on
/// earlier calls (it may cache what it has computed).
pub trait Schedule: Debug + Send + Sync {
    /// Returns `true` if rounds do not depend on results, so that all can be played at once.
    fn is_fixed(&self) -> bool {
        false
    }

    /// The number of games of each pairing.
    fn rule(&self) -> MeetingRule;

    /// Maximum number of rounds.
    fn most_rounds(&self) -> u32;

    /// Maximum number of pairings over all rounds; exact for a fixed format.
    fn most_pairings(&self) -> u64;

    /// The pairings of a round; `None` if the stage is over. A fixed format ignores the past; the others are called in
    /// order, when all earlier rounds are complete.
    fn round(&mut self, number: u32, past: &Past) -> Option<Round>;

    /// The score of a bye.
    fn bye(&self) -> Bye {
        Bye::Nothing
    }

    /// The score of a round in which an entrant asked not to be paired.
    fn requested_bye(&self) -> Bye {
        Bye::Nothing
    }

    /// Maximum number of games that an entrant has left after this number of complete rounds; `None` if places do not
    /// follow from sums of games.
    fn games_left(&self, complete: u32) -> Option<u32> {
        let _ = complete;
        None
    }

    /// Number of turns that every entrant has had after this number of complete rounds: cycles, or rounds of a Swiss.
    /// `None` if some have had more games than others, or if the format does not aim at equal numbers.
    fn turns(&self, complete: u32) -> Option<u32> {
        let _ = complete;
        None
    }

    /// All ranked entrants, the winner first.
    fn order(&self, past: &Past, ranker: &Ranker<'_>) -> Vec<EntrantId> {
        let _ = past;
        ranker.rank(ranker.ranked())
    }

    /// The brackets of a knockout, as far as they are known; none in other formats.
    fn brackets(&self, past: &Past) -> Vec<Bracket> {
        let _ = past;
        Vec::new()
    }

    /// Returns `true` if an entrant without a pairing in a round has missed it, as in a Swiss.
    fn pairs_everybody(&self) -> bool {
        false
    }

    /// The group of an entrant, from 0; `None` if there are no groups.
    fn group(&self, entrant: EntrantId) -> Option<u32> {
        let _ = entrant;
        None
    }
}

/// A paired round, with the scores of its pairings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRound {
    /// The pairings.
    pub round: Round,
    /// The score of each pairing, in the same order; all zero until the pairing is over.
    pub scores: Vec<PairingScore>,
}

/// The rounds and games of a stage, in schedule order, and the rulings in force.
#[derive(Clone, Debug, Default)]
pub struct Past {
    pub(crate) stage: u16,
    /// The start of the play-off, if there is one.
    pub(crate) play_off: Option<PlayOffStart>,
    pub(crate) rounds: Vec<PlayedRound>,
    pub(crate) log: GameLog,
    pub(crate) force: InForce,
    /// Incremented whenever scores of earlier rounds may have changed.
    pub(crate) revision: u32,
}

/// The state at the start of a play-off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayOffStart {
    /// Number of rounds before it, all of which are the format's own. The play-off follows.
    pub(crate) rounds: u32,
    /// Number of games on record, all from those rounds. Replays of them may follow, between the games of the play-off.
    pub(crate) games: usize,
}

impl Past {
    /// The paired rounds.
    pub fn rounds(&self) -> &[PlayedRound] {
        &self.rounds
    }

    /// Every game on record, even if it does not count.
    pub fn games(&self) -> Games<'_> {
        Games::new(&self.log, &self.rounds)
    }

    /// The games that count.
    pub fn counted_games(&self) -> impl Iterator<Item = GameRecord> + '_ {
        self.counted_games_from(0)
    }

    /// The games that count from an index of the record on.
    pub(crate) fn counted_games_from(&self, index: usize) -> impl Iterator<Item = GameRecord> + '_ {
        self.games().from(index).filter(|game| self.force.counts(game))
    }

    /// The rulings in force.
    pub fn force(&self) -> &InForce {
        &self.force
    }

    /// Number of times that rulings have changed the past.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Returns `true` if the entrant has left before a round.
    pub fn is_out(&self, entrant: EntrantId, round: u32) -> bool {
        self.force.is_out(entrant, Since { stage: self.stage, round })
    }

    /// Returns `true` if all entrants of the field except at most one have left before a round.
    pub(crate) fn is_deserted(&self, field: &Field, round: u32) -> bool {
        let everybody = field.everybody();
        self.force.exits() + 1 >= everybody.len()
            && everybody.iter().filter(|&&entrant| !self.is_out(entrant, round)).count() <= 1
    }

    /// The pairings of entrants that had met in an earlier round, with the round, from 0; without a play-off.
    pub fn meetings_again(&self) -> Vec<(u32, Pairing)> {
        let mut met = BTreeSet::new();
        let mut again = Vec::new();
        let main = self.play_off.map_or(self.rounds.len(), |play_off| play_off.rounds as usize);
        for (number, played) in (0..).zip(self.rounds.iter().take(main)) {
            for (&pairing, score) in played.round.pairings.iter().zip(&played.scores) {
                let pair = (pairing.first.min(pairing.second), pairing.first.max(pairing.second));
                if score.walkover.is_none() && !met.insert(pair) {
                    again.push((number, pairing));
                }
            }
        }
        again
    }

    /// Returns `true` if the entrant was in a pairing of a round, or had a bye because there was no opponent.
    pub(crate) fn was_paired(&self, entrant: EntrantId) -> bool {
        self.rounds.iter().any(|PlayedRound { round, .. }| {
            round.byes.contains(&entrant) || round.pairings.iter().any(|it| it.side_of(entrant).is_some())
        })
    }

    /// Number of pairings that an entrant began in the first seat, less those in the second.
    pub fn seat_balance(&self, entrant: EntrantId) -> i32 {
        let pairings = self.rounds.iter().flat_map(|round| round.round.pairings.iter().zip(&round.scores));
        pairings
            .filter(|(_, score)| score.walkover.is_none())
            .map(|(pairing, _)| i32::from(pairing.first == entrant) - i32::from(pairing.second == entrant))
            .sum()
    }
}
