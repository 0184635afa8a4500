//! Maximum-likelihood ratings: Bradley-Terry with Davidson's draws and an advantage of the first seat.

mod errors;
mod likelihood;
mod newton;

use crate::connections::Connections;
use crate::note::{Note, PriorReason};
use crate::results::{Player, Results};
use crate::scale::{ELO_PER_NAT, normal_cdf, round6};
use crate::table::{Table, Tally};
use errors::Spread;
use likelihood::{Chances, DrawTerm, Likelihood};
use newton::Maximum;

/// Below this share of a match's information, or this pivot of the scaled information matrix, a parameter is taken
/// to run off to infinity: it is 10,000 times what rounding leaves of it there.
const SINGULAR: f64 = 1e-11;

/// Players with fewer units (pairs, or matches on their own) take their errors from the model, not from residuals.
const LEAST_UNITS: u32 = 20;

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
/// The prior gives every player `weight` virtual wins and as many virtual losses against a player of average strength,
/// the first seat as many of each between equals, and draws as many draws and decisive games between equals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prior {
    /// Only if the likelihood has no maximum without (islands, one-sided groups, no decisive game); a [`Note`] says so.
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
    /// The average rating of the players with matches, in Elo.
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

/// A figure and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its standard error; `None` if it cannot be told.
    pub deviation: Option<f64>,
}

/// Chances of the outcomes of one match, for the player in the first seat; they sum to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Chance to win.
    pub win: f64,
    /// Chance of a draw.
    pub draw: f64,
    /// Chance to lose.
    pub loss: f64,
}

/// Ratings fitted to a table. Every figure is finite and rounded to six decimals.
#[derive(Clone)]
pub struct Fit {
    /// Rating of each player in Elo; players without matches stand at the average.
    pub ratings: Vec<f64>,
    /// Standard error of each rating in Elo, relative to the average; `None` without matches.
    pub deviations: Vec<Option<f64>>,
    /// What each player's figures need to be read with.
    pub player_notes: Vec<Vec<Note>>,
    /// What the fit as a whole needs to be read with.
    pub notes: Vec<Note>,
    /// Advantage of the first seat in Elo; `None` if not fitted or not to be told from strength.
    pub seat: Option<Estimate>,
    /// Chance of a draw between equal players; `None` if draws are not fitted.
    pub draw: Option<Estimate>,
    /// Log likelihood at the estimate, prior included.
    pub log_likelihood: f64,
    /// Steps of Newton's method taken.
    pub steps: usize,
    island: Vec<Option<usize>>,
    point: Vec<f64>,
    nu: f64,
    spread: Option<Spread>,
}

impl std::fmt::Debug for Fit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fit")
            .field("ratings", &self.ratings)
            .field("deviations", &self.deviations)
            .field("notes", &self.notes)
            .field("seat", &self.seat)
            .field("draw", &self.draw)
            .finish_non_exhaustive()
    }
}

/// Fits the ratings of all matches that count; see [`fit_table`].
pub fn fit(results: &Results, options: &Options) -> Fit {
    fit_table(&Table::counted(results), options)
}

/// Fits the ratings to a table by maximum likelihood.
///
/// The order of matches has no influence. Time grows with the number of meetings, and with the cube of the number of
/// players for the standard errors; memory with its square (1,000 players: 24 MB).
///
/// # Source
/// Bradley and Terry, Rank analysis of incomplete block designs (1952); Davidson (1970) for draws; Davidson and
/// Beaver, On extending the Bradley-Terry model to incorporate within-pair order effects (1977), for the seat.
pub fn fit_table(table: &Table, options: &Options) -> Fit {
    let connections = Connections::of(table);
    let scores = table.scores();
    let involved: Vec<bool> = connections.island.iter().map(Option::is_some).collect();
    if table.meetings().is_empty() {
        return without_matches(table.players(), options);
    }
    let mut likelihood = Likelihood {
        meetings: table.meetings(),
        involved: &involved,
        seat: options.seats == Seats::Fitted && connections.seat,
        draws: draw_term(&scores, options.draws),
        prior: 0.0,
    };
    let (maximum, spread, reason) = solve(&mut likelihood, &scores, &connections, options.prior);

    let mut notes = notes_on(&likelihood, options, &connections, table);
    notes.extend(reason.map(|reason| Note::Prior { weight: options.prior.weight(), reason }));
    let mut player_notes: Vec<Vec<Note>> = scores.iter().map(notes_on_score).collect();
    if connections.islands > 1 {
        for (notes, island) in player_notes.iter_mut().zip(&connections.island) {
            notes.extend(island.map(|island| Note::Island { island }));
        }
    }
    let robust = is_robust(table, options);
    let spread = spread.map(|spread| {
        if !robust {
            return spread;
        }
        let trusted: Vec<bool> =
            table.units().iter().zip(&scores).map(|(&units, score)| trusts(units, score)).collect();
        for ((notes, trusted), involved) in player_notes.iter_mut().zip(&trusted).zip(&involved) {
            if *involved && !trusted {
                notes.push(Note::ModelError { units: LEAST_UNITS });
            }
        }
        spread.robust(&likelihood, &maximum.point, &trusted)
    });
    if spread.is_none() {
        notes.push(Note::NoErrors);
    }
    figures(
        &likelihood,
        maximum,
        spread,
        options,
        Notes { fit: notes, players: player_notes },
        connections.island,
    )
}

