//! A bot for The Tank War. It looks one move ahead: it tries each movable tank, and moves the one that would hit
//! most and be hit least.
//!
//! Ideas: look at what the other tanks hit, too; expect the enemy's best move; keep your tanks safe once you lead.

mod muster;
mod tank_war;

use tank_war::View;

/// The squared distance at which a tank hits: A diagonally, B straight, C two boxes away.
const REACH: [i32; 3] = [2, 1, 4];

/// Returns the row and column of a tank after this many steps. Seat 0 drives down from row 0, seat 1 up from row 5.
fn place(view: &View, seat: usize, tank: usize, steps: i32) -> (i32, i32) {
    (if seat == 0 { steps } else { 5 - steps }, view.column[6 * seat + tank].into())
}

/// Returns the value of moving a tank: its targets one box ahead, minus the enemies that would hit it there.
fn value_of(view: &View, tank: usize) -> i32 {
    let (me, enemy) = (usize::from(view.seat), 1 - usize::from(view.seat));
    let steps = i32::from(view.advanced[6 * me + tank]) + 1;
    let (row, column) = place(view, me, tank, steps);
    // Prefer taking a box, then the tank that has advanced least.
    let takes = usize::from(view.owner[(6 * row + column) as usize]) == enemy;
    let mut value = if takes { 3 - steps } else { -steps };
    for other in 0..6 {
        let its_steps = i32::from(view.advanced[6 * enemy + other]);
        if its_steps < 0 {
            continue; // Destroyed.
        }
        let (its_row, its_column) = place(view, enemy, other, its_steps);
        let distance = (row - its_row).pow(2) + (column - its_column).pow(2);
        if distance == REACH[tank % 3] {
            value += 10; // My tank hits the enemy.
        }
        if distance == REACH[other % 3] {
            value -= 10; // The enemy hits my tank.
        }
    }
    value
}

fn choose(view: &View) -> u64 {
    let may_move = |tank: &usize| view.movable[usize::from(view.seat)] >> tank & 1 == 1;
    // `max_by_key` returns the last of equal values, so the order is reversed.
    let best = (0..6).rev().filter(may_move).max_by_key(|&tank| value_of(view, tank)).expect("a tank may move");
    log!("round {}: tank {best}, worth {}", view.rounds, value_of(view, best));
    tank_war::make_move(best as u64)
}
