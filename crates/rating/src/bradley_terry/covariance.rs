//! The covariance of all parameters of a posterior. Any linear combination can be computed; frequently used entries are
//! stored.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::likelihood::{Information, Normal};
use crate::sparse_solver::{Factor, Plan};

/// The elimination order of parameters, and the stored entries of the covariance.
#[derive(Debug)]
pub(super) struct Layout {
    order: Vec<usize>,
    /// Number of parameters at the end of the order that are eliminated together.
    together: usize,
    kept: Vec<(usize, usize)>,
    /// The index in `kept` of each entry, with the lower parameter first.
    places: BTreeMap<(usize, usize), usize>,
}

impl Layout {
    /// Orders the parameters: a player with a successor is eliminated when its successor appears, which is about when
    /// it played last. The other players, the drift, the seat and draws come last. `beliefs` contains the beliefs of
    /// the players, then that of the drift.
    ///
    /// The stored entries are all variances, those that chains of players need, and all between players without a
    /// successor.
    pub(super) fn new(beliefs: &[Normal]) -> Layout {
        let drift = beliefs.len() - 1;
        let mut next = vec![usize::MAX; drift];
        for (player, belief) in beliefs.iter().enumerate() {
            if let Some(after) = belief.after {
                next[after.player] = player;
            }
        }
        let mut order: Vec<usize> = (0..drift).collect();
        order.sort_by_key(|&player| (next[player], player));
        order.extend([drift, drift + 1, drift + 2]);
        let last: Vec<usize> = (0..drift).filter(|&player| next[player] == usize::MAX).collect();
        let mut kept: Vec<(usize, usize)> = (0..drift + 3).map(|parameter| (parameter, parameter)).collect();
        for (player, belief) in beliefs.iter().enumerate() {
            if let Some(after) = belief.after {
                kept.extend([(after.player, player), (player, drift), (after.player, drift)]);
            }
        }
        for (at, &player) in last.iter().enumerate() {
            kept.extend(last[..at].iter().map(|&other| (other, player)));
        }
        let places = kept.iter().copied().zip(0..).collect();
        Layout { order, together: last.len() + 3, kept, places }
    }

    pub(super) fn plan(&self, information: &Information) -> Plan {
        Plan::new(&self.order, self.together, &information.ends())
    }

    fn place(&self, a: usize, b: usize) -> Option<usize> {
        self.places.get(&(a.min(b), a.max(b))).copied()
    }
}

/// The inverse of an information matrix.
#[derive(Clone, Debug)]
struct Inverse {
    plan: Arc<Plan>,
    factor: Arc<Factor>,
}

impl Inverse {
    fn times(&self, right: &[f64]) -> Vec<f64> {
        self.factor.solve(&self.plan, right)
    }
}

/// The covariance of a mixture of normal distributions, usually of a single one.
#[derive(Clone, Debug)]
pub(super) struct Covariance {
    layout: Arc<Layout>,
    /// By index in the layout.
    kept: Vec<f64>,
    parts: Vec<MixturePart>,
}

/// A normal distribution of a mixture.
#[derive(Clone, Debug)]
struct MixturePart {
    weight: f64,
    inverse: Inverse,
    /// The difference between its mean and that of the mixture; empty for zero.
    shift: Vec<f64>,
}

impl Covariance {
    /// Returns the inverse of an information matrix, and its entries between some parameters that share information.
    pub(super) fn new(
        layout: &Arc<Layout>,
        plan: Plan,
        factor: Factor,
        between: &[(usize, usize)],
    ) -> (Covariance, Vec<f64>) {
        let wanted = [&layout.kept, between].concat();
        let mut kept = factor.inverse_at(&plan, &wanted);
        let between = kept.split_off(layout.kept.len());
        let inverse = Inverse { plan: Arc::new(plan), factor: Arc::new(factor) };
        let parts = vec![MixturePart { weight: 1.0, inverse, shift: Vec::new() }];
        (Covariance { layout: Arc::clone(layout), kept, parts }, between)
    }

    /// Returns the covariance of a mixture: the average of the covariances plus the covariance of the means. Each part
    /// has a weight and the difference between its mean and that of the mixture. Weights add up to one.
    ///
    /// `None` without parts.
    pub(super) fn mixed(parts: Vec<(f64, Covariance, Vec<f64>)>) -> Option<Covariance> {
        let layout = Arc::clone(&parts.first()?.1.layout);
        let mut mixed = Covariance { kept: vec![0.0; layout.kept.len()], layout, parts: Vec::new() };
        for (weight, covariance, shift) in parts {
            let each = mixed.kept.iter_mut().zip(&mixed.layout.kept).zip(&covariance.kept);
            for ((kept, &(i, j)), own) in each {
                *kept += weight * (own + shift[i] * shift[j]);
            }
            mixed.parts.extend(covariance.parts.iter().map(|part| {
                let inverse = part.inverse.clone();
                MixturePart { weight: weight * part.weight, inverse, shift: shift.clone() }
            }));
        }
        Some(mixed)
    }

    /// Returns the variance of a parameter.
    pub(super) fn variance(&self, parameter: usize) -> f64 {
        self.kept[parameter]
    }

    /// Returns the covariance of each parameter with a linear combination.
    pub(super) fn with(&self, combination: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; combination.len()];
        for MixturePart { weight, inverse, shift } in &self.parts {
            let along: f64 = shift.iter().zip(combination).map(|(shift, x)| shift * x).sum();
            for (sum, own) in sum.iter_mut().zip(inverse.times(combination)) {
                *sum += weight * own;
            }
            for (sum, shift) in sum.iter_mut().zip(shift) {
                *sum += weight * shift * along;
            }
        }
        sum
    }

    /// Returns the variance of a linear combination of parameters.
    pub(super) fn of_sum(&self, parts: &[(usize, f64)]) -> f64 {
        let entry = |&(i, x): &(usize, f64), &(j, y): &(usize, f64)| {
            Some(x * y * self.kept[self.layout.place(i, j)?])
        };
        let kept = |one| parts.iter().map(|other| entry(one, other)).sum::<Option<f64>>();
        if let Some(sum) = parts.iter().map(kept).sum::<Option<f64>>() {
            return sum;
        }
        let mut combination = vec![0.0; self.layout.order.len()];
        for &(at, factor) in parts {
            combination[at] += factor;
        }
        let with = self.with(&combination);
        parts.iter().map(|&(at, factor)| factor * with[at]).sum()
    }
}
