//! Standard errors from the inverse information, and their robust version for pairs of games.

use std::sync::Arc;

use super::likelihood::{Information, Likelihood, Products};
use crate::dense_matrix::{Square, inverse};

/// Lower limit of `1 - leverage`, by whose square root a unit's residuals are divided.
const LEAST_FREEDOM: f64 = 0.1;

/// The covariance of the estimates.
///
/// Holds the inverse information `C`, with each player's column relative to the average player, unless given strengths
/// or a prior define zero. Column `k` is the response of the estimate of parameter `k` to the gradient.
#[derive(Clone)]
pub(super) struct Spread {
    answers: Square,
    averaged: Vec<usize>,
    robust: Option<Filling>,
}

impl Spread {
    /// Computes the covariance from the information alone, which is valid if all matches are independent.
    ///
    /// `None` if the information is singular, or nearly so, in directions other than the average of all strengths: then
    /// some parameters cannot be distinguished.
    pub(super) fn from_information(
        likelihood: &Likelihood<'_>,
        information: &Information,
        least_pivot: f64,
    ) -> Option<Self> {
        let mut matrix = information.dense();
        let averaged = likelihood.averaged();
        if likelihood.is_floating() {
            // Information about the average, which no match provides, makes the matrix regular. It cancels out below.
            let total: f64 = averaged.iter().map(|&player| information.diagonal[player]).sum();
            let about_average = total / (averaged.len() as f64 * averaged.len() as f64);
            for &i in &averaged {
                for &j in &averaged {
                    matrix.add(i, j, about_average);
                }
            }
        }
        let mut answers = inverse(matrix, least_pivot)?;
        for parameter in (0..likelihood.size()).filter(|&parameter| !likelihood.is_free(parameter)) {
            answers.row_mut(parameter).fill(0.0);
            for row in 0..likelihood.size() {
                answers.row_mut(row)[parameter] = 0.0;
            }
        }
        for row in 0..likelihood.size() {
            let row = answers.row_mut(row);
            let average = averaged.iter().map(|&player| row[player]).sum::<f64>() / averaged.len() as f64;
            for &player in &averaged {
                row[player] -= average;
            }
        }
        Some(Self { answers, averaged, robust: None })
    }

    /// Computes robust errors from the residuals of the units, between players for which `trusted` is `true`.
    pub(super) fn robust(self, likelihood: &Likelihood<'_>, point: &[f64], trusted: &[bool]) -> Self {
        let filling = Filling::new(likelihood, point, &self, trusted);
        Self { robust: Some(filling), ..self }
    }

    /// Returns the variances of all parameters. Those of strengths are relative to the average.
    pub(super) fn variances(&self) -> Vec<f64> {
        if let Some(filling) = &self.robust {
            return filling.variances(&self.answers);
        }
        let size = self.answers.size();
        let mut variances: Vec<f64> =
            (0..size).map(|parameter| self.answers.at(parameter, parameter)).collect();
        for &player in &self.averaged {
            let column = self.averaged.iter().map(|&row| self.answers.at(row, player));
            variances[player] -= column.sum::<f64>() / self.averaged.len() as f64;
        }
        variances
    }

    /// Returns the variance of the difference between two players' strengths.
    ///
    /// Robust errors take a pass over all meetings.
    pub(super) fn variance_between(&self, a: usize, b: usize) -> f64 {
        match &self.robust {
            None => self.information_variance_between(a, b),
            Some(filling) => filling.variance(&self.answers, a, b),
        }
    }

    fn information_variance_between(&self, a: usize, b: usize) -> f64 {
        let at = |i, j| self.answers.at(i, j);
        (at(a, a) - at(a, b)) + (at(b, b) - at(b, a))
    }
}

/// The middle of the sandwich: the variance of the gradient, estimated from the residuals of the units.
///
/// # Source
/// Liang and Zeger, Longitudinal data analysis using generalized linear models (1986), with a pair of games as the
/// cluster; correction for leverage: `MacKinnon` and White (1985), HC2.
#[derive(Clone)]
struct Filling {
    /// The players of each meeting, and the ends of entries without a meeting.
    ends: Arc<Vec<(u32, u32)>>,
    /// The variance of the gradient of the players' difference, for each meeting.
    weights: Vec<f64>,
    /// The covariances of each player's gradient with that of the seat, and of the draws.
    seat: Vec<f64>,
    draw: Vec<f64>,
    /// The covariances among seat and draws.
    corner: Products,
    prior: Vec<f64>,
}

