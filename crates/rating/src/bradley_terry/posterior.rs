//! Ratings with prior beliefs about players, such as that one is a new version of another.

mod belief;
mod fitting;
#[cfg(test)]
mod tests;

use self::belief::normals;
pub use self::belief::{Belief, BeliefError, Common};
use self::fitting::{FittedPosterior, Fitting};
use super::covariance::Covariance;
use super::fit::Estimate;
use crate::results::Player;
use crate::scale::{ELO_PER_NAT, normal_cdf, round6};
use crate::table::Table;

/// The posterior of strengths given beliefs and results, with the full covariance.
#[derive(Clone, Debug)]
pub struct Posterior {
    /// The strength of each player in natural units, then the drift, seat and draws.
    point: Vec<f64>,
    /// `None` if numbers leave their range.
    covariance: Option<Covariance>,
    /// The variances of the differences between the players of each meeting.
    between: Vec<f64>,
    /// The extent to which strengths depend on the opponent, as a variance in natural units.
    between_opponents: f64,
    /// The variance of the scores of pairs from one opening, as a share of the variance of independent games. Below
    /// one, each game of a pair has correspondingly more weight.
    pub spread_of_pairs: f64,
    /// The average Elo gain of players over their predecessors.
    pub drift: Estimate,
    /// Advantage of the first seat in Elo.
    pub seat: Estimate,
    /// Probability of a draw between equal players; `None` if there was no draw.
    pub draw: Option<Estimate>,
}

/// Fits strengths, seat and draws to a table, with a prior for each player and a common prior.
///
/// Returns a variational normal approximation of the posterior. Its mean maximizes the sum of the log prior and the
/// log-likelihood averaged over the errors of the differences, and its covariance is the inverse of the information
/// there. (At the maximum of the plain likelihood, the information is greater than its average around it, so the errors
/// of players with few games would be too small.)
///
/// In a chain of successive players, strengths learn from the games of all of them. Before its first game, a player has
/// the strength of its predecessor plus the drift, with the variances of both. The order of matches has no influence.
///
/// Matches are independent except for the two games of a pair. With a one-sided opening and swapped seats, their total
/// score varies less; this is estimated from all pairs and determines the weight of matches. If strengths may depend on
/// the opponent, the extent is estimated from all players who met, and limits the information in the games against one
/// opponent.
///
/// # Errors
/// Fails unless there is one belief per player, every predecessor is an earlier player, and all deviations are
/// positive.
///
/// # Source
/// Opper and Archambeau, The variational Gaussian approximation revisited (2009); averages by Gauss and Hermite's three
/// points.
pub fn posterior(table: &Table, beliefs: &[Belief], common: Common) -> Result<Posterior, BeliefError> {
    let beliefs = normals(table.players(), beliefs, common.drift)?;
    let fitting = Fitting::new(table, &beliefs, common.opponents);
    Ok(fitting.around(fitting.at_maximum()))
}

/// Returns the mean of a mixture and its deviation; weights add up to one.
fn mixed(parts: &[(f64, Estimate)]) -> Estimate {
    let value = parts.iter().map(|(weight, part)| weight * part.value).sum();
    let variance = |(weight, part): &(f64, Estimate)| {
        let off = part.value - value;
        part.deviation.map(|deviation| weight * (deviation * deviation + off * off))
    };
    let variance: Option<f64> = parts.iter().map(variance).sum();
    Estimate { value: round6(value), deviation: variance.map(|variance| round6(libm::sqrt(variance))) }
}

fn in_elo(strength: f64, deviation: Option<f64>) -> Estimate {
    let elo = |x: f64| round6(x * ELO_PER_NAT);
    Estimate { value: elo(strength), deviation: deviation.map(elo) }
}

impl Posterior {
    /// Returns the posterior of the same results with other beliefs, starting from this one. This is cheaper, and the
    /// likelihood is averaged over this posterior's errors.
    ///
    /// # Errors
    /// See [`posterior`].
    pub fn with(&self, table: &Table, beliefs: &[Belief], common: Common) -> Result<Posterior, BeliefError> {
        if (self.players(), self.between.len()) != (table.players(), table.meetings().len()) {
            return posterior(table, beliefs, common);
        }
        let beliefs = normals(table.players(), beliefs, common.drift)?;
        Ok(Fitting::new(table, &beliefs, common.opponents).around(self.clone()))
    }

