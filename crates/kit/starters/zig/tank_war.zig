//! A bot for The Tank War. It looks one move ahead: it tries each movable tank, and moves the one that would hit
//! most and be hit least.
//!
//! Ideas: look at what the other tanks hit, too; expect the enemy's best move; keep your tanks safe once you lead.
const tank_war = @import("tank_war");
const muster = tank_war.muster;
const View = tank_war.View;

/// The squared distance at which a tank hits: A diagonally, B straight, C two boxes away.
const reach = [3]i32{ 2, 1, 4 };

/// Seat 0 drives down from row 0, seat 1 up from row 5.
fn rowOf(seat: usize, steps: i32) i32 {
    return if (seat == 0) steps else 5 - steps;
}

/// Returns the value of moving a tank: its targets one box ahead, minus the enemies that would hit it there.
fn valueOf(view: *const View, tank: usize) i32 {
    const me: usize = view.seat;
    const enemy = 1 - me;
    const steps = @as(i32, view.advanced[6 * me + tank]) + 1;
    const row = rowOf(me, steps);
    const column: i32 = view.column[6 * me + tank];
    var value = -steps; // Prefer the tank that has advanced least.
    if (view.owner[@intCast(6 * row + column)] == enemy) value += 3; // Prefer taking a box.
    for (0..6) |other| {
        const its_steps: i32 = view.advanced[6 * enemy + other];
        if (its_steps < 0) continue; // Destroyed.
        const rows = row - rowOf(enemy, its_steps);
        const columns = column - @as(i32, view.column[6 * enemy + other]);
        const distance = rows * rows + columns * columns;
        if (distance == reach[tank % 3]) value += 10; // My tank hits the enemy.
        if (distance == reach[other % 3]) value -= 10; // The enemy hits my tank.
    }
    return value;
}

pub fn choose(view: *const View) u64 {
    var best: ?usize = null;
    var best_value: i32 = 0;
    for (0..6) |tank| {
        const may_move = view.movable[view.seat] >> @intCast(tank) & 1 == 1;
        if (!may_move) continue;
        const value = valueOf(view, tank);
        if (best == null or value > best_value) {
            best = tank;
            best_value = value;
        }
    }
    muster.print("round {d}: tank {d}, worth {d}", .{ view.rounds, best.?, best_value });
    return tank_war.makeMove(best.?);
}
