//! The likelihood of a table of results, its gradient and its information matrix.
//!
//! Parameters are one vector in natural units: a log strength for each player, then the advantage of the first seat,
//! then the log of the draw parameter. With `d` the strength of the first player less that of the second plus the
//! advantage, win : draw : loss are as `exp(d/2) : nu : exp(-d/2)`.

mod chances;
mod information;
mod leg;
mod sum;

use std::cell::OnceCell;
use std::sync::Arc;

pub(super) use self::chances::Chances;
pub(super) use self::information::Information;
use self::leg::Leg;
pub(super) use self::leg::Products;
use self::sum::Sum;
use crate::results::Score;
use crate::table::{Meeting, Meetings, Tally};

/// The data and options of a likelihood.
pub(super) struct Likelihood<'a> {
    pub(super) meetings: Meetings<'a>,
    /// The parameters of each off-diagonal entry of the information, computed on first use.
    pub(super) ends: OnceCell<Arc<Vec<(u32, u32)>>>,
    /// The offset by which the player of lower index in each meeting is stronger than the parameters say; empty for
    /// none.
    pub(super) shifts: &'a [f64],
    /// The weight of each meeting's matches; empty for full weight.
    pub(super) shares: &'a [f64],
    /// `true` for players with matches; the others are not part of the likelihood.
    pub(super) involved: &'a [bool],
    /// Strengths that are given and not fitted.
    pub(super) given: &'a [Option<f64>],
    /// `true` if the advantage of the first seat is a parameter; otherwise it is zero.
    pub(super) seat: bool,
    pub(super) draws: DrawTerm,
    /// Seat and draw terms, if they are given and not fitted.
    pub(super) terms: Option<Terms>,
    /// Virtual wins, and as many virtual losses, of each player against one of strength zero; 0 for none.
    pub(super) prior: f64,
    /// The strengths of the players of each parameter, relative to it, who each play the virtual games; empty if every
    /// parameter is one player's strength.
    pub(super) behind: &'a [Vec<f64>],
    /// The prior of each strength; empty for none. It replaces the virtual games of players.
    pub(super) beliefs: &'a [Normal],
}

/// A normal prior of a strength: around zero, or around the sum of another player's strength and the drift.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    pub(super) after: Option<DriftedPrior>,
    /// The inverse of the variance, in natural units.
    pub(super) precision: f64,
}

/// The parameters at the center of a strength's prior.
#[derive(Clone, Copy, Debug)]
pub(super) struct DriftedPrior {
    pub(super) player: usize,
    pub(super) drift: usize,
}

/// The terms common to all players.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Terms {
    /// Advantage of the first seat in natural units.
    pub(super) seat: f64,
    /// The draw parameter; 0 without draws, and if they count half.
    pub(super) nu: f64,
}

/// The treatment of draws in the likelihood.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawTerm {
    /// A third outcome with its own parameter.
    Fitted,
    /// A third outcome that never happened: the parameter is at its limit, zero.
    Absent,
    /// Half a win and half a loss.
    Halved,
}

/// Value, gradient and curvature at one point.
pub(super) struct Slope {
    pub(super) log_likelihood: f64,
    pub(super) gradient: Vec<f64>,
    pub(super) information: Information,
}

impl DrawTerm {
    /// Returns the treatment for a given draw parameter. If it says that there are no draws, they count half.
    pub(super) fn given(nu: f64) -> Self {
        if nu > 0.0 { Self::Fitted } else { Self::Halved }
    }
}

