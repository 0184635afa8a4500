//! The places of a knockout.

use crate::{BracketPlace, Edition, EntrantId, Pairing, Past, PlayedRound, Round, StageSeed, Tie};

/// The seeds of a bracket from top to bottom, from 0. Neighbours meet first. Of 8: `0 7 3 4 1 6 2 5`.
///
/// As long as the better seed wins, seed 0 meets seed 1 in the final, and in every round the best remaining entrant
/// meets the worst.
pub(crate) fn seeds(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let sum = 2 * order.len() - 1;
        // The better seed of a new pair is on alternate sides, as brackets are usually drawn.
        order = (0..)
            .zip(order)
            .flat_map(|(at, seed)| if at % 2 == 0 { [seed, sum - seed] } else { [sum - seed, seed] })
            .collect();
    }
    order
}

/// The pairs of places of the first round. Places are empty if there are fewer entrants than places.
pub(crate) fn first_round(entrants: &[EntrantId]) -> Vec<[BracketPlace; 2]> {
    let places = entrants.len().next_power_of_two().max(2);
    let place =
        |seed: usize| entrants.get(seed).map_or(BracketPlace::Empty, |&entrant| BracketPlace::Taken(entrant));
    seeds(places).chunks_exact(2).map(|pair| [pair[0], pair[1]].map(place)).collect()
}

/// The pairs of places of the next round: winners that are neighbours meet.
pub(crate) fn neighbours(places: &[BracketPlace]) -> Vec<[BracketPlace; 2]> {
    places.as_chunks().0.to_vec()
}

/// A round of a knockout, to read its ties from.
#[derive(Clone, Copy)]
pub(crate) struct KnockoutRound<'a> {
    /// The round as it was paired; `None` if it was not.
    pub(crate) played: Option<&'a PlayedRound>,
    pub(crate) edition: Edition,
}

impl KnockoutRound<'_> {
    /// The tie of two places. If two entrants are level, the one that comes first among `seeds` advances.
    pub(crate) fn tie(self, places: [BracketPlace; 2], seeds: &[EntrantId]) -> Tie {
        let open = Tie { places, pairing: None, winner: BracketPlace::Open, by_seed: false, leads_to: None };
        match places {
            [BracketPlace::Taken(one), BracketPlace::Taken(other)] => self.meeting(open, [one, other], seeds),
            [BracketPlace::Taken(alone), BracketPlace::Empty]
            | [BracketPlace::Empty, BracketPlace::Taken(alone)] => {
                Tie { winner: self.unopposed(alone), ..open }
            }
            [BracketPlace::Empty, BracketPlace::Empty] => Tie { winner: BracketPlace::Empty, ..open },
            _ => open,
        }
    }

    fn meeting(self, open: Tie, two: [EntrantId; 2], seeds: &[EntrantId]) -> Tie {
        let Some(played) = self.played else { return open };
        let mut pairings = (0..).zip(played.round.pairings.iter().zip(&played.scores));
        let found = pairings.find(|(_, (pairing, _))| two.iter().all(|&it| pairing.side_of(it).is_some()));
        let seed =
            |entrant: &EntrantId| seeds.iter().position(|other| other == entrant).unwrap_or(usize::MAX);
        let [one, other] = two;
        let better = BracketPlace::Taken(if seed(&one) < seed(&other) { one } else { other });
        let Some((index, (pairing, score))) = found else { return Tie { winner: better, ..open } };
        let tie = Tie { pairing: Some(index), ..open };
        match score.winner {
            _ if !score.over => tie,
            Some(side) => Tie { winner: BracketPlace::Taken(pairing.entrant(side)), ..tie },
            None if score.deserted && self.edition.keeps_to_the_record() => {
                Tie { winner: BracketPlace::Empty, ..tie }
            }
            None => Tie { winner: better, by_seed: true, ..tie },
        }
    }

    /// The entrant that advances without an opponent; an empty place if it has left.
    fn unopposed(self, alone: EntrantId) -> BracketPlace {
        match self.played {
            None => BracketPlace::Open,
            Some(played) if self.edition.keeps_to_the_record() && !played.round.byes.contains(&alone) => {
                BracketPlace::Empty
            }
            Some(_) => BracketPlace::Taken(alone),
        }
    }
}

/// Creates a round from these ties: its pairings and its byes.
pub(crate) fn round_of<'a>(ties: impl Iterator<Item = &'a Tie>, context: &RoundContext<'_>) -> Round {
    let RoundContext { number, past, seed, edition } = *context;
    let mut round = Round::default();
    let mut met = Vec::new();
    for tie in ties {
        match tie.places.map(BracketPlace::entrant) {
            [Some(one), Some(other)] => met.push([one, other]),
            [one, other] => round.byes.extend(one.or(other)),
        }
    }
    if edition.keeps_to_the_record() {
        round.byes.retain(|&entrant| !past.is_out(entrant, number));
    }
    round.pairings = seat_all(met, number, past, seed);
    round
}

/// The inputs of a round in addition to its ties.
pub(crate) struct RoundContext<'a> {
    pub(crate) number: u32,
    pub(crate) past: &'a Past,
    pub(crate) seed: StageSeed,
    pub(crate) edition: Edition,
}

/// Assigns the first seat to the entrant that had it less often in this stage. A coin decides between equals.
fn seat_all(pairs: Vec<[EntrantId; 2]>, round: u32, past: &Past, seed: StageSeed) -> Vec<Pairing> {
    let seated = |(index, pair): (u32, [EntrantId; 2])| {
        let [one, other] = pair.map(|entrant| past.seat_balance(entrant));
        let swap = if one == other { seed.coin(round, index) } else { one > other };
        let [first, second] = if swap { [pair[1], pair[0]] } else { pair };
        Pairing { first, second, turn: round }
    };
    (0..).zip(pairs).map(seated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_the_worst() {
        assert_eq!(seeds(1), [0]);
        assert_eq!(seeds(2), [0, 1]);
        assert_eq!(seeds(4), [0, 3, 2, 1]);
        assert_eq!(seeds(8), [0, 7, 4, 3, 2, 5, 6, 1]);
        let sixteen = seeds(16);
        assert!(sixteen.chunks(2).all(|pair| pair[0] + pair[1] == 15));
        // The four best are in four quarters, the two best in two halves.
        let quarter = |seed| sixteen.iter().position(|&other| other == seed).unwrap() / 4;
        let quarters: Vec<_> = (0..4).map(quarter).collect();
        assert_eq!(quarters, [0, 3, 2, 1]);
    }

    #[test]
    fn the_best_have_the_byes() {
        let five: Vec<_> = (0..5).map(EntrantId).collect();
        let byes: Vec<_> = first_round(&five)
            .into_iter()
            .filter(|pair| pair.contains(&BracketPlace::Empty))
            .map(|pair| pair[0].entrant().or(pair[1].entrant()))
            .collect();
        assert_eq!(byes.len(), 3);
        for seed in 0..3 {
            assert!(byes.contains(&Some(EntrantId(seed))));
        }
    }
}
