//! The information matrix, sparse in the players.

use std::sync::Arc;

use super::leg::LegInformation;
use crate::dense_matrix::Square;

/// The negative matrix of second derivatives, sparse in the players.
pub(crate) struct Information {
    /// The two players of each off-diagonal entry.
    pub(super) ends: Arc<Vec<(u32, u32)>>,
    /// The entries themselves, with opposite sign.
    pub(super) weights: Vec<f64>,
    /// Entries between each player and the seat parameter.
    pub(super) seat: Vec<f64>,
    /// Entries between each player and the draw parameter.
    pub(super) draw: Vec<f64>,
    pub(super) seat_draw: f64,
    pub(crate) diagonal: Vec<f64>,
}

impl Information {
    /// Returns the information of no matches, with room for the entries between these parameters.
    pub(super) fn zero(players: usize, ends: Arc<Vec<(u32, u32)>>) -> Self {
        Self {
            weights: Vec::with_capacity(ends.len()),
            ends,
            seat: vec![0.0; players],
            draw: vec![0.0; players],
            seat_draw: 0.0,
            diagonal: vec![0.0; players + 2],
        }
    }

    pub(super) fn add_leg(&mut self, low: usize, high: usize, sign: f64, leg: &LegInformation) {
        let players = self.seat.len();
        self.diagonal[low] += leg.difference;
        self.diagonal[high] += leg.difference;
        self.diagonal[players] += leg.difference;
        self.diagonal[players + 1] += leg.draw;
        self.seat[low] += sign * leg.difference;
        self.seat[high] -= sign * leg.difference;
        self.draw[low] += sign * leg.mixed;
        self.draw[high] -= sign * leg.mixed;
        self.seat_draw += leg.mixed;
    }

    /// Returns the product of the matrix and a vector.
    pub(crate) fn times(&self, x: &[f64]) -> Vec<f64> {
        let players = self.seat.len();
        let mut y: Vec<f64> = self.diagonal.iter().zip(x).map(|(entry, x)| entry * x).collect();
        for (&(low, high), weight) in self.ends.iter().zip(&self.weights) {
            let (low, high) = (low as usize, high as usize);
            y[low] -= weight * x[high];
            y[high] -= weight * x[low];
        }
        let (seat, draw) = (x[players], x[players + 1]);
        for player in 0..players {
            y[player] += self.seat[player] * seat + self.draw[player] * draw;
            y[players] += self.seat[player] * x[player];
            y[players + 1] += self.draw[player] * x[player];
        }
        y[players] += self.seat_draw * draw;
        y[players + 1] += self.seat_draw * seat;
        y
    }

    /// Returns the two parameters of each off-diagonal entry, which are the same at every point.
    pub(crate) fn ends(&self) -> Vec<(u32, u32)> {
        let players = self.seat.len() as u32;
        let with = |parameter: u32| (0..players).map(move |player| (player, parameter));
        let own = [(players, players + 1)];
        self.ends.iter().copied().chain(with(players)).chain(with(players + 1)).chain(own).collect()
    }

    /// Returns the off-diagonal entries, in the order of [`ends`](Self::ends).
    pub(crate) fn entries(&self) -> Vec<f64> {
        let between = self.weights.iter().map(|weight| -weight);
        between
            .chain(self.seat.iter().copied())
            .chain(self.draw.iter().copied())
            .chain([self.seat_draw])
            .collect()
    }

    /// Returns the whole matrix.
    pub(crate) fn dense(&self) -> Square {
        let players = self.seat.len();
        let mut matrix = Square::zero(players + 2);
        for (parameter, &entry) in self.diagonal.iter().enumerate() {
            matrix.add(parameter, parameter, entry);
        }
        for (&(low, high), weight) in self.ends.iter().zip(&self.weights) {
            add_both(&mut matrix, low as usize, high as usize, -weight);
        }
        for player in 0..players {
            add_both(&mut matrix, players, player, self.seat[player]);
            add_both(&mut matrix, players + 1, player, self.draw[player]);
        }
        add_both(&mut matrix, players + 1, players, self.seat_draw);
        matrix
    }
}

fn add_both(matrix: &mut Square, i: usize, j: usize, x: f64) {
    matrix.add(i, j, x);
    matrix.add(j, i, x);
}
