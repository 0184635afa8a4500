/// Tank Chess: what a bot sees, and how it answers.
/// Made from the layout in the rules' own code; do not edit.
module tank_chess;

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
    /// 0 setup, 1 firing, 2 moving, 3 game over.
    ubyte phase;
    /// The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act.
    ubyte mover;
    /// Rule option pieces: 14 full, 10 basic.
    ubyte pieces_per_side;
    /// Rule option min_range: minimum distance of a shot, except a mortar's.
    ubyte min_range;
    /// Rule option side_edge: 0 eliminates, 1 blocks the choice.
    ubyte side_edge;
    /// Rule option command_files: the first, 0 is file a.
    ubyte command_first_file;
    /// Rule option command_files: the last, 0 is file a.
    ubyte command_last_file;
    /// Number of placements by each seat.
    ubyte placed;
    /// Rule option no_elimination_turns: twice as many quiet turns draw the game.
    ushort no_elimination_turns;
    /// Consecutive turns of both seats before this one without an elimination.
    ushort quiet_turns;
    /// Number of occurrences of the position at the start of this turn; the third is a draw.
    ubyte occurrences;
    /// 1 if a piece was eliminated in this turn.
    ubyte elimination;
    /// The pieces of the group that moves in this turn: bit i for the mover's piece i; 0 before its
    /// first move.
    ushort group;
    /// For each piece of the mover: its valid targets at the start of the turn, bit j for the other
    /// seat's piece j.
    ushort[14] targets;
    /// White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
    ubyte[28] kind;
    /// The square of each piece: 16 x rank + file, both from 0.
    ubyte[28] square;
    /// The facing of each piece: 0 to 7 clockwise from north.
    ubyte[28] facing;
    /// Flags of each piece: 1 on the board and known to you; in this turn: 2 fired, 4 fired on, 8
    /// moved, 16 in the group that moves. If 0, its square and facing mean nothing.
    ubyte[28] state;
    /// By square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's.
    ubyte[256] board;
    private ubyte[4] zero_476;
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
static assert(View.phase.offsetof == 64);
static assert(View.mover.offsetof == 65);
static assert(View.pieces_per_side.offsetof == 66);
static assert(View.min_range.offsetof == 67);
static assert(View.side_edge.offsetof == 68);
static assert(View.command_first_file.offsetof == 69);
static assert(View.command_last_file.offsetof == 70);
static assert(View.placed.offsetof == 71);
static assert(View.no_elimination_turns.offsetof == 72);
static assert(View.quiet_turns.offsetof == 74);
static assert(View.occurrences.offsetof == 76);
static assert(View.elimination.offsetof == 77);
static assert(View.group.offsetof == 78);
static assert(View.targets.offsetof == 80);
static assert(View.kind.offsetof == 108);
static assert(View.square.offsetof == 136);
static assert(View.facing.offsetof == 164);
static assert(View.state.offsetof == 192);
static assert(View.board.offsetof == 220);
static assert(View.sizeof == 480);

@nogc nothrow:

/// The kind of `place` actions.
enum uint kindPlace = 0;

/// Places the next piece in the setup.
/// square: The square to place it on.
/// piece: The kind of the piece: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
/// facing: Its facing: 0 to 7 clockwise from north.
ulong makePlace(ulong square, ulong piece, ulong facing)
{
    assert(square <= 255, "makePlace: square is from 0 to 255");
    assert(piece <= 5, "makePlace: piece is from 0 to 5");
    assert(facing <= 7, "makePlace: facing is from 0 to 7");
    return (square & 255) | (piece & 255) << 8 | (facing & 255) << 16;
}

/// Returns `square` of a `place` action.
uint placeSquare(ulong action)
{
    return cast(uint)(action & 255);
}

/// Returns `piece` of a `place` action.
uint placePiece(ulong action)
{
    return cast(uint)(action >> 8 & 255);
}

/// Returns `facing` of a `place` action.
uint placeFacing(ulong action)
{
    return cast(uint)(action >> 16 & 255);
}

/// The kind of `shoot` actions.
enum uint kindShoot = 1;

/// Fires at an enemy.
/// firer: The square of the piece that fires.
/// target: The square of the enemy.
/// retreat: The direction of the retreat: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
/// distance: Gun minus armour of the side that is hit; 0 for no effect.
ulong makeShoot(ulong firer, ulong target, ulong retreat, ulong distance)
{
    assert(firer <= 255, "makeShoot: firer is from 0 to 255");
    assert(target <= 255, "makeShoot: target is from 0 to 255");
    assert(retreat <= 6, "makeShoot: retreat is from 0 to 6");
    assert(distance <= 5, "makeShoot: distance is from 0 to 5");
    return 281474976710656UL | (firer & 255) | (target & 255) << 8 | (retreat & 15) << 16 | (distance & 15) << 20;
}

