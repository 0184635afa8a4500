//! Tally: writes down for each row how many tanks and boxes either side has there, and pushes where it is outnumbered.
const tank_war = @import("tank_war");

const Row = struct { mine: i32 = 0, theirs: i32 = 0, boxes: i32 = 0 };

fn rowsOf(view: *const tank_war.View) [6]Row {
    var rows: [6]Row = @splat(.{});
    for (0..36) |box| {
        const row = &rows[box / 6];
        row.boxes += if (view.owner[box] == view.seat) 1 else -1;
        const tank = view.tank[box];
        if (tank == 255) continue;
        if (tank / 6 == view.seat) row.mine += 1 else row.theirs += 1;
    }
    return rows;
}

fn pressure(row: Row) i32 {
    return 3 * (row.theirs - row.mine) - row.boxes;
}

pub fn choose(view: *const tank_war.View) u64 {
    const rows = rowsOf(view);
    var best: u64 = 0;
    var strongest: i32 = -1000;
    for (0..6) |tank| {
        if (view.movable[view.seat] >> @intCast(tank) & 1 == 0) continue;
        const steps: usize = @intCast(view.advanced[6 * @as(usize, view.seat) + tank] + 1);
        const row = rows[if (view.seat == 0) steps else 5 - steps];
        const value = pressure(row) * 2 - @as(i32, @intCast(steps));
        if (value > strongest) {
            strongest = value;
            best = tank;
        }
    }
    return tank_war.makeMove(best);
}
