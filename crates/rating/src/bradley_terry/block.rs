//! Players whose ratings are fitted together, relative to one another.

use std::cell::OnceCell;

use super::errors::Spread;
use super::likelihood::{DrawTerm, Likelihood, Terms};
use super::newton::{self, Maximum};
use super::{Draws, Errors, Estimate, Options, PRIOR, Seats};
use crate::connections::Connections;
use crate::note::{Note, PriorReason};
use crate::results::Player;
use crate::scale::{ELO_PER_NAT, round6};
use crate::table::{Table, Tally};

/// A parameter is considered infinite if its information per match, or its pivot of the scaled information matrix, is
/// below this value, which is 10,000 times the rounding error there.
const SINGULAR: f64 = 1e-11;

/// Players with fewer units (pairs, or single matches) take their errors from the model instead of the residuals.
const LEAST_UNITS: u32 = 20;

/// Players fitted together.
#[derive(Clone)]
pub(super) struct Block {
    /// The members, by ascending index.
    pub(super) members: Vec<Player>,
    /// The strength of each member in natural units; their average is zero unless some are given.
    pub(super) strengths: Vec<f64>,
    /// Seat and draw terms, as fitted to the games among the members.
    pub(super) terms: Terms,
    /// `true` if seat and draw terms were fitted to these games instead of those of another block.
    pub(super) has_own_terms: bool,
    /// Number of games among the members.
    pub(super) games: u32,
    /// `true` if strengths are given, which then define zero.
    pub(super) is_anchored: bool,
    pub(super) log_likelihood: f64,
    pub(super) steps: usize,
    /// Advantage of the first seat in Elo.
    pub(super) seat: Option<Estimate>,
    /// Probability of a draw between equals.
    pub(super) draw: Option<Estimate>,
    pub(super) notes: Vec<Note>,
    /// Notes on the error of each member.
    pub(super) member_notes: Vec<Vec<Note>>,
    spread: Option<Spread>,
    variances: Option<Vec<f64>>,
}

/// The input of a fit: the games among some players, and the given strengths.
pub(super) struct Field<'a> {
    /// The players, by ascending index.
    pub(super) members: Vec<Player>,
    /// The games among them, by index in `members`.
    pub(super) table: &'a Table,
    /// The given strength of each member.
    pub(super) given: &'a [Option<f64>],
    /// Seat and draw terms, if they are given.
    pub(super) terms: Option<Terms>,
}

impl Block {
    /// Returns a block of one player, at zero or at its given strength.
    pub(super) fn single(player: Player, given: Option<f64>) -> Self {
        Self {
            members: vec![player],
            strengths: vec![given.unwrap_or(0.0)],
            terms: Terms::default(),
            has_own_terms: false,
            games: 0,
            is_anchored: given.is_some(),
            log_likelihood: 0.0,
            steps: 0,
            seat: None,
            draw: None,
            notes: Vec::new(),
            member_notes: vec![Vec::new()],
            spread: None,
            variances: Some(vec![0.0]),
        }
    }

    /// Fits the maximum of the likelihood alone; `None` if there is none. The players must have scored against one
    /// another.
    pub(super) fn by_likelihood(field: Field<'_>, options: &Options) -> Option<Self> {
        let scores = field.table.scores();
        let involved: Vec<bool> = scores.iter().map(|score| score.games() > 0).collect();
        let likelihood = likelihood(&field, &involved, &scores, options, 0.0);
        if likelihood.is_free(likelihood.players() + 1) && no_decisive_game(&scores) {
            return None;
        }
        let maximum = newton::maximum(&likelihood);
        if !(maximum.converged && every_parameter_is_seen(&likelihood, &scores, &maximum)) {
            return None;
        }
        let spread = Spread::from_information(&likelihood, &maximum.slope.information, SINGULAR)?;
        Some(Self::new(field.members, &likelihood, &scores, maximum, Some(spread), field.table, options))
    }

    /// Fits the maximum with virtual games of every player, which always exists.
    pub(super) fn with_prior(field: Field<'_>, options: &Options, reason: PriorReason) -> Self {
        let scores = field.table.scores();
        let involved: Vec<bool> = scores.iter().map(|score| score.games() > 0).collect();
        let likelihood = likelihood(&field, &involved, &scores, options, PRIOR);
        let maximum = newton::maximum(&likelihood);
        let spread = Spread::from_information(&likelihood, &maximum.slope.information, 0.0);
        let mut block = Self::new(field.members, &likelihood, &scores, maximum, spread, field.table, options);
        block.notes.push(Note::Prior { weight: PRIOR, reason });
        block
    }

