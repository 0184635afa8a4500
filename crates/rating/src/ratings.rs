//! The result of every model: a rating per player, with its standard error if the model has one.

use crate::bradley_terry::Fit;
use crate::note::Note;
use crate::note::OpenSide;
use crate::results::Player;
use crate::scale::{Z95, normal_cdf, round6};
use crate::table::Tally;

/// One player's rating. Figures are finite and rounded to six decimals.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The rating on the model's scale: Elo, or about 25 for Weng-Lin.
    pub rating: f64,
    /// The standard deviation; `None` if the model has none.
    pub deviation: Option<f64>,
    /// The direction in which results leave the rating unbounded, if the model determines it.
    pub open: Option<OpenSide>,
    /// The results that the model counted.
    pub tally: Tally,
    /// Notes on the figures.
    pub notes: Vec<Note>,
}

impl Rating {
    pub(crate) fn new(rating: f64, deviation: Option<f64>, tally: Tally) -> Self {
        let notes = if tally.games() == 0 { vec![Note::NoGames] } else { Vec::new() };
        Self { rating: round6(rating), deviation: deviation.map(round6), open: None, tally, notes }
    }

    /// Returns the number of games that the model counted.
    pub fn games(&self) -> u32 {
        self.tally.games()
    }

    /// Returns the ends of the 95 % interval, by the normal approximation; `None` without a deviation.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.interval_of(Z95)
    }

    /// Returns the ends of the interval of that many standard deviations to each side; see
    /// [`crate::scale::normal_quantile`].
    pub fn interval_of(&self, deviations: f64) -> Option<(f64, f64)> {
        let half = deviations * self.deviation?;
        Some((round6(self.rating - half), round6(self.rating + half)))
    }
}

/// The ratings of all players.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The ratings by player index.
    pub players: Vec<Rating>,
    /// Notes on all figures.
    pub notes: Vec<Note>,
    /// Seat advantage, draws and covariances; `None` if the model does not fit all results at once.
    pub fit: Option<Fit>,
}

impl Ratings {
    pub(crate) fn new(players: Vec<Rating>) -> Self {
        let played = players.iter().any(|player| player.games() > 0);
        let notes = if played { Vec::new() } else { vec![Note::NoGames] };
        Self { players, notes, fit: None }
    }

    /// Returns the players from the best rating down, those without games last; equal ratings by index.
    pub fn ranking(&self) -> Vec<Player> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| {
            let (one, other) = (&self.players[a], &self.players[b]);
            let unplayed = (one.games() == 0).cmp(&(other.games() == 0));
            unplayed.then(other.rating.total_cmp(&one.rating)).then(a.cmp(&b))
        });
        order.into_iter().map(Player::from).collect()
    }

    /// Returns the likelihood of superiority: the probability, given the results, that `a` is stronger than `b`.
    ///
    /// It is computed from the covariance of a fit, or from both deviations as if independent. `None` for models
    /// without errors, players without games, and players that no chain of games links in a fit.
    pub fn superiority(&self, a: Player, b: Player) -> Option<f64> {
        if let Some(fit) = &self.fit {
            return fit.superiority(a, b);
        }
        let (one, other) = (self.players.get(a.index())?, self.players.get(b.index())?);
        if a == b || one.games() == 0 || other.games() == 0 {
            return None;
        }
        let (x, y) = (one.deviation?, other.deviation?);
        let deviation = libm::sqrt(x * x + y * y);
        (deviation > 0.0).then(|| round6(normal_cdf((one.rating - other.rating) / deviation)))
    }
}
