//! A bot for $title. It looks one move ahead: $plan.
//!
//! Ideas: expect the opponent's best answer (`after`, `children`); play random games to the end (`playout`); look at the
//! view.
const kit = @import("$name");
const muster = kit.muster;

/// The bot considers this many moves.
const most = 1024;
const won = 1_000_000_000;

var codes: [most]u64 = undefined;
var answers: [most]u64 = undefined;
var leads: [most]i64 = undefined;
var words: [most * (2 + 2 * $metrics)]i64 = undefined;

/// Returns a seat's lead after a move.
fn lead(child: muster.Child, seat: u8) i64 {
    if (child.phase.winner()) |winner| return if (winner == seat) won else -won;
    return if (child.phase.isOver()) 0 else $lead{child.metrics[seat][0] - child.metrics[1 - seat][0]};
}

/// Returns the index of the best move; of equal ones, the first after `start`.
fn bestOf(view: *const kit.View, start: usize) muster.Misuse!usize {
    const here = try muster.Position.here();
    defer here.release();
    var other: ?u64 = null;
    if (view.flags & muster.simultaneous != 0) {
        const its = try here.legalActions(1 - view.seat, &answers);
        other = its[muster.below(@intCast(its.len))];
    }
    var children = try here.children(view.seat, other, &words);
    var count: usize = 0;
    while (children.next()) |child| : (count += 1) leads[count] = lead(child, view.seat);
    var best = start;
    for (1..@max(count, 1)) |step| {
        const next = (start + step) % count;
        if (leads[next] > leads[best]) best = next;
    }
    return best;
}

pub fn choose(view: *const kit.View) u64 {
    const actions = muster.legalActions(&codes);
    const start = muster.below(@intCast(actions.len));
    muster.offer(actions[start]); // Is played if the time runs out.
    const best = bestOf(view, start) catch start;
    muster.print("ply {d}: move {d} of {d}", .{ view.ply, best, actions.len });
    return actions[best];
}
