//! Tank Chess: what a bot sees, and how it answers.
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
    /// 0 setup, 1 firing, 2 moving, 3 game over.
    phase: u8,
    /// The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act.
    mover: u8,
    /// Rule option pieces: 14 full, 10 basic.
    pieces_per_side: u8,
    /// Rule option min_range: minimum distance of a shot, except a mortar's.
    min_range: u8,
    /// Rule option side_edge: 0 eliminates, 1 blocks the choice.
    side_edge: u8,
    /// Rule option command_files: the first, 0 is file a.
    command_first_file: u8,
    /// Rule option command_files: the last, 0 is file a.
    command_last_file: u8,
    /// Number of placements by each seat.
    placed: u8,
    /// Rule option no_elimination_turns: twice as many quiet turns draw the game.
    no_elimination_turns: u16,
    /// Consecutive turns of both seats before this one without an elimination.
    quiet_turns: u16,
    /// Number of occurrences of the position at the start of this turn; the third is a draw.
    occurrences: u8,
    /// 1 if a piece was eliminated in this turn.
    elimination: u8,
    /// The pieces of the group that moves in this turn: bit i for the mover's piece i; 0 before its
    /// first move.
    group: u16,
    /// For each piece of the mover: its valid targets at the start of the turn, bit j for the other
    /// seat's piece j.
    targets: [14]u16,
    /// White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
    kind: [28]u8,
    /// The square of each piece: 16 x rank + file, both from 0.
    square: [28]u8,
    /// The facing of each piece: 0 to 7 clockwise from north.
    facing: [28]u8,
    /// Flags of each piece: 1 on the board and known to you; in this turn: 2 fired, 4 fired on, 8
    /// moved, 16 in the group that moves. If 0, its square and facing mean nothing.
    state: [28]u8,
    /// By square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's.
    board: [256]u8,
    zero_476: [4]u8,
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
    std.debug.assert(@offsetOf(View, "phase") == 64);
    std.debug.assert(@offsetOf(View, "mover") == 65);
    std.debug.assert(@offsetOf(View, "pieces_per_side") == 66);
    std.debug.assert(@offsetOf(View, "min_range") == 67);
    std.debug.assert(@offsetOf(View, "side_edge") == 68);
    std.debug.assert(@offsetOf(View, "command_first_file") == 69);
    std.debug.assert(@offsetOf(View, "command_last_file") == 70);
    std.debug.assert(@offsetOf(View, "placed") == 71);
    std.debug.assert(@offsetOf(View, "no_elimination_turns") == 72);
    std.debug.assert(@offsetOf(View, "quiet_turns") == 74);
    std.debug.assert(@offsetOf(View, "occurrences") == 76);
    std.debug.assert(@offsetOf(View, "elimination") == 77);
    std.debug.assert(@offsetOf(View, "group") == 78);
    std.debug.assert(@offsetOf(View, "targets") == 80);
    std.debug.assert(@offsetOf(View, "kind") == 108);
    std.debug.assert(@offsetOf(View, "square") == 136);
    std.debug.assert(@offsetOf(View, "facing") == 164);
    std.debug.assert(@offsetOf(View, "state") == 192);
    std.debug.assert(@offsetOf(View, "board") == 220);
    std.debug.assert(@sizeOf(View) == 480);
}

/// Places the next piece in the setup.
/// square: The square to place it on.
/// piece: The kind of the piece: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
/// facing: Its facing: 0 to 7 clockwise from north.
pub const kindPlace = 0;
/// Returns the code of the action `place`.
pub fn makePlace(square: u64, piece: u64, facing: u64) u64 {
    if (std.debug.runtime_safety and square > 255) @panic("makePlace: square is from 0 to 255");
    if (std.debug.runtime_safety and piece > 5) @panic("makePlace: piece is from 0 to 5");
    if (std.debug.runtime_safety and facing > 7) @panic("makePlace: facing is from 0 to 7");
    return (square & 255) | (piece & 255) << 8 | (facing & 255) << 16;
}
/// Returns `square` of a `place` action.
pub fn partPlaceSquare(action: u64) usize {
    return @intCast(action & 255);
}
/// Returns `piece` of a `place` action.
pub fn partPlacePiece(action: u64) usize {
    return @intCast(action >> 8 & 255);
}
/// Returns `facing` of a `place` action.
pub fn partPlaceFacing(action: u64) usize {
    return @intCast(action >> 16 & 255);
}

