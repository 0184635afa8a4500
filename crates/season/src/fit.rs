//! One fit over all games of a season: every version of every bot by the games of all.

use std::collections::BTreeSet;

use rating::bradley_terry::{Belief, Common, Estimate, Posterior, posterior};
use rating::connections::placed_by_results;
use rating::results::Player;
use rating::table::Table;

use crate::facts::{Bot, Season};
use crate::points;
use crate::scales::{Beliefs, Components, Deviations, Sides, UNSURE, UNSURE_AT_ONCE, likely_shapes};

/// How far from zero the average change from one version to the next is thought to be, in Elo, before games say.
pub const DRIFT: f64 = 200.0;

/// How far strengths are thought to depend on the opponent, in Elo, before games say.
const OPPONENTS: f64 = 150.0;

/// The average rating of the first versions of bots that results place.
const AVERAGE: f64 = 1500.0;

/// More steps than the estimation of the deviations has been seen to need.
const MOST_STEPS: usize = 30;
/// At how many standard errors from what is likeliest it is found out how fast other deviations become less likely.
const AWAY: f64 = std::f64::consts::SQRT_2;
/// In how many rounds shapes are found there.
const ROUNDS: usize = 3;

/// The ratings of a season.
#[derive(Clone, Debug)]
pub struct SeasonFit {
    /// The versions whose average rating is 1500: the first version with games of each bot that results place, as
    /// [`placed_by_results`] has it. A bot that lost every game affects no other rating.
    pub zero: Vec<Player>,
    /// By version, in Elo, relative to the average of `zero`. A version without games has the rating of the one before it.
    pub versions: Vec<Estimate>,
    /// How far bots that are new to the season lie around the field: the likeliest scale of Student's t in Elo, within which
    /// five of eight lie.
    pub field: f64,
    /// How much the change from one version to the next differs from the average change: the likeliest scale of Student's t
    /// in Elo, within which five of eight lie.
    pub jump: f64,
    /// By how much a new version is stronger than the one before it, on average, in Elo.
    pub drift: Estimate,
    /// Advantage of the first seat in Elo.
    pub seat: Estimate,
    /// Chance of a draw between equals; `None` if there was none.
    pub draw: Option<Estimate>,
    /// How much the scores of pairs of games from one opening vary, as a share of how much they would if the two were
    /// independent.
    pub spread_of_pairs: f64,
    /// By how much strengths depend on the opponent, a standard deviation in Elo.
    pub depends_on_opponent: f64,
    posterior: Option<Posterior>,
}

impl SeasonFit {
    /// By how much version `a` is stronger than `b`, in Elo.
    ///
    /// # Panics
    /// If one of them is not of the season.
    pub fn gap(&self, a: Player, b: Player) -> Estimate {
        self.posterior.as_ref().map_or(NOTHING, |posterior| posterior.gap(a, b))
    }

    /// The chance, given all games, that `a` is stronger than `b`. `None` of one and the same.
    ///
    /// # Panics
    /// If one of them is not of the season.
    pub fn superiority(&self, a: Player, b: Player) -> Option<f64> {
        self.posterior.as_ref()?.superiority(a, b)
    }
}

const NOTHING: Estimate = Estimate { value: 0.0, deviation: None };

