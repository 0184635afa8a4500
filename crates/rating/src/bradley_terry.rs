//! Maximum-likelihood ratings: Bradley-Terry with Davidson's draws and an advantage of the first seat.

mod block;
mod block_placing;
mod covariance;
mod errors;
mod fit;
mod likelihood;
mod newton;
mod posterior;

pub use self::fit::{Estimate, Fit, Outlook, fit, fit_anchored, fit_table};
pub use self::posterior::{Belief, BeliefError, Common, Posterior, posterior};

use crate::results::Player;

/// The treatment of draws in the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draws {
    /// A third outcome, the likelier the closer the players, with a parameter fitted to its frequency.
    ///
    /// # Source
    /// Davidson, On extending the Bradley-Terry model to accommodate ties in paired comparison experiments (1970).
    #[default]
    Davidson,
    /// Half a win and half a loss. Ratings make every player's expected points on the logistic curve equal its points,
    /// as Ordo fits them. Errors are always robust.
    HalfPoint,
}

/// The treatment of seats in the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seats {
    /// The first seat has an advantage in Elo, equal for all players, which is fitted.
    #[default]
    Fitted,
    /// The seats are assumed to be equal.
    Equal,
}

/// Virtual wins of each player in a prior.
///
/// The prior gives each player this many virtual wins and as many virtual losses against a player of average strength,
/// the first seat as many of each between equals, and draws as many draws and decisive games between equals.
///
/// It is used only for players that the likelihood alone does not place, compared with those who scored against one
/// another: players that took no point from them, conceded none to them, or are not linked to them by any game. These
/// players do not affect the others. If the likelihood places no players (no decisive game, no two players that scored
/// against one another), the prior is used for all. A [`Note`](crate::note::Note) says so.
pub(crate) const PRIOR: f64 = 1.0;

/// The estimator of standard errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// Robust if there are pairs or draws count half, otherwise from the information.
    #[default]
    Suitable,
    /// The inverse of the information matrix: valid if the model holds and matches are independent.
    Information,
    /// The sandwich estimator over units (pairs, and single matches): valid even if the two games of a pair depend on
    /// one another.
    Robust,
}

/// The options of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The treatment of draws.
    pub draws: Draws,
    /// The treatment of seats.
    pub seats: Seats,
    /// The estimator of standard errors.
    pub errors: Errors,
    /// The average rating in Elo of the players that the likelihood alone places (the largest group of them), or of all
    /// players with matches if there are none. Anchors replace it.
    pub average: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { draws: Draws::default(), seats: Seats::default(), errors: Errors::default(), average: 1500.0 }
    }
}

/// A player with a fixed rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The player.
    pub player: Player,
    /// The rating in Elo.
    pub rating: f64,
}
