/* Tank Chess: what a bot sees, and how it answers.
 * Made from the layout in the rules' own code; do not edit. */
#ifndef TANK_CHESS_H
#define TANK_CHESS_H

#include "muster.h"

typedef struct {
    /* Version of this interface. */
    uint32_t abi_version;
    /* The game's number. */
    uint32_t game;
    /* Your seat, 0 or 1. */
    uint8_t seat;
    /* Number of seats, 2. */
    uint8_t seats;
    /* 1: restarted in the middle of a match, 2: both seats act at once. */
    uint16_t flags;
    /* Ply, from 0 at the start of the match. */
    uint32_t ply;
    /* Turn, counted by the game. */
    uint32_t turn;
    /* Number of legal actions, or 4294967295 if not counted. */
    uint32_t legal_count;
    /* Nanoseconds left for this move: never more than what is left for the game. */
    uint64_t move_left;
    /* Nanoseconds left for your game. */
    uint64_t game_left;
    /* Nanoseconds your opponent has left, rounded down to 1/100 of the game's time or 1 ms. */
    uint64_t opponent_left;
    /* Nanoseconds added to your game's time after each move. */
    uint64_t increment;
    uint8_t zero_56[8];
    /* 0 setup, 1 firing, 2 moving, 3 game over. */
    uint8_t phase;
    /* The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act. */
    uint8_t mover;
    /* Rule option pieces: 14 full, 10 basic. */
    uint8_t pieces_per_side;
    /* Rule option min_range: minimum distance of a shot, except a mortar's. */
    uint8_t min_range;
    /* Rule option side_edge: 0 eliminates, 1 blocks the choice. */
    uint8_t side_edge;
    /* Rule option command_files: the first, 0 is file a. */
    uint8_t command_first_file;
    /* Rule option command_files: the last, 0 is file a. */
    uint8_t command_last_file;
    /* Number of placements by each seat. */
    uint8_t placed;
    /* Rule option no_elimination_turns: twice as many quiet turns draw the game. */
    uint16_t no_elimination_turns;
    /* Consecutive turns of both seats before this one without an elimination. */
    uint16_t quiet_turns;
    /* Number of occurrences of the position at the start of this turn; the third is a draw. */
    uint8_t occurrences;
    /* 1 if a piece was eliminated in this turn. */
    uint8_t elimination;
    /* The pieces of the group that moves in this turn: bit i for the mover's piece i; 0 before its
       first move. */
    uint16_t group;
    /* For each piece of the mover: its valid targets at the start of the turn, bit j for the other
       seat's piece j. */
    uint16_t targets[14];
    /* White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O. */
    uint8_t kind[28];
    /* The square of each piece: 16 x rank + file, both from 0. */
    uint8_t square[28];
    /* The facing of each piece: 0 to 7 clockwise from north. */
    uint8_t facing[28];
    /* Flags of each piece: 1 on the board and known to you; in this turn: 2 fired, 4 fired on, 8
       moved, 16 in the group that moves. If 0, its square and facing mean nothing. */
    uint8_t state[28];
    /* By square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's. */
    uint8_t board[256];
    uint8_t zero_476[4];
} tank_chess_view;

_Static_assert(offsetof(tank_chess_view, abi_version) == 0, "abi_version");
_Static_assert(offsetof(tank_chess_view, game) == 4, "game");
_Static_assert(offsetof(tank_chess_view, seat) == 8, "seat");
_Static_assert(offsetof(tank_chess_view, seats) == 9, "seats");
_Static_assert(offsetof(tank_chess_view, flags) == 10, "flags");
_Static_assert(offsetof(tank_chess_view, ply) == 12, "ply");
_Static_assert(offsetof(tank_chess_view, turn) == 16, "turn");
_Static_assert(offsetof(tank_chess_view, legal_count) == 20, "legal_count");
_Static_assert(offsetof(tank_chess_view, move_left) == 24, "move_left");
_Static_assert(offsetof(tank_chess_view, game_left) == 32, "game_left");
_Static_assert(offsetof(tank_chess_view, opponent_left) == 40, "opponent_left");
_Static_assert(offsetof(tank_chess_view, increment) == 48, "increment");
_Static_assert(offsetof(tank_chess_view, phase) == 64, "phase");
_Static_assert(offsetof(tank_chess_view, mover) == 65, "mover");
_Static_assert(offsetof(tank_chess_view, pieces_per_side) == 66, "pieces_per_side");
_Static_assert(offsetof(tank_chess_view, min_range) == 67, "min_range");
_Static_assert(offsetof(tank_chess_view, side_edge) == 68, "side_edge");
_Static_assert(offsetof(tank_chess_view, command_first_file) == 69, "command_first_file");
_Static_assert(offsetof(tank_chess_view, command_last_file) == 70, "command_last_file");
_Static_assert(offsetof(tank_chess_view, placed) == 71, "placed");
_Static_assert(offsetof(tank_chess_view, no_elimination_turns) == 72, "no_elimination_turns");
_Static_assert(offsetof(tank_chess_view, quiet_turns) == 74, "quiet_turns");
_Static_assert(offsetof(tank_chess_view, occurrences) == 76, "occurrences");
_Static_assert(offsetof(tank_chess_view, elimination) == 77, "elimination");
_Static_assert(offsetof(tank_chess_view, group) == 78, "group");
_Static_assert(offsetof(tank_chess_view, targets) == 80, "targets");
_Static_assert(offsetof(tank_chess_view, kind) == 108, "kind");
_Static_assert(offsetof(tank_chess_view, square) == 136, "square");
_Static_assert(offsetof(tank_chess_view, facing) == 164, "facing");
_Static_assert(offsetof(tank_chess_view, state) == 192, "state");
_Static_assert(offsetof(tank_chess_view, board) == 220, "board");
_Static_assert(sizeof(tank_chess_view) == 480, "the view's length");

