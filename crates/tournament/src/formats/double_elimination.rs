//! Double elimination: an entrant is out after two losses.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::bracket::{self, KnockoutRound, RoundContext};
use crate::{
    Bracket, BracketColumn, BracketPart, BracketPlace, Edition, EntrantId, Field, FormatError, MeetingRule,
    Past, Ranker, Round, Schedule, StageSeed, Tie,
};

/// A double elimination: a loser drops into the lower bracket, and is out after a second loss there. The winners of
/// both brackets meet in the grand final. If the winner of the lower bracket wins it, they meet once more.
///
/// The upper and the lower bracket are played side by side: in round s (from 0) the upper one plays its round s, the
/// lower one its round s - 1. Seeds and byes are as in the knockout. Entrants that drop are placed with different
/// halves and quarters swapped each time, so that two entrants meet again as late and as rarely as possible: among 16
/// equals, there are 0.41 rematches per bracket before the last round of the lower one. A level pairing goes to the
/// higher seed, a level grand final to the unbeaten entrant. Places follow from the round of the second loss; entrants
/// that lose in the same round share a rank, and are listed by seed.
///
/// Neither side advances from a pairing that both have left, and both are placed with the entrants that are out in that
/// round. An entrant that has left does not advance by a bye either. Without a winner of the grand final, the first
/// place stays empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleElimination {
    /// Each pairing is the best of this many games.
    pub best_of: u16,
    /// Maximum number of replays of a level pairing, with seats swapped each time, until a game is won.
    pub replays: u16,
}

impl DoubleElimination {
    pub(crate) fn schedule(
        self,
        field: &Field,
        seed: StageSeed,
        edition: Edition,
    ) -> Result<DoubleKnockout, FormatError> {
        FormatError::check_entrants(field.ranked.len(), 2)?;
        FormatError::check_positive("best_of", u32::from(self.best_of))?;
        let entrants = field.ranked.clone();
        let upper = entrants.len().next_power_of_two().trailing_zeros();
        Ok(DoubleKnockout { plan: self, entrants, upper, seed, edition })
    }
}

#[derive(Debug)]
pub(crate) struct DoubleKnockout {
    plan: DoubleElimination,
    entrants: Vec<EntrantId>,
    /// Number of rounds of the upper bracket.
    upper: u32,
    seed: StageSeed,
    edition: Edition,
}

/// The ties of both brackets, as far as they are known.
struct Ties {
    /// By round of the stage.
    upper: Vec<Vec<Tie>>,
    /// By round of the stage; the first round has none.
    lower: Vec<Vec<Tie>>,
    /// The grand final, and its repetition if there is one.
    finals: Vec<Tie>,
}

impl Ties {
    /// The entrants that are out, each with the round in which it left the brackets.
    fn out(&self) -> BTreeMap<EntrantId, u32> {
        let mut out = BTreeMap::new();
        for (round, ties) in (0..).zip(&self.upper) {
            out.extend(ties.iter().flat_map(Tie::gone).map(|entrant| (entrant, round)));
        }
        let lower = (0..).zip(&self.lower).flat_map(|(round, ties)| ties.iter().map(move |tie| (round, tie)));
        let last = self.lower.len() as u32;
        let repeated = self.finals.len() > 1;
        // The loser of the grand final plays its repetition.
        let finals = (last..).zip(&self.finals).skip(usize::from(repeated));
        for (round, tie) in lower.chain(finals) {
            out.extend(tie.gone().chain(tie.loser().entrant()).map(|entrant| (entrant, round)));
        }
        out
    }

    /// The winner: an empty place if no entrant is left, an open one as long as it is unknown.
    fn champion(&self) -> BracketPlace {
        self.finals.last().map_or(BracketPlace::Open, |last| last.winner)
    }
}

impl DoubleKnockout {
    fn grand_final(&self) -> u32 {
        2 * self.upper - 1
    }

