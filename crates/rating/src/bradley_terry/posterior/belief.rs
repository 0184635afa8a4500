//! What is believed of strengths before any game.

use thiserror::Error;

use crate::bradley_terry::likelihood::{After, Normal};
use crate::results::Player;
use crate::scale::ELO_PER_NAT;

/// What is believed of a player's strength before any game: it is normal around that of an earlier player with the
/// [drift](super::Posterior::drift), or around that of the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// The player that this one comes after; `None` for one who is new to the field.
    pub after: Option<Player>,
    /// Standard deviation in Elo.
    pub deviation: f64,
}

/// Beliefs about all players together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Common {
    /// How far from zero the average step from one player to the next one is: a standard deviation in Elo.
    pub drift: f64,
    /// How far strengths depend on the opponent: of about this size is the standard deviation in Elo. Zero for not at all.
    pub opponents: f64,
}

/// Why beliefs do not say where strengths are.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BeliefError {
    /// Not one belief a player.
    #[error("{beliefs} beliefs of {players} players")]
    Count {
        /// How many beliefs there are.
        beliefs: usize,
        /// How many players there are.
        players: usize,
    },
    /// A player comes after itself, or after a later one.
    #[error("player {player} does not come after an earlier one")]
    Order {
        /// The player.
        player: usize,
    },
    /// A deviation that is not a positive number.
    #[error("a deviation of {0} is not a positive number")]
    Deviation(f64),
}

/// The belief of each player, then that of the drift.
pub(super) fn normals(players: usize, beliefs: &[Belief], drift: f64) -> Result<Vec<Normal>, BeliefError> {
    if beliefs.len() != players {
        return Err(BeliefError::Count { beliefs: beliefs.len(), players });
    }
    let normal = |(player, belief): (usize, &Belief)| {
        let after = belief.after.map(|before| After { player: before.index(), drift: players });
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
