//! One fit over all games of a season, which rates every version of every bot.

use std::collections::BTreeSet;

use rating::bradley_terry::{Belief, Common, Estimate, Posterior, posterior};
use rating::connections::placed_by_results;
use rating::results::Player;
use rating::table::Table;

use crate::quadrature_points;
use crate::season_facts::{Bot, Season};
use crate::strength_scales::{Beliefs, Components, Deviations, Sides, UNSURE, UNSURE_AT_ONCE, likely_shapes};

/// The prior standard deviation of the average change from one version to the next, in Elo.
pub const DRIFT: f64 = 200.0;

/// The prior scale of the dependence of strengths on the opponent, in Elo.
const OPPONENTS: f64 = 150.0;

/// The average rating of the first versions of bots that results place.
const AVERAGE: f64 = 1500.0;

/// Maximum number of steps in the estimation of the deviations, more than it has needed.
const MOST_STEPS: usize = 30;
/// Distance from the mode, in standard errors, at which the decrease of the likelihood of the deviations is measured.
const AWAY: f64 = std::f64::consts::SQRT_2;
/// Number of rounds in which shapes are determined at that distance.
const ROUNDS: usize = 3;

/// The ratings of a season.
#[derive(Clone, Debug)]
pub struct SeasonFit {
    /// The versions whose average rating is 1500: the first version with games of each bot that results place according
    /// to [`placed_by_results`]. A bot that lost every game affects no other rating.
    pub zero: Vec<Player>,
    /// The ratings by version in Elo, relative to the average of `zero`. A version without games has its predecessor's
    /// rating plus the drift.
    pub versions: Vec<Estimate>,
    /// The spread of bots that are new to the season: the most likely scale of Student's t in Elo. Five of eight bots
    /// are within this distance of the field.
    pub field: f64,
    /// The spread of changes from one version to the next around the average change: the most likely scale of Student's
    /// t in Elo. Five of eight changes are within it.
    pub jump: f64,
    /// The average Elo gain of a new version over its predecessor.
    pub drift: Estimate,
    /// Advantage of the first seat in Elo.
    pub seat: Estimate,
    /// Probability of a draw between equals; `None` if there was no draw.
    pub draw: Option<Estimate>,
    /// The variance of the scores of pairs from one opening, as a share of the variance of independent games.
    pub spread_of_pairs: f64,
    /// The extent to which strengths depend on the opponent, as a standard deviation in Elo.
    pub depends_on_opponent: f64,
    posterior: Option<Posterior>,
}

impl SeasonFit {
    /// Returns the Elo difference by which version `a` is stronger than `b`.
    ///
    /// # Panics
    /// If either version is not of the season.
    pub fn gap(&self, a: Player, b: Player) -> Estimate {
        self.posterior.as_ref().map_or(NOTHING, |posterior| posterior.gap(a, b))
    }
}

const NOTHING: Estimate = Estimate { value: 0.0, deviation: None };

/// Rates every version by all games of the season, with copies counted once. The order of games has no influence.
///
/// The prior of a first version is a Student's t around the field; that of a new version is one around its predecessor
/// plus the average gain of new versions. The fit is averaged over the posterior of the scales, and over which versions
/// are outliers.
///
/// # Source
/// Bradley and Terry (1952), Davidson (1970), as in [`rating::bradley_terry`]. Beliefs and games together:
/// [`rating::bradley_terry::posterior`]. The most likely deviations: the fixed point of `MacKay`, Bayesian
/// interpolation (1992), equation 4.8, with a prior of their logarithms. Their standard errors, below and above:
/// Martins, Simpson, Lindgren and Rue, Bayesian computing with INLA: new features (2013), section 3.1. Student's t as a
/// mixture of normal distributions whose precisions vary: Lange, Little and Taylor, Robust statistical modeling using
/// the t distribution (1989). The average over all of these: nine points of a Latin hypercube (`McKay`, Beckman and
/// Conover 1979).
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

/// Fits the strengths of independent players, with a prior estimated from all games, like the first versions of a
/// season. `None` without players.
pub(crate) fn fit_field(table: &Table) -> Option<Posterior> {
    estimate(table, &vec![None; table.players()], UNSURE_AT_ONCE, 0.0).1
}

/// Returns the most likely deviations, and the fit averaged over their posterior. `opponents` is the prior scale of the
/// dependence on the opponent, in Elo.
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
            Components::new(&found, before, &Beliefs { deviations, shapes: &shapes, unsure, common });
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
    let shapes = quadrature_points::of_shapes(&found, before, &likely);
    let parts =
        quadrature_points::of_logarithms(errors).into_iter().enumerate().filter_map(|(at, logarithms)| {
            let deviations = deviations.moved(logarithms);
            let shapes: Vec<f64> = shapes.iter().map(|of_version| of_version[at]).collect();
            let part = believe(
                table,
                before,
                &Beliefs { deviations, shapes: &shapes, unsure, common },
                Some(&found),
            )?;
            Some((1.0, part))
        });
    let parts: Vec<(f64, Posterior)> = parts.collect();
    (deviations, Posterior::mixed(&parts).or(Some(found)))
}

/// Returns the standard errors of the logarithms of the deviations, below and above the mode. They are those of normal
/// distributions that have the slope of the likelihood at the distance `AWAY`.
///
/// With few games, deviations near zero are hardly less likely than the mode, and large ones much less.
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
            // If two sums nearly cancel, the slope may have any value.
            let [least, most] = [errors[of] / 4.0, errors[of] * 2.0];
            let curvature = (-slopes[of] / steps[of]).clamp(1.0 / (most * most), 1.0 / (least * least));
            1.0 / libm::sqrt(curvature)
        })
    };
    let [below, above]: [[f64; 2]; 2] = [-AWAY, AWAY].map(error_at);
    [0, 1].map(|of| Sides { below: below[of], above: above[of] })
}

/// Returns the slopes of the likelihood along the logarithms of the deviations, at these distances from the mode.
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
        slopes = Some(Components::new(&found, before, &believed).slopes());
        shapes = likely_shapes(&found, before, deviations);
    }
    slopes
}

/// Returns the fit with these priors, starting from another fit if there is one. The priors are valid, so a fit always
/// exists.
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

/// Returns the first version with games of each bot that results place, or the first version of all bots if there are
/// no games.
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
    use crate::strength_scales::{FIELD, JUMP};
    use crate::{Bot, Cycle};

    /// Returns a season of games between versions, each played twice with seats swapped.
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
        // The scale of changes is uncertain itself, so the error may exceed it.
        assert!(unplayed > JUMP.hypot(DRIFT) && unplayed < 6.0 * JUMP, "{unplayed}");
    }

    /// Regression: bots of similar strength were rated far apart, as a prior deviation of 350 counted as one more bot.
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

    /// Regression: bots that lost everything were rated too high, and lowered all other ratings through the average.
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
        // Version 2 of bot 0 crashes in every game; version 3 plays like version 0.
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
