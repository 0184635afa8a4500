//! One fit over all games of a season: every version of every bot by the games of all.

use std::collections::BTreeSet;

use rating::bradley_terry::{Belief, Estimate, Posterior, posterior};
use rating::results::Player;
use rating::scale::normal_quantile;
use rating::table::Table;
use tournament::{RunSeed, StageSeed};

use crate::facts::Season;

/// How far bots that are new to a season are thought to lie around the field, in Elo, before games say how far they do:
/// the middle of what is thought likely.
pub const FIELD: f64 = 200.0;

/// How much stronger or weaker a new version is thought to be than the one before it, in Elo, before games say how much
/// versions change: the middle of what is thought likely.
pub const JUMP: f64 = 120.0;

/// How far from zero the average change from one version to the next is thought to be, in Elo, before games say.
pub const DRIFT: f64 = 100.0;

/// How unsure the two deviations above are before games: the standard deviation of their natural logarithms.
const UNSURE: f64 = 1.0;

/// Degrees of freedom of Student's t, as which strengths lie around what is believed of them: in most fields a few bots are
/// far from all others, and most new versions change little.
const FREEDOM: f64 = 4.0;

/// The average rating of the bots' first versions.
const AVERAGE: f64 = 1500.0;

/// The estimation of the deviations ends when they change by less than this share of themselves: less than they are unsure
/// by in any season.
const ENOUGH: f64 = 1e-2;
const MOST_STEPS: usize = 30;
/// No estimate of a deviation is below this, in Elo: a belief must be a number.
const LEAST: f64 = 1.0;

