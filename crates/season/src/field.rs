//! A field of players of whom none is a new version of another: intervals that hold with few games, too.

use rating::bradley_terry::{Estimate, Posterior};
use rating::connections::placed_by_results;
use rating::note::Open;
use rating::results::Player;
use rating::scale::{normal_cdf, normal_quantile, round6};
use rating::table::Table;

use crate::fit::fit_field;

/// The posterior distribution of the strengths in a field.
///
/// With few games, ratings of greatest likelihood lie too far apart, and errors from the curvature there leave that out.
/// How far players lie apart is learnt from all results, as in a season.
#[derive(Clone, Debug)]
pub struct FieldFit {
    likely: Vec<Estimate>,
    posterior: Posterior,
}

impl FieldFit {
    /// The most players for whom the fit takes about a second.
    pub const MOST_PLAYERS: usize = 300;

    /// Fits the strengths to a table; the players whom results place have the given average. `None` without players.
    pub fn new(table: &Table, average: f64) -> Option<FieldFit> {
        let posterior = fit_field(table)?;
        let likely = posterior.relative_to(&placed_by_results(table), average);
        Some(FieldFit { likely, posterior })
    }

    /// Both ends of the interval of a strength, of that many standard deviations to each side.
    ///
    /// Where results leave a strength open to one side, there is no end on that side, and the other end has all the risk.
    ///
    /// # Panics
    /// If the player is not in the table.
    pub fn interval(&self, player: Player, open: Option<Open>, deviations: f64) -> Option<[Option<f64>; 2]> {
        let Estimate { value, deviation } = self.likely[player.index()];
        let deviation = deviation?;
        let end = |deviations: f64| Some(round6(value + deviations * deviation));
        // Two tails of one half of the risk each, or one tail of all of it.
        let one_sided = normal_quantile(2.0 * normal_cdf(deviations) - 1.0);
        match open {
            None => Some([end(-deviations), end(deviations)]),
            Some(Open::Above) => Some([end(-one_sided), None]),
            Some(Open::Below) => Some([None, end(one_sided)]),
            Some(Open::Both) => None,
        }
    }

    /// By how much `a` is stronger than `b`, in Elo.
    ///
    /// # Panics
    /// If one of them is not in the table.
    pub fn gap(&self, a: Player, b: Player) -> Estimate {
        self.posterior.gap(a, b)
    }

    /// The chance, given all games, that `a` is stronger than `b`. `None` of one and the same.
    ///
    /// # Panics
    /// If one of them is not in the table.
    pub fn superiority(&self, a: Player, b: Player) -> Option<f64> {
        self.posterior.superiority(a, b)
    }
}
