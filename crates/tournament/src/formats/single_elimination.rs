//! Single elimination: an entrant is out after one loss.

use std::cmp::Reverse;

use super::bracket;
use crate::{
    EntrantId, Field, FormatError, MeetingRule, Pairing, Past, PlayedRound, Ranker, Round, Schedule,
    StageSeed,
};

/// A knockout: seeded 1-16, 2-15, ..., byes for the best seeds up to a power of two, guests left out.
///
/// A pairing that is level after its replays goes to the higher seed. Entrants that lose in the same round are listed
/// by seed, and share a rank; a match for the third place is played in the same round as the final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleElimination {
    /// Each pairing is the best of this many games.
    pub best_of: u16,
    /// A pairing that is level is replayed at most this many times, seats swapped, until a game is won.
    pub replays: u16,
    /// Whether the losers of the semi-finals play for the third place.
    pub third_place: bool,
}

impl SingleElimination {
    pub(crate) fn schedule(self, field: &Field, seed: StageSeed) -> Result<Knockout, FormatError> {
        FormatError::check_entrants(field.ranked.len(), 2)?;
        FormatError::check_positive("best_of", u32::from(self.best_of))?;
        let entrants = field.ranked.clone();
        let rounds = entrants.len().next_power_of_two().trailing_zeros();
        Ok(Knockout { plan: self, entrants, rounds, seed })
    }
}

#[derive(Debug)]
pub(crate) struct Knockout {
    plan: SingleElimination,
    entrants: Vec<EntrantId>,
    rounds: u32,
    seed: StageSeed,
}

impl Knockout {
    fn has_third_place(&self) -> bool {
        self.plan.third_place && self.entrants.len() >= 4
    }

    /// The places of a round from top to bottom, and the losers of the previous round.
    fn places(&self, number: u32, past: &Past) -> (Vec<[Option<EntrantId>; 2]>, Vec<EntrantId>) {
        let mut places = bracket::first_round(&self.entrants);
        let mut losers = Vec::new();
        for played in past.rounds().iter().take(number as usize) {
            let mut results = Results { played, seeds: &self.entrants, losers: Vec::new() };
            let winners: Vec<_> = places.iter().map(|&pair| results.winner(pair)).collect();
            places = winners.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
            losers = results.losers;
        }
        (places, losers)
    }
}

/// The results of a round, asked in the order of the bracket.
struct Results<'a> {
    played: &'a PlayedRound,
    seeds: &'a [EntrantId],
    losers: Vec<EntrantId>,
}

impl Results<'_> {
    fn winner(&mut self, pair: [Option<EntrantId>; 2]) -> Option<EntrantId> {
        let [Some(one), Some(other)] = pair else { return pair[0].or(pair[1]) };
        let winner = winner(self.played, one, other, self.seeds);
        self.losers.push(if winner == one { other } else { one });
        Some(winner)
    }
}

/// The winner of a pairing of the round; the higher seed if it was level.
pub(crate) fn winner(
    played: &PlayedRound,
    one: EntrantId,
    other: EntrantId,
    seeds: &[EntrantId],
) -> EntrantId {
    let mut pairings = played.round.pairings.iter().zip(&played.scores);
    let won = pairings
        .find(|(pairing, _)| pairing.side_of(one).is_some() && pairing.side_of(other).is_some())
        .and_then(|(pairing, score)| Some(pairing.entrant(score.winner?)));
    won.unwrap_or_else(|| if seed_of(one, seeds) < seed_of(other, seeds) { one } else { other })
}

/// The pairings of a round that nobody has won.
pub(crate) fn decided_by_seed(played: &PlayedRound) -> impl Iterator<Item = [EntrantId; 2]> + '_ {
    let pairings = played.round.pairings.iter().zip(&played.scores);
    let level = pairings.filter(|(_, score)| score.over && score.winner.is_none());
    level.map(|(pairing, _)| [pairing.first, pairing.second])
}

fn seed_of(entrant: EntrantId, seeds: &[EntrantId]) -> usize {
    seeds.iter().position(|&other| other == entrant).unwrap_or(usize::MAX)
}

/// Assigns the first seat to the entrant that had it less often in this stage; a coin decides between equals.
pub(crate) fn seat_all(pairs: Vec<[EntrantId; 2]>, round: u32, past: &Past, seed: StageSeed) -> Vec<Pairing> {
    let seated = |(index, pair): (u32, [EntrantId; 2])| {
        let [one, other] = pair.map(|entrant| past.seat_balance(entrant));
        let swap = if one == other { seed.coin(round, index) } else { one > other };
        let [first, second] = if swap { [pair[1], pair[0]] } else { pair };
        Pairing { first, second, turn: round }
    };
    (0..).zip(pairs).map(seated).collect()
}

impl Schedule for Knockout {
    fn is_fixed(&self) -> bool {
        false
    }

    fn rule(&self) -> MeetingRule {
        MeetingRule::BestOf { games: self.plan.best_of, replays: self.plan.replays }
    }

    fn most_rounds(&self) -> u32 {
        self.rounds
    }

    fn most_pairings(&self) -> u64 {
        self.entrants.len() as u64 - 1 + u64::from(self.has_third_place())
    }

    fn round(&mut self, number: u32, past: &Past) -> Option<Round> {
        if number >= self.rounds {
            return None;
        }
        let (places, losers) = self.places(number, past);
        let mut round = Round::default();
        let mut pairs = Vec::new();
        for pair in places {
            match pair {
                [Some(one), Some(other)] => pairs.push([one, other]),
                [Some(alone), None] | [None, Some(alone)] => round.byes.push(alone),
                [None, None] => {}
            }
        }
        if number + 1 == self.rounds && self.has_third_place() {
            pairs.extend(losers.as_chunks().0);
        }
        round.pairings = seat_all(pairs, number, past, self.seed);
        Some(round)
    }

    fn order(&self, past: &Past, ranker: &Ranker<'_>) -> Vec<EntrantId> {
        let mut order: Vec<(u32, usize, EntrantId)> = Vec::new();
        for (seed, &entrant) in self.entrants.iter().enumerate() {
            order.push((self.reached(entrant, past), seed, entrant));
        }
        order.sort_by_key(|&(reached, seed, _)| (Reverse(reached), seed));
        for level in order.chunk_by(|(one, ..), (other, ..)| one == other) {
            ranker.lost_together(&level.iter().map(|&(.., entrant)| entrant).collect::<Vec<_>>());
        }
        if let Some(last) = past.rounds().get(self.rounds as usize - 1) {
            decided_by_seed(last).for_each(|two| ranker.decide_by_seed(two));
        }
        order.into_iter().map(|(_, _, entrant)| entrant).collect()
    }
}

impl Knockout {
    /// An entrant's progress: two for each round it advanced from, and one for winning the match for third place.
    fn reached(&self, entrant: EntrantId, past: &Past) -> u32 {
        let mut reached = 0;
        for (number, played) in (0..).zip(past.rounds()) {
            let last = number + 1 == self.rounds;
            for (index, (pairing, score)) in played.round.pairings.iter().zip(&played.scores).enumerate() {
                let takes_part = pairing.side_of(entrant).is_some();
                let won = || winner(played, pairing.first, pairing.second, &self.entrants) == entrant;
                if takes_part && score.over && won() {
                    // In the last round the first pairing is the final, the second one for the third place.
                    reached += if last && index == 1 { 1 } else { 2 };
                }
            }
            if played.round.byes.contains(&entrant) {
                reached += 2;
            }
        }
        reached
    }
}
