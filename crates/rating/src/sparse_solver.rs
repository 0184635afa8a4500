//! Sparse symmetric positive definite systems in which only a few unknowns are connected with one another at any time.
//!
//! Unknowns are eliminated in a given order. Those that are connected with eliminated ones, and not eliminated
//! themselves, are the front: a dense matrix with a slot for each. An unknown enters the front when it is first
//! connected and leaves it when it is eliminated. The work is the number of unknowns times the square of the widest
//! front, instead of the cube of the number of unknowns.
//!
//! # Source
//! Irons, A frontal solution program for finite element analysis (1970); entries of the inverse: Takahashi, Fagan and
//! Chen, Formation of a sparse bus impedance matrix (1973).

use std::collections::BTreeSet;

use crate::dense_matrix::dot;

/// The connections between unknowns, and their elimination order.
#[derive(Debug)]
pub(crate) struct Plan {
    steps: Vec<Step>,
    /// The slot of each unknown.
    slots: Vec<usize>,
    /// The step that eliminates each unknown.
    step_of: Vec<usize>,
    width: usize,
    /// The entries of the matrix, by the step that eliminates the first of its two unknowns: the other's slot, and the
    /// index of the entry.
    entries: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    unknown: usize,
    slot: usize,
    /// The end of its entries.
    end: usize,
}

impl Plan {
    /// Returns a plan. `order` contains every unknown once. Its last `together` unknowns are all in the front when the
    /// first of them is eliminated. `ends` contains the two unknowns of each off-diagonal entry.
    pub(crate) fn new(order: &[usize], together: usize, ends: &[(u32, u32)]) -> Plan {
        let size = order.len();
        let mut step_of = vec![0; size];
        for (step, &unknown) in order.iter().enumerate() {
            step_of[unknown] = step;
        }
        let mut of_step: Vec<Vec<(u32, u32)>> = vec![Vec::new(); size];
        for (entry, &(a, b)) in (0_u32..).zip(ends) {
            let (early, late) = if step_of[a as usize] < step_of[b as usize] { (a, b) } else { (b, a) };
            of_step[step_of[early as usize]].push((late, entry));
        }
        let mut front = Front { slots: vec![None; size], free: BTreeSet::new(), width: 0 };
        let mut steps = Vec::with_capacity(size);
        let mut entries = Vec::with_capacity(ends.len());
        for (step, &unknown) in order.iter().enumerate() {
            if step + together == size {
                for &other in &order[step..] {
                    front.enter(other);
                }
            }
            let slot = front.enter(unknown);
            for &(other, entry) in &of_step[step] {
                entries.push((front.enter(other as usize) as u32, entry));
            }
            front.free.insert(slot);
            steps.push(Step { unknown, slot, end: entries.len() });
        }
        let slots = front.slots.into_iter().map(|slot| slot.unwrap_or(0)).collect();
        Plan { steps, slots, step_of, width: front.width, entries }
    }

    /// Eliminates all unknowns of the matrix with this diagonal and these off-diagonal entries; `None` if it is not
    /// positive definite.
    pub(crate) fn factor(&self, diagonal: &[f64], entries: &[f64]) -> Option<Factor> {
        let width = self.width;
        let mut front = Matrix::new(width);
        let mut pivots = Vec::with_capacity(self.steps.len());
        let mut columns = vec![0.0; width * self.steps.len()];
        let mut column = vec![0.0; width];
        let mut begin = 0;
        for (step, scaled) in self.steps.iter().zip(columns.chunks_exact_mut(width)) {
            front.take(step.slot, &mut column);
            for &(slot, entry) in &self.entries[begin..step.end] {
                column[slot as usize] += entries[entry as usize];
            }
            begin = step.end;
            let pivot = column[step.slot] + diagonal[step.unknown];
            column[step.slot] = 0.0;
            if !(pivot > 0.0 && pivot.is_finite()) {
                return None;
            }
            for (scaled, x) in scaled.iter_mut().zip(&column) {
                *scaled = x / pivot;
            }
            front.subtract(&column, scaled);
            pivots.push(pivot);
        }
        Some(Factor { pivots, columns })
    }
}

/// Number of products that are subtracted from a front in one pass.
const AT_ONCE: usize = 4;

/// A front during elimination: the lower half of a symmetric matrix, less the products that wait to be subtracted.
struct Matrix {
    width: usize,
    cells: Vec<f64>,
    /// The two columns of each product.
    waiting: [[Vec<f64>; 2]; AT_ONCE],
    count: usize,
}

