//! Everything that the kit has.
const kit = @import("$kit");
const muster = kit.muster;

var codes: [2000]u64 = undefined;
var past: [100]muster.Record = undefined;

pub fn choose(view: *const kit.View) u64 {
    const moves = muster.legalActions(&codes);
    const before = muster.history(&past);
    const number = muster.number("number", 3);
    const text = muster.setting("text");
    kit.logBoard(view);
    muster.offer(moves[0]);
    muster.print("{d} {s} {d}", .{ number, text orelse "", before.len });
    if (muster.is("style", "bold") or muster.remaining() < muster.gameRemaining()) return moves[moves.len - 1];
    return moves[muster.below(@intCast(moves.len))];
}