/// Returns `firer` of a `shoot` action.
uint shootFirer(ulong action)
{
    return cast(uint)(action & 255);
}

/// Returns `target` of a `shoot` action.
uint shootTarget(ulong action)
{
    return cast(uint)(action >> 8 & 255);
}

/// Returns `retreat` of a `shoot` action.
uint shootRetreat(ulong action)
{
    return cast(uint)(action >> 16 & 15);
}

/// Returns `distance` of a `shoot` action.
uint shootDistance(ulong action)
{
    return cast(uint)(action >> 20 & 15);
}

/// The kind of `end_firing` actions.
enum uint kindEndFiring = 2;

/// Ends the fire phase.
ulong makeEndFiring()
{
    return 562949953421312UL;
}

/// The kind of `move` actions.
enum uint kindMove = 3;

/// Moves a piece.
/// from: The square of the piece.
/// to: The destination.
/// facing: Its facing at the end: 0 to 7 clockwise from north.
ulong makeMove(ulong from, ulong to, ulong facing)
{
    assert(from <= 255, "makeMove: from is from 0 to 255");
    assert(to <= 255, "makeMove: to is from 0 to 255");
    assert(facing <= 7, "makeMove: facing is from 0 to 7");
    return 844424930131968UL | (from & 255) | (to & 255) << 8 | (facing & 255) << 16;
}

/// Returns `from` of a `move` action.
uint moveFrom(ulong action)
{
    return cast(uint)(action & 255);
}

/// Returns `to` of a `move` action.
uint moveTo(ulong action)
{
    return cast(uint)(action >> 8 & 255);
}

/// Returns `facing` of a `move` action.
uint moveFacing(ulong action)
{
    return cast(uint)(action >> 16 & 255);
}

/// The kind of `end_turn` actions.
enum uint kindEndTurn = 4;

/// Ends the turn.
ulong makeEndTurn()
{
    return 1125899906842624UL;
}

/// Number of columns. A square's number is column + columns x row.
enum uint columnCount = 16;

/// Number of rows.
enum uint rowCount = 16;

/// The name of each square, for @cell and @arrow in the log.
static immutable string[256] squareNames = [
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
];

/// The printed symbol for each value of the board, one character per value; a space if there is
/// none.
enum string pieceSymbols = " KLLLLMMMHHDDOOkllllmmmhhddoo";

/// The board at the start, under the default rules.
static immutable short[256] startBoard = [
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
];

/// The printed ground of each square, one character per square.
enum string squareGround = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";

/// The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar.
enum string kindLetters = "KLMHDO";

/// Maximum number of steps of a piece of each kind.
static immutable short[6] kindSpeeds = [
    0, 5, 4, 3, 4, 3,
];

/// The gun of each kind.
static immutable short[6] kindGuns = [
    1, 1, 2, 3, 4, 5,
];

/// The armour of each kind: front, side and rear of the first one, then of the next.
static immutable short[18] kindArmour = [
    1, 0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 1, 2, 1, 0, 1, 0, 0,
];

/// The directions that a piece can face, clockwise.
static immutable string[8] directionNames = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
];

/// The change of the column by a step in each direction.
static immutable short[8] directionColumns = [
    0, 1, 1, 1, 0, -1, -1, -1,
];

/// The change of the row by a step in each direction.
static immutable short[8] directionRows = [
    1, 1, 0, -1, -1, -1, 0, 1,
];

/// Index of a metric. Surviving pieces.
enum uint metricPieces = 0;

/// Index of a metric. Sum of the guns of the surviving pieces.
enum uint metricValue = 1;

/// Index of a metric. Enemy pieces eliminated.
enum uint metricEliminated = 2;

/// Writes the board to the log.
void logBoard(const(View)* view)
{
    static immutable symbols = " KLLLLMMMHHDDOOkllllmmmhhddoo";
    static immutable ground = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";
    static immutable labels = " 1 2 3 4 5 6 7 8 910111213141516";
    write("   a b c d e f g h i j k l m n o p\n");
    foreach (index; 0 .. 16)
    {
        const row = 15 - index;
        char[34 + 1] line = ' ';
        line[0 .. 2] = labels[2 * row .. 2 * (row + 1)];
        foreach (column; 0 .. 16)
        {
            const square = 16 * row + column, value = view.board[square];
            const symbol = value < symbols.length ? symbols[value] : ' ';
            line[2 + 2 * column + 1] = symbol == ' ' ? ground[square] : symbol;
        }
        line[34] = '\n';
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