impl Matrix {
    fn new(width: usize) -> Matrix {
        let waiting = std::array::from_fn(|_| [vec![0.0; width], vec![0.0; width]]);
        Matrix { width, cells: vec![0.0; width * width], waiting, count: 0 }
    }

    /// Removes a slot's row and column into `column`.
    fn take(&mut self, slot: usize, column: &mut [f64]) {
        let (before, from) = column.split_at_mut(slot);
        let row = &mut self.cells[slot * self.width..][..slot];
        before.copy_from_slice(row);
        row.fill(0.0);
        let down = self.cells[slot * self.width + slot..].iter_mut().step_by(self.width);
        for (x, cell) in from.iter_mut().zip(down) {
            *x = std::mem::take(cell);
        }
        for [one, other] in &mut self.waiting[..self.count] {
            let factor = std::mem::take(&mut one[slot]);
            for (x, y) in column.iter_mut().zip(&*other) {
                *x -= factor * y;
            }
            other[slot] = 0.0;
        }
    }

    /// Subtracts `column scaled'`, which is symmetric.
    fn subtract(&mut self, column: &[f64], scaled: &[f64]) {
        let [one, other] = &mut self.waiting[self.count];
        one.copy_from_slice(column);
        other.copy_from_slice(scaled);
        self.count += 1;
        if self.count == AT_ONCE {
            self.settle();
        }
    }

    fn settle(&mut self) {
        self.count = 0;
        let [a, b, c, d] = &self.waiting;
        for (slot, row) in self.cells.chunks_exact_mut(self.width).enumerate() {
            let factors = [a[0][slot], b[0][slot], c[0][slot], d[0][slot]];
            if factors.iter().all(|x| *x == 0.0) {
                continue;
            }
            let others = a[1].iter().zip(&b[1]).zip(&c[1]).zip(&d[1]);
            for (cell, (((a, b), c), d)) in row[..=slot].iter_mut().zip(others) {
                *cell -= (factors[0] * a + factors[1] * b) + (factors[2] * c + factors[3] * d);
            }
        }
    }
}

/// The unknowns in the front during elimination.
struct Front {
    /// The slot of each unknown.
    slots: Vec<Option<usize>>,
    free: BTreeSet<usize>,
    width: usize,
}

impl Front {
    /// Returns the slot of an unknown, which enters the front if it is not there.
    fn enter(&mut self, unknown: usize) -> usize {
        let slot = self.slots[unknown].or_else(|| self.free.pop_first()).unwrap_or_else(|| {
            self.width += 1;
            self.width - 1
        });
        self.slots[unknown] = Some(slot);
        slot
    }
}

/// A matrix from which all unknowns are eliminated. It must be used with the plan that made it.
#[derive(Clone, Debug)]
pub(crate) struct Factor {
    /// The pivot of each step.
    pivots: Vec<f64>,
    /// By step: the multiple of the unknown's equation that was subtracted from that of each slot; 0 for slots not in
    /// the front.
    columns: Vec<f64>,
}

impl Factor {
    /// Returns the `x` with `matrix x = right`.
    pub(crate) fn solve(&self, plan: &Plan, right: &[f64]) -> Vec<f64> {
        let width = plan.width;
        let mut x = right.to_vec();
        // The amount that eliminated unknowns subtract from each slot.
        let mut taken = vec![0.0; width];
        for (step, column) in plan.steps.iter().zip(self.columns.chunks_exact(width)) {
            let value = x[step.unknown] - std::mem::take(&mut taken[step.slot]);
            x[step.unknown] = value;
            if value != 0.0 {
                for (taken, y) in taken.iter_mut().zip(column) {
                    *taken += value * y;
                }
            }
        }
        let mut found = taken;
        found.fill(0.0);
        let backwards = plan.steps.iter().zip(self.columns.chunks_exact(width)).zip(&self.pivots).rev();
        for ((step, column), pivot) in backwards {
            // A slot that is not in the front has a zero in the column, so the value of a later unknown in it has no
            // effect.
            x[step.unknown] = x[step.unknown] / pivot - dot(column, &found);
            found[step.slot] = x[step.unknown];
        }
        x
    }

