//! The kernels of the table of speeds, so often as the setting `times` says.
const std = @import("std");
const tank_battle = @import("tank_battle");
const muster = tank_battle.muster;

var wall: [256]bool = undefined;

fn next(seed: *u32) u32 {
    seed.* = (seed.* * 1103 + 12345) & 0xFFFF;
    return seed.*;
}

fn add() u32 {
    var sum: u32 = 0;
    var step: u32 = 0;
    while (step < 1_000_000) : (step += 1) sum = (sum + (sum >> 3) + step) & 0xFFFFFF;
    return sum;
}

fn flood() u32 {
    var seen: [256]bool = @splat(false);
    var stack: [256]usize = undefined;
    var count: usize = 1;
    var reached: u32 = 0;
    stack[0] = 0;
    seen[0] = true;
    while (count > 0) {
        count -= 1;
        const square = stack[count];
        const file = square % 16;
        const rank = square / 16;
        reached += 1;
        const beside = [4]?usize{
            if (file > 0) square - 1 else null,
            if (file < 15) square + 1 else null,
            if (rank > 0) square - 16 else null,
            if (rank < 15) square + 16 else null,
        };
        for (beside) |side| {
            const other = side orelse continue;
            if (wall[other] or seen[other]) continue;
            seen[other] = true;
            stack[count] = other;
            count += 1;
        }
    }
    return reached;
}

fn sort(first: u32) u32 {
    var seed = first;
    var numbers: [100]u32 = undefined;
    for (&numbers) |*number| number.* = next(&seed);
    std.mem.sort(u32, &numbers, {}, std.sort.asc(u32));
    return numbers[50];
}

fn node(here: muster.Position, action: u64) !u32 {
    const child = try here.after(action);
    defer child.release();
    var values: [2][4]i64 = undefined;
    const first = try child.metrics(0, &values[0]);
    const second = try child.metrics(1, &values[1]);
    return @intCast(first[0] - second[0] + 1000);
}

fn run(kernel: i64, times: usize, actions: []const u64) !u32 {
    const here = try muster.Position.here();
    defer here.release();
    var sum: u32 = 0;
    for (0..times) |at| {
        const result = switch (kernel) {
            0 => add(),
            1 => flood(),
            2 => sort(@intCast(at)),
            else => try node(here, actions[at % actions.len]),
        };
        sum = (sum + result) & 0xFFFFFF;
    }
    return sum;
}

pub fn choose(_: *const tank_battle.View) u64 {
    var codes: [256]u64 = undefined;
    const actions = muster.legalActions(&codes);
    var seed: u32 = 5;
    for (&wall, 0..) |*square, at| square.* = at > 0 and next(&seed) >> 14 == 0;
    const sum = run(muster.number("kernel", 0), @intCast(muster.number("times", 0)), actions) catch @panic("no positions");
    muster.print("{d}", .{sum});
    return actions[0];
}
