//! One round's matrix: of all tanks the one that leaves me best off after the opponent's best answer to it.
const tank_war = @import("tank_war");
const tanks = tank_war.metric_tanks;
const boxes = tank_war.metric_boxes;
const muster = tank_war.muster;

var answers: [6]u64 = undefined;
var words: [8 * 6]i64 = undefined;

/// Returns the value of the position for this seat after its action and the best action of the other seat.
fn worst(here: muster.Position, me: u8, action: u64) muster.Misuse!i64 {
    var children = try here.children(1 - me, action, &words);
    var least: i64 = 1_000_000;
    while (children.next()) |child| {
        const won: i64 = if (child.phase.winner()) |winner| (if (winner == me) 1000 else -1000) else 0;
        const mine, const its = .{ child.metrics[me], child.metrics[1 - me] };
        least = @min(least, won + 6 * (mine[tanks] - its[tanks]) + mine[boxes] - its[boxes]);
    }
    return least;
}

fn best(me: u8) !u64 {
    const here = try muster.Position.here();
    defer here.release();
    var found: struct { worth: i64 = -1_000_000, action: u64 = 0 } = .{};
    for (try here.legalActions(me, &answers)) |action| {
        const worth = try worst(here, me, action);
        if (worth > found.worth) found = .{ .worth = worth, .action = action };
    }
    muster.print("worth {d}", .{found.worth});
    return found.action;
}

pub fn choose(view: *const tank_war.View) u64 {
    var sentence: [500]u8 = undefined;
    return best(view.seat) catch @panic(muster.misuse(&sentence));
}
