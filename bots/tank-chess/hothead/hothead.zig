//! Hothead: knows no rules. It rates each legal action on its own: it fires whenever it can, preferably at the
//! Command tank, and drives straight at the enemy's Command tank, one piece per turn, without regard to
//! danger.
//!
//! Settings: moves=N (maximum moves per turn; 1).
const tank_chess = @import("tank_chess");
const muster = tank_chess.muster;

/// An upper bound on the number of legal actions.
var codes: [16384]u64 = undefined;
/// The view's number for the move phase.
const moving = 2;
/// The number of this move in the turn, from 1.
var moved: i64 = 0;

/// Returns the number of steps between two squares on an empty board.
fn steps(one: usize, other: usize) i64 {
    const files = @as(i64, @intCast(one % 16)) - @as(i64, @intCast(other % 16));
    const ranks = @as(i64, @intCast(one / 16)) - @as(i64, @intCast(other / 16));
    return @intCast(@max(@abs(files), @abs(ranks)));
}

/// Returns the value of an action. Doing nothing is better than a negative value.
fn worth(view: *const tank_chess.View, action: u64) i64 {
    const seat: usize = view.seat;
    const command = 14 * (1 - seat);
    switch (action >> 48) {
        // Facing the enemy: north for White.
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
        // Chooses among the best with equal probability.
        if (muster.below(ties) == 0) best = action;
        best_worth = value;
    }
    return best;
}
