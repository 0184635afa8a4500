//! Single elimination: an entrant is out after one loss.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::bracket::{self, KnockoutRound, RoundContext};
use crate::{
    Bracket, BracketColumn, BracketPart, BracketPlace, Edition, EntrantId, Field, FormatError, MeetingRule,
    Past, Ranker, Round, Schedule, StageSeed, Tie,
};

/// A knockout: seeded 1-16, 2-15, ..., byes for the best seeds up to a power of two, guests left out.
///
/// A pairing that is level after its replays goes to the higher seed. Neither side advances from a pairing that both
/// have left, and an entrant that has left does not advance by a bye: the next opponent has a bye instead. Entrants
/// that leave the bracket in the same round are listed by seed, and share a rank. A match for the third place is played
/// in the same round as the final. If neither side wins the final, there is no winner, and the first place stays empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleElimination {
    /// Each pairing is the best of this many games.
    pub best_of: u16,
    /// Maximum number of replays of a level pairing, with seats swapped each time, until a game is won.
    pub replays: u16,
    /// `true` if the losers of the semi-finals play for the third place.
    pub third_place: bool,
}

impl SingleElimination {
    pub(crate) fn schedule(
        self,
        field: &Field,
        seed: StageSeed,
        edition: Edition,
    ) -> Result<Knockout, FormatError> {
        FormatError::check_entrants(field.ranked.len(), 2)?;
        FormatError::check_positive("best_of", u32::from(self.best_of))?;
        let entrants = field.ranked.clone();
        let rounds = entrants.len().next_power_of_two().trailing_zeros();
        Ok(Knockout { plan: self, entrants, rounds, seed, edition })
    }
}

#[derive(Debug)]
pub(crate) struct Knockout {
    plan: SingleElimination,
    entrants: Vec<EntrantId>,
    rounds: u32,
    seed: StageSeed,
    edition: Edition,
}

/// The ties of a knockout.
struct Ties {
    /// By round.
    columns: Vec<Vec<Tie>>,
    third_place: Option<Tie>,
}

impl Knockout {
    fn has_third_place(&self) -> bool {
        self.plan.third_place && self.entrants.len() >= 4
    }

    /// All ties, as far as they are known.
    fn ties(&self, past: &Past) -> Ties {
        let mut columns: Vec<Vec<Tie>> = Vec::new();
        let mut places = bracket::first_round(&self.entrants);
        for round in past.rounds().iter().map(Some).chain(std::iter::repeat(None)).take(self.rounds as usize)
        {
            let round = KnockoutRound { played: round, edition: self.edition };
            let ties: Vec<Tie> = places.into_iter().map(|pair| round.tie(pair, &self.entrants)).collect();
            places = bracket::neighbours(&ties.iter().map(|tie| tie.winner).collect::<Vec<_>>());
            columns.push(ties);
        }
        let played = past.rounds().get(self.rounds as usize - 1);
        let third_place = self.has_third_place().then(|| {
            let semi_finals = &columns[self.rounds as usize - 2];
            let losers = [semi_finals[0].loser(), semi_finals[1].loser()];
            KnockoutRound { played, edition: self.edition }.tie(losers, &self.entrants)
        });
        Ties { columns, third_place }
    }
}

impl Schedule for Knockout {
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
        let ties = self.ties(past);
        let third_place = ties.third_place.iter().filter(|_| number + 1 == self.rounds);
        let context = RoundContext { number, past, seed: self.seed, edition: self.edition };
        Some(bracket::round_of(ties.columns[number as usize].iter().chain(third_place), &context))
    }

    fn order(&self, past: &Past, ranker: &Ranker<'_>) -> Vec<EntrantId> {
        let ties = self.ties(past);
        // Two for each round that an entrant advances from, and one for the match for the third place.
        let mut reached: BTreeMap<EntrantId, u32> = BTreeMap::new();
        for entrant in ties.columns.iter().flatten().filter_map(|tie| tie.winner.entrant()) {
            *reached.entry(entrant).or_default() += 2;
        }
        if let Some(third) = ties.third_place.and_then(|tie| tie.winner.entrant()) {
            *reached.entry(third).or_default() += 1;
        }
        let reached = |entrant: &EntrantId| reached.get(entrant).copied().unwrap_or(0);
        let mut order = self.entrants.clone();
        // Stable: entrants that came equally far stay in seed order.
        order.sort_by_key(|entrant| Reverse(reached(entrant)));
        for level in order.chunk_by(|one, other| reached(one) == reached(other)) {
            ranker.lost_together(level);
        }
        let last = ties.columns.last().into_iter().flatten();
        last.chain(&ties.third_place)
            .filter_map(Tie::decided_by_seed)
            .for_each(|two| ranker.decide_by_seed(two));
        if ties.columns.last().is_some_and(|last| last[0].winner == BracketPlace::Empty) {
            ranker.leave_first_place_empty();
        }
        order
    }

    fn brackets(&self, past: &Past) -> Vec<Bracket> {
        let Ties { mut columns, third_place } = self.ties(past);
        let last = columns.len() - 1;
        for ties in &mut columns[..last] {
            (0..).zip(ties).for_each(|(index, tie): (usize, _)| tie.leads_to = Some(index / 2));
        }
        let columns = (0..).zip(columns).map(|(round, ties)| BracketColumn { round, ties }).collect();
        let main = Bracket { part: BracketPart::Main, columns };
        let third_place = third_place.filter(|tie| tie.pairing.is_some() || tie.winner != BracketPlace::Open);
        let third_place =
            third_place.filter(|tie| tie.places != [BracketPlace::Empty; 2]).map(|tie| Bracket {
                part: BracketPart::ThirdPlace,
                columns: vec![BracketColumn { round: self.rounds - 1, ties: vec![tie] }],
            });
        std::iter::once(main).chain(third_place).collect()
    }
}