    fn ties(&self, past: &Past) -> Ties {
        let round =
            |number: u32| KnockoutRound { played: past.rounds().get(number as usize), edition: self.edition };
        let mut upper: Vec<Vec<Tie>> = Vec::new();
        let mut lower: Vec<Vec<Tie>> = vec![Vec::new()];
        let mut places = bracket::first_round(&self.entrants);
        for number in 0..self.upper {
            let ties: Vec<Tie> =
                places.into_iter().map(|pair| round(number).tie(pair, &self.entrants)).collect();
            places = bracket::neighbours(&winners(&ties));
            upper.push(ties);
        }
        let dropped = |number: usize| upper[number].iter().map(Tie::loser).collect::<Vec<BracketPlace>>();
        let mut survivors = dropped(0);
        for number in 1..self.grand_final() {
            let places = if number % 2 == 1 {
                bracket::neighbours(&survivors)
            } else {
                let from = number as usize / 2;
                survivors
                    .into_iter()
                    .zip(crossed(&dropped(from), from))
                    .map(<[BracketPlace; 2]>::from)
                    .collect()
            };
            let ties: Vec<Tie> =
                places.into_iter().map(|pair| round(number).tie(pair, &self.entrants)).collect();
            survivors = winners(&ties);
            lower.push(ties);
        }
        let finalists = [upper[upper.len() - 1][0].winner, survivors[0]];
        // A level grand final goes to the unbeaten entrant.
        let unbeaten_first: Vec<EntrantId> = finalists.iter().filter_map(|place| place.entrant()).collect();
        let mut finals = vec![round(self.grand_final()).tie(finalists, &unbeaten_first)];
        let is_contested = finalists.iter().all(|place| place.entrant().is_some());
        if is_contested && finals[0].winner == finalists[1] {
            finals.push(round(self.grand_final() + 1).tie(finalists, &self.entrants));
        }
        Ties { upper, lower, finals }
    }
}

fn winners(ties: &[Tie]) -> Vec<BracketPlace> {
    ties.iter().map(|tie| tie.winner).collect()
}

/// The losers of a round of the upper bracket, from its second round on, in the order in which the lower bracket meets
/// them: halves swapped, then quarters within halves, then both, then neither.
///
/// Entrants that have met drop to the same side of the bracket. Since the swap changes from one round to the next,
/// entrants that drop meet opponents from other parts of the bracket, up to the fourth time.
fn crossed(dropped: &[BracketPlace], from: usize) -> Vec<BracketPlace> {
    let (half, quarter) = (dropped.len() / 2, dropped.len() / 4);
    let swaps = [half, quarter, half + quarter, 0];
    let swap = swaps[(from - 1) % swaps.len()];
    (0..dropped.len()).map(|place| dropped[place ^ swap]).collect()
}

impl Schedule for DoubleKnockout {
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
        let ties = self.ties(past);
        let (number_of_final, is_over) =
            (number.checked_sub(self.grand_final()), ties.champion() != BracketPlace::Open);
        if number >= self.most_rounds() || is_over {
            return None;
        }
        let of_final = number_of_final.and_then(|index| ties.finals.get(index as usize));
        let of_brackets = [&ties.upper, &ties.lower].into_iter().filter_map(|ties| ties.get(number as usize));
        let context = RoundContext { number, past, seed: self.seed, edition: self.edition };
        Some(bracket::round_of(of_brackets.flatten().chain(of_final), &context))
    }

    fn order(&self, past: &Past, ranker: &Ranker<'_>) -> Vec<EntrantId> {
        let ties = self.ties(past);
        let out = ties.out();
        let last_round = |entrant: &EntrantId| out.get(entrant).copied().unwrap_or(u32::MAX);
        let mut order = self.entrants.clone();
        // Stable: entrants that left in the same round stay in seed order.
        order.sort_by_key(|entrant| Reverse(last_round(entrant)));
        for level in order.chunk_by(|one, other| last_round(one) == last_round(other)) {
            ranker.lost_together(level);
        }
        // The last match: the grand final, or its repetition.
        if let Some(two) = ties.finals.last().and_then(Tie::decided_by_seed) {
            ranker.decide_by_seed(two);
        }
        if ties.champion() == BracketPlace::Empty {
            ranker.leave_first_place_empty();
        }
        order
    }

    fn brackets(&self, past: &Past) -> Vec<Bracket> {
        let Ties { mut upper, mut lower, mut finals } = self.ties(past);
        let last = upper.len() - 1;
        for ties in &mut upper[..last] {
            (0..).zip(ties).for_each(|(index, tie): (usize, _)| tie.leads_to = Some(index / 2));
        }
        let last = lower.len() - 1;
        for (round, ties) in lower[..last].iter_mut().enumerate() {
            // After an odd round the survivors meet the entrants that drop, after an even one each other.
            let halved = usize::from(round % 2 == 0) + 1;
            (0..).zip(ties).for_each(|(index, tie): (usize, _)| tie.leads_to = Some(index / halved));
        }
        if finals.len() > 1 {
            finals[0].leads_to = Some(0);
        }
        let bracket = |part, first: u32, columns: Vec<Vec<Tie>>| Bracket {
            part,
            columns: (first..).zip(columns).map(|(round, ties)| BracketColumn { round, ties }).collect(),
        };
        let finals = finals.into_iter().map(|tie| vec![tie]).collect();
        vec![
            bracket(BracketPart::Upper, 0, upper),
            bracket(BracketPart::Lower, 1, lower.split_off(1)),
            bracket(BracketPart::Final, self.grand_final(), finals),
        ]
    }
}
