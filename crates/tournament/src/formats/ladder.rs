//! Games between entrants where they are most informative.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::standings::Ratings;
use crate::{
    EntrantId, Field, FormatError, MatchKey, MeetingRule, Pairing, Past, Round, Schedule, StageSeed,
};

/// A ladder: batch after batch of pairings between entrants close in rating, those with the least certain rating first,
/// until the games are used up.
///
/// A round is a batch; its pairings depend on all batches before it. Ratings are [`Glicko`](crate::Glicko)'s, and
/// copies of a game count once. For each pairing of a batch, the ladder takes the entrant with the greatest deviation
/// (then the one with fewest games, then by lot). Its opponent is the one with the least sum of: the difference of
/// ratings, 40 for each time they have met, and minus half the opponent's deviation. No entrant is taken twice before
/// every other was taken. Rank by `rating` to see the ladder's own order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Number of games of each pairing, seats swapped after every one.
    pub games: u16,
    /// Number of pairings of a batch.
    pub batch: u32,
    /// Total number of games. The last batch is cut to it.
    pub budget: u64,
}

impl Ladder {
    pub(crate) fn schedule(self, field: &Field, seed: StageSeed) -> Result<LadderSchedule, FormatError> {
        let entrants = field.everybody();
        FormatError::check_entrants(entrants.len(), 2)?;
        FormatError::check_positive("games", u32::from(self.games))?;
        FormatError::check_positive("batch", self.batch)?;
        if self.budget < u64::from(self.games) {
            return Err(FormatError::Zero("budget"));
        }
        for (what, value, limit) in [
            ("pairings in a batch", u64::from(self.batch), MatchKey::PAIRINGS),
            ("batches", self.pairings().div_ceil(u64::from(self.batch)), MatchKey::ROUNDS),
        ] {
            if value > u64::from(limit) {
                return Err(FormatError::Limit { what, value, limit: u64::from(limit) });
            }
        }
        let lots = entrants.iter().map(|&entrant| (entrant, seed.lot(entrant))).collect();
        Ok(LadderSchedule { plan: self, lots, seed, state: State::default() })
    }

    fn pairings(self) -> u64 {
        self.budget / u64::from(self.games)
    }
}

#[derive(Debug)]
pub(crate) struct LadderSchedule {
    plan: Ladder,
    /// All entrants, each with the lot that breaks ties.
    lots: BTreeMap<EntrantId, u128>,
    seed: StageSeed,
    state: State,
}

/// An entrant that can be paired, in its state after the previous batches.
#[derive(Clone, Copy, Debug)]
struct Contender {
    entrant: EntrantId,
    /// In hundredths of a rating point, so that equal ones compare equal.
    deviation: i64,
    /// In tenths of a rating point.
    rating: i64,
    taken: u32,
    lot: u128,
}

/// State that is kept from batch to batch. A function of the past alone.
#[derive(Debug, Default)]
struct State {
    rounds: usize,
    ratings: Ratings,
    pairings: u64,
    /// Number of meetings of two entrants, from both sides.
    met: BTreeMap<EntrantId, BTreeMap<EntrantId, u32>>,
    taken: BTreeMap<EntrantId, u32>,
    /// Number of pairings that an entrant began in the first seat, less those in the second.
    balance: BTreeMap<EntrantId, i32>,
}

impl State {
    fn catch_up(&mut self, past: &Past) {
        self.ratings.catch_up(past);
        for played in &past.rounds()[self.rounds..] {
            for pairing in &played.round.pairings {
                self.add(pairing.first, pairing.second);
            }
        }
        self.rounds = past.rounds().len();
    }

    fn add(&mut self, first: EntrantId, second: EntrantId) {
        self.pairings += 1;
        for (entrant, other, step) in [(first, second, 1), (second, first, -1)] {
            *self.met.entry(entrant).or_default().entry(other).or_default() += 1;
            *self.taken.entry(entrant).or_default() += 1;
            *self.balance.entry(entrant).or_default() += step;
        }
    }

    fn times_met(&self, one: EntrantId, other: EntrantId) -> u32 {
        self.met.get(&one).and_then(|met| met.get(&other)).copied().unwrap_or(0)
    }

