//! Ladder: sorts its moves by four rules in order; the next rule decides only among what the one before left.
const tank_battle = @import("tank_battle");
const muster = tank_battle.muster;
const View = tank_battle.View;

fn capture(view: *const View, move: u64) i32 {
    return switch (view.board[tank_battle.partMoveTo(move)]) {
        0 => 0,
        1, 3 => 1,
        else => 2,
    };
}

fn progress(view: *const View, move: u64) i32 {
    const from: i32 = @intCast(tank_battle.partMoveFrom(move) / 11);
    const to: i32 = @intCast(tank_battle.partMoveTo(move) / 11);
    return if (view.seat == 0) to - from else from - to;
}

fn centre(_: *const View, move: u64) i32 {
    const file: i32 = @intCast(tank_battle.partMoveTo(move) % 11);
    return -@as(i32, @intCast(@abs(file - 5)));
}

fn freshness(view: *const View, move: u64) i32 {
    const back = tank_battle.makeMove(tank_battle.partMoveTo(move), tank_battle.partMoveFrom(move));
    for (view.recent[0..@min(view.recent_count, 12)]) |old| {
        if (old == @as(u16, @truncate(back))) return -1;
    }
    return 0;
}

const rules = [_]*const fn (*const View, u64) i32{ capture, freshness, progress, centre };

pub fn choose(view: *const View) u64 {
    var codes: [600]u64 = undefined;
    var left = muster.legalActions(&codes);
    for (rules) |rule| {
        var highest: i32 = -1000;
        for (left) |move| highest = @max(highest, rule(view, move));
        var kept: usize = 0;
        for (left) |move| {
            if (rule(view, move) == highest) {
                left[kept] = move;
                kept += 1;
            }
        }
        left = left[0..kept];
    }
    return left[muster.below(@intCast(left.len))];
}
