/// Tank Battle: what a bot sees, and how it answers.
/// Made from the layout in the rules' own code; do not edit.
module tank_battle;

import muster : write;

/// The bot's view of the position.
struct View
{
    /// Version of this interface.
    uint abi_version;
    /// The game's number.
    uint game;
    /// Your seat, 0 or 1.
    ubyte seat;
    /// Number of seats, 2.
    ubyte seats;
    /// 1: restarted in the middle of a match, 2: both seats act at once.
    ushort flags;
    /// Ply, from 0 at the start of the match.
    uint ply;
    /// Turn, counted by the game.
    uint turn;
    /// Number of legal actions, or 4294967295 if not counted.
    uint legal_count;
    /// Nanoseconds left for this move: never more than what is left for the game.
    ulong move_left;
    /// Nanoseconds left for your game.
    ulong game_left;
    /// Nanoseconds your opponent has left, rounded down to 1/100 of the game's time or 1 ms.
    ulong opponent_left;
    /// Nanoseconds added to your game's time after each move.
    ulong increment;
    private ubyte[8] zero_56;
    /// Rule option: plies without a capture or an entry that end the game; 0 if none do.
    ushort no_progress_plies;
    /// Rule option: occurrences of a position that end the game; 0 if none do.
    ushort repetitions;
    /// Rule option: 0 a commander on a contaminated square is safe from the other, 1 and it cannot
    /// capture the other from there either.
    ubyte commander_duel_in_zone;
    /// The seat to move: 0 White, 1 Black.
    ubyte to_move;
    /// Number of occurrences of this position so far, with this one; 1 if repetitions do not count.
    ushort occurrences;
    /// Successive plies without a capture and without a tank newly entering the enemy's base.
    uint quiet_plies;
    /// White's and Black's points if the game ended now.
    ubyte[2] points;
    /// Number of elements of `recent` in use.
    ushort recent_count;
    /// The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's
    /// commander, 3 Black's, 4 Black's commander.
    ubyte[121] board;
    private ubyte[1] zero_201;
    /// The moves since the last capture or entry, newest first, as the low 16 bits of their codes.
    /// Taken back one by one, they give the earlier positions that count for repetition.
    ushort[512] recent;
    private ubyte[6] zero_1226;
}

static assert(View.abi_version.offsetof == 0);
static assert(View.game.offsetof == 4);
static assert(View.seat.offsetof == 8);
static assert(View.seats.offsetof == 9);
static assert(View.flags.offsetof == 10);
static assert(View.ply.offsetof == 12);
static assert(View.turn.offsetof == 16);
static assert(View.legal_count.offsetof == 20);
static assert(View.move_left.offsetof == 24);
static assert(View.game_left.offsetof == 32);
static assert(View.opponent_left.offsetof == 40);
static assert(View.increment.offsetof == 48);
static assert(View.no_progress_plies.offsetof == 64);
static assert(View.repetitions.offsetof == 66);
static assert(View.commander_duel_in_zone.offsetof == 68);
static assert(View.to_move.offsetof == 69);
static assert(View.occurrences.offsetof == 70);
static assert(View.quiet_plies.offsetof == 72);
static assert(View.points.offsetof == 76);
static assert(View.recent_count.offsetof == 78);
static assert(View.board.offsetof == 80);
static assert(View.recent.offsetof == 202);
static assert(View.sizeof == 1232);

@nogc nothrow:

/// The kind of `move` actions.
enum uint kindMove = 0;

/// Moves a tank, which captures a tank on its destination.
/// from: The square of the tank: 11 x rank + file, both from 0.
/// to: The destination. A tank on it is captured.
ulong makeMove(ulong from, ulong to)
{
    assert(from <= 120, "makeMove: from is from 0 to 120");
    assert(to <= 120, "makeMove: to is from 0 to 120");
    return (from & 127) | (to & 127) << 8;
}

/// Returns `from` of a `move` action.
uint moveFrom(ulong action)
{
    return cast(uint)(action & 127);
}

/// Returns `to` of a `move` action.
uint moveTo(ulong action)
{
    return cast(uint)(action >> 8 & 127);
}

/// Number of columns. A square's number is column + columns x row.
enum uint columnCount = 11;

/// Number of rows.
enum uint rowCount = 11;

/// The name of each square, for @cell and @arrow in the log.
static immutable string[121] squareNames = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "a2", "b2", "c2", "d2", "e2",
    "f2", "g2", "h2", "i2", "j2", "k2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3",
    "k3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "a5", "b5", "c5", "d5",
    "e5", "f5", "g5", "h5", "i5", "j5", "k5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6",
    "j6", "k6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "a8", "b8", "c8",
    "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9",
    "i9", "j9", "k9", "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10",
    "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11", "k11",
];

/// The printed symbol for each value of the board, one character per value; a space if there is
/// none.
enum string pieceSymbols = " TCtc";

/// The board at the start, under the default rules.
static immutable short[121] startBoard = [
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0,
    0, 0, 0, 3, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 4, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0,
];

/// The printed ground of each square, one character per square.
enum string squareGround = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";

/// Index of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its
/// circle.
enum uint metricPoints = 0;

/// Index of a metric. Surviving tanks, the commander among them.
enum uint metricTanks = 1;

/// Index of a metric. Tanks in the enemy's base.
enum uint metricInBase = 2;

/// Index of a metric. Enemy tanks captured.
enum uint metricCaptures = 3;

/// Writes the board to the log.
void logBoard(const(View)* view)
{
    static immutable symbols = " TCtc";
    static immutable ground = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";
    static immutable labels = " 1 2 3 4 5 6 7 8 91011";
    write("   a b c d e f g h i j k\n");
    foreach (index; 0 .. 11)
    {
        const row = 10 - index;
        char[24 + 1] line = ' ';
        line[0 .. 2] = labels[2 * row .. 2 * (row + 1)];
        foreach (column; 0 .. 11)
        {
            const square = 11 * row + column, value = view.board[square];
            const symbol = value < symbols.length ? symbols[value] : ' ';
            line[2 + 2 * column + 1] = symbol == ' ' ? ground[square] : symbol;
        }
        line[24] = '\n';
        write(line[]);
    }
}

private __gshared View seen;

/// The function `choose` of the bot's module.
private extern (C) pragma(mangle, "choose") ulong chosen(const(View)* view);

extern (C) View* muster_buffer(uint length)
{
    assert(length <= View.sizeof);
    return &seen;
}

extern (C) ulong muster_choose(uint)
{
    return chosen(&seen);
}
