/* Tank Battle: what a bot sees, and how it answers.
 * Made from the layout in the rules' own code; do not edit. */
#ifndef TANK_BATTLE_H
#define TANK_BATTLE_H

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
    /* Rule option: plies without a capture or an entry that end the game; 0 if none do. */
    uint16_t no_progress_plies;
    /* Rule option: occurrences of a position that end the game; 0 if none do. */
    uint16_t repetitions;
    /* Rule option: 0 a commander on a contaminated square is safe from the other, 1 and it cannot
       capture the other from there either. */
    uint8_t commander_duel_in_zone;
    /* The seat to move: 0 White, 1 Black. */
    uint8_t to_move;
    /* Number of occurrences of this position so far, with this one; 1 if repetitions do not count. */
    uint16_t occurrences;
    /* Successive plies without a capture and without a tank newly entering the enemy's base. */
    uint32_t quiet_plies;
    /* White's and Black's points if the game ended now. */
    uint8_t points[2];
    /* Number of elements of `recent` in use. */
    uint16_t recent_count;
    /* The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's commander,
       3 Black's, 4 Black's commander. */
    uint8_t board[121];
    uint8_t zero_201[1];
    /* The moves since the last capture or entry, newest first, as the low 16 bits of their codes.
       Taken back one by one, they give the earlier positions that count for repetition. */
    uint16_t recent[512];
    uint8_t zero_1226[6];
} tank_battle_view;

_Static_assert(offsetof(tank_battle_view, abi_version) == 0, "abi_version");
_Static_assert(offsetof(tank_battle_view, game) == 4, "game");
_Static_assert(offsetof(tank_battle_view, seat) == 8, "seat");
_Static_assert(offsetof(tank_battle_view, seats) == 9, "seats");
_Static_assert(offsetof(tank_battle_view, flags) == 10, "flags");
_Static_assert(offsetof(tank_battle_view, ply) == 12, "ply");
_Static_assert(offsetof(tank_battle_view, turn) == 16, "turn");
_Static_assert(offsetof(tank_battle_view, legal_count) == 20, "legal_count");
_Static_assert(offsetof(tank_battle_view, move_left) == 24, "move_left");
_Static_assert(offsetof(tank_battle_view, game_left) == 32, "game_left");
_Static_assert(offsetof(tank_battle_view, opponent_left) == 40, "opponent_left");
_Static_assert(offsetof(tank_battle_view, increment) == 48, "increment");
_Static_assert(offsetof(tank_battle_view, no_progress_plies) == 64, "no_progress_plies");
_Static_assert(offsetof(tank_battle_view, repetitions) == 66, "repetitions");
_Static_assert(offsetof(tank_battle_view, commander_duel_in_zone) == 68, "commander_duel_in_zone");
_Static_assert(offsetof(tank_battle_view, to_move) == 69, "to_move");
_Static_assert(offsetof(tank_battle_view, occurrences) == 70, "occurrences");
_Static_assert(offsetof(tank_battle_view, quiet_plies) == 72, "quiet_plies");
_Static_assert(offsetof(tank_battle_view, points) == 76, "points");
_Static_assert(offsetof(tank_battle_view, recent_count) == 78, "recent_count");
_Static_assert(offsetof(tank_battle_view, board) == 80, "board");
_Static_assert(offsetof(tank_battle_view, recent) == 202, "recent");
_Static_assert(sizeof(tank_battle_view) == 1232, "the view's length");

/* Moves a tank, which captures a tank on its destination.
   from: The square of the tank: 11 x rank + file, both from 0.
   to: The destination. A tank on it is captured. */
#define TANK_BATTLE_MOVE 0
static inline uint64_t tank_battle_move(uint64_t from, uint64_t to) {
    MUSTER_CHECK(from <= 120, "tank_battle_move: from is from 0 to 120");
    MUSTER_CHECK(to <= 120, "tank_battle_move: to is from 0 to 120");
    return (from & 127) | (to & 127) << 8;
}
static inline unsigned tank_battle_move_from(uint64_t action) { return (unsigned)(action & 127); }
static inline unsigned tank_battle_move_to(uint64_t action) { return (unsigned)(action >> 8 & 127); }