    fn balance(&self, entrant: EntrantId) -> i32 {
        self.balance.get(&entrant).copied().unwrap_or(0)
    }
}

fn unordered(one: EntrantId, other: EntrantId) -> (EntrantId, EntrantId) {
    (one.min(other), one.max(other))
}

impl Schedule for LadderSchedule {
    fn rule(&self) -> MeetingRule {
        MeetingRule::Games(self.plan.games)
    }

    fn most_rounds(&self) -> u32 {
        self.plan.pairings().div_ceil(u64::from(self.plan.batch)) as u32
    }

    fn most_pairings(&self) -> u64 {
        self.plan.pairings()
    }

    fn turns(&self, complete: u32) -> Option<u32> {
        // No entrant is taken twice before every other was taken, so a turn has half as many pairings as entrants.
        let pairings = (u64::from(complete) * u64::from(self.plan.batch)).min(self.plan.pairings());
        u32::try_from(pairings / self.lots.len().div_ceil(2) as u64).ok()
    }

    fn round(&mut self, number: u32, past: &Past) -> Option<Round> {
        if number < self.state.rounds as u32 {
            // An earlier round was requested again, so the cached state cannot be used.
            self.state = State::default();
        }
        self.state.catch_up(past);
        let active = self.contenders(past, number);
        let left = self.plan.pairings().saturating_sub(self.state.pairings);
        if left == 0 || active.len() < 2 {
            return None;
        }
        let count = left.min(u64::from(self.plan.batch));
        let mut free: Vec<Contender> = Vec::new();
        let mut batch: BTreeMap<(EntrantId, EntrantId), u32> = BTreeMap::new();
        let mut round = Round::default();
        for index in 0..count as u32 {
            if free.len() < 2 {
                free.clone_from(&active);
            }
            let Some((one, other)) = self.choose(&mut free, &batch) else { break };
            let again = batch.entry(unordered(one, other)).or_default();
            let turn = self.state.times_met(one, other) + *again;
            *again += 1;
            let lead = self.state.balance(one) - self.state.balance(other);
            let swap = if lead == 0 { self.seed.coin(number, index) } else { lead > 0 };
            let (first, second) = if swap { (other, one) } else { (one, other) };
            round.pairings.push(Pairing { first, second, turn });
        }
        Some(round)
    }
}

impl LadderSchedule {
    /// All entrants that are still playing.
    fn contenders(&self, past: &Past, number: u32) -> Vec<Contender> {
        let active = self.lots.iter().filter(|(entrant, _)| !past.is_out(**entrant, number));
        active
            .map(|(&entrant, &lot)| {
                let rating = self.state.ratings.get(entrant);
                Contender {
                    entrant,
                    deviation: libm::round(rating.deviation * 100.0) as i64,
                    rating: rating.tenths(),
                    taken: self.state.taken.get(&entrant).copied().unwrap_or(0),
                    lot,
                }
            })
            .collect()
    }

    /// Takes the next pairing from the free entrants.
    fn choose(
        &self,
        free: &mut Vec<Contender>,
        batch: &BTreeMap<(EntrantId, EntrantId), u32>,
    ) -> Option<(EntrantId, EntrantId)> {
        let uncertain = |at: &usize| {
            let Contender { deviation, taken, lot, .. } = free[*at];
            (deviation, Reverse(taken), lot)
        };
        let one = (0..free.len()).max_by_key(uncertain)?;
        let one = free.swap_remove(one);
        let met = self.state.met.get(&one.entrant);
        let cost = |at: &usize| {
            let other = free[*at];
            let before = met.and_then(|met| met.get(&other.entrant)).copied().unwrap_or(0);
            let now = batch.get(&unordered(one.entrant, other.entrant)).copied().unwrap_or(0);
            let apart = (one.rating - other.rating).abs();
            // In hundredths of a rating point.
            (10 * apart + 4000 * i64::from(before + now) - other.deviation / 2, other.lot)
        };
        let other = (0..free.len()).min_by_key(cost)?;
        Some((one.entrant, free.swap_remove(other).entrant))
    }
}
