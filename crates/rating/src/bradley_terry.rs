//! Maximum-likelihood ratings: Bradley-Terry with Davidson's draws and an advantage of the first seat.

mod block;
mod covariance;
mod errors;
mod fit;
mod likelihood;
mod newton;
mod placing;
mod posterior;

pub use self::fit::{Estimate, Fit, Outlook, fit, fit_anchored, fit_table};
pub use self::posterior::{Belief, BeliefError, Common, Posterior, posterior};

use crate::results::Player;

/// How draws enter the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draws {
    /// A third outcome, likelier the closer the players, with a parameter fitted to how often it happens.
    ///
    /// # Source
    /// Davidson, On extending the Bradley-Terry model to accommodate ties in paired comparison experiments (1970).
    #[default]
    Davidson,
    /// Half a win and half a loss: ratings are those at which every player's expected points by the logistic curve
    /// equal its points, as Ordo fits them. Errors are always robust ones.
    HalfPoint,
}

/// Whether the first seat is worth something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seats {
    /// An advantage in Elo, the same for all players, is fitted.
    #[default]
    Fitted,
    /// The seats are taken to be equal.
    Equal,
}

/// When virtual games are added.
///
/// The prior gives a player `weight` virtual wins and as many virtual losses against a player of average strength,
/// the first seat as many of each between equals, and draws as many draws and decisive games between equals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prior {
    /// Only for players whom likelihood alone does not place: who scored against nobody, or conceded to nobody, of those
    /// who scored against one another, or are linked to them by no game. They do not move the others. If nobody can be
    /// placed without (no decisive game, no two players who scored against one another), for all. A
    /// [`Note`](crate::note::Note) says so.
    WhenNeeded {
        /// Virtual wins of each player; above 0.
        weight: f64,
    },
    /// In every fit.
    Always {
        /// Virtual wins of each player; above 0.
        weight: f64,
    },
}

impl Default for Prior {
    fn default() -> Self {
        Self::WhenNeeded { weight: 1.0 }
    }
}

impl Prior {
    /// A weight that is not above zero is taken as the default: a fit must exist whatever the options.
    fn weight(self) -> f64 {
        let (Self::WhenNeeded { weight } | Self::Always { weight }) = self;
        if weight.is_finite() && weight > 0.0 { weight } else { 1.0 }
    }
}

/// Where standard errors come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// Robust if there are pairs or draws count half, else from the information.
    #[default]
    Suitable,
    /// The inverse of the information matrix: right if the model holds and matches are independent.
    Information,
    /// The sandwich estimator over units (pairs, and matches on their own): right even if the two games of a
    /// pair depend on one another.
    Robust,
}

/// What to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How draws enter.
    pub draws: Draws,
    /// Whether the first seat is worth something.
    pub seats: Seats,
    /// When virtual games are added.
    pub prior: Prior,
    /// Where standard errors come from.
    pub errors: Errors,
    /// The average rating in Elo of the players whom likelihood alone places (of the largest group of such players), or
    /// of all with matches if there are none. Anchors take its place.
    pub average: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            draws: Draws::default(),
            seats: Seats::default(),
            prior: Prior::default(),
            errors: Errors::default(),
            average: 1500.0,
        }
    }
}

/// A player whose rating is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Who.
    pub player: Player,
    /// The rating in Elo.
    pub rating: f64,
}