/// The ratings of a season.
#[derive(Clone, Debug)]
pub struct SeasonFit {
    /// By version, in Elo: 1500 is the average of the bots' first versions that have games. A version without games has
    /// the rating of the one before it.
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
/// (1992), equation 4.8, with a normal belief about their logarithms. Student's t as a mixture of normal distributions whose
/// precisions vary: Lange, Little and Taylor, Robust statistical modeling using the t distribution (1989). The average over
/// all of these: nine points, of Gauss and Hermite's rule for the deviations, and of a Latin hypercube for the precisions
/// (`McKay`, Beckman and Conover 1979).
pub fn fit(season: &Season) -> SeasonFit {
    let table = Table::counted(season.by_version());
    let before: Vec<Option<Player>> =
        (0..table.players()).map(|version| season.before(Player::from(version))).collect();
    let (deviations, found) = estimate(&table, &before);
    let zero = first_versions(season, &table);
    SeasonFit {
        versions: found.as_ref().map(|found| found.relative_to(&zero, AVERAGE)).unwrap_or_default(),
        field: deviations.field,
        jump: deviations.jump,
        drift: found.as_ref().map_or(NOTHING, |found| found.drift),
        seat: found.as_ref().map_or(NOTHING, |found| found.seat),
        draw: found.as_ref().and_then(|found| found.draw),
        spread_of_pairs: found.as_ref().map_or(1.0, |found| found.spread_of_pairs),
        posterior: found,
    }
}

/// The deviations that are likeliest, and the fit averaged over all that are likely.
fn estimate(table: &Table, before: &[Option<Player>]) -> (Deviations, Option<Posterior>) {
    let mut deviations = Deviations { field: FIELD, jump: JUMP };
    let mut shapes = vec![1.0; before.len()];
    let mut found = believe(table, before, &Beliefs { deviations, shapes: &shapes }, None);
    let mut errors = [UNSURE; 2];
    for _ in 0..MOST_STEPS {
        let Some(posterior) = &found else { break };
        let components = Components::of(posterior, before, &Beliefs { deviations, shapes: &shapes });
        errors = components.errors();
        let next = components.deviations(deviations);
        let is_enough = next.is_near(deviations);
        deviations = next;
        shapes = likely_shapes(posterior, before, deviations);
        found = believe(table, before, &Beliefs { deviations, shapes: &shapes }, found.as_ref());
        if is_enough {
            break;
        }
    }
    let shuffled = shuffled_shares(before.len());
    let parts = points(errors).into_iter().enumerate().filter_map(|(at, (weight, [field, jump]))| {
        let Deviations { field: of_field, jump: of_jump } = deviations;
        let deviations = Deviations { field: of_field * libm::exp(field), jump: of_jump * libm::exp(jump) };
        let shapes: Vec<f64> =
            shapes.iter().zip(&shuffled).map(|(likely, shares)| likely * shares[at]).collect();
        let part = believe(table, before, &Beliefs { deviations, shapes: &shapes }, found.as_ref())?;
        Some((weight, part))
    });
    let parts: Vec<(f64, Posterior)> = parts.collect();
    (deviations, Posterior::mixed(&parts).or(found))
}

/// The number of points over which is averaged: three a deviation.
const POINTS: usize = 9;

/// Points around zero with their weights, which stand for a normal distribution with these two standard errors.
fn points(errors: [f64; 2]) -> [(f64, [f64; 2]); POINTS] {
    let reach = libm::sqrt(3.0);
    let each = [(-reach, 1.0 / 6.0), (0.0, 2.0 / 3.0), (reach, 1.0 / 6.0)];
    std::array::from_fn(|at| {
        let [(x, of_x), (y, of_y)] = [each[at / 3], each[at % 3]];
        (of_x * of_y, [x * errors[0], y * errors[1]])
    })
}

/// For each version, by what its precision differs from the likely one at each point: in an order of its own, so that
/// together they are spread evenly.
fn shuffled_shares(versions: usize) -> Vec<[f64; POINTS]> {
    let mut lots = StageSeed::new(RunSeed::from(0), 0).dice("precisions");
    let shares = gamma_shares();
    (0..versions)
        .map(|_| {
            let mut own = shares;
            lots.shuffle(&mut own);
            own
        })
        .collect()
}

/// Equally likely values of a gamma variable, of the shape that a precision's has, around their average.
///
/// # Source
/// Wilson and Hilferty, The distribution of chi-square (1931).
fn gamma_shares() -> [f64; POINTS] {
    let ninth = 2.0 / (9.0 * (FREEDOM + 1.0));
    std::array::from_fn(|at| {
        let z = normal_quantile((at as f64 + 0.5) / POINTS as f64);
        let root = 1.0 - ninth + z * libm::sqrt(ninth);
        root * root * root
    })
}

/// How many times more precise the belief about each version is than about others, given where it was found to be.
fn likely_shapes(posterior: &Posterior, before: &[Option<Player>], deviations: Deviations) -> Vec<f64> {
    let shape = |(version, before): (usize, &Option<Player>)| {
        let believed = deviations.of(*before);
        let Estimate { value, deviation } = posterior.surprise(Player::from(version), *before);
        let deviation = deviation.unwrap_or(believed);
        let squares = (value * value + deviation * deviation) / (believed * believed);
        (FREEDOM + 1.0) / (FREEDOM + squares)
    };
    before.iter().enumerate().map(shape).collect()
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
        Some(near) => near.with(table, &beliefs, DRIFT).ok(),
        None => posterior(table, &beliefs, DRIFT).ok(),
    }
}

/// The first version of each bot that has games; of all bots, if there are no games.
fn first_versions(season: &Season, table: &Table) -> Vec<Player> {
    let played: BTreeSet<Player> =
        table.meetings().iter().flat_map(|meeting| [meeting.low, meeting.high]).collect();
    let first = |played: &dyn Fn(&Player) -> bool| -> Vec<Player> {
        season.bots().filter_map(|bot| season.versions_of(bot).iter().copied().find(|v| played(v))).collect()
    };
    if played.is_empty() { first(&|_| true) } else { first(&|version| played.contains(version)) }
}

/// How far strengths lie apart: scales of Student's t in Elo.
#[derive(Clone, Copy, Debug)]
struct Deviations {
    field: f64,
    jump: f64,
}

/// What is believed of versions before their games.
struct Beliefs<'a> {
    deviations: Deviations,
    /// How many times more precise the belief about each version is than about others.
    shapes: &'a [f64],
}

impl Beliefs<'_> {
    fn deviation(&self, version: usize, before: Option<Player>) -> f64 {
        self.deviations.of(before) / libm::sqrt(self.shapes[version])
    }
}

impl Deviations {
    /// The one of a version that comes after another, or after none.
    fn of(self, before: Option<Player>) -> f64 {
        if before.is_some() { self.jump } else { self.field }
    }

