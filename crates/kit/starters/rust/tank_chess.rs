//! A bot for Tank Chess. It sets up at random, shoots at the most valuable target, and moves its pieces onto lines with
//! the enemy's Command tank.
//!
//! Ideas: set up behind obstacles; choose where a target retreats to; do not stop where the enemy can fire.

mod muster;
mod tank_chess;

use tank_chess::View;

/// The value of hitting a piece, by kind: K L M H D O.
const WORTH: [i32; 6] = [100, 1, 2, 3, 4, 5];

/// Returns the distance from a square to the nearest line (rank, file, diagonal) through the enemy's Command tank.
fn way_to_go(view: &View, square: usize) -> i32 {
    // Each side's piece 0 is its Command tank.
    let command = usize::from(view.square[if view.seat == 0 { 14 } else { 0 }]);
    let (files, ranks) = ((square % 16).abs_diff(command % 16), (square / 16).abs_diff(command / 16));
    let off_line = files.min(ranks).min(files.abs_diff(ranks));
    (4 * off_line + files.max(ranks)) as i32
}

/// Returns the value of an action. Ending the phase is worth 0, so the bot plays any useful action first.
fn value_of(view: &View, action: u64) -> i32 {
    match (action >> 48) as u8 {
        tank_chess::SHOOT => {
            let target = usize::from(view.board[tank_chess::shoot_target(action)]) - 1;
            WORTH[usize::from(view.kind[target])] * tank_chess::shoot_distance(action) as i32
        }
        tank_chess::MOVE => {
            way_to_go(view, tank_chess::move_from(action)) - way_to_go(view, tank_chess::move_to(action))
        }
        _ => 0,
    }
}

fn choose(view: &View) -> u64 {
    let actions = muster::all_legal_actions();
    if view.phase == 0 {
        return actions[muster::below(actions.len() as u32) as usize];
    }
    let best = *actions.iter().rev().max_by_key(|&&action| value_of(view, action)).expect("there is always an action");
    log!("{} actions, the best is worth {}", actions.len(), value_of(view, best));
    best
}