struct Notes {
    fit: Vec<Note>,
    players: Vec<Vec<Note>>,
}

/// Maximum likelihood if it has a maximum, else with the prior, and why.
fn solve(
    likelihood: &mut Likelihood<'_>,
    scores: &[Tally],
    connections: &Connections,
    prior: Prior,
) -> (Maximum, Option<Spread>, Option<PriorReason>) {
    let reason = match prior {
        Prior::Always { .. } => Some(PriorReason::Asked),
        Prior::WhenNeeded { .. } if connections.islands > 1 => Some(PriorReason::Islands),
        Prior::WhenNeeded { .. } if !connections.two_sided => Some(PriorReason::OneSided),
        Prior::WhenNeeded { .. } if likelihood.draws == DrawTerm::Fitted && no_decisive_game(scores) => {
            Some(PriorReason::OnlyDraws)
        }
        Prior::WhenNeeded { .. } => None,
    };
    if reason.is_none() {
        let maximum = newton::maximum(likelihood);
        if maximum.converged && every_parameter_is_seen(likelihood, scores, &maximum) {
            let spread = Spread::of(likelihood, &maximum.slope.information, SINGULAR);
            if spread.is_some() {
                return (maximum, spread, None);
            }
        }
    }
    likelihood.prior = prior.weight();
    let maximum = newton::maximum(likelihood);
    let spread = Spread::of(likelihood, &maximum.slope.information, 0.0);
    (maximum, spread, Some(reason.unwrap_or(PriorReason::Unbounded)))
}

/// Whether no parameter has run so far off that its matches say nothing about it any more.
fn every_parameter_is_seen(likelihood: &Likelihood<'_>, scores: &[Tally], maximum: &Maximum) -> bool {
    let all: u32 = scores.iter().map(Tally::games).sum::<u32>() / 2;
    maximum.slope.information.diagonal.iter().enumerate().all(|(parameter, information)| {
        let games = scores.get(parameter).map_or(all, Tally::games);
        !likelihood.is_free(parameter) || *information > SINGULAR * f64::from(games)
    })
}

fn no_decisive_game(scores: &[Tally]) -> bool {
    scores.iter().all(|score| score.wins == 0)
}

fn draw_term(scores: &[Tally], draws: Draws) -> DrawTerm {
    match draws {
        Draws::HalfPoint => DrawTerm::Halved,
        Draws::Davidson if scores.iter().all(|score| score.draws == 0) => DrawTerm::Absent,
        Draws::Davidson => DrawTerm::Fitted,
    }
}

fn is_robust(table: &Table, options: &Options) -> bool {
    match options.errors {
        Errors::Information => false,
        Errors::Robust => true,
        Errors::Suitable => {
            options.draws == Draws::HalfPoint || table.meetings().iter().any(|meeting| meeting.paired() > 0)
        }
    }
}

/// Whether the residuals of a player's units tell how much they vary: there are enough, and not all alike.
fn trusts(units: u32, score: &Tally) -> bool {
    units >= LEAST_UNITS && [score.wins, score.draws, score.losses].iter().all(|&count| count < score.games())
}

fn notes_on(
    likelihood: &Likelihood<'_>,
    options: &Options,
    connections: &Connections,
    table: &Table,
) -> Vec<Note> {
    let mut notes = Vec::new();
    if connections.islands > 1 {
        notes.push(Note::Islands { islands: connections.islands });
    }
    if likelihood.draws == DrawTerm::Absent {
        notes.push(Note::NoDraws);
    }
    if options.seats == Seats::Fitted && !connections.seat {
        notes.push(Note::SeatUnknown);
    }
    if is_robust(table, options) {
        notes.push(Note::RobustErrors);
    }
    notes
}

