/// The Tank War: what a bot sees, and how it answers.
/// Made from the layout in the rules' own code; do not edit.
module tank_war;

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
    /// Rule option: 0 a-inside, 1 a-outside.
    ubyte layout;
    /// Rule option: 0 illegal, 1 wasted.
    ubyte blocked;
    /// Rule option: 0 false, 1 true.
    ubyte c_blocked_by_tanks;
    /// Maximum number of rounds: 54, or 200 with wasted moves.
    ubyte max_rounds;
    /// Rounds played.
    ubyte rounds;
    /// By seat: bit t is set if tank t may be named now.
    ubyte[2] movable;
    /// By seat: number of living tanks.
    ubyte[2] tanks;
    /// By seat: number of boxes held.
    ubyte[2] boxes;
    /// By seat and tank: boxes advanced, 0 to 5; -1 if destroyed.
    byte[12] advanced;
    /// By seat and tank: the column of its track, 0 to 5.
    ubyte[12] column;
    /// By box: the seat that holds it.
    ubyte[36] owner;
    /// By box: 6 * seat + tank of the tank on it; 255 if none.
    ubyte[36] tank;
    private ubyte[5] zero_171;
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
static assert(View.layout.offsetof == 64);
static assert(View.blocked.offsetof == 65);
static assert(View.c_blocked_by_tanks.offsetof == 66);
static assert(View.max_rounds.offsetof == 67);
static assert(View.rounds.offsetof == 68);
static assert(View.movable.offsetof == 69);
static assert(View.tanks.offsetof == 71);
static assert(View.boxes.offsetof == 73);
static assert(View.advanced.offsetof == 75);
static assert(View.column.offsetof == 87);
static assert(View.owner.offsetof == 99);
static assert(View.tank.offsetof == 135);
static assert(View.sizeof == 176);

@nogc nothrow:

/// The kind of `move` actions.
enum uint kindMove = 0;

/// Names one of your movable tanks, which moves one box forward.
/// tank: The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are invalid.
ulong makeMove(ulong tank)
{
    assert(tank <= 5, "makeMove: tank is from 0 to 5");
    return tank & 7;
}

/// Returns `tank` of a `move` action.
uint moveTank(ulong action)
{
    return cast(uint)(action & 7);
}

/// Number of columns. A square's number is column + columns x row.
enum uint columnCount = 6;

/// Number of rows.
enum uint rowCount = 6;

/// The name of each square, for @cell and @arrow in the log.
static immutable string[36] squareNames = [
    "00", "10", "20", "30", "40", "50", "01", "11", "21", "31", "41", "51", "02", "12", "22", "32",
    "42", "52", "03", "13", "23", "33", "43", "53", "04", "14", "24", "34", "44", "54", "05", "15",
    "25", "35", "45", "55",
];

/// The printed symbol for each value of the board, one character per value; a space if there is
/// none.
enum string pieceSymbols = "ABCABCabcabc";

/// The board at the start, under the default rules.
static immutable short[36] startBoard = [
    5, 4, 3, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 7, 6, 9, 10, 11,
];

/// The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away.
static immutable short[3] hitDistances = [
    2, 1, 4,
];

/// Index of a metric. Own tanks that survived, 0 to 6.
enum uint metricTanks = 0;

/// Index of a metric. Boxes held at the end, 0 to 36.
enum uint metricBoxes = 1;

/// Index of a metric. Enemy tanks that did not survive, 0 to 6.
enum uint metricDestroyed = 2;

/// Writes the board to the log.
void logBoard(const(View)* view)
{
    static immutable symbols = "ABCABCabcabc";
    static immutable ground = "ud";
    static immutable labels = "012345";
    write("  0 1 2 3 4 5\n");
    foreach (index; 0 .. 6)
    {
        const row = index;
        char[13 + 1] line = ' ';
        line[0 .. 1] = labels[1 * row .. 1 * (row + 1)];
        foreach (column; 0 .. 6)
        {
            const square = 6 * row + column, value = view.tank[square];
            const symbol = value < symbols.length ? symbols[value] : ' ';
            line[1 + 2 * column + 1] = symbol == ' ' ? ground[view.owner[square]] : symbol;
        }
        line[13] = '\n';
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
