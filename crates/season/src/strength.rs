//! How strong each version is thought to be while the season is played: enough to pair it.

use rating::results::{MatchResult, Player};
use tournament::Glicko;

use crate::facts::Season;

/// How much less sure a version is than the one before it, in Elo.
const JUMP: f64 = 200.0;

/// The Glicko rating of each version after all games so far, copies counted once; `None` before its first game, where it
/// is [`starting`]'s.
pub(crate) fn strengths(season: &Season) -> Vec<Option<Glicko>> {
    let mut strengths = vec![None; season.versions().len()];
    for game in season.by_version().counted() {
        let MatchResult { first, second, score, .. } = *game;
        let (one, other) = (of(season, &strengths, first), of(season, &strengths, second));
        strengths[first.index()] = Some(one.after(other, score.points()));
        strengths[second.index()] = Some(other.after(one, 1.0 - score.points()));
    }
    strengths
}

/// The rating of a version, with or without games.
pub(crate) fn of(season: &Season, strengths: &[Option<Glicko>], version: Player) -> Glicko {
    strengths[version.index()].unwrap_or_else(|| starting(season, strengths, version))
}

/// Where a version starts: at the rating of the one before it, less sure of it by a jump for each version between.
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
        let [old, next, last] = [0, 2, 3].map(|version| of(&season, &strengths, Player(version)));
        assert_eq!((old.tenths(), old.tenths()), (next.tenths(), last.tenths()));
        assert!((next.deviation - old.deviation.hypot(200.0)).abs() < 1e-9);
        assert!((last.deviation - old.deviation.hypot(200.0).hypot(200.0)).abs() < 1e-9);
        assert!(last.deviation < Glicko::NEW.deviation);
    }
}
