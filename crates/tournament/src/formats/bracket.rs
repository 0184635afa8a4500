//! The places of a knockout.

use crate::EntrantId;

/// The seeds of a bracket from top to bottom, from 0, so that neighbours meet first: of 8, `0 7 3 4 1 6 2 5`.
///
/// As long as the better seed wins, seed 0 meets seed 1 in the final, and in every round the best meets the
/// worst who is left.
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

/// The first round: each pair of places with its entrants, missing where there are fewer entrants than places.
pub(crate) fn first_round(entrants: &[EntrantId]) -> Vec<[Option<EntrantId>; 2]> {
    let places = entrants.len().next_power_of_two().max(2);
    let order = seeds(places);
    order.chunks_exact(2).map(|pair| [pair[0], pair[1]].map(|seed| entrants.get(seed).copied())).collect()
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
            .filter(|pair| pair.contains(&None))
            .map(|pair| pair[0].or(pair[1]))
            .collect();
        assert_eq!(byes.len(), 3);
        for seed in 0..3 {
            assert!(byes.contains(&Some(EntrantId(seed))));
        }
    }
}