/* Number of columns. A square's number is column + columns x row. */
enum { tank_battle_column_count = 11 };

/* Number of rows. */
enum { tank_battle_row_count = 11 };

/* The name of each square, for @cell and @arrow in the log. */
static const char *const tank_battle_square_names[121] __attribute__((unused)) = {
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "a2", "b2", "c2", "d2", "e2",
    "f2", "g2", "h2", "i2", "j2", "k2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3",
    "k3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "a5", "b5", "c5", "d5",
    "e5", "f5", "g5", "h5", "i5", "j5", "k5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6",
    "j6", "k6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "a8", "b8", "c8",
    "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9",
    "i9", "j9", "k9", "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10",
    "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11", "k11",
};

/* The printed symbol for each value of the board, one character per value; a space if there is
   none. */
static const char tank_battle_piece_symbols[] __attribute__((unused)) = " TCtc";

/* The board at the start, under the default rules. */
static const int16_t tank_battle_start_board[121] __attribute__((unused)) = {
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0,
    0, 0, 0, 3, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 4, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0,
};

/* The printed ground of each square, one character per square. */
static const char tank_battle_square_ground[] __attribute__((unused)) = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";

/* Index of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its
   circle. */
enum { tank_battle_metric_points = 0 };

/* Index of a metric. Surviving tanks, the commander among them. */
enum { tank_battle_metric_tanks = 1 };

/* Index of a metric. Tanks in the enemy's base. */
enum { tank_battle_metric_in_base = 2 };

/* Index of a metric. Enemy tanks captured. */
enum { tank_battle_metric_captures = 3 };

/* The metrics of a seat. */
typedef struct {
    /* 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its circle. */
    int64_t points;
    /* Surviving tanks, the commander among them. */
    int64_t tanks;
    /* Tanks in the enemy's base. */
    int64_t in_base;
    /* Enemy tanks captured. */
    int64_t captures;
} tank_battle_metrics;

/* An action with the phase and metrics after it. muster_is_over, muster_winner and muster_acts read the phase. */
typedef struct {
    uint64_t action;
    int64_t phase;
    /* By seat. */
    tank_battle_metrics metrics[2];
} tank_battle_child;

/* Writes up to `capacity` children, one per legal action of a seat. Returns their total number, or an error below 0.
 * `other` is the other seat's action if both seats act, otherwise MUSTER_NO_ACTION. */
static inline int32_t tank_battle_children(muster_position position, int32_t seat, uint64_t other, tank_battle_child *children,
                                     uint32_t capacity) {
    return muster_position_children(position, seat, other, children, capacity);
}

/* Writes a seat's view of a position. */
static inline int32_t tank_battle_see(muster_position position, int32_t seat, tank_battle_view *view) {
    return muster_position_view(position, seat, view, sizeof *view);
}

/* Returns a seat's metrics in a position. */
static inline tank_battle_metrics tank_battle_measure(muster_position position, int32_t seat) {
    tank_battle_metrics metrics;
    muster_position_metrics(position, seat, (int64_t *)&metrics, sizeof metrics / sizeof(int64_t));
    return metrics;
}

/* Writes the board to the log. */
static inline void tank_battle_log_board(const tank_battle_view *view) {
    static const char symbols[] = " TCtc";
    static const char ground[] = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#.....";
    static const char labels[] = " 1 2 3 4 5 6 7 8 91011";
    muster_log("   a b c d e f g h i j k\n", 24 + 1);
    for (unsigned index = 0; index < 11; index++) {
        unsigned row = 10 - index, length = 0;
        char line[24 + 1];
        while (length < 2) line[length] = labels[2 * row + length], length++;
        for (unsigned column = 0; column < 11; column++) {
            unsigned square = 11 * row + column, value = view->board[square];
            char symbol = value < sizeof symbols - 1 ? symbols[value] : ' ';
            line[length++] = ' ';
            line[length++] = symbol == ' ' ? ground[square] : symbol;
        }
        line[length++] = '\n';
        muster_log(line, length);
    }
}

MUSTER_BOT(tank_battle_view)

#endif
