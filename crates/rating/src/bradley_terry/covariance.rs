//! The covariance of all parameters of a posterior: any combination of it, and at once what is asked for often.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::likelihood::{Information, Normal};
use crate::frontal::{Factor, Plan};

/// In which order parameters are eliminated, and which entries of the covariance are kept.
#[derive(Debug)]
pub(super) struct Layout {
    order: Vec<usize>,
    /// How many of the last ones are eliminated together.
    together: usize,
    kept: Vec<(usize, usize)>,
    /// Where in `kept` an entry is, the lower parameter first.
    places: BTreeMap<(usize, usize), usize>,
}

impl Layout {
    /// Whom others come after goes when the next one comes: that is about when it played last. The others, the drift, the
    /// seat and draws stay to the end. `beliefs` has those of the players, and that of the drift.
    ///
    /// Kept are all variances, what chains of players need, and everything between those who nobody comes after.
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

/// The covariance of a mixture of normal distributions, in most cases of a single one.
#[derive(Clone, Debug)]
pub(super) struct Covariance {
    layout: Arc<Layout>,
    /// By place in the layout.
    kept: Vec<f64>,
    parts: Vec<Part>,
}

/// A normal distribution of a mixture.
#[derive(Clone, Debug)]
struct Part {
    weight: f64,
    inverse: Inverse,
    /// What lies between its average and that of the mixture; empty for nothing.
    shift: Vec<f64>,
}

impl Covariance {
    /// The inverse of an information matrix, and its entries between some parameters that share information.
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
        let parts = vec![Part { weight: 1.0, inverse, shift: Vec::new() }];
        (Covariance { layout: Arc::clone(layout), kept, parts }, between)
    }

    /// The covariance of a mixture: the average of the covariances and the covariance of the averages. Each part has its
    /// weight, which add up to one, and what lies between its average and that of the mixture.
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
                Part { weight: weight * part.weight, inverse, shift: shift.clone() }
            }));
        }
        Some(mixed)
    }

    /// The variance of a parameter.
    pub(super) fn variance(&self, parameter: usize) -> f64 {
        self.kept[parameter]
    }

    /// The covariance of all parameters with a combination of them.
    pub(super) fn with(&self, combination: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; combination.len()];
        for Part { weight, inverse, shift } in &self.parts {
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

    /// The variance of a sum of parameters, each times a factor.
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
