//! Places that are decided, however the remaining games end.

use crate::{Criterion, EntrantId, Points, Scoring, Tally};

/// Returns `true` if the first `places` places are decided when every entrant has at most `games_left` games to play.
///
/// Considers the first criterion alone, which must be points or wins: each of those places must be ahead of the next by
/// more than the games left can change. Ties that later criteria would break count as open.
pub(crate) fn is_decided<'a>(
    ranked: &[EntrantId],
    tally: impl Fn(EntrantId) -> &'a Tally,
    rank: &[Criterion],
    scoring: &Scoring,
    bounds: Bounds,
) -> bool {
    let (value, least, most): (fn(&Tally) -> i64, i64, i64) = match rank.first() {
        Some(Criterion::Points) => {
            let worth = [scoring.win, scoring.draw, scoring.loss].map(Points::thousandths);
            let least = worth.into_iter().min().unwrap_or(0);
            (|tally| tally.points.thousandths(), least, worth.into_iter().max().unwrap_or(0))
        }
        Some(Criterion::Wins) => (|tally| i64::from(tally.wins), 0, 1),
        _ => return false,
    };
    let mut values: Vec<i64> = ranked.iter().map(|&entrant| value(tally(entrant))).collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    let change = (most - least).saturating_mul(i64::from(bounds.games_left));
    values.windows(2).take(bounds.places as usize).all(|pair| pair[0] - pair[1] > change)
}

/// The places to decide, and the remaining games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Number of places that must be decided.
    pub(crate) places: u32,
    /// Maximum number of games that each entrant has left.
    pub(crate) games_left: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_decided_when_the_games_left_cannot_change_them() {
        let scoring = Scoring::default();
        let tallies = [6500, 4000, 3500]
            .map(|points| Tally { points: Points::from_thousandths(points), ..Tally::default() });
        let ranked = [EntrantId(0), EntrantId(1), EntrantId(2)];
        for (places, games_left, decided) in
            [(1, 2, true), (1, 3, false), (2, 0, true), (2, 1, false), (3, 0, true), (9, 0, true)]
        {
            let bounds = Bounds { places, games_left };
            let tally = |entrant: EntrantId| &tallies[entrant.index()];
            assert_eq!(
                is_decided(&ranked, tally, &[Criterion::Points], &scoring, bounds),
                decided,
                "{bounds:?}"
            );
            assert!(!is_decided(&ranked, tally, &[Criterion::Buchholz], &scoring, bounds));
        }
    }

    #[test]
    fn a_tie_is_open_even_without_games_left() {
        let tally = Tally::default();
        let bounds = Bounds { places: 1, games_left: 0 };
        let ranked = [EntrantId(0), EntrantId(1)];
        assert!(!is_decided(&ranked, |_| &tally, &[Criterion::Wins], &Scoring::default(), bounds));
    }
}
