//! Double elimination: an entrant is out after two losses.

use std::cmp::Reverse;

use super::bracket;
use super::single_elimination::{decided_by_seed, seat_all, winner};
use crate::{
    EntrantId, Field, FormatError, MeetingRule, Past, PlayedRound, Ranker, Round, Schedule, StageSeed,
};

/// A double elimination: a loser drops into the lower bracket, and a second loss there puts it out. The winners of both
/// meet in the grand final; if the one from the lower bracket wins it, they meet once more.
///
/// Upper and lower bracket go side by side: in round s (from 0) the upper one plays its round s, the lower one
/// its round s - 1. Seeds and byes are as in the knockout. Entrants that drop are placed with different halves and
/// quarters swapped each time, so that two entrants meet again as late and as rarely as possible: among 16 equals 0.41
/// times a bracket before the last round of the lower one. A level pairing goes to the higher seed, a level grand final
/// to the unbeaten entrant. Places are by the round of the second loss; who lost in the
/// same one shares a rank, and is listed by seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleElimination {
    /// Each pairing is the best of this many games.
    pub best_of: u16,
    /// A pairing that is level is replayed at most this many times, seats swapped, until a game is won.
    pub replays: u16,
}

impl DoubleElimination {
    pub(crate) fn schedule(self, field: &Field, seed: StageSeed) -> Result<DoubleKnockout, FormatError> {
        FormatError::check_entrants(field.ranked.len(), 2)?;
        FormatError::check_positive("best_of", u32::from(self.best_of))?;
        let entrants = field.ranked.clone();
        let upper = entrants.len().next_power_of_two().trailing_zeros();
        Ok(DoubleKnockout { plan: self, entrants, upper, seed })
    }
}

#[derive(Debug)]
pub(crate) struct DoubleKnockout {
    plan: DoubleElimination,
    entrants: Vec<EntrantId>,
    /// Rounds of the upper bracket.
    upper: u32,
    seed: StageSeed,
}

/// Two places of a bracket, empty where there was a bye.
type Places = [Option<EntrantId>; 2];

/// The state of both brackets after some rounds.
#[derive(Clone, Debug, Default)]
struct Brackets {
    upper: Vec<Places>,
    lower: Vec<Places>,
    /// The losers of each round of the upper bracket.
    dropped: Vec<Vec<Option<EntrantId>>>,
    /// The winners of the upper bracket and the lower.
    finalists: [Option<EntrantId>; 2],
    /// The entrants that are out, each with the round of its second loss.
    out: Vec<(u32, EntrantId)>,
    champion: Option<EntrantId>,
}

impl DoubleKnockout {
    fn grand_final(&self) -> u32 {
        2 * self.upper - 1
    }

    /// The state before a round.
    fn before(&self, round: u32, past: &Past) -> Brackets {
        let mut brackets = Brackets { upper: bracket::first_round(&self.entrants), ..Brackets::default() };
        for (number, played) in (0..round).zip(past.rounds()) {
            self.advance(&mut brackets, number, played);
        }
        brackets
    }

    fn advance(&self, brackets: &mut Brackets, number: u32, played: &PlayedRound) {
        if number >= self.grand_final() {
            self.finish(brackets, number, played);
            return;
        }
        let meet = |places: Places| match places {
            [Some(one), Some(other)] => {
                let winner = winner(played, one, other, &self.entrants);
                (Some(winner), Some(if winner == one { other } else { one }))
            }
            [one, other] => (one.or(other), None),
        };
        let (up, down): (Vec<_>, Vec<_>) = brackets.upper.drain(..).map(meet).unzip();
        if number < self.upper {
            brackets.dropped.push(down);
        }
        let (survive, leave): (Vec<_>, Vec<_>) = brackets.lower.drain(..).map(meet).unzip();
        brackets.out.extend(leave.into_iter().flatten().map(|entrant| (number, entrant)));

        if number + 1 < self.upper {
            brackets.upper = pairs(&up);
        } else if number + 1 == self.upper {
            brackets.finalists[0] = up.first().copied().flatten();
        }
        // The next round of the lower bracket, from 0.
        match number {
            _ if number + 1 == self.grand_final() => {
                let second = if self.upper == 1 { &brackets.dropped[0] } else { &survive };
                brackets.finalists[1] = second.first().copied().flatten();
            }
            0 => brackets.lower = pairs(&brackets.dropped[0]),
            odd if odd % 2 == 1 => {
                let from = odd.div_ceil(2) as usize;
                let dropped = crossed(&brackets.dropped[from], from);
                brackets.lower = survive.into_iter().zip(dropped).map(|(one, other)| [one, other]).collect();
            }
            _ => brackets.lower = pairs(&survive),
        }
    }

