//! Prior beliefs about strengths.

use thiserror::Error;

use crate::bradley_terry::likelihood::{DriftedPrior, Normal};
use crate::results::Player;
use crate::scale::ELO_PER_NAT;

/// The prior of a player's strength: normal around that of an earlier player plus the [drift](super::Posterior::drift),
/// or around that of the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// The predecessor; `None` for a player who is new to the field.
    pub after: Option<Player>,
    /// Standard deviation in Elo.
    pub deviation: f64,
}

/// Priors common to all players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Common {
    /// The prior standard deviation in Elo of the average step from a player to its successor.
    pub drift: f64,
    /// The prior scale, in Elo, of the standard deviation by which strengths depend on the opponent; zero for no
    /// dependence.
    pub opponents: f64,
}

/// A reason why beliefs are invalid.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BeliefError {
    /// The number of beliefs differs from the number of players.
    #[error("{beliefs} beliefs of {players} players")]
    Count {
        /// Number of beliefs.
        beliefs: usize,
        /// Number of players.
        players: usize,
    },
    /// A player's predecessor is itself or a later player.
    #[error("player {player} does not come after an earlier one")]
    Order {
        /// The player.
        player: usize,
    },
    /// A deviation is not a positive number.
    #[error("a deviation of {0} is not a positive number")]
    Deviation(f64),
}

/// Returns the prior of each player, then that of the drift.
pub(super) fn normals(players: usize, beliefs: &[Belief], drift: f64) -> Result<Vec<Normal>, BeliefError> {
    if beliefs.len() != players {
        return Err(BeliefError::Count { beliefs: beliefs.len(), players });
    }
    let normal = |(player, belief): (usize, &Belief)| {
        let after = belief.after.map(|before| DriftedPrior { player: before.index(), drift: players });
        if after.is_some_and(|after| after.player >= player) {
            return Err(BeliefError::Order { player });
        }
        Ok(Normal { after, precision: precision(belief.deviation)? })
    };
    let drift = Normal { after: None, precision: precision(drift)? };
    beliefs.iter().enumerate().map(normal).chain([Ok(drift)]).collect()
}

fn precision(deviation: f64) -> Result<f64, BeliefError> {
    let in_nats = deviation / ELO_PER_NAT;
    let precision = 1.0 / (in_nats * in_nats);
    if deviation > 0.0 && precision.is_normal() {
        Ok(precision)
    } else {
        Err(BeliefError::Deviation(deviation))
    }
}
