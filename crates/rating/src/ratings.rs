//! What every model returns: a rating a player, with its error where the model has one.

use crate::bradley_terry::Fit;
use crate::note::Note;
use crate::note::Open;
use crate::results::Player;
use crate::scale::{Z95, normal_cdf, round6};
use crate::table::Tally;

/// One player's rating. Figures are finite and rounded to six decimals.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// On the model's scale: Elo, or about 25 for Weng-Lin.
    pub rating: f64,
    /// Standard deviation, if the model has one.
    pub deviation: Option<f64>,
    /// How results leave the rating open, if the model knows.
    pub open: Option<Open>,
    /// Games that the model counted.
    pub tally: Tally,
    /// What the figures need to be read with.
    pub notes: Vec<Note>,
}

impl Rating {
    pub(crate) fn new(rating: f64, deviation: Option<f64>, tally: Tally) -> Self {
        let notes = if tally.games() == 0 { vec![Note::NoGames] } else { Vec::new() };
        Self { rating: round6(rating), deviation: deviation.map(round6), open: None, tally, notes }
    }

    /// How many games the model counted.
    pub fn games(&self) -> u32 {
        self.tally.games()
    }

    /// Ends of the 95 % interval, by the normal approximation.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.interval_of(Z95)
    }

    /// Ends of the interval of that many standard deviations to each side; [`crate::scale::normal_quantile`] gives them.
    pub fn interval_of(&self, deviations: f64) -> Option<(f64, f64)> {
        let half = deviations * self.deviation?;
        Some((round6(self.rating - half), round6(self.rating + half)))
    }
}

/// The ratings of all players.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// By player index.
    pub players: Vec<Rating>,
    /// What all figures need to be read with.
    pub notes: Vec<Note>,
    /// Seat advantage, draws and covariances, where the model is a fit of all results at once.
    pub fit: Option<Fit>,
}

impl Ratings {
    pub(crate) fn of(players: Vec<Rating>) -> Self {
        let played = players.iter().any(|player| player.games() > 0);
        let notes = if played { Vec::new() } else { vec![Note::NoGames] };
        Self { players, notes, fit: None }
    }

    /// Players from the best rating down, those without games last; equal ratings by index.
    pub fn ranking(&self) -> Vec<Player> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| {
            let (one, other) = (&self.players[a], &self.players[b]);
            let unplayed = (one.games() == 0).cmp(&(other.games() == 0));
            unplayed.then(other.rating.total_cmp(&one.rating)).then(a.cmp(&b))
        });
        order.into_iter().map(Player::from).collect()
    }

    /// Likelihood of superiority: the chance, given the results, that `a` is stronger than `b`.
    ///
    /// From the covariance of a fit, or from both deviations as if independent; `None` for models without errors,
    /// players without games, and players that no chain of games links in a fit.
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
