//! A bot for Tank Chess. It sets up at random, shoots at the most valuable target, and moves its pieces onto lines with
//! the enemy's Command tank.
//!
//! Ideas: set up behind obstacles; choose where a target retreats to; do not stop where the enemy can fire.
const tank_chess = @import("tank_chess");
const muster = tank_chess.muster;
const View = tank_chess.View;

/// The value of hitting a piece, by kind: K L M H D O.
const worth = [6]i32{ 100, 1, 2, 3, 4, 5 };

var codes: [4096]u64 = undefined;

fn apart(one: usize, other: usize) i32 {
    return @intCast(if (one > other) one - other else other - one);
}

/// Returns the distance from a square to the nearest line (rank, file, diagonal) through the enemy's Command tank.
fn wayToGo(view: *const View, square: usize) i32 {
    // Each side's piece 0 is its Command tank.
    const command: usize = view.square[if (view.seat == 0) 14 else 0];
    const files = apart(square % 16, command % 16);
    const ranks = apart(square / 16, command / 16);
    const off_line = @min(@min(files, ranks), @as(i32, @intCast(@abs(files - ranks))));
    return 4 * off_line + @max(files, ranks);
}

/// Returns the value of an action. Ending the phase is worth 0, so the bot plays any useful action first.
fn valueOf(view: *const View, action: u64) i32 {
    switch (action >> 48) {
        tank_chess.kindShoot => {
            const target = view.board[tank_chess.partShootTarget(action)] - 1;
            return worth[view.kind[target]] * @as(i32, @intCast(tank_chess.partShootDistance(action)));
        },
        tank_chess.kindMove => {
            return wayToGo(view, tank_chess.partMoveFrom(action)) - wayToGo(view, tank_chess.partMoveTo(action));
        },
        else => return 0,
    }
}

pub fn choose(view: *const View) u64 {
    const actions = muster.legalActions(&codes);
    if (view.phase == 0) return actions[muster.below(@intCast(actions.len))];
    var best = actions[0];
    for (actions) |action| {
        if (valueOf(view, action) > valueOf(view, best)) best = action;
    }
    muster.print("{d} actions, the best is worth {d}", .{ actions.len, valueOf(view, best) });
    return best;
}