impl Likelihood<'_> {
    pub(super) fn players(&self) -> usize {
        self.involved.len()
    }

    /// Number of parameters: the players, the seat, the draws.
    pub(super) fn size(&self) -> usize {
        self.players() + 2
    }

    pub(super) fn nu(&self, point: &[f64]) -> f64 {
        if self.draws == DrawTerm::Fitted { libm::exp(point[self.players() + 1]) } else { 0.0 }
    }

    /// Returns the seat and draw terms at a point.
    pub(super) fn terms(&self, point: &[f64]) -> Terms {
        Terms { seat: point[self.players()], nu: self.nu(point) }
    }

    /// Returns `true` if a parameter is fitted. Given parameters are fixed, and so are players without matches, and
    /// seat and draw parameters that are not fitted.
    pub(super) fn is_free(&self, parameter: usize) -> bool {
        match parameter.checked_sub(self.players()) {
            None => self.involved[parameter] && self.given[parameter].is_none(),
            Some(0) => self.seat && self.terms.is_none(),
            Some(_) => self.draws == DrawTerm::Fitted && self.terms.is_none(),
        }
    }

    /// Returns the players whose average is the zero of all strengths; empty if given strengths or a prior define it.
    pub(super) fn averaged(&self) -> Vec<usize> {
        let has_zero = !self.behind.is_empty() || !self.beliefs.is_empty();
        if has_zero || self.given.iter().any(Option::is_some) {
            return Vec::new();
        }
        (0..self.players()).filter(|&player| self.involved[player]).collect()
    }

    /// Returns `true` if only the average defines zero.
    pub(super) fn is_floating(&self) -> bool {
        self.prior == 0.0 && !self.averaged().is_empty()
    }

    /// Returns a starting point: strengths are equal unless given, the seat has no advantage, and draws have their
    /// observed frequency.
    pub(super) fn start(&self) -> Vec<f64> {
        let mut point = vec![0.0; self.size()];
        for (strength, given) in point.iter_mut().zip(self.given) {
            *strength = given.unwrap_or(0.0);
        }
        if let Some(terms) = self.terms {
            point[self.players()] = terms.seat;
            if self.draws == DrawTerm::Fitted {
                point[self.players() + 1] = libm::log(terms.nu);
            }
        } else if self.draws == DrawTerm::Fitted {
            let (mut draws, mut decisive) = (self.prior, self.prior);
            for meeting in self.meetings.clone() {
                let score = meeting.score();
                draws += f64::from(score.draws);
                decisive += f64::from(score.wins + score.losses);
            }
            point[self.players() + 1] = libm::log(2.0 * draws / decisive);
        }
        point
    }

    /// Returns `exp(theta/2)` of each player, and of the seat.
    fn halves(&self, point: &[f64]) -> (Vec<f64>, f64) {
        let halves = point[..self.players()].iter().map(|theta| libm::exp(theta / 2.0)).collect();
        (halves, libm::exp(point[self.players()] / 2.0))
    }

    fn share(&self, meeting: usize) -> f64 {
        self.shares.get(meeting).copied().unwrap_or(1.0)
    }

    fn shift(&self, meeting: usize) -> f64 {
        self.shifts.get(meeting).copied().unwrap_or(0.0)
    }

    pub(super) fn slope(&self, point: &[f64]) -> Slope {
        let players = self.players();
        let nu = self.nu(point);
        let (halves, seat_half) = self.halves(point);
        let mut slope = Slope::zero(players, self.ends());
        let mut total = Sum::default();
        for (at, meeting) in self.meetings.clone().enumerate() {
            let (low, high) = (meeting.low.index(), meeting.high.index());
            let shift = self.shift(at);
            let ratio = halves[low] / halves[high] * libm::exp(shift / 2.0);
            let gap = point[low] - point[high] + shift;
            let legs =
                [(ratio, gap, 1.0, &meeting.low_first), (1.0 / ratio, -gap, -1.0, &meeting.high_first)];
            let mut weight = 0.0;
            let share = self.share(at);
            for (ratio, gap, sign, tally) in legs {
                if tally.games() == 0 {
                    continue;
                }
                let leg = Leg::new(Chances::new(ratio * seat_half, nu), share * f64::from(tally.games()));
                let [wins, draws, losses] = self.counts(tally).map(|count| share * count);
                let residual = (wins - losses) / 2.0 - leg.games * leg.chances.mean();
                total.add((wins - losses) / 2.0 * (gap + point[players]));
                total.add(draws * point[players + 1]);
                total.add(-leg.games * libm::log(leg.chances.total));
                slope.gradient[low] += sign * residual;
                slope.gradient[high] -= sign * residual;
                slope.gradient[players] += residual;
                slope.gradient[players + 1] += draws - leg.games * leg.chances.draw;
                slope.information.add_leg(low, high, sign, &leg.information);
                weight += leg.information.difference;
            }
            slope.information.weights.push(weight);
        }
        self.add_prior(point, &mut slope, &mut total);
        self.add_beliefs(point, &mut slope, &mut total);
        slope.log_likelihood = total.value();
        self.freeze(&mut slope);
        slope
    }

    /// Adds virtual games that keep every parameter finite, one of each kind.
    ///
    /// Strengths and seat: a win and a loss of equal players. Draws: a draw and a decisive game of equal players.
    fn add_prior(&self, point: &[f64], slope: &mut Slope, total: &mut Sum) {
        if self.prior == 0.0 {
            return;
        }
        for (parameter, (log_chance, gradient, information)) in self.virtual_games(point) {
            total.add(self.prior * log_chance);
            slope.gradient[parameter] += self.prior * gradient;
            slope.information.diagonal[parameter] += self.prior * information;
        }
    }

    fn add_beliefs(&self, point: &[f64], slope: &mut Slope, total: &mut Sum) {
        for (player, Normal { after, precision }) in self.beliefs.iter().enumerate() {
            let ends = ends_of(player, after.as_ref());
            let signs = &[1.0, -1.0, -1.0][..ends.len()];
            let gap: f64 = ends.iter().zip(signs).map(|(&end, sign)| sign * point[end]).sum();
            total.add(-precision * gap * gap / 2.0);
            for (at, (&end, sign)) in ends.iter().zip(signs).enumerate() {
                slope.gradient[end] -= precision * gap * sign;
                slope.information.diagonal[end] += precision;
                for other_sign in &signs[at + 1..] {
                    slope.information.weights.push(-precision * sign * other_sign);
                }
            }
        }
    }

    /// Returns the parameters of each off-diagonal entry of the information: those of the meetings, then those of the
    /// beliefs. They are the same at every point.
    pub(super) fn ends(&self) -> Arc<Vec<(u32, u32)>> {
        let ends = self.ends.get_or_init(|| {
            let mut ends = Vec::with_capacity(self.meetings.len());
            ends.extend(self.meetings.clone().map(|meeting| (meeting.low.0, meeting.high.0)));
            for (player, Normal { after, .. }) in self.beliefs.iter().enumerate() {
                let own = ends_of(player, after.as_ref());
                for (at, &end) in own.iter().enumerate() {
                    ends.extend(own[at + 1..].iter().map(|&other| (end as u32, other as u32)));
                }
            }
            Arc::new(ends)
        });
        Arc::clone(ends)
    }

    /// Returns the prior's information about each parameter.
    pub(super) fn prior_information(&self, point: &[f64]) -> Vec<f64> {
        let mut about = vec![0.0; self.size()];
        for (parameter, (_, _, information)) in self.virtual_games(point) {
            about[parameter] += self.prior * information;
        }
        about
    }

    /// Returns log probability, gradient and information of one virtual game of each kind, for each parameter that is
    /// fitted.
    fn virtual_games(&self, point: &[f64]) -> impl Iterator<Item = (usize, (f64, f64, f64))> {
        let from = if self.beliefs.is_empty() { 0 } else { self.players() };
        let fitted = move |&(parameter, _): &(usize, _)| parameter >= from && self.is_free(parameter);
        point.iter().enumerate().filter(fitted).flat_map(|(parameter, &value)| {
            // A draw between equals has probability one half if the draw parameter is two.
            let even = if parameter == self.players() + 1 { std::f64::consts::LN_2 } else { 0.0 };
            let behind = self.behind.get(parameter).map_or(&[0.0][..], Vec::as_slice);
            behind.iter().map(move |strength| (parameter, even_odds(value + strength - even)))
        })
    }

    fn freeze(&self, slope: &mut Slope) {
        let players = self.players();
        for parameter in (0..self.size()).filter(|&parameter| !self.is_free(parameter)) {
            slope.gradient[parameter] = 0.0;
            slope.information.diagonal[parameter] = 1.0;
            if parameter < players {
                slope.information.seat[parameter] = 0.0;
                slope.information.draw[parameter] = 0.0;
            }
        }
        let Information { ends, weights, .. } = &mut slope.information;
        for (&(low, high), weight) in ends.iter().zip(weights) {
            if self.given[low as usize].is_some() || self.given[high as usize].is_some() {
                *weight = 0.0;
            }
        }
        if !self.is_free(players) {
            slope.information.seat.fill(0.0);
            slope.information.seat_draw = 0.0;
        }
        if !self.is_free(players + 1) {
            slope.information.draw.fill(0.0);
            slope.information.seat_draw = 0.0;
        }
    }

    /// Returns wins, draws and losses as the model counts them.
    fn counts(&self, tally: &Tally) -> [f64; 3] {
        let [wins, draws, losses] = tally.counts().map(f64::from);
        match self.draws {
            DrawTerm::Halved => [wins + draws / 2.0, 0.0, losses + draws / 2.0],
            DrawTerm::Fitted | DrawTerm::Absent => [wins, draws, losses],
        }
    }

    /// Returns the residuals of a unit: statistic and draw, less their means.
    fn residual(&self, chances: &Chances, score: Score) -> (f64, f64) {
        let drawn = match (self.draws, score) {
            (DrawTerm::Fitted, Score::Draw) => 1.0 - chances.draw,
            (DrawTerm::Fitted, _) => -chances.draw,
            _ => 0.0,
        };
        (score.points() - 0.5 - chances.mean(), drawn)
    }

    /// Returns the sums of products of the observed residuals in a meeting, over its units.
    pub(super) fn observed(&self, meeting: &Meeting, [low, high]: &[Leg; 2]) -> Products {
        let mut products = Products::default();
        let [low_alone, high_alone] = meeting.single().map(|tally| tally.counts());
        for (x, first) in Score::ALL.into_iter().enumerate() {
            let (r, d) = self.residual(&low.chances, first);
            products.add(low_alone[x], [r, r, d]);
            let (q, e) = self.residual(&high.chances, first);
            products.add(high_alone[x], [-q, q, e]);
            for (y, second) in Score::ALL.into_iter().enumerate() {
                let (q, e) = self.residual(&high.chances, second);
                products.add(meeting.pairs[x][y], [r - q, r + q, d + e]);
            }
        }
        products
    }

    /// Calls `each` with every meeting and its two seat orders at `point`.
    pub(super) fn each_meeting(&self, point: &[f64], mut each: impl FnMut(&Meeting, [Leg; 2])) {
        let nu = self.nu(point);
        let (halves, seat_half) = self.halves(point);
        for (at, meeting) in self.meetings.clone().enumerate() {
            let shift = libm::exp(self.shift(at) / 2.0);
            let ratio = halves[meeting.low.index()] / halves[meeting.high.index()] * shift;
            let games = |tally: &Tally| self.share(at) * f64::from(tally.games());
            let low = Leg::new(Chances::new(ratio * seat_half, nu), games(&meeting.low_first));
            let high = Leg::new(Chances::new(seat_half / ratio, nu), games(&meeting.high_first));
            each(&meeting, [low, high]);
        }
    }
}

/// Returns the parameters of a belief.
fn ends_of(player: usize, after: Option<&DriftedPrior>) -> Vec<usize> {
    let others = after.map(|after| [after.player, after.drift]);
    std::iter::once(player).chain(others.into_iter().flatten()).collect()
}

/// Returns the log probability of a win and a loss at log odds `x`, its derivative and its information.
fn even_odds(x: f64) -> (f64, f64, f64) {
    let up = libm::exp(x / 2.0);
    let total = up + 1.0 / up;
    let (win, loss) = (up / total, 1.0 / up / total);
    (-2.0 * libm::log(total), loss - win, 2.0 * win * loss)
}

impl Slope {
    fn zero(players: usize, ends: Arc<Vec<(u32, u32)>>) -> Self {
        Self {
            log_likelihood: 0.0,
            gradient: vec![0.0; players + 2],
            information: Information::zero(players, ends),
        }
    }
}
