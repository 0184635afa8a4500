//! Hothead: knows no rules. It takes the legal actions as they are listed and judges each by itself: it fires
//! whenever it can, at the Command tank before all, and drives straight at the enemy's Command tank, one piece a
//! turn, whatever waits there.
//!
//! Settings: moves=N (moves a turn, at most; 1).
const tank_chess = @import("tank_chess");
const muster = tank_chess.muster;

/// No position has as many.
var codes: [16384]u64 = undefined;
/// The view's number of the phase in which pieces move.
const moving = 2;
/// Which move of this turn it is, from 1.
var moved: i64 = 0;

/// Steps between two squares on an empty board.
fn steps(one: usize, other: usize) i64 {
    const files = @as(i64, @intCast(one % 16)) - @as(i64, @intCast(other % 16));
    const ranks = @as(i64, @intCast(one / 16)) - @as(i64, @intCast(other / 16));
    return @intCast(@max(@abs(files), @abs(ranks)));
}

/// What an action is worth; nothing is better than one that is worth less than 0.
fn worth(view: *const tank_chess.View, action: u64) i64 {
    const seat: usize = view.seat;
    const command = 14 * (1 - seat);
    switch (action >> 48) {
        // Facing the enemy, who is north of White.
        tank_chess.kindPlace => return if (tank_chess.partPlaceFacing(action) == 4 * seat) 1 else 0,
        tank_chess.kindShoot => {
            if (tank_chess.partShootTarget(action) == view.square[command]) return 100;
            return @intCast(tank_chess.partShootDistance(action));
        },
        tank_chess.kindMove => {
            if (moved > muster.number("moves", 1)) return -1;
            const goal: usize = view.square[command];
            return steps(tank_chess.partMoveFrom(action), goal) - steps(tank_chess.partMoveTo(action), goal);
        },
        else => return 0,
    }
}

pub fn choose(view: *const tank_chess.View) u64 {
    var best: u64 = 0;
    var best_worth: i64 = -1;
    var ties: u32 = 0;
    moved = if (view.phase == moving) moved + 1 else 0;
    for (muster.legalActions(&codes)) |action| {
        const value = worth(view, action);
        if (value < best_worth) continue;
        if (value > best_worth) ties = 0;
        ties += 1;
        // Each of the best is as likely to be taken.
        if (muster.below(ties) == 0) best = action;
        best_worth = value;
    }
    return best;
}