/// Rates every version by all games of the season, copies counted once, whatever their order.
///
/// A first version is believed to lie around the field; a new version around the one before it and what new versions gain on
/// average, both as by Student's t. How far, and which of them lie far off, is averaged over what all games together leave
/// likely.
///
/// # Source
/// Bradley and Terry (1952), Davidson (1970), as in [`rating::bradley_terry`]. Beliefs and games together:
/// [`rating::bradley_terry::posterior`]. The likeliest deviations: the fixed point of `MacKay`, Bayesian interpolation
/// (1992), equation 4.8, with a belief about their logarithms. How unsure they are, below and above: Martins, Simpson,
/// Lindgren and Rue, Bayesian computing with INLA: new features (2013), section 3.1. Student's t as a mixture of normal
/// distributions whose precisions vary: Lange, Little and Taylor, Robust statistical modeling using the t distribution
/// (1989). The average over all of these: nine points of a Latin hypercube (`McKay`, Beckman and Conover 1979).
pub fn fit(season: &Season) -> SeasonFit {
    let table = Table::counted(season.by_version());
    let before: Vec<Option<Player>> =
        (0..table.players()).map(|version| season.before(Player::from(version))).collect();
    let (deviations, found) = estimate(&table, &before, UNSURE, OPPONENTS);
    let zero = first_versions(season, &table);
    SeasonFit {
        zero: zero.clone(),
        versions: found.as_ref().map(|found| found.relative_to(&zero, AVERAGE)).unwrap_or_default(),
        field: deviations.field,
        jump: deviations.jump,
        drift: found.as_ref().map_or(NOTHING, |found| found.drift),
        seat: found.as_ref().map_or(NOTHING, |found| found.seat),
        draw: found.as_ref().and_then(|found| found.draw),
        spread_of_pairs: found.as_ref().map_or(1.0, |found| found.spread_of_pairs),
        depends_on_opponent: found.as_ref().map_or(0.0, Posterior::depends_on_opponent),
        posterior: found,
    }
}

/// The strengths of players of whom none is a new version of another, by all games and by a belief that is learnt from
/// them: as a season's first versions. `None` without players.
pub(crate) fn fit_field(table: &Table) -> Option<Posterior> {
    estimate(table, &vec![None; table.players()], UNSURE_AT_ONCE, 0.0).1
}

/// The deviations that are likeliest, and the fit averaged over all that are likely; `opponents` is how far strengths are
/// thought to depend on the opponent, in Elo.
fn estimate(
    table: &Table,
    before: &[Option<Player>],
    unsure: [Sides; 2],
    opponents: f64,
) -> (Deviations, Option<Posterior>) {
    let common = Common { drift: DRIFT, opponents };
    let mut deviations = Deviations::FIRST;
    let mut shapes = vec![1.0; before.len()];
    let first = believe(table, before, &Beliefs { deviations, shapes: &shapes, unsure, common }, None);
    let Some(mut found) = first else { return (deviations, None) };
    let mut errors = [0.0; 2];
    for _ in 0..MOST_STEPS {
        let components =
            Components::of(&found, before, &Beliefs { deviations, shapes: &shapes, unsure, common });
        errors = components.errors();
        let next = components.deviations();
        let is_enough = next.is_near(deviations);
        deviations = next;
        shapes = likely_shapes(&found, before, deviations);
        let Some(next) =
            believe(table, before, &Beliefs { deviations, shapes: &shapes, unsure, common }, Some(&found))
        else {
            return (deviations, Some(found));
        };
        found = next;
        if is_enough {
            break;
        }
    }
    let likely = Beliefs { deviations, shapes: &shapes, unsure, common };
    let errors = errors_by_side(table, before, &likely, &found, errors);
    let shapes = points::of_shapes(&found, before, &likely);
    let parts = points::of_logarithms(errors).into_iter().enumerate().filter_map(|(at, logarithms)| {
        let deviations = deviations.moved(logarithms);
        let shapes: Vec<f64> = shapes.iter().map(|of_version| of_version[at]).collect();
        let part =
            believe(table, before, &Beliefs { deviations, shapes: &shapes, unsure, common }, Some(&found))?;
        Some((1.0, part))
    });
    let parts: Vec<(f64, Posterior)> = parts.collect();
    (deviations, Posterior::mixed(&parts).or(Some(found)))
}

