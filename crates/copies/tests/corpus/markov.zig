//! Markov: keeps a table of what the enemy did after what, over the whole match, and moves the tank that is farthest from
//! the one that it expects.
const tank_war = @import("tank_war");
const muster = tank_war.muster;

var table: [7][6]u16 = @splat(@splat(0));
var seen: usize = 0;
var last: usize = 6;

fn learn(view: *const tank_war.View) void {
    const enemy: usize = 1 - view.seat;
    for (0..6) |tank| {
        const now = view.advanced[6 * enemy + tank];
        if (now > before[tank]) {
            table[last][tank] +|= 3;
            last = tank;
            seen += 1;
        }
        before[tank] = now;
    }
    for (&table) |*row| {
        for (row) |*count| count.* -|= if (seen % 8 == 7) 1 else 0;
    }
}

var before: [6]i8 = @splat(0);

fn expected(movable: u8) ?usize {
    var best: ?usize = null;
    var most: u16 = 0;
    for (table[last], 0..) |count, tank| {
        if (movable >> @intCast(tank) & 1 == 1 and count >= most) {
            most = count;
            best = tank;
        }
    }
    return best;
}

pub fn choose(view: *const tank_war.View) u64 {
    learn(view);
    const enemy: usize = 1 - view.seat;
    const feared: i32 = if (expected(view.movable[enemy])) |tank| view.column[6 * enemy + tank] else 3;
    var chosen: u64 = 0;
    var widest: i32 = -1;
    var movable = view.movable[view.seat];
    while (movable != 0) : (movable &= movable - 1) {
        const tank: usize = @ctz(movable);
        const column: i32 = view.column[6 * @as(usize, view.seat) + tank];
        const gap: i32 = @intCast(@abs(column - feared));
        if (gap * 16 + @as(i32, @intCast(tank)) > widest) {
            widest = gap * 16 + @as(i32, @intCast(tank));
            chosen = tank;
        }
    }
    return tank_war.makeMove(chosen);
}