/// Fires at an enemy.
/// firer: The square of the piece that fires.
/// target: The square of the enemy.
/// retreat: The direction of the retreat: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
/// distance: Gun minus armour of the side that is hit; 0 for no effect.
pub const kindShoot = 1;
/// Returns the code of the action `shoot`.
pub fn makeShoot(firer: u64, target: u64, retreat: u64, distance: u64) u64 {
    if (std.debug.runtime_safety and firer > 255) @panic("makeShoot: firer is from 0 to 255");
    if (std.debug.runtime_safety and target > 255) @panic("makeShoot: target is from 0 to 255");
    if (std.debug.runtime_safety and retreat > 6) @panic("makeShoot: retreat is from 0 to 6");
    if (std.debug.runtime_safety and distance > 5) @panic("makeShoot: distance is from 0 to 5");
    return 281474976710656 | (firer & 255) | (target & 255) << 8 | (retreat & 15) << 16 | (distance & 15) << 20;
}
/// Returns `firer` of a `shoot` action.
pub fn partShootFirer(action: u64) usize {
    return @intCast(action & 255);
}
/// Returns `target` of a `shoot` action.
pub fn partShootTarget(action: u64) usize {
    return @intCast(action >> 8 & 255);
}
/// Returns `retreat` of a `shoot` action.
pub fn partShootRetreat(action: u64) usize {
    return @intCast(action >> 16 & 15);
}
/// Returns `distance` of a `shoot` action.
pub fn partShootDistance(action: u64) usize {
    return @intCast(action >> 20 & 15);
}

/// Ends the fire phase.
pub const kindEndFiring = 2;
/// Returns the code of the action `end_firing`.
pub fn makeEndFiring() u64 {
    return 562949953421312;
}

/// Moves a piece.
/// from: The square of the piece.
/// to: The destination.
/// facing: Its facing at the end: 0 to 7 clockwise from north.
pub const kindMove = 3;
/// Returns the code of the action `move`.
pub fn makeMove(from: u64, to: u64, facing: u64) u64 {
    if (std.debug.runtime_safety and from > 255) @panic("makeMove: from is from 0 to 255");
    if (std.debug.runtime_safety and to > 255) @panic("makeMove: to is from 0 to 255");
    if (std.debug.runtime_safety and facing > 7) @panic("makeMove: facing is from 0 to 7");
    return 844424930131968 | (from & 255) | (to & 255) << 8 | (facing & 255) << 16;
}
/// Returns `from` of a `move` action.
pub fn partMoveFrom(action: u64) usize {
    return @intCast(action & 255);
}
/// Returns `to` of a `move` action.
pub fn partMoveTo(action: u64) usize {
    return @intCast(action >> 8 & 255);
}
/// Returns `facing` of a `move` action.
pub fn partMoveFacing(action: u64) usize {
    return @intCast(action >> 16 & 255);
}

/// Ends the turn.
pub const kindEndTurn = 4;
/// Returns the code of the action `end_turn`.
pub fn makeEndTurn() u64 {
    return 1125899906842624;
}

/// Number of columns. A square's number is column + columns x row.
pub const column_count = 16;

/// Number of rows.
pub const row_count = 16;