fn notes_on_score(score: &Tally) -> Vec<Note> {
    let games = score.games();
    let mut notes = Vec::new();
    if games == 0 {
        notes.push(Note::NoGames);
    } else if score.wins == games {
        notes.push(Note::WonAll);
    } else if score.losses == games {
        notes.push(Note::LostAll);
    } else if score.draws == games {
        notes.push(Note::DrewAll);
    }
    notes
}

fn without_matches(players: usize, options: &Options) -> Fit {
    Fit {
        ratings: vec![round6(options.average); players],
        deviations: vec![None; players],
        player_notes: vec![vec![Note::NoGames]; players],
        notes: vec![Note::NoGames],
        seat: None,
        draw: None,
        log_likelihood: 0.0,
        steps: 0,
        island: vec![None; players],
        point: vec![0.0; players + 2],
        nu: 0.0,
        spread: None,
    }
}

fn figures(
    likelihood: &Likelihood<'_>,
    maximum: Maximum,
    spread: Option<Spread>,
    options: &Options,
    notes: Notes,
    island: Vec<Option<usize>>,
) -> Fit {
    let players = likelihood.players();
    let mut point = maximum.point;
    let count = likelihood.involved.iter().filter(|involved| **involved).count();
    let total: f64 =
        (0..players).filter(|&player| likelihood.involved[player]).map(|player| point[player]).sum();
    for (strength, _) in point.iter_mut().zip(likelihood.involved).filter(|(_, involved)| **involved) {
        *strength -= total / count as f64;
    }
    let variances = spread.as_ref().map(Spread::variances);
    let deviation =
        |parameter: usize| variances.as_ref().map(|variances| libm::sqrt(variances[parameter].max(0.0)));
    let nu = likelihood.nu(&point);
    let drawn = nu / (2.0 + nu);
    Fit {
        ratings: point[..players]
            .iter()
            .map(|strength| round6(options.average + strength * ELO_PER_NAT))
            .collect(),
        deviations: (0..players)
            .map(|player| {
                deviation(player).filter(|_| likelihood.involved[player]).map(|d| round6(d * ELO_PER_NAT))
            })
            .collect(),
        player_notes: notes.players,
        notes: notes.fit,
        seat: likelihood.seat.then(|| Estimate {
            value: round6(point[players] * ELO_PER_NAT),
            deviation: deviation(players).map(|d| round6(d * ELO_PER_NAT)),
        }),
        draw: (likelihood.draws != DrawTerm::Halved).then(|| Estimate {
            value: round6(drawn),
            // The chance answers to the log of the parameter with slope p (1 - p).
            deviation: deviation(players + 1)
                .filter(|_| likelihood.draws == DrawTerm::Fitted)
                .map(|d| round6(d * drawn * (1.0 - drawn))),
        }),
        log_likelihood: round6(maximum.slope.log_likelihood),
        steps: maximum.steps,
        island,
        point,
        nu,
        spread,
    }
}

impl Fit {
    /// By how many Elo `a` is rated above `b`, with the standard error of that difference.
    ///
    /// `None` if no chain of matches links them, or they are one.
    /// With robust errors a call takes a pass over all meetings.
    pub fn difference(&self, a: Player, b: Player) -> Option<Estimate> {
        let (a, b) = (a.index(), b.index());
        let island = (*self.island.get(a)?)?;
        if a == b || *self.island.get(b)? != Some(island) {
            return None;
        }
        let deviation = self.spread.as_ref().map(|spread| libm::sqrt(spread.variance_between(a, b).max(0.0)));
        Some(Estimate {
            value: round6((self.point[a] - self.point[b]) * ELO_PER_NAT),
            deviation: deviation.map(|deviation| round6(deviation * ELO_PER_NAT)),
        })
    }

    /// Likelihood of superiority: the chance, given the results, that `a` is stronger than `b`.
    ///
    /// By the normal approximation, from the covariance of both ratings. `None` as for [`Fit::difference`].
    pub fn superiority(&self, a: Player, b: Player) -> Option<f64> {
        let Estimate { value, deviation } = self.difference(a, b)?;
        let deviation = deviation?;
        if deviation > 0.0 {
            return Some(round6(normal_cdf(value / deviation)));
        }
        Some(if value > 0.0 {
            1.0
        } else if value < 0.0 {
            0.0
        } else {
            0.5
        })
    }

    /// Chances of a match between two players; `None` if one is unknown.
    pub fn outlook(&self, first: Player, second: Player) -> Option<Outlook> {
        let players = self.ratings.len();
        let strength = |player: Player| (player.index() < players).then(|| self.point[player.index()]);
        let gap = strength(first)? - strength(second)? + self.point[players];
        let Chances { win, draw, loss, .. } = Chances::at(gap, self.nu);
        Some(Outlook { win: round6(win), draw: round6(draw), loss: round6(loss) })
    }
}
