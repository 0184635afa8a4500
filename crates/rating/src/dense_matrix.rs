//! Inverse of a symmetric positive definite matrix by Cholesky decomposition. Every inner loop runs along rows.

/// A square matrix by rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Square {
    size: usize,
    cells: Vec<f64>,
}

impl Square {
    pub(crate) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.size..][..self.size]
    }

    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.cells[i * self.size..][..self.size]
    }

    pub(crate) fn at(&self, i: usize, j: usize) -> f64 {
        self.cells[i * self.size + j]
    }

    pub(crate) fn add(&mut self, i: usize, j: usize, x: f64) {
        self.cells[i * self.size + j] += x;
    }

    fn set(&mut self, i: usize, j: usize, x: f64) {
        self.cells[i * self.size + j] = x;
    }
}

/// Returns the inverse of a symmetric positive definite matrix, reading only its lower half.
///
/// The matrix is first scaled to a unit diagonal, so that players with many and with few matches have equal weight.
/// `None` if a pivot of the scaled matrix falls below `least_pivot`: it is numerically singular.
///
/// # Source
/// Golub and Van Loan, Matrix Computations (4th edition), 4.2; scaling: 3.5.2.
pub(crate) fn inverse(mut matrix: Square, least_pivot: f64) -> Option<Square> {
    let scale = scale_to_unit_diagonal(&mut matrix)?;
    factor(&mut matrix, least_pivot)?;
    let upper = invert_factor(&matrix);
    drop(matrix);
    let mut inverse = gram(&upper);
    for i in 0..inverse.size {
        let own = scale[i];
        for (cell, other) in inverse.row_mut(i).iter_mut().zip(&scale) {
            *cell *= own * other;
        }
    }
    Some(inverse)
}

fn scale_to_unit_diagonal(matrix: &mut Square) -> Option<Vec<f64>> {
    let diagonal = (0..matrix.size).map(|i| matrix.at(i, i));
    let scale: Vec<f64> = diagonal.map(|x| 1.0 / libm::sqrt(x)).collect();
    if !scale.iter().all(|x| x.is_finite() && *x > 0.0) {
        return None;
    }
    for i in 0..matrix.size {
        let own = scale[i];
        for (cell, other) in matrix.row_mut(i).iter_mut().zip(&scale) {
            *cell *= own * other;
        }
    }
    Some(scale)
}

/// Replaces the lower half by `L` with `L L' = matrix`. Four rows at a time share the loads of the row above.
fn factor(matrix: &mut Square, least_pivot: f64) -> Option<()> {
    let size = matrix.size;
    let mut top = 0;
    while top < size {
        let rows = (size - top).min(4);
        let (above, below) = matrix.cells.split_at_mut(top * size);
        let block = &mut below[..rows * size];
        for j in 0..top {
            let pivot_row = &above[j * size..][..size];
            let sums = dots(pivot_row, block, size, rows, 0, j);
            for (r, sum) in sums.iter().enumerate().take(rows) {
                let cell = &mut block[r * size + j];
                *cell = (*cell - sum) / pivot_row[j];
            }
        }
        for r in 0..rows {
            let (done, rest) = block.split_at_mut(r * size);
            for (q, earlier) in done.chunks_exact(size).enumerate() {
                let j = top + q;
                rest[j] = (rest[j] - dot(&rest[..j], &earlier[..j])) / earlier[j];
            }
            let i = top + r;
            let pivot = rest[i] - dot(&rest[..i], &rest[..i]);
            if pivot.is_nan() || pivot < least_pivot {
                return None;
            }
            rest[i] = libm::sqrt(pivot);
        }
        top += rows;
    }
    Some(())
}

/// Returns the transposed inverse of the lower factor: row `i` of the result is column `i` of the inverse.
fn invert_factor(lower: &Square) -> Square {
    let size = lower.size;
    let mut upper = Square::zero(size);
    let mut top = 0;
    while top < size {
        let rows = (size - top).min(4);
        let block = &mut upper.cells[top * size..][..rows * size];
        for k in top..size {
            let row = lower.row(k);
            let sums = dots(row, block, size, rows, top, k);
            for (r, sum) in sums.iter().enumerate().take(rows.min(k + 1 - top)) {
                let unit = if top + r == k { 1.0 } else { 0.0 };
                block[r * size + k] = (unit - sum) / row[k];
            }
        }
        top += rows;
    }
    upper
}

