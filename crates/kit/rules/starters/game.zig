//! Tic-tac-toe.
const std = @import("std");
const rules = @import("muster_rules");
const State = rules.State;

pub const Shared = extern struct { board: [9]u8, next: u8 };
pub const View = [9]u8;

pub const declaration =
    \\{"title": "Tic-tac-toe", "seats": ["Cross", "Nought"], "max_plies": 9,
    \\ "about": "Cross and Nought take turns to mark one of nine squares. Three own marks in a line win; a full board is a draw.",
    \\ "metrics": [{"name": "marks", "about": "Own marks on the board."}],
    \\ "actions": [{"name": "mark", "notation": "{square}", "about": "Marks a free square.",
    \\     "parts": [{"name": "square", "min": 0, "max": 8, "about": "A square, row by row from the top."}]}],
    \\ "view": [{"name": "board", "kind": "u8", "count": 9,
    \\     "about": "By square, row by row from the top: 0 free, 1 Cross, 2 Nought."}],
    \\ "grids": [{"field": "board", "columns": "abc", "rows": ["3", "2", "1"], "click": "square", "pieces": {
    \\     "1": {"seat": 0, "symbol": "X", "name": "cross"}, "2": {"seat": 1, "symbol": "O", "name": "nought"}}}],
    \\ "has": ["show", "metrics"]}
;

const lines = [8][3]u8{
    .{ 0, 1, 2 }, .{ 3, 4, 5 }, .{ 6, 7, 8 }, .{ 0, 3, 6 }, .{ 1, 4, 7 }, .{ 2, 5, 8 }, .{ 0, 4, 8 }, .{ 2, 4, 6 },
};

fn count(state: State, value: u8) i64 {
    var found: i64 = 0;
    for (state.shared.board) |one| found += @intFromBool(one == value);
    return found;
}

pub fn start(_: rules.Options) State {
    return .{};
}

pub fn turn(state: State) rules.Turn {
    const last = 1 - state.shared.next;
    for (lines) |line| {
        var own: u32 = 0;
        for (line) |square| own += @intFromBool(state.shared.board[square] == last + 1);
        if (own == 3) return .{ .win = .{ .seat = last, .reason = "three in a line" } };
    }
    return if (count(state, 0) > 0) .{ .acts = state.shared.next } else .{ .draw = "the board is full" };
}

pub fn legal(seen: State, _: usize) void {
    for (seen.shared.board, 0..) |value, square| {
        if (value == 0) rules.allow(rules.makeMove(0, square));
    }
}

pub fn apply(state: *State, ply: rules.Ply) void {
    for (ply.moves, 0..) |move, seat| {
        const code = move orelse continue;
        state.shared.board[@intCast(rules.payloadOf(code))] = @intCast(seat + 1);
        state.shared.next = @intCast(1 - seat);
    }
}

pub fn show(seen: State, _: usize) View {
    return seen.shared.board;
}

pub fn metrics(state: State, seat: usize) void {
    rules.putMetric(count(state, @intCast(seat + 1)));
}