/// The standard errors of the logarithms of the deviations, below the likeliest ones and above: by how steep the likelihood
/// is `AWAY` from there, where it would be that steep if it were of a normal distribution.
///
/// With few games, deviations near zero are hardly less likely than the likeliest, and large ones much less.
fn errors_by_side(
    table: &Table,
    before: &[Option<Player>],
    likely: &Beliefs<'_>,
    found: &Posterior,
    errors: [f64; 2],
) -> [Sides; 2] {
    let error_at = |away: f64| {
        let steps = errors.map(|error| away * error);
        let Some(slopes) = slopes(table, before, likely, found, steps) else { return errors };
        std::array::from_fn(|of| {
            // Two sums that nearly cancel may have any slope.
            let [least, most] = [errors[of] / 4.0, errors[of] * 2.0];
            let curvature = (-slopes[of] / steps[of]).clamp(1.0 / (most * most), 1.0 / (least * least));
            1.0 / libm::sqrt(curvature)
        })
    };
    let [below, above]: [[f64; 2]; 2] = [-AWAY, AWAY].map(error_at);
    [0, 1].map(|of| Sides { below: below[of], above: above[of] })
}

/// The slopes of the likelihood along the logarithms of the deviations, so far from the likeliest ones.
fn slopes(
    table: &Table,
    before: &[Option<Player>],
    likely: &Beliefs<'_>,
    found: &Posterior,
    steps: [f64; 2],
) -> Option<[f64; 2]> {
    let deviations = likely.deviations.moved(steps);
    let mut found = found.clone();
    let mut shapes = likely.shapes.to_vec();
    let mut slopes = None;
    for _ in 0..ROUNDS {
        let believed = Beliefs { deviations, shapes: &shapes, ..*likely };
        found = believe(table, before, &believed, Some(&found))?;
        slopes = Some(Components::of(&found, before, &believed).slopes());
        shapes = likely_shapes(&found, before, deviations);
    }
    slopes
}

/// The fit with these beliefs, from one with others if there is one. They are sound, so there always is one.
fn believe(
    table: &Table,
    before: &[Option<Player>],
    believed: &Beliefs<'_>,
    near: Option<&Posterior>,
) -> Option<Posterior> {
    let belief = |(version, before): (usize, &Option<Player>)| Belief {
        after: *before,
        deviation: believed.deviation(version, *before),
    };
    let beliefs: Vec<Belief> = before.iter().enumerate().map(belief).collect();
    match near {
        Some(near) => near.with(table, &beliefs, believed.common).ok(),
        None => posterior(table, &beliefs, believed.common).ok(),
    }
}

/// The first version with games of each bot that results place; the first of all bots, if there are no games.
fn first_versions(season: &Season, table: &Table) -> Vec<Player> {
    let played: BTreeSet<Player> = table.meetings().flat_map(|meeting| [meeting.low, meeting.high]).collect();
    let placed: BTreeSet<Player> = placed_by_results(&Table::counted(season.by_bot())).into_iter().collect();
    let first = |bot: Bot| {
        let mut own = season.versions_of(bot).iter().copied();
        if played.is_empty() { own.next() } else { own.find(|version| played.contains(version)) }
    };
    season
        .bots()
        .filter(|bot| played.is_empty() || placed.contains(&Player(bot.0)))
        .filter_map(first)
        .collect()
}

#[cfg(test)]
mod tests {
    use rating::results::{MatchResult, Score};

    use super::*;
    use crate::scales::{FIELD, JUMP};
    use crate::{Bot, Cycle};

    /// Games between versions, each twice with seats swapped.
    fn season(versions: &[u32], games: &[(usize, usize, Score, u32)]) -> Season {
        let bots = versions.iter().max().map_or(0, |bot| bot + 1);
        let played = games.iter().flat_map(|&(first, second, score, times)| {
            let legs =
                [MatchResult::new(first, second, score), MatchResult::new(second, first, score.reversed())];
            (0..times).flat_map(move |_| legs)
        });
        let cycle = Cycle { at: 0, games: played.collect() };
        Season::new(bots as usize, versions.iter().copied().map(Bot).collect(), vec![cycle]).unwrap()
    }