/* Places the next piece in the setup.
   square: The square to place it on.
   piece: The kind of the piece: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
   facing: Its facing: 0 to 7 clockwise from north. */
#define TANK_CHESS_PLACE 0
static inline uint64_t tank_chess_place(uint64_t square, uint64_t piece, uint64_t facing) {
    MUSTER_CHECK(square <= 255, "tank_chess_place: square is from 0 to 255");
    MUSTER_CHECK(piece <= 5, "tank_chess_place: piece is from 0 to 5");
    MUSTER_CHECK(facing <= 7, "tank_chess_place: facing is from 0 to 7");
    return (square & 255) | (piece & 255) << 8 | (facing & 255) << 16;
}
static inline unsigned tank_chess_place_square(uint64_t action) { return (unsigned)(action & 255); }
static inline unsigned tank_chess_place_piece(uint64_t action) { return (unsigned)(action >> 8 & 255); }
static inline unsigned tank_chess_place_facing(uint64_t action) { return (unsigned)(action >> 16 & 255); }

/* Fires at an enemy.
   firer: The square of the piece that fires.
   target: The square of the enemy.
   retreat: The direction of the retreat: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
   distance: Gun minus armour of the side that is hit; 0 for no effect. */
#define TANK_CHESS_SHOOT 1
static inline uint64_t tank_chess_shoot(uint64_t firer, uint64_t target, uint64_t retreat, uint64_t distance) {
    MUSTER_CHECK(firer <= 255, "tank_chess_shoot: firer is from 0 to 255");
    MUSTER_CHECK(target <= 255, "tank_chess_shoot: target is from 0 to 255");
    MUSTER_CHECK(retreat <= 6, "tank_chess_shoot: retreat is from 0 to 6");
    MUSTER_CHECK(distance <= 5, "tank_chess_shoot: distance is from 0 to 5");
    return 281474976710656u | (firer & 255) | (target & 255) << 8 | (retreat & 15) << 16 | (distance & 15) << 20;
}
static inline unsigned tank_chess_shoot_firer(uint64_t action) { return (unsigned)(action & 255); }
static inline unsigned tank_chess_shoot_target(uint64_t action) { return (unsigned)(action >> 8 & 255); }
static inline unsigned tank_chess_shoot_retreat(uint64_t action) { return (unsigned)(action >> 16 & 15); }
static inline unsigned tank_chess_shoot_distance(uint64_t action) { return (unsigned)(action >> 20 & 15); }

/* Ends the fire phase. */
#define TANK_CHESS_END_FIRING 2
static inline uint64_t tank_chess_end_firing(void) {
    return 562949953421312u;
}

/* Moves a piece.
   from: The square of the piece.
   to: The destination.
   facing: Its facing at the end: 0 to 7 clockwise from north. */
#define TANK_CHESS_MOVE 3
static inline uint64_t tank_chess_move(uint64_t from, uint64_t to, uint64_t facing) {
    MUSTER_CHECK(from <= 255, "tank_chess_move: from is from 0 to 255");
    MUSTER_CHECK(to <= 255, "tank_chess_move: to is from 0 to 255");
    MUSTER_CHECK(facing <= 7, "tank_chess_move: facing is from 0 to 7");
    return 844424930131968u | (from & 255) | (to & 255) << 8 | (facing & 255) << 16;
}
static inline unsigned tank_chess_move_from(uint64_t action) { return (unsigned)(action & 255); }
static inline unsigned tank_chess_move_to(uint64_t action) { return (unsigned)(action >> 8 & 255); }
static inline unsigned tank_chess_move_facing(uint64_t action) { return (unsigned)(action >> 16 & 255); }

/* Ends the turn. */
#define TANK_CHESS_END_TURN 4
static inline uint64_t tank_chess_end_turn(void) {
    return 1125899906842624u;
}

