//! Tank Battle: what a bot sees, and how it answers.
//! Made from the layout in the rules' own code; do not edit.

const bot = @import("bot");
const std = @import("std");
pub const muster = @import("muster.zig");

/// The bot's view of the position.
pub const View = extern struct {
    /// Version of this interface.
    abi_version: u32,
    /// The game's number.
    game: u32,
    /// Your seat, 0 or 1.
    seat: u8,
    /// Number of seats, 2.
    seats: u8,
    /// 1: restarted in the middle of a match, 2: both seats act at once.
    flags: u16,
    /// Ply, from 0 at the start of the match.
    ply: u32,
    /// Turn, counted by the game.
    turn: u32,
    /// Number of legal actions, or 4294967295 if not counted.
    legal_count: u32,
    /// Nanoseconds left for this move: never more than what is left for the game.
    move_left: u64,
    /// Nanoseconds left for your game.
    game_left: u64,
    /// Nanoseconds your opponent has left, rounded down to 1/100 of the game's time or 1 ms.
    opponent_left: u64,
    /// Nanoseconds added to your game's time after each move.
    increment: u64,
    zero_56: [8]u8,
    /// Rule option: plies without a capture or an entry that end the game; 0 if none do.
    no_progress_plies: u16,
    /// Rule option: occurrences of a position that end the game; 0 if none do.
    repetitions: u16,
    /// Rule option: 0 a commander on a contaminated square is safe from the other, 1 and it cannot
    /// capture the other from there either.
    commander_duel_in_zone: u8,
    /// The seat to move: 0 White, 1 Black.
    to_move: u8,
    /// Number of occurrences of this position so far, with this one; 1 if repetitions do not count.
    occurrences: u16,
    /// Successive plies without a capture and without a tank newly entering the enemy's base.
    quiet_plies: u32,
    /// White's and Black's points if the game ended now.
    points: [2]u8,
    /// Number of elements of `recent` in use.
    recent_count: u16,
    /// The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's
    /// commander, 3 Black's, 4 Black's commander.
    board: [121]u8,
    zero_201: [1]u8,
    /// The moves since the last capture or entry, newest first, as the low 16 bits of their codes.
    /// Taken back one by one, they give the earlier positions that count for repetition.
    recent: [512]u16,
    zero_1226: [6]u8,
};

comptime {
    std.debug.assert(@offsetOf(View, "abi_version") == 0);
    std.debug.assert(@offsetOf(View, "game") == 4);
    std.debug.assert(@offsetOf(View, "seat") == 8);
    std.debug.assert(@offsetOf(View, "seats") == 9);
    std.debug.assert(@offsetOf(View, "flags") == 10);
    std.debug.assert(@offsetOf(View, "ply") == 12);
    std.debug.assert(@offsetOf(View, "turn") == 16);
    std.debug.assert(@offsetOf(View, "legal_count") == 20);
    std.debug.assert(@offsetOf(View, "move_left") == 24);
    std.debug.assert(@offsetOf(View, "game_left") == 32);
    std.debug.assert(@offsetOf(View, "opponent_left") == 40);
    std.debug.assert(@offsetOf(View, "increment") == 48);
    std.debug.assert(@offsetOf(View, "no_progress_plies") == 64);
    std.debug.assert(@offsetOf(View, "repetitions") == 66);
    std.debug.assert(@offsetOf(View, "commander_duel_in_zone") == 68);
    std.debug.assert(@offsetOf(View, "to_move") == 69);
    std.debug.assert(@offsetOf(View, "occurrences") == 70);
    std.debug.assert(@offsetOf(View, "quiet_plies") == 72);
    std.debug.assert(@offsetOf(View, "points") == 76);
    std.debug.assert(@offsetOf(View, "recent_count") == 78);
    std.debug.assert(@offsetOf(View, "board") == 80);
    std.debug.assert(@offsetOf(View, "recent") == 202);
    std.debug.assert(@sizeOf(View) == 1232);
}

/// Moves a tank, which captures a tank on its destination.
/// from: The square of the tank: 11 x rank + file, both from 0.
/// to: The destination. A tank on it is captured.
pub const kindMove = 0;
/// Returns the code of the action `move`.
pub fn makeMove(from: u64, to: u64) u64 {
    if (std.debug.runtime_safety and from > 120) @panic("makeMove: from is from 0 to 120");
    if (std.debug.runtime_safety and to > 120) @panic("makeMove: to is from 0 to 120");
    return (from & 127) | (to & 127) << 8;
}
/// Returns `from` of a `move` action.
pub fn partMoveFrom(action: u64) usize {
    return @intCast(action & 127);
}
/// Returns `to` of a `move` action.
pub fn partMoveTo(action: u64) usize {
    return @intCast(action >> 8 & 127);
}

/// Number of columns. A square's number is column + columns x row.
pub const column_count = 11;

/// Number of rows.
pub const row_count = 11;

/// The name of each square, for @cell and @arrow in the log.
pub const square_names = [_][]const u8{
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "a2", "b2", "c2", "d2", "e2",
    "f2", "g2", "h2", "i2", "j2", "k2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3",
    "k3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "a5", "b5", "c5", "d5",
    "e5", "f5", "g5", "h5", "i5", "j5", "k5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6",
    "j6", "k6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "a8", "b8", "c8",
    "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9",
    "i9", "j9", "k9", "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10",
    "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11", "k11",
};

/// The printed symbol for each value of the board, one character per value; a space if there is
/// none.
pub const piece_symbols = " TCtc";

/// The board at the start, under the default rules.
pub const start_board = [_]i16{
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0,
    0, 0, 0, 3, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 4, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0,
};

/// The printed ground of each square, one character per square.
pub const square_ground = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";

/// Index of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its
/// circle.
pub const metric_points = 0;

/// Index of a metric. Surviving tanks, the commander among them.
pub const metric_tanks = 1;

/// Index of a metric. Tanks in the enemy's base.
pub const metric_in_base = 2;

/// Index of a metric. Enemy tanks captured.
pub const metric_captures = 3;

/// Writes the board to the log.
pub fn logBoard(view: *const View) void {
    const symbols = " TCtc";
    const ground = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";
    const labels = " 1 2 3 4 5 6 7 8 91011";
    muster.log("   a b c d e f g h i j k\n");
    for (0..11) |index| {
        const row = 10 - index;
        var line: [24 + 1]u8 = undefined;
        @memcpy(line[0..2], labels[2 * row ..][0..2]);
        for (0..11) |column| {
            const square = 11 * row + column;
            const value = view.board[square];
            const symbol = if (value < symbols.len) symbols[value] else ' ';
            line[2 + 2 * column] = ' ';
            line[2 + 2 * column + 1] = if (symbol == ' ') ground[square] else symbol;
        }
        line[24] = '\n';
        muster.log(&line);
    }
}

/// Logs a failed safety check before it ends the bot.
pub const panic = std.debug.FullPanic(muster.panic);

var seen: View = undefined;

export fn muster_buffer(length: u32) *View {
    if (length > @sizeOf(View)) @trap();
    return &seen;
}

export fn muster_choose(_: u32) u64 {
    return bot.choose(&seen);
}
