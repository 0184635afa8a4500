//! Trader: looks at its move and the enemy's best answer, so it gives no tank away for nothing. This is alpha-beta at
//! its simplest: every position is copied, captures are tried first, and nothing is cached.
//!
//! Settings: depth=N (plies, 1 to 3; 2), advance=N (the value of a step towards the enemy's circle, in hundredths of a
//! point; 4).
#![no_std]
#![no_main]

#[path = "../../kit/rust/muster.rs"]
mod muster;
#[path = "../common/rules.rs"]
mod rules;
#[path = "../../kit/rust/tank_battle.rs"]
mod tank_battle;

use rules::{MOST_MOVES, Move, Position, steps_to_circle};

const WIN: i32 = 100_000;

/// Returns the lead of a seat in hundredths of a point.
fn worth(at: &Position, seat: usize, advance: i32) -> i32 {
    let way_left = |seat| -> i32 { at.tanks(seat).map(|(square, _)| steps_to_circle(seat, square)).sum() };
    let lead = at.points(seat) - at.points(1 - seat);
    if at.is_over() {
        return lead.signum() * WIN + lead;
    }
    100 * lead + advance * (way_left(1 - seat) - way_left(seat))
}

/// Writes the legal moves, captures first: finding a good move early avoids searching many others.
fn moves_in_order(at: &Position, moves: &mut [Move; MOST_MOVES]) -> usize {
    let count = at.moves(moves);
    moves[..count].sort_unstable_by_key(|&(_, to)| at.at(to.into()) == 0);
    count
}

/// The value of a position for the seat to move, searched to a depth in plies. It is exact only between `alpha` and
/// `beta`: outside, one side has a better choice earlier in the game tree.
fn value(at: &Position, depth: i64, mut alpha: i32, beta: i32, advance: i32) -> i32 {
    if depth == 0 || at.is_over() {
        return worth(at, at.seat, advance);
    }
    let mut moves = [(0, 0); MOST_MOVES];
    let count = moves_in_order(at, &mut moves);
    for &next in &moves[..count] {
        alpha = alpha.max(-value(&at.after(next), depth - 1, -beta, -alpha, advance));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn choose(view: &tank_battle::View) -> u64 {
    let settings = muster::Settings::fetch();
    let depth = settings.number("depth", 2).clamp(1, 3);
    let advance = settings.number("advance", 4).clamp(0, 1000) as i32;
    let at = Position::read(view);
    let mut moves = [(0, 0); MOST_MOVES];
    let count = moves_in_order(&at, &mut moves);
    let mut best = moves[0];
    let mut best_value = -2 * WIN;
    for &next in &moves[..count] {
        let value = -value(&at.after(next), depth - 1, -2 * WIN, -best_value, advance);
        if value > best_value {
            (best, best_value) = (next, value);
            muster::offer(tank_battle::make_move(best.0.into(), best.1.into()));
        }
    }
    tank_battle::make_move(best.0.into(), best.1.into())
}