/* Number of columns. A square's number is column + columns x row. */
enum { tank_chess_column_count = 16 };

/* Number of rows. */
enum { tank_chess_row_count = 16 };

/* The name of each square, for @cell and @arrow in the log. */
static const char *const tank_chess_square_names[256] __attribute__((unused)) = {
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

/* The printed symbol for each value of the board, one character per value; a space if there is
   none. */
static const char tank_chess_piece_symbols[] __attribute__((unused)) = " KLLLLMMMHHDDOOkllllmmmhhddoo";

/* The board at the start, under the default rules. */
static const int16_t tank_chess_start_board[256] __attribute__((unused)) = {
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

/* The printed ground of each square, one character per square. */
static const char tank_chess_square_ground[] __attribute__((unused)) = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";

/* The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar. */
static const char tank_chess_kind_letters[] __attribute__((unused)) = "KLMHDO";

/* Maximum number of steps of a piece of each kind. */
static const int16_t tank_chess_kind_speeds[6] __attribute__((unused)) = {
    0, 5, 4, 3, 4, 3,
};

/* The gun of each kind. */
static const int16_t tank_chess_kind_guns[6] __attribute__((unused)) = {
    1, 1, 2, 3, 4, 5,
};

/* The armour of each kind: front, side and rear of the first one, then of the next. */
static const int16_t tank_chess_kind_armour[18] __attribute__((unused)) = {
    1, 0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 1, 2, 1, 0, 1, 0, 0,
};

/* The directions that a piece can face, clockwise. */
static const char *const tank_chess_direction_names[8] __attribute__((unused)) = {
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
};

/* The change of the column by a step in each direction. */
static const int16_t tank_chess_direction_columns[8] __attribute__((unused)) = {
    0, 1, 1, 1, 0, -1, -1, -1,
};

/* The change of the row by a step in each direction. */
static const int16_t tank_chess_direction_rows[8] __attribute__((unused)) = {
    1, 1, 0, -1, -1, -1, 0, 1,
};

/* Index of a metric. Surviving pieces. */
enum { tank_chess_metric_pieces = 0 };

/* Index of a metric. Sum of the guns of the surviving pieces. */
enum { tank_chess_metric_value = 1 };

/* Index of a metric. Enemy pieces eliminated. */
enum { tank_chess_metric_eliminated = 2 };

/* The metrics of a seat. */
typedef struct {
    /* Surviving pieces. */
    int64_t pieces;
    /* Sum of the guns of the surviving pieces. */
    int64_t value;
    /* Enemy pieces eliminated. */
    int64_t eliminated;
} tank_chess_metrics;

/* An action with the phase and metrics after it. muster_is_over, muster_winner and muster_acts read the phase. */
typedef struct {
    uint64_t action;
    int64_t phase;
    /* By seat. */
    tank_chess_metrics metrics[2];
} tank_chess_child;

/* Writes up to `capacity` children, one per legal action of a seat. Returns their total number, or an error below 0.
 * `other` is the other seat's action if both seats act, otherwise MUSTER_NO_ACTION. */
static inline int32_t tank_chess_children(muster_position position, int32_t seat, uint64_t other, tank_chess_child *children,
                                     uint32_t capacity) {
    return muster_position_children(position, seat, other, children, capacity);
}

/* Writes a seat's view of a position. */
static inline int32_t tank_chess_see(muster_position position, int32_t seat, tank_chess_view *view) {
    return muster_position_view(position, seat, view, sizeof *view);
}

/* Returns a seat's metrics in a position. */
static inline tank_chess_metrics tank_chess_measure(muster_position position, int32_t seat) {
    tank_chess_metrics metrics;
    muster_position_metrics(position, seat, (int64_t *)&metrics, sizeof metrics / sizeof(int64_t));
    return metrics;
}

/* Writes the board to the log. */
static inline void tank_chess_log_board(const tank_chess_view *view) {
    static const char symbols[] = " KLLLLMMMHHDDOOkllllmmmhhddoo";
    static const char ground[] = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";
    static const char labels[] = " 1 2 3 4 5 6 7 8 910111213141516";
    muster_log("   a b c d e f g h i j k l m n o p\n", 34 + 1);
    for (unsigned index = 0; index < 16; index++) {
        unsigned row = 15 - index, length = 0;
        char line[34 + 1];
        while (length < 2) line[length] = labels[2 * row + length], length++;
        for (unsigned column = 0; column < 16; column++) {
            unsigned square = 16 * row + column, value = view->board[square];
            char symbol = value < sizeof symbols - 1 ? symbols[value] : ' ';
            line[length++] = ' ';
            line[length++] = symbol == ' ' ? ground[square] : symbol;
        }
        line[length++] = '\n';
        muster_log(line, length);
    }
}

MUSTER_BOT(tank_chess_view)

#endif