impl Filling {
    fn new(likelihood: &Likelihood<'_>, point: &[f64], spread: &Spread, trusted: &[bool]) -> Self {
        let mut filling = Self {
            ends: likelihood.ends(),
            weights: Vec::with_capacity(likelihood.meetings.len()),
            seat: vec![0.0; likelihood.players()],
            draw: vec![0.0; likelihood.players()],
            corner: Products::default(),
            prior: likelihood.prior_information(point),
        };
        likelihood.each_meeting(point, |meeting, legs| {
            let (low, high) = (meeting.low.index(), meeting.high.index());
            let expected = Products::expected(&legs);
            let products = if trusted[low] && trusted[high] {
                let variance = spread.information_variance_between(low, high);
                let leverage = expected.gap / f64::from(meeting.units()) * variance;
                likelihood.observed(meeting, &legs).scaled(1.0 / (1.0 - leverage).max(LEAST_FREEDOM))
            } else {
                expected
            };
            filling.add(low, high, &products);
        });
        filling
    }

    fn add(&mut self, low: usize, high: usize, products: &Products) {
        self.weights.push(products.gap);
        self.seat[low] += products.gap_seat;
        self.seat[high] -= products.gap_seat;
        self.draw[low] += products.gap_draw;
        self.draw[high] -= products.gap_draw;
        self.corner.seat += products.seat;
        self.corner.seat_draw += products.seat_draw;
        self.corner.draw += products.draw;
    }

    fn variance(&self, answers: &Square, a: usize, b: usize) -> f64 {
        let answer: Vec<f64> =
            (0..answers.size()).map(|row| answers.at(row, a) - answers.at(row, b)).collect();
        let between = self.ends.iter().zip(&self.weights).map(|(&(low, high), weight)| {
            let gap = answer[low as usize] - answer[high as usize];
            weight * (gap * gap)
        });
        let mut side = [0.0; 2];
        for ((answer, seat), draw) in answer.iter().zip(&self.seat).zip(&self.draw) {
            side[0] += answer * seat;
            side[1] += answer * draw;
        }
        let prior: f64 = self.prior.iter().zip(&answer).map(|(prior, answer)| prior * answer * answer).sum();
        between.sum::<f64>() + prior + self.rest(side, answer[self.seat.len()], answer[self.seat.len() + 1])
    }

    fn variances(&self, answers: &Square) -> Vec<f64> {
        /// Width of a stretch of columns, short enough that all rows stay in the cache during a pass over the meetings.
        const STRETCH: usize = 256;
        let (size, players) = (answers.size(), self.seat.len());
        let mut variances = vec![0.0; size];
        for from in (0..size).step_by(STRETCH) {
            let to = (from + STRETCH).min(size);
            for (&(low, high), &weight) in self.ends.iter().zip(&self.weights) {
                let (low, high) =
                    (&answers.row(low as usize)[from..to], &answers.row(high as usize)[from..to]);
                for ((variance, x), y) in variances[from..to].iter_mut().zip(low).zip(high) {
                    let gap = x - y;
                    *variance += weight * (gap * gap);
                }
            }
        }
        let mut sides = vec![[0.0; 2]; size];
        for (row, prior) in self.prior.iter().enumerate() {
            let (seat, draw) = if row < players { (self.seat[row], self.draw[row]) } else { (0.0, 0.0) };
            for ((answer, side), variance) in answers.row(row).iter().zip(&mut sides).zip(&mut variances) {
                side[0] += answer * seat;
                side[1] += answer * draw;
                *variance += prior * answer * answer;
            }
        }
        for (parameter, (variance, side)) in variances.iter_mut().zip(sides).enumerate() {
            *variance += self.rest(side, answers.at(players, parameter), answers.at(players + 1, parameter));
        }
        variances
    }

    /// Returns the contribution of seat and draws: their products with the players' sums, and among themselves.
    fn rest(&self, side: [f64; 2], seat: f64, draw: f64) -> f64 {
        let Products { seat: of_seat, seat_draw: of_both, draw: of_draw, .. } = self.corner;
        let corner = of_seat * seat * seat + 2.0 * of_both * seat * draw + of_draw * draw * draw;
        corner + 2.0 * (seat * side[0] + draw * side[1])
    }
}