    #[test]
    fn a_season_without_games_is_what_is_believed() {
        let fit = fit(&season(&[0, 1, 0], &[]));
        assert!((fit.field / FIELD - 1.0).abs() < 0.01 && (fit.jump / JUMP - 1.0).abs() < 0.01, "{fit:?}");
        for version in &fit.versions {
            assert!((version.value - 1500.0).abs() < 1e-6, "{version:?}");
        }
        let unplayed = fit.gap(Player(2), Player(0)).deviation.unwrap();
        // How far a new version may be is unsure itself, so that it may be farther than that.
        assert!(unplayed > JUMP.hypot(DRIFT) && unplayed < 6.0 * JUMP, "{unplayed}");
    }

    /// Bots near one another were thought to lie far apart, because a deviation of 350 counted as one more bot.
    #[test]
    fn bots_near_one_another_are_found_to_be_near() {
        use Score::{Loss, Win};
        let mut games = Vec::new();
        for one in 0..8_usize {
            for other in 0..one {
                games.extend([(one, other, Win, 3 + (one as u32 + other as u32) % 2), (one, other, Loss, 3)]);
            }
        }
        let fit = fit(&season(&[0, 1, 2, 3, 4, 5, 6, 7], &games));
        assert!(fit.field < 80.0, "{}", fit.field);
    }

    /// Bots that lost everything were rated too high, and being in the average they pulled all others down.
    #[test]
    fn a_bot_that_lost_every_game_is_not_in_the_average() {
        use Score::{Loss, Win};
        let mut games = Vec::new();
        for one in 0..4_usize {
            games.extend((0..one).flat_map(|other| [(one, other, Win, 6), (one, other, Loss, 4)]));
            games.push((one, 4, Win, 10));
        }
        let fit = fit(&season(&[0, 1, 2, 3, 4], &games));
        assert_eq!(fit.zero, [0, 1, 2, 3].map(Player));
        let average = fit.versions[..4].iter().map(|version| version.value).sum::<f64>() / 4.0;
        assert!((average - 1500.0).abs() < 1e-3, "{average}");
        assert!(fit.versions[4].value < 1200.0, "{:?}", fit.versions[4]);
    }

    #[test]
    fn nobody_at_all_is_no_error() {
        let fit = fit(&Season::new(0, vec![], vec![]).unwrap());
        assert!(fit.versions.is_empty());
    }

    #[test]
    fn a_version_that_lost_everything_does_not_pull_its_successor_down_for_good() {
        use Score::{Loss, Win};
        // Version 2 of bot 0 crashes in every game; version 3 plays as version 0 did.
        let games = [(0, 1, Win, 30), (0, 1, Loss, 10), (2, 1, Loss, 20), (3, 1, Win, 30), (3, 1, Loss, 10)];
        let fit = fit(&season(&[0, 1, 0, 0], &games));
        let rating = |version: usize| fit.versions[version].value;
        assert!(rating(2) < rating(1) - 300.0, "{:?}", fit.versions);
        assert!((rating(3) - rating(0)).abs() < 40.0, "{:?}", fit.versions);
        assert!(fit.jump > JUMP, "a season of large jumps says so: {}", fit.jump);
    }

    #[test]
    fn versions_that_do_not_change_say_so() {
        use Score::{Loss, Win};
        let versions: Vec<u32> = (0..40).map(|version| version % 4).collect();
        let games: Vec<_> = (0..40_usize)
            .flat_map(|one| {
                let other = one / 4 * 4 + (one + 1) % 4;
                [(one, other, Win, 20), (one, other, Loss, 20)]
            })
            .collect();
        let fit = fit(&season(&versions, &games));
        assert!(fit.jump < 80.0, "{}", fit.jump);
    }

    #[test]
    fn the_order_of_games_makes_no_difference() {
        use Score::{Draw, Loss, Win};
        let games = [(0, 1, Win, 3), (1, 2, Loss, 4), (2, 3, Draw, 5), (3, 0, Loss, 2), (4, 0, Win, 3)];
        let turned: Vec<_> = games.iter().rev().copied().collect();
        let versions = [0, 1, 2, 3, 1];
        assert_eq!(fit(&season(&versions, &games)).versions, fit(&season(&versions, &turned)).versions);
    }
}