    fn new(
        members: Vec<Player>,
        likelihood: &Likelihood<'_>,
        scores: &[Tally],
        maximum: Maximum,
        spread: Option<Spread>,
        table: &Table,
        options: &Options,
    ) -> Self {
        let players = likelihood.players();
        let mut point = maximum.point;
        let averaged = likelihood.averaged();
        let total: f64 = averaged.iter().map(|&player| point[player]).sum();
        for &player in &averaged {
            point[player] -= total / averaged.len() as f64;
        }
        let mut notes = notes_on(likelihood, options, table);
        let mut member_notes = vec![Vec::new(); players];
        let spread = spread.map(|spread| {
            if !is_robust(table, options) {
                return spread;
            }
            let units = table.units();
            let trusted: Vec<bool> =
                units.iter().zip(scores).map(|(&units, score)| trusts(units, score)).collect();
            for ((notes, trusted), score) in member_notes.iter_mut().zip(&trusted).zip(scores) {
                if score.games() > 0 && !trusted {
                    notes.push(Note::ModelError { units: LEAST_UNITS, paired: table.has_pairs() });
                }
            }
            spread.robust(likelihood, &point, &trusted)
        });
        if spread.is_none() {
            notes.push(Note::NoErrors);
        }
        let variances = spread.as_ref().map(Spread::variances);
        let deviation =
            |parameter: usize| variances.as_ref().map(|variances| libm::sqrt(variances[parameter].max(0.0)));
        let terms = likelihood.terms(&point);
        let drawn = terms.nu / (2.0 + terms.nu);
        Self {
            strengths: point[..players].to_vec(),
            members,
            terms,
            has_own_terms: likelihood.terms.is_none(),
            games: scores.iter().map(Tally::games).sum::<u32>() / 2,
            is_anchored: likelihood.given.iter().any(Option::is_some),
            log_likelihood: maximum.slope.log_likelihood,
            steps: maximum.steps,
            seat: likelihood.is_free(players).then(|| Estimate {
                value: round6(terms.seat * ELO_PER_NAT),
                deviation: deviation(players).map(|d| round6(d * ELO_PER_NAT)),
            }),
            draw: (likelihood.draws != DrawTerm::Halved).then(|| Estimate {
                value: round6(drawn),
                // The derivative of the probability by the log of the parameter is p (1 - p).
                deviation: deviation(players + 1)
                    .filter(|_| likelihood.draws == DrawTerm::Fitted)
                    .map(|d| round6(d * drawn * (1.0 - drawn))),
            }),
            notes,
            member_notes,
            spread,
            variances,
        }
    }

    /// Returns the variance of a member's strength, relative to the zero of the block's strengths; `None` if it is not
    /// determined.
    pub(super) fn variance(&self, member: usize) -> Option<f64> {
        self.variances.as_ref().map(|variances| variances[member].max(0.0))
    }

    /// Returns the variance of the difference between two members' strengths.
    pub(super) fn variance_between(&self, a: usize, b: usize) -> Option<f64> {
        self.spread.as_ref().map(|spread| spread.variance_between(a, b).max(0.0))
    }
}

fn likelihood<'a>(
    field: &Field<'a>,
    involved: &'a [bool],
    scores: &[Tally],
    options: &Options,
    prior: f64,
) -> Likelihood<'a> {
    let given: Vec<Player> = (0..involved.len())
        .filter(|&at| involved[at] && field.given[at].is_some())
        .map(Player::from)
        .collect();
    Likelihood {
        meetings: field.table.meetings(),
        ends: OnceCell::new(),
        shifts: &[],
        shares: &[],
        involved,
        given: field.given,
        seat: options.seats == Seats::Fitted && Connections::new(field.table, &given).seat,
        draws: field
            .terms
            .map_or_else(|| draw_term(scores, options.draws), |terms| DrawTerm::given(terms.nu)),
        terms: field.terms,
        prior,
        behind: &[],
        beliefs: &[],
    }
}

/// Returns `true` if no parameter is so extreme that its matches no longer carry information about it.
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
        Errors::Suitable => options.draws == Draws::HalfPoint || table.has_pairs(),
    }
}

/// Returns `true` if the residuals of a player's units are usable for its variance: there are enough of them, and they
/// are not all equal.
fn trusts(units: u32, score: &Tally) -> bool {
    units >= LEAST_UNITS && [score.wins, score.draws, score.losses].iter().all(|&count| count < score.games())
}

fn notes_on(likelihood: &Likelihood<'_>, options: &Options, table: &Table) -> Vec<Note> {
    let mut notes = Vec::new();
    if likelihood.draws == DrawTerm::Absent {
        notes.push(Note::NoDraws);
    }
    if options.seats == Seats::Fitted && !likelihood.seat {
        notes.push(Note::SeatUnknown);
    }
    if is_robust(table, options) {
        notes.push(Note::RobustErrors { paired: table.has_pairs() });
    }
    notes
}