/// Returns `upper upper'`, both halves.
fn gram(upper: &Square) -> Square {
    let size = upper.size;
    let mut product = Square::zero(size);
    let mut top = 0;
    while top < size {
        let rows = (size - top).min(4);
        let block = &upper.cells[top * size..][..rows * size];
        for i in 0..(top + rows).min(size) {
            // Rows below `i` start with zeros, so the sum can start at the later of the two rows.
            let sums = dots(upper.row(i), block, size, rows, top.max(i), size);
            for (r, &sum) in sums.iter().enumerate().take(rows) {
                product.set(i, top + r, sum);
                product.set(top + r, i, sum);
            }
        }
        top += rows;
    }
    product
}

/// Returns the products of `x[from..to]` with the same range of each of up to four rows of `block`.
///
/// Each product has four partial sums, in an order that depends on the length alone. The compiler can use vector
/// registers, and every host gets the same bits.
fn dots(x: &[f64], block: &[f64], size: usize, rows: usize, from: usize, to: usize) -> [f64; 4] {
    if rows == 4 {
        return dots4(&x[from..to], std::array::from_fn(|row| &block[row * size..][from..to]));
    }
    let mut sums = [0.0; 4];
    for (sum, row) in sums.iter_mut().zip(block.chunks_exact(size)) {
        *sum = dot(&x[from..to], &row[from..to]);
    }
    sums
}

fn dots4(x: &[f64], rows: [&[f64]; 4]) -> [f64; 4] {
    let mut sums = [[0.0; 4]; 4];
    let (xs, x_tail) = x.as_chunks::<4>();
    let [one, two, three, four] = rows.map(|row| row.as_chunks::<4>());
    for ((((x, row0), row1), row2), row3) in xs.iter().zip(one.0).zip(two.0).zip(three.0).zip(four.0) {
        for lane in 0..4 {
            sums[0][lane] += x[lane] * row0[lane];
            sums[1][lane] += x[lane] * row1[lane];
            sums[2][lane] += x[lane] * row2[lane];
            sums[3][lane] += x[lane] * row3[lane];
        }
    }
    let mut totals = [0.0; 4];
    for ((total, lanes), row) in totals.iter_mut().zip(sums).zip([one, two, three, four]) {
        *total = joined(lanes, x_tail, row.1);
    }
    totals
}

/// Returns the product of two rows of equal length, summed in the order of [`dots`].
pub(crate) fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let ((xs, x_tail), (ys, y_tail)) = (x.as_chunks::<4>(), y.as_chunks::<4>());
    for (x, y) in xs.iter().zip(ys) {
        for lane in 0..4 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    joined(lanes, x_tail, y_tail)
}

fn joined(lanes: [f64; 4], x_tail: &[f64], y_tail: &[f64]) -> f64 {
    let mut sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
    for (x, y) in x_tail.iter().zip(y_tail) {
        sum += x * y;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(size: usize) -> Square {
        let mut matrix = Square::zero(size);
        for i in 0..size {
            for j in 0..size {
                let near = 1.0 / (1.0 + i.abs_diff(j) as f64);
                matrix.add(i, j, if i == j { 3.0 + i as f64 } else { near });
            }
        }
        matrix
    }

    #[test]
    fn the_inverse_times_the_matrix_is_one() {
        for size in 1..14 {
            let matrix = sample(size);
            let inverse = inverse(matrix.clone(), 1e-12).unwrap();
            for i in 0..size {
                for j in 0..size {
                    let cell: f64 = (0..size).map(|k| matrix.at(i, k) * inverse.at(k, j)).sum();
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((cell - expected).abs() < 1e-12, "size {size}, cell {i} {j}: {cell}");
                }
            }
        }
    }

    #[test]
    fn a_singular_matrix_has_none() {
        let mut flat = Square::zero(3);
        for i in 0..3 {
            for j in 0..3 {
                flat.add(i, j, 1.0);
            }
        }
        assert_eq!(inverse(flat, 1e-12), None);
        assert_eq!(inverse(Square::zero(2), 1e-12), None);
    }
}