    fn is_near(self, other: Deviations) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() <= ENOUGH * b;
        near(self.field, other.field) && near(self.jump, other.jump)
    }
}

/// What strengths say about the deviations that they were found with.
#[derive(Default)]
struct Components {
    field: Component,
    jump: Component,
}

impl Components {
    fn of(posterior: &Posterior, before: &[Option<Player>], believed: &Beliefs<'_>) -> Components {
        let mut components = Components::default();
        for (version, before) in before.iter().enumerate() {
            let surprise = posterior.surprise(Player::from(version), *before);
            let component = if before.is_some() { &mut components.jump } else { &mut components.field };
            component.add(surprise, believed.deviation(version, *before));
        }
        components
    }

    /// The next estimates of the deviations, from the last ones.
    fn deviations(&self, last: Deviations) -> Deviations {
        Deviations { field: self.field.next(last.field, FIELD), jump: self.jump.next(last.jump, JUMP) }
    }

    /// The standard errors of the logarithms.
    fn errors(&self) -> [f64; 2] {
        [&self.field, &self.jump].map(Component::error)
    }
}

/// Sums over strengths that are believed to lie equally far from where they are thought to be, but for their shapes.
#[derive(Default)]
struct Component {
    /// Of what was found, in units of what was believed.
    squares: f64,
    /// How many of them games have settled.
    settled: f64,
    /// About the logarithm of the deviation.
    information: f64,
}

/// The precision of what is thought of the logarithm of a deviation before any game.
const BEFORE: f64 = 1.0 / (UNSURE * UNSURE);

impl Component {
    fn add(&mut self, found: Estimate, believed: f64) {
        let Some(deviation) = found.deviation else { return };
        let settled = (1.0 - (deviation / believed) * (deviation / believed)).max(0.0);
        self.squares += (found.value / believed) * (found.value / believed);
        self.settled += settled;
        self.information += 2.0 * settled * settled;
    }

    /// The next estimate: a step along the logarithm, by the slope there, towards the likeliest one.
    fn next(&self, last: f64, at_first: f64) -> f64 {
        let slope = self.squares - self.settled - BEFORE * libm::log(last / at_first);
        let curvature = 2.0 * self.squares.max(self.settled) + BEFORE;
        (last * libm::exp((slope / curvature).clamp(-1.0, 1.0))).max(LEAST)
    }

    /// The standard error of the logarithm.
    fn error(&self) -> f64 {
        1.0 / libm::sqrt(self.information + BEFORE)
    }
}

#[cfg(test)]
mod tests {
    use rating::results::{MatchResult, Score};

    use super::*;
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
        assert!(unplayed > JUMP.hypot(DRIFT) && unplayed < 3.0 * JUMP, "{unplayed}");
    }

    /// Three points a deviation have the average and the variance of what they stand for; so have nine of a gamma variable,
    /// nearly.
    #[test]
    fn points_stand_for_what_they_are_drawn_from() {
        let points = points([0.5, 2.0]);
        let sum =
            |of: &dyn Fn([f64; 2]) -> f64| points.iter().map(|(weight, at)| weight * of(*at)).sum::<f64>();
        let found = [
            sum(&|_| 1.0),
            sum(&|[x, _]| x),
            sum(&|[x, _]| x * x),
            sum(&|[_, y]| y * y),
            sum(&|[x, y]| x * y),
        ];
        for (found, expected) in found.iter().zip([1.0, 0.0, 0.25, 4.0, 0.0]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        let shares = gamma_shares();
        let mean = shares.iter().sum::<f64>() / POINTS as f64;
        let variance =
            shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / POINTS as f64;
        assert!(
            (mean - 1.0).abs() < 0.02 && (variance - 2.0 / (FREEDOM + 1.0)).abs() < 0.09,
            "{mean} {variance}"
        );
        let mut first = shuffled_shares(3)[0];
        assert_eq!(shuffled_shares(5)[..3], shuffled_shares(3));
        first.sort_by(f64::total_cmp);
        assert!(first.iter().zip(&shares).all(|(own, share)| (own - share).abs() < 1e-12), "{first:?}");
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