    /// Adds the result of the grand final, or of its repetition.
    fn finish(&self, brackets: &mut Brackets, number: u32, played: &PlayedRound) {
        let [Some(unbeaten), Some(other)] = brackets.finalists else { return };
        if brackets.champion.is_some() || played.round.pairings.is_empty() {
            return;
        }
        let first_final = number == self.grand_final();
        let seeds: &[EntrantId] = if first_final { &[unbeaten, other] } else { &self.entrants };
        let won = winner(played, unbeaten, other, seeds);
        if won == unbeaten || !first_final {
            let lost = if won == unbeaten { other } else { unbeaten };
            brackets.champion = Some(won);
            brackets.out.push((number, lost));
        }
    }
}

fn pairs(places: &[Option<EntrantId>]) -> Vec<Places> {
    places.as_chunks().0.to_vec()
}

/// The losers of a round of the upper bracket, from its second on, in the order in which the lower bracket meets them:
/// halves swapped, then quarters within halves, then both, then neither.
///
/// Entrants that lost to each other come down on the same side of the bracket. As the two swaps differ from one time to
/// the next, those that drop meet entrants from other parts of the bracket, up to the fourth time.
fn crossed(dropped: &[Option<EntrantId>], from: usize) -> Vec<Option<EntrantId>> {
    let (half, quarter) = (dropped.len() / 2, dropped.len() / 4);
    let swaps = [half, quarter, half + quarter, 0];
    let swap = swaps[(from - 1) % swaps.len()];
    (0..dropped.len()).map(|place| dropped[place ^ swap]).collect()
}

impl Schedule for DoubleKnockout {
    fn is_fixed(&self) -> bool {
        false
    }

    fn rule(&self) -> MeetingRule {
        MeetingRule::BestOf { games: self.plan.best_of, replays: self.plan.replays }
    }

    fn most_rounds(&self) -> u32 {
        self.grand_final() + 2
    }

    fn most_pairings(&self) -> u64 {
        2 * self.entrants.len() as u64 - 1
    }

    fn round(&mut self, number: u32, past: &Past) -> Option<Round> {
        let brackets = self.before(number, past);
        if number >= self.most_rounds() || brackets.champion.is_some() {
            return None;
        }
        let finals = if number >= self.grand_final() { vec![brackets.finalists] } else { Vec::new() };
        let mut round = Round::default();
        let mut met = Vec::new();
        for places in brackets.upper.into_iter().chain(brackets.lower).chain(finals) {
            match places {
                [Some(one), Some(other)] => met.push([one, other]),
                [one, other] => round.byes.extend(one.or(other)),
            }
        }
        round.pairings = seat_all(met, number, past, self.seed);
        Some(round)
    }

    fn order(&self, past: &Past, ranker: &Ranker<'_>) -> Vec<EntrantId> {
        let is_complete = |played: &&PlayedRound| played.scores.iter().all(|score| score.over);
        let complete = past.rounds().iter().take_while(is_complete).count() as u32;
        let brackets = self.before(complete, past);
        let last_round = |entrant: EntrantId| {
            let out = brackets.out.iter().find(|(_, out)| *out == entrant);
            out.map_or(u32::MAX, |&(round, _)| round)
        };
        let mut order = self.entrants.clone();
        // Stable: entrants that left in the same round stay in seed order.
        order.sort_by_key(|&entrant| Reverse(last_round(entrant)));
        for level in order.chunk_by(|&one, &other| last_round(one) == last_round(other)) {
            ranker.lost_together(level);
        }
        // The last match: the grand final, or its repetition.
        let last = past.rounds().get(..complete as usize).and_then(<[_]>::last);
        if let Some(last) = last.filter(|_| brackets.champion.is_some()) {
            decided_by_seed(last).for_each(|two| ranker.decide_by_seed(two));
        }
        order
    }
}