    /// Returns entries of the inverse. The two unknowns of each must have been in the front together, or be the same.
    pub(crate) fn inverse_at(&self, plan: &Plan, wanted: &[(usize, usize)]) -> Vec<f64> {
        let width = plan.width;
        let mut of_step: Vec<Vec<(usize, usize)>> = vec![Vec::new(); plan.steps.len()];
        for (at, &(a, b)) in wanted.iter().enumerate() {
            let (early, late) = if plan.step_of[a] <= plan.step_of[b] { (a, b) } else { (b, a) };
            of_step[plan.step_of[early]].push((plan.slots[late], at));
        }
        let mut found = vec![0.0; wanted.len()];
        let mut inverse = vec![0.0; width * width];
        let mut row = vec![0.0; width];
        let backwards = plan.steps.iter().zip(self.columns.chunks_exact(width)).zip(&self.pivots).enumerate();
        for (number, ((step, column), pivot)) in backwards.rev() {
            for (x, other) in row.iter_mut().zip(inverse.chunks_exact(width)) {
                *x = -dot(other, column);
            }
            row[step.slot] = 1.0 / pivot - dot(&row, column);
            for &(slot, at) in &of_step[number] {
                found[at] = row[slot];
            }
            for (slot, &x) in row.iter().enumerate() {
                inverse[slot * width + step.slot] = x;
            }
            inverse[step.slot * width..][..width].copy_from_slice(&row);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dense_matrix::{Square, inverse};

    /// Returns a matrix of the given entries, both dense and as a plan with its factor.
    fn both(order: &[usize], together: usize, entries: &[(u32, u32, f64)]) -> (Square, Plan, Factor) {
        let mut dense = Square::zero(order.len());
        let mut diagonal = vec![0.5; order.len()];
        for &(a, b, x) in entries {
            dense.add(a as usize, b as usize, x);
            dense.add(b as usize, a as usize, x);
            diagonal[a as usize] += x.abs();
            diagonal[b as usize] += x.abs();
        }
        for (at, x) in diagonal.iter().enumerate() {
            dense.add(at, at, *x);
        }
        let ends: Vec<(u32, u32)> = entries.iter().map(|&(a, b, _)| (a, b)).collect();
        let values: Vec<f64> = entries.iter().map(|&(_, _, x)| x).collect();
        let plan = Plan::new(order, together, &ends);
        let factor = plan.factor(&diagonal, &values).expect("dominated by its diagonal");
        (inverse(dense, 0.0).expect("the same matrix"), plan, factor)
    }

    proptest! {
        #[test]
        fn it_is_the_dense_inverse(
            (order, together) in (1_usize..12).prop_flat_map(|size| {
                (Just((0..size).collect::<Vec<_>>()).prop_shuffle(), 0..=size)
            }),
            entries in prop::collection::vec((0_u32..12, 0_u32..12, -2.0..2.0_f64), 0..40),
            right in prop::collection::vec(-3.0..3.0_f64, 12),
        ) {
            let size = order.len() as u32;
            let entries: Vec<(u32, u32, f64)> =
                entries.into_iter().map(|(a, b, x)| (a % size, b % size, x)).filter(|(a, b, _)| a != b).collect();
            let (inverse, plan, factor) = both(&order, together, &entries);
            let x = factor.solve(&plan, &right[..order.len()]);
            for (i, x) in x.iter().enumerate() {
                let expected: f64 = (0..order.len()).map(|j| inverse.at(i, j) * right[j]).sum();
                prop_assert!((x - expected).abs() < 1e-9, "{x} {expected}");
            }
            // Connected unknowns, each unknown with itself, and the last ones with one another.
            let last = &order[order.len() - together..];
            let mut wanted: Vec<(usize, usize)> = entries.iter().map(|&(a, b, _)| (a as usize, b as usize)).collect();
            wanted.extend((0..order.len()).map(|i| (i, i)));
            wanted.extend(last.iter().flat_map(|&a| last.iter().map(move |&b| (a, b))));
            for (found, &(a, b)) in factor.inverse_at(&plan, &wanted).iter().zip(&wanted) {
                prop_assert!((found - inverse.at(a, b)).abs() < 1e-9, "{a} {b}: {found} {}", inverse.at(a, b));
            }
        }
    }

    #[test]
    fn the_front_of_a_chain_is_two_wide() {
        let ends: Vec<(u32, u32)> = (1..100).map(|at| (at - 1, at)).collect();
        assert_eq!(Plan::new(&(0..100).collect::<Vec<_>>(), 0, &ends).width, 2);
    }

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        let plan = Plan::new(&[0, 1], 0, &[(0, 1)]);
        assert!(plan.factor(&[1.0, 1.0], &[0.5]).is_some());
        for (diagonal, entry) in
            [([1.0, 1.0], 1.0), ([-1.0, 1.0], 0.0), ([f64::NAN, 1.0], 0.0), ([1.0, f64::INFINITY], 0.0)]
        {
            assert!(plan.factor(&diagonal, &[entry]).is_none(), "{diagonal:?}");
        }
    }
}
