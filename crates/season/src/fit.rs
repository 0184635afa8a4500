//! One fit over all games of a season: every version of every bot by the games of all.

use std::collections::BTreeSet;

use rating::bradley_terry::{Belief, Estimate, Posterior, posterior};
use rating::results::Player;
use rating::table::Table;

use crate::facts::Season;

/// How far bots that are new to a season are thought to lie around the field, in Elo, before games say how far they do:
/// the deviation that Glicko gives a new player.
pub const FIELD: f64 = 350.0;

/// How much stronger or weaker a new version is thought to be than the one before it, in Elo, before games say how much
/// versions change.
pub const JUMP: f64 = 200.0;

/// How far from zero the average change from one version to the next is thought to be, in Elo, before games say.
pub const DRIFT: f64 = 100.0;

/// As many bots, and as many new versions, as the deviations above count for when games say otherwise.
const WEIGHT: f64 = 1.0;

/// The average rating of the bots' first versions.
const AVERAGE: f64 = 1500.0;

/// The estimation of the deviations ends when they change by less than this share of themselves.
const ENOUGH: f64 = 1e-3;
const MOST_STEPS: usize = 30;
/// No estimate of a deviation is below this, in Elo: a belief must be a number.
const LEAST: f64 = 1.0;

/// The ratings of a season.
#[derive(Clone, Debug)]
pub struct SeasonFit {
    /// By version, in Elo: 1500 is the average of the bots' first versions that have games. A version without games has
    /// the rating of the one before it.
    pub versions: Vec<Estimate>,
    /// How far bots that are new to the season lie around the field: a standard deviation in Elo.
    pub field: f64,
    /// How much the change from one version to the next differs from the average change: a standard deviation in Elo.
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
/// A first version is believed to be normal around the field; a new version around the one before it and what new
/// versions gain on average. How far, is estimated from all games together, and errors account for what is unsure about it.
///
/// # Source
/// Bradley and Terry (1952), Davidson (1970), as in [`rating::bradley_terry`]. Beliefs and games together:
/// [`rating::bradley_terry::posterior`]. The deviations of the beliefs: the fixed point of `MacKay`, Bayesian interpolation (1992), equation 4.8,
/// with the deviations at first as so many more of each kind.
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

/// The deviations, and the fit with what is unsure about them.
fn estimate(table: &Table, before: &[Option<Player>]) -> (Deviations, Option<Posterior>) {
    let mut deviations = Deviations { field: FIELD, jump: JUMP };
    let mut found = believe(table, before, deviations, None);
    let mut errors = [0.0; 2];
    for _ in 0..MOST_STEPS {
        let Some(posterior) = &found else { break };
        let components = Components::of(posterior, before, deviations);
        errors = components.errors();
        let next = components.deviations();
        let is_enough = next.is_near(deviations);
        deviations = next;
        found = believe(table, before, deviations, found.as_ref());
        if is_enough {
            break;
        }
    }
    let [of_field, of_jump] = errors.map(|error| [-error, error]);
    let with = |field: f64, jump: f64| {
        let Deviations { field: of_field, jump: of_jump } = deviations;
        let sides = Deviations { field: of_field * libm::exp(field), jump: of_jump * libm::exp(jump) };
        believe(table, before, sides, found.as_ref())
    };
    let sides = [of_field.map(|error| with(error, 0.0)), of_jump.map(|error| with(0.0, error))];
    let sides: Vec<[Posterior; 2]> =
        sides.into_iter().filter_map(|[low, high]| Some([low?, high?])).collect();
    (deviations, found.map(|found| found.unsure(&sides)))
}

/// The fit with these deviations, from one with others if there is one. The beliefs are sound, so there always is one.
fn believe(
    table: &Table,
    before: &[Option<Player>],
    deviations: Deviations,
    near: Option<&Posterior>,
) -> Option<Posterior> {
    let belief = |before: &Option<Player>| Belief {
        after: *before,
        deviation: if before.is_some() { deviations.jump } else { deviations.field },
    };
    let beliefs: Vec<Belief> = before.iter().map(belief).collect();
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

/// How far strengths lie apart, in Elo.
#[derive(Clone, Copy, Debug)]
struct Deviations {
    field: f64,
    jump: f64,
}

impl Deviations {
    fn is_near(self, other: Deviations) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() <= ENOUGH * b;
        near(self.field, other.field) && near(self.jump, other.jump)
    }
}

/// What strengths say about the deviations that they were found with.
struct Components {
    field: Component,
    jump: Component,
}

impl Components {
    fn of(posterior: &Posterior, before: &[Option<Player>], believed: Deviations) -> Components {
        let mut components = Components { field: Component::new(FIELD), jump: Component::new(JUMP) };
        for (version, before) in before.iter().enumerate() {
            let surprise = posterior.surprise(Player::from(version), *before);
            match before {
                None => components.field.add(surprise, believed.field),
                Some(_) => components.jump.add(surprise, believed.jump),
            }
        }
        components
    }

    fn deviations(&self) -> Deviations {
        Deviations { field: self.field.deviation(), jump: self.jump.deviation() }
    }

    /// The standard errors of the logarithms.
    fn errors(&self) -> [f64; 2] {
        [&self.field, &self.jump].map(Component::error)
    }
}

/// The sum over strengths that are believed to be equally far from what they lie around.
struct Component {
    /// In squared Elo.
    squares: f64,
    /// How many of them games have settled.
    settled: f64,
    at_first: f64,
}

impl Component {
    fn new(at_first: f64) -> Self {
        Self { squares: 0.0, settled: 0.0, at_first }
    }

    fn add(&mut self, found: Estimate, believed: f64) {
        let Some(deviation) = found.deviation else { return };
        self.squares += found.value * found.value;
        self.settled += (1.0 - (deviation / believed) * (deviation / believed)).max(0.0);
    }

    fn deviation(&self) -> f64 {
        let squares = self.squares + WEIGHT * self.at_first * self.at_first;
        libm::sqrt(squares / (self.settled + WEIGHT)).max(LEAST)
    }

    /// The standard error of its logarithm, as that of a sample; none before there is one.
    fn error(&self) -> f64 {
        libm::sqrt(self.settled / 2.0) / (self.settled + WEIGHT)
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
        assert_eq!((fit.field, fit.jump), (FIELD, JUMP));
        for version in &fit.versions {
            assert!((version.value - 1500.0).abs() < 1e-6, "{version:?}");
        }
        let unplayed = fit.gap(Player(2), Player(0)).deviation.unwrap();
        assert!((unplayed - JUMP.hypot(DRIFT)).abs() < 1e-3, "{unplayed}");
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
