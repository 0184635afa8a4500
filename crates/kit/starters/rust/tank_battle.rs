//! A bot for Tank Battle. It looks one move ahead: it captures if it can, preferably a commander, and otherwise
//! drives towards the enemy's base.
//!
//! Ideas: avoid squares where the enemy can capture; bring the commander to the circle; leave no tank behind.

mod muster;
mod tank_battle;

use tank_battle::View;

/// Returns the number of steps from a square to the circle in the enemy's base: a11 for White, k1 for Black.
fn way_to_go(seat: u8, square: usize) -> i32 {
    let (file, rank) = if seat == 0 { (0, 10) } else { (10, 0) };
    let (files, ranks) = ((square % 11).abs_diff(file), (square / 11).abs_diff(rank));
    files.max(ranks) as i32
}

fn value_of(view: &View, action: u64) -> i32 {
    let (from, to) = (tank_battle::move_from(action), tank_battle::move_to(action));
    let captured = match view.board[to] {
        0 => 0,      // An empty square.
        2 | 4 => 30, // The enemy's commander.
        _ => 20,     // Another enemy tank.
    };
    captured + way_to_go(view.seat, from) - way_to_go(view.seat, to)
}

fn choose(view: &View) -> u64 {
    let actions = muster::all_legal_actions();
    let best = *actions.iter().rev().max_by_key(|&&action| value_of(view, action)).expect("there is always a move");
    log!("{} moves, the best is worth {}", actions.len(), value_of(view, best));
    best
}
