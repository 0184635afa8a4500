//! The estimated strength of each version during the season, for pairing.

use rating::results::{MatchResult, Player};
use tournament::Glicko;

use crate::season_facts::Season;

/// The additional deviation of a version relative to its predecessor, in Elo.
const JUMP: f64 = 200.0;

/// Returns the Glicko rating of each version after all games so far, with copies counted once; `None` before its first
/// game, where [`starting`] applies.
pub(crate) fn strengths(season: &Season) -> Vec<Option<Glicko>> {
    let mut strengths = vec![None; season.versions().len()];
    for game in season.by_version().counted() {
        let MatchResult { first, second, score, .. } = *game;
        let (one, other) = (rating_of(season, &strengths, first), rating_of(season, &strengths, second));
        strengths[first.index()] = Some(one.after(other, score.points()));
        strengths[second.index()] = Some(other.after(one, 1.0 - score.points()));
    }
    strengths
}

/// Returns the rating of a version, with or without games.
pub(crate) fn rating_of(season: &Season, strengths: &[Option<Glicko>], version: Player) -> Glicko {
    strengths[version.index()].unwrap_or_else(|| starting(season, strengths, version))
}

/// Returns the initial rating of a version: its predecessor's rating, with a jump added to the deviation for each
/// version in between.
fn starting(season: &Season, strengths: &[Option<Glicko>], version: Player) -> Glicko {
    let mut jumps = 0.0;
    let mut version = version;
    while let Some(before) = season.before(version) {
        jumps += 1.0;
        if let Some(strength) = strengths[before.index()] {
            let deviation = libm::sqrt(strength.deviation * strength.deviation + jumps * JUMP * JUMP);
            return Glicko { deviation: deviation.min(Glicko::NEW.deviation), ..strength };
        }
        version = before;
    }
    Glicko::NEW
}

#[cfg(test)]
mod tests {
    use rating::results::Score;

    use super::*;
    use crate::{Bot, Cycle};

    #[test]
    fn a_new_version_starts_where_the_old_one_stands_and_less_sure() {
        let games = vec![MatchResult::new(0_usize, 1_usize, Score::Win); 40];
        let season = Season::new(2, [0, 1, 0, 0].map(Bot).to_vec(), vec![Cycle { at: 0, games }]).unwrap();
        let strengths = strengths(&season);
        let [old, next, last] = [0, 2, 3].map(|version| rating_of(&season, &strengths, Player(version)));
        assert_eq!((old.tenths(), old.tenths()), (next.tenths(), last.tenths()));
        assert!((next.deviation - old.deviation.hypot(200.0)).abs() < 1e-9);
        assert!((last.deviation - old.deviation.hypot(200.0).hypot(200.0)).abs() < 1e-9);
        assert!(last.deviation < Glicko::NEW.deviation);
    }
}
