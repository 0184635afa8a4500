//! Regret: plays the little game of the next round by regret matching, both sides against one another, and draws its move
//! from the mixture that it arrives at.
#![no_std]
#![no_main]

#[path = "../../../../bots/kit/rust/muster.rs"]
mod muster;
#[path = "../../../../bots/kit/rust/tank_war.rs"]
mod tank_war;

use tank_war::View;

/// The value if these two tanks move at the same time.
fn payoff(view: &View, mine: usize, theirs: usize) -> i32 {
    let (me, enemy) = (usize::from(view.seat), 1 - usize::from(view.seat));
    let place = |seat: usize, tank: usize| {
        let steps = i32::from(view.advanced[6 * seat + tank]) + 1;
        (if seat == 0 { steps } else { 5 - steps }, i32::from(view.column[6 * seat + tank]))
    };
    let ((row, column), (their_row, their_column)) = (place(me, mine), place(enemy, theirs));
    let (rows, columns) = ((row - their_row).abs(), (column - their_column).abs());
    let hits = |kind: usize| match kind {
        0 => rows == 1 && columns == 1,
        1 => rows + columns == 1,
        _ => (rows == 2 && columns == 0) || (rows == 0 && columns == 2),
    };
    10 * i32::from(hits(mine % 3)) - 10 * i32::from(hits(theirs % 3)) + row.min(5 - row)
}

fn mixture(regrets: &[i32; 6], movable: u8, into: &mut [i32; 6]) {
    let positive = |tank: usize| if movable >> tank & 1 == 1 { regrets[tank].max(0) } else { 0 };
    let sum: i32 = (0..6).map(positive).sum();
    let count = movable.count_ones().max(1) as i32;
    for (tank, share) in into.iter_mut().enumerate() {
        let even = if movable >> tank & 1 == 1 { 1024 / count } else { 0 };
        *share = if sum > 0 { positive(tank) * 1024 / sum } else { even };
    }
}

fn choose(view: &View) -> u64 {
    let movable = [view.movable[usize::from(view.seat)], view.movable[1 - usize::from(view.seat)]];
    let (mut regrets, mut played) = ([[0_i32; 6]; 2], [0_i32; 6]);
    let mut now = [[0_i32; 6]; 2];
    for _ in 0..300 {
        for side in 0..2 {
            mixture(&regrets[side], movable[side], &mut now[side]);
        }
        let mut values = [[0_i32; 6]; 2];
        for mine in 0..6 {
            for theirs in 0..6 {
                let worth = payoff(view, mine, theirs);
                values[0][mine] += worth * now[1][theirs];
                values[1][theirs] -= worth * now[0][mine];
            }
        }
        for side in 0..2 {
            let mean: i32 = (0..6).map(|tank| values[side][tank] / 64 * now[side][tank] / 1024).sum();
            for tank in 0..6 {
                regrets[side][tank] = (regrets[side][tank] + values[side][tank] / 64 - mean).clamp(-10_000, 10_000);
            }
        }
        for (sum, share) in played.iter_mut().zip(&now[0]) {
            *sum += share;
        }
    }
    let all: i32 = played.iter().sum();
    let mut point = muster::below(all.max(1) as u32) as i32;
    for (tank, share) in played.iter().enumerate() {
        point -= share;
        if point < 0 && movable[0] >> tank & 1 == 1 {
            return tank_war::make_move(tank as u64);
        }
    }
    tank_war::make_move(u64::from(movable[0].trailing_zeros()))
}