    /// Returns the mixture of weighted posteriors of the same players, for uncertainty about which of them holds.
    /// `None` without parts, or if the weights do not add up to more than zero.
    ///
    /// # Panics
    /// If the parts are of different players.
    pub fn mixed(parts: &[(f64, Posterior)]) -> Option<Posterior> {
        let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
        let heaviest = parts.iter().max_by(|a, b| a.0.total_cmp(&b.0))?.1.clone();
        if !(total > 0.0 && total.is_finite()) {
            return None;
        }
        let mut point = vec![0.0; heaviest.point.len()];
        for (weight, part) in parts {
            for (sum, x) in point.iter_mut().zip(&part.point) {
                *sum += weight / total * x;
            }
        }
        let of_part = |(weight, part): &'_ (f64, Posterior)| {
            let shift = part.point.iter().zip(&point).map(|(own, mean)| own - mean).collect();
            Some((weight / total, part.covariance.clone()?, shift))
        };
        let covariance = parts.iter().map(of_part).collect::<Option<Vec<_>>>().and_then(Covariance::mixed);
        let estimate = |of: &dyn Fn(&Posterior) -> Option<Estimate>| {
            let each = parts.iter().map(|(weight, part)| Some((weight / total, of(part)?)));
            each.collect::<Option<Vec<_>>>().map(|parts| mixed(&parts))
        };
        let average = |of: &dyn Fn(&Posterior) -> f64| -> f64 {
            parts.iter().map(|(weight, part)| weight / total * of(part)).sum()
        };
        Some(Posterior {
            point,
            covariance,
            between_opponents: average(&|part| part.between_opponents),
            spread_of_pairs: average(&|part| part.spread_of_pairs),
            drift: estimate(&|part| Some(part.drift))?,
            seat: estimate(&|part| Some(part.seat))?,
            draw: estimate(&|part| part.draw),
            ..heaviest
        })
    }

    /// Returns the standard deviation in Elo between the strength difference of two players who meet and the difference
    /// of their ratings: the extent to which strengths depend on the opponent.
    pub fn depends_on_opponent(&self) -> f64 {
        round6(libm::sqrt(self.between_opponents) * ELO_PER_NAT)
    }

    fn found(&self) -> FittedPosterior<'_> {
        let [seat, draw] = [1, 2].map(|after_drift| self.point[self.players() + after_drift]);
        let nu = if self.draw.is_some() { libm::exp(draw) } else { 0.0 };
        FittedPosterior { point: &self.point, nu, seat, between: &self.between }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.point.len() - 3
    }

    /// Returns all ratings on the scale on which the players `zero` have this average, with their standard errors
    /// relative to it.
    ///
    /// Games show only differences: the uncertainty of the field's own position is in no error.
    pub fn relative_to(&self, zero: &[Player], average: f64) -> Vec<Estimate> {
        let count = zero.len().max(1) as f64;
        let mean = zero.iter().map(|player| self.point[player.index()]).sum::<f64>() / count;
        let mut average_of = vec![0.0; self.point.len()];
        for player in zero {
            average_of[player.index()] += 1.0 / count;
        }
        let with_mean = self.covariance.as_ref().map(|covariance| covariance.with(&average_of));
        let shared = with_mean
            .as_ref()
            .map(|with_mean| zero.iter().map(|player| with_mean[player.index()]).sum::<f64>() / count);
        let estimate = |player: usize| {
            let parts = (self.covariance.as_ref(), with_mean.as_ref(), shared);
            let variance = match parts {
                (Some(covariance), Some(with_mean), Some(shared)) => {
                    Some(covariance.variance(player) - 2.0 * with_mean[player] + shared)
                }
                _ => None,
            };
            let rating =
                in_elo(self.point[player] - mean, variance.map(|variance| libm::sqrt(variance.max(0.0))));
            Estimate { value: round6(average + rating.value), ..rating }
        };
        (0..self.players()).map(estimate).collect()
    }

    /// Returns the difference between a player's strength and its prior mean: the predecessor's strength plus the
    /// drift, or the field's.
    ///
    /// # Panics
    /// If either player is not in the table.
    pub fn surprise(&self, player: Player, after: Option<Player>) -> Estimate {
        let drift = self.players();
        match after {
            None => self.combination(&[(player.index(), 1.0)]),
            Some(after) => self.combination(&[(player.index(), 1.0), (after.index(), -1.0), (drift, -1.0)]),
        }
    }

    /// Returns a linear combination of parameters, in Elo.
    fn combination(&self, parts: &[(usize, f64)]) -> Estimate {
        let value = parts.iter().map(|&(at, factor)| factor * self.point[at]).sum();
        let variance = self.covariance.as_ref().map(|covariance| covariance.of_sum(parts));
        in_elo(value, variance.map(|variance| libm::sqrt(variance.max(0.0))))
    }

    /// Returns the Elo difference by which `a` is stronger than `b`.
    ///
    /// # Panics
    /// If either player is not in the table.
    pub fn gap(&self, a: Player, b: Player) -> Estimate {
        if a == b {
            return in_elo(0.0, Some(0.0));
        }
        self.combination(&[(a.index(), 1.0), (b.index(), -1.0)])
    }

    /// Returns the likelihood of superiority: the probability, given beliefs and results, that `a` is stronger than
    /// `b`. `None` if they are the same player.
    ///
    /// # Panics
    /// If either player is not in the table.
    pub fn superiority(&self, a: Player, b: Player) -> Option<f64> {
        let Estimate { value, deviation } = self.gap(a, b);
        deviation.filter(|deviation| *deviation > 0.0).map(|deviation| round6(normal_cdf(value / deviation)))
    }
}