/// The name of each square, for @cell and @arrow in the log.
pub const square_names = [_][]const u8{
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1", "m1", "n1", "o1", "p1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2", "k2", "l2", "m2", "n2", "o2", "p2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", "k3", "l3", "m3", "n3", "o3", "p3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "l4", "m4", "n4", "o4", "p4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", "k5", "l5", "m5", "n5", "o5", "p5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", "k6", "l6", "m6", "n6", "o6", "p6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "l7", "m7", "n7", "o7", "p7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "l8", "m8", "n8", "o8", "p8",
    "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9", "j9", "k9", "l9", "m9", "n9", "o9", "p9",
    "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10", "l10", "m10",
    "n10", "o10", "p10", "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11",
    "k11", "l11", "m11", "n11", "o11", "p11", "a12", "b12", "c12", "d12", "e12", "f12", "g12",
    "h12", "i12", "j12", "k12", "l12", "m12", "n12", "o12", "p12", "a13", "b13", "c13", "d13",
    "e13", "f13", "g13", "h13", "i13", "j13", "k13", "l13", "m13", "n13", "o13", "p13", "a14",
    "b14", "c14", "d14", "e14", "f14", "g14", "h14", "i14", "j14", "k14", "l14", "m14", "n14",
    "o14", "p14", "a15", "b15", "c15", "d15", "e15", "f15", "g15", "h15", "i15", "j15", "k15",
    "l15", "m15", "n15", "o15", "p15", "a16", "b16", "c16", "d16", "e16", "f16", "g16", "h16",
    "i16", "j16", "k16", "l16", "m16", "n16", "o16", "p16",
};

/// The printed symbol for each value of the board, one character per value; a space if there is
/// none.
pub const piece_symbols = " KLLLLMMMHHDDOOkllllmmmhhddoo";

/// The board at the start, under the default rules.
pub const start_board = [_]i16{
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 255, 255,
    255, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0,
    0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0,
};

/// The printed ground of each square, one character per square.
pub const square_ground = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";

/// The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar.
pub const kind_letters = "KLMHDO";

/// Maximum number of steps of a piece of each kind.
pub const kind_speeds = [_]i16{
    0, 5, 4, 3, 4, 3,
};

/// The gun of each kind.
pub const kind_guns = [_]i16{
    1, 1, 2, 3, 4, 5,
};

/// The armour of each kind: front, side and rear of the first one, then of the next.
pub const kind_armour = [_]i16{
    1, 0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 1, 2, 1, 0, 1, 0, 0,
};

/// The directions that a piece can face, clockwise.
pub const direction_names = [_][]const u8{
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
};

/// The change of the column by a step in each direction.
pub const direction_columns = [_]i16{
    0, 1, 1, 1, 0, -1, -1, -1,
};

/// The change of the row by a step in each direction.
pub const direction_rows = [_]i16{
    1, 1, 0, -1, -1, -1, 0, 1,
};

/// Index of a metric. Surviving pieces.
pub const metric_pieces = 0;

/// Index of a metric. Sum of the guns of the surviving pieces.
pub const metric_value = 1;

/// Index of a metric. Enemy pieces eliminated.
pub const metric_eliminated = 2;

/// Writes the board to the log.
pub fn logBoard(view: *const View) void {
    const symbols = " KLLLLMMMHHDDOOkllllmmmhhddoo";
    const ground = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";
    const labels = " 1 2 3 4 5 6 7 8 910111213141516";
    muster.log("   a b c d e f g h i j k l m n o p\n");
    for (0..16) |index| {
        const row = 15 - index;
        var line: [34 + 1]u8 = undefined;
        @memcpy(line[0..2], labels[2 * row ..][0..2]);
        for (0..16) |column| {
            const square = 16 * row + column;
            const value = view.board[square];
            const symbol = if (value < symbols.len) symbols[value] else ' ';
            line[2 + 2 * column] = ' ';
            line[2 + 2 * column + 1] = if (symbol == ' ') ground[square] else symbol;
        }
        line[34] = '\n';
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
