//! A bot for Tank Battle. It looks one move ahead: it captures if it can, preferably a commander, and otherwise
//! drives towards the enemy's base.
//!
//! Ideas: avoid squares where the enemy can capture; bring the commander to the circle; leave no tank behind.
const tank_battle = @import("tank_battle");
const muster = tank_battle.muster;
const View = tank_battle.View;

/// Returns the number of steps from a square to the circle in the enemy's base: a11 for White, k1 for Black.
fn wayToGo(seat: u8, square: usize) i32 {
    const file: i32 = if (seat == 0) 0 else 10;
    const files = @abs(@as(i32, @intCast(square % 11)) - file);
    const ranks = @abs(@as(i32, @intCast(square / 11)) - (10 - file));
    return @intCast(@max(files, ranks));
}

fn valueOf(view: *const View, action: u64) i32 {
    const from = tank_battle.partMoveFrom(action);
    const to = tank_battle.partMoveTo(action);
    const captured: i32 = switch (view.board[to]) {
        0 => 0, // An empty square.
        2, 4 => 30, // The enemy's commander.
        else => 20, // Another enemy tank.
    };
    return captured + wayToGo(view.seat, from) - wayToGo(view.seat, to);
}

pub fn choose(view: *const View) u64 {
    var codes: [256]u64 = undefined;
    const actions = muster.legalActions(&codes);
    var best = actions[0];
    for (actions) |action| {
        if (valueOf(view, action) > valueOf(view, best)) best = action;
    }
    muster.print("{d} moves, the best is worth {d}", .{ actions.len, valueOf(view, best) });
    return best;
}
