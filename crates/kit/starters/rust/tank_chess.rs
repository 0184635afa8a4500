//! A bot for Tank Chess. It sets up at random, shoots at what is worth most, and drives its pieces to where they have
//! the enemy's Command tank on a line.
//!
//! Ideas: set up behind obstacles; choose where a target retreats to; do not stop in the enemy's fire.

mod muster;
mod tank_chess;

use tank_chess::View;

/// What it is worth to hit a piece, by kind: K L M H D O.
const WORTH: [i32; 6] = [100, 1, 2, 3, 4, 5];

/// How far a square is from one that has the enemy's Command tank on a line: along a rank, a file or a diagonal.
fn way_to_go(view: &View, square: usize) -> i32 {
    // Each side's piece 0 is its Command tank.
    let command = usize::from(view.square[if view.seat == 0 { 14 } else { 0 }]);
    let (files, ranks) = ((square % 16).abs_diff(command % 16), (square / 16).abs_diff(command / 16));
    let off_line = files.min(ranks).min(files.abs_diff(ranks));
    (4 * off_line + files.max(ranks)) as i32
}

/// What an action is worth; to end the phase 0, so that anything better than nothing comes first.
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
