//! Ratings of a field of independent players, with intervals that are valid even for few games.

use rating::bradley_terry::{Estimate, Posterior};
use rating::connections::placed_by_results;
use rating::note::OpenSide;
use rating::results::Player;
use rating::scale::{normal_cdf, normal_quantile, round6};
use rating::table::Table;

use crate::fit::fit_field;

/// The posterior distribution of the strengths in a field.
///
/// With few games, maximum-likelihood ratings are too far apart, and errors from the curvature there do not account for
/// it. Here the spread of the players is estimated from all results, as in a season.
#[derive(Clone, Debug)]
pub struct FieldFit {
    likely: Vec<Estimate>,
    posterior: Posterior,
}

impl FieldFit {
    /// Maximum number of players for which the fit takes about a second.
    pub const MOST_PLAYERS: usize = 300;

    /// Fits the strengths to a table. The players that results place have the given average. `None` without players.
    pub fn new(table: &Table, average: f64) -> Option<FieldFit> {
        let posterior = fit_field(table)?;
        let likely = posterior.relative_to(&placed_by_results(table), average);
        Some(FieldFit { likely, posterior })
    }

    /// Returns both ends of the interval of a strength, of that many standard deviations to each side.
    ///
    /// If results leave a strength unbounded on one side, there is no end on that side, and the other end has all the
    /// risk. `None` if neither end is bounded, or without a deviation.
    ///
    /// # Panics
    /// If the player is not in the table.
    pub fn interval(
        &self,
        player: Player,
        open: Option<OpenSide>,
        deviations: f64,
    ) -> Option<[Option<f64>; 2]> {
        let Estimate { value, deviation } = self.likely[player.index()];
        let deviation = deviation?;
        let end = |deviations: f64| Some(round6(value + deviations * deviation));
        // Two tails with half of the risk each, or one tail with all of it.
        let one_sided = normal_quantile(2.0 * normal_cdf(deviations) - 1.0);
        match open {
            None => Some([end(-deviations), end(deviations)]),
            Some(OpenSide::Above) => Some([end(-one_sided), None]),
            Some(OpenSide::Below) => Some([None, end(one_sided)]),
            Some(OpenSide::Both) => None,
        }
    }

    /// Returns the Elo difference by which `a` is stronger than `b`.
    ///
    /// # Panics
    /// If either player is not in the table.
    pub fn gap(&self, a: Player, b: Player) -> Estimate {
        self.posterior.gap(a, b)
    }

    /// Returns the probability, given all games, that `a` is stronger than `b`. `None` if they are the same player.
    ///
    /// # Panics
    /// If either player is not in the table.
    pub fn superiority(&self, a: Player, b: Player) -> Option<f64> {
        self.posterior.superiority(a, b)
    }
}
