//! The Tank War: what a bot sees, and how it answers.
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
    /// Rule option: 0 a-inside, 1 a-outside.
    layout: u8,
    /// Rule option: 0 illegal, 1 wasted.
    blocked: u8,
    /// Rule option: 0 false, 1 true.
    c_blocked_by_tanks: u8,
    /// Maximum number of rounds: 54, or 200 with wasted moves.
    max_rounds: u8,
    /// Rounds played.
    rounds: u8,
    /// By seat: bit t is set if tank t may be named now.
    movable: [2]u8,
    /// By seat: number of living tanks.
    tanks: [2]u8,
    /// By seat: number of boxes held.
    boxes: [2]u8,
    /// By seat and tank: boxes advanced, 0 to 5; -1 if destroyed.
    advanced: [12]i8,
    /// By seat and tank: the column of its track, 0 to 5.
    column: [12]u8,
    /// By box: the seat that holds it.
    owner: [36]u8,
    /// By box: 6 * seat + tank of the tank on it; 255 if none.
    tank: [36]u8,
    zero_171: [5]u8,
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
    std.debug.assert(@offsetOf(View, "layout") == 64);
    std.debug.assert(@offsetOf(View, "blocked") == 65);
    std.debug.assert(@offsetOf(View, "c_blocked_by_tanks") == 66);
    std.debug.assert(@offsetOf(View, "max_rounds") == 67);
    std.debug.assert(@offsetOf(View, "rounds") == 68);
    std.debug.assert(@offsetOf(View, "movable") == 69);
    std.debug.assert(@offsetOf(View, "tanks") == 71);
    std.debug.assert(@offsetOf(View, "boxes") == 73);
    std.debug.assert(@offsetOf(View, "advanced") == 75);
    std.debug.assert(@offsetOf(View, "column") == 87);
    std.debug.assert(@offsetOf(View, "owner") == 99);
    std.debug.assert(@offsetOf(View, "tank") == 135);
    std.debug.assert(@sizeOf(View) == 176);
}

/// Names one of your movable tanks, which moves one box forward.
/// tank: The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are invalid.
pub const kindMove = 0;
/// Returns the code of the action `move`.
pub fn makeMove(tank: u64) u64 {
    if (std.debug.runtime_safety and tank > 5) @panic("makeMove: tank is from 0 to 5");
    return tank & 7;
}
/// Returns `tank` of a `move` action.
pub fn partMoveTank(action: u64) usize {
    return @intCast(action & 7);
}

/// Number of columns. A square's number is column + columns x row.
pub const column_count = 6;

/// Number of rows.
pub const row_count = 6;

/// The name of each square, for @cell and @arrow in the log.
pub const square_names = [_][]const u8{
    "00", "10", "20", "30", "40", "50", "01", "11", "21", "31", "41", "51", "02", "12", "22", "32",
    "42", "52", "03", "13", "23", "33", "43", "53", "04", "14", "24", "34", "44", "54", "05", "15",
    "25", "35", "45", "55",
};

/// The printed symbol for each value of the board, one character per value; a space if there is
/// none.
pub const piece_symbols = "ABCABCabcabc";

/// The board at the start, under the default rules.
pub const start_board = [_]i16{
    5, 4, 3, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 7, 6, 9, 10, 11,
};

/// The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away.
pub const hit_distances = [_]i16{
    2, 1, 4,
};

/// Index of a metric. Own tanks that survived, 0 to 6.
pub const metric_tanks = 0;

/// Index of a metric. Boxes held at the end, 0 to 36.
pub const metric_boxes = 1;

/// Index of a metric. Enemy tanks that did not survive, 0 to 6.
pub const metric_destroyed = 2;

/// Writes the board to the log.
pub fn logBoard(view: *const View) void {
    const symbols = "ABCABCabcabc";
    const ground = "ud";
    const labels = "012345";
    muster.log("  0 1 2 3 4 5\n");
    for (0..6) |index| {
        const row = index;
        var line: [13 + 1]u8 = undefined;
        @memcpy(line[0..1], labels[1 * row ..][0..1]);
        for (0..6) |column| {
            const square = 6 * row + column;
            const value = view.tank[square];
            const symbol = if (value < symbols.len) symbols[value] else ' ';
            line[1 + 2 * column] = ' ';
            line[1 + 2 * column + 1] = if (symbol == ' ') ground[view.owner[square]] else symbol;
        }
        line[13] = '\n';
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
