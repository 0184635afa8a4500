/* Salvo: what a bot sees, and how it answers.
 * Made from the layout in the rules' own code; do not edit. */
#ifndef SALVO_H
#define SALVO_H

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
    /* Your sea by square: 1 a ship. */
    uint8_t mine[25];
    /* The enemy's sea by square: 0 unknown, 1 water, 2 water beside a ship, 3 hit. */
    uint8_t enemy[25];
    /* Your sea by square, as the enemy knows it. */
    uint8_t fired[25];
    uint8_t zero_139[5];
} salvo_view;

_Static_assert(offsetof(salvo_view, abi_version) == 0, "abi_version");
_Static_assert(offsetof(salvo_view, game) == 4, "game");
_Static_assert(offsetof(salvo_view, seat) == 8, "seat");
_Static_assert(offsetof(salvo_view, seats) == 9, "seats");
_Static_assert(offsetof(salvo_view, flags) == 10, "flags");
_Static_assert(offsetof(salvo_view, ply) == 12, "ply");
_Static_assert(offsetof(salvo_view, turn) == 16, "turn");
_Static_assert(offsetof(salvo_view, legal_count) == 20, "legal_count");
_Static_assert(offsetof(salvo_view, move_left) == 24, "move_left");
_Static_assert(offsetof(salvo_view, game_left) == 32, "game_left");
_Static_assert(offsetof(salvo_view, opponent_left) == 40, "opponent_left");
_Static_assert(offsetof(salvo_view, increment) == 48, "increment");
_Static_assert(offsetof(salvo_view, mine) == 64, "mine");
_Static_assert(offsetof(salvo_view, enemy) == 89, "enemy");
_Static_assert(offsetof(salvo_view, fired) == 114, "fired");
_Static_assert(sizeof(salvo_view) == 144, "the view's length");

/* Hides a ship.
   square: A square, row by row from the top. */
#define SALVO_HIDE 0
static inline uint64_t salvo_hide(uint64_t square) {
    MUSTER_CHECK(square <= 24, "salvo_hide: square is from 0 to 24");
    return square & 31;
}
static inline unsigned salvo_hide_square(uint64_t action) { return (unsigned)(action & 31); }

/* Fires at the enemy's sea.
   square: A square, row by row from the top. */
#define SALVO_FIRE 1
static inline uint64_t salvo_fire(uint64_t square) {
    MUSTER_CHECK(square <= 24, "salvo_fire: square is from 0 to 24");
    return 281474976710656u | (square & 31);
}
static inline unsigned salvo_fire_square(uint64_t action) { return (unsigned)(action & 31); }

/* Number of columns. A square's number is column + columns x row. */
enum { salvo_column_count = 5 };

/* Number of rows. */
enum { salvo_row_count = 5 };

/* The name of each square, for @cell and @arrow in the log. */
static const char *const salvo_square_names[25] __attribute__((unused)) = {
    "a5", "b5", "c5", "d5", "e5", "a4", "b4", "c4", "d4", "e4", "a3", "b3", "c3", "d3", "e3", "a2",
    "b2", "c2", "d2", "e2", "a1", "b1", "c1", "d1", "e1",
};

/* The printed symbol for each value of the board, one character per value; a space if there is
   none. */
static const char salvo_piece_symbols[] __attribute__((unused)) = " w~X";

/* The board at the start, under the default rules. */
static const int16_t salvo_start_board[25] __attribute__((unused)) = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

/* The printed ground of each square, one character per square. */
static const char salvo_square_ground[] __attribute__((unused)) = ".........................";

/* Index of a metric. Enemy ships sunk, 0 to 3. */
enum { salvo_metric_sunk = 0 };

/* The metrics of a seat. */
typedef struct {
    /* Enemy ships sunk, 0 to 3. */
    int64_t sunk;
} salvo_metrics;

/* An action with the phase and metrics after it. muster_is_over, muster_winner and muster_acts read the phase. */
typedef struct {
    uint64_t action;
    int64_t phase;
    /* By seat. */
    salvo_metrics metrics[2];
} salvo_child;

/* Writes up to `capacity` children, one per legal action of a seat. Returns their total number, or an error below 0.
 * `other` is the other seat's action if both seats act, otherwise MUSTER_NO_ACTION. */
static inline int32_t salvo_children(muster_position position, int32_t seat, uint64_t other, salvo_child *children,
                                     uint32_t capacity) {
    return muster_position_children(position, seat, other, children, capacity);
}

/* Writes a seat's view of a position. */
static inline int32_t salvo_see(muster_position position, int32_t seat, salvo_view *view) {
    return muster_position_view(position, seat, view, sizeof *view);
}

/* Returns a seat's metrics in a position. */
static inline salvo_metrics salvo_measure(muster_position position, int32_t seat) {
    salvo_metrics metrics;
    muster_position_metrics(position, seat, (int64_t *)&metrics, sizeof metrics / sizeof(int64_t));
    return metrics;
}

/* Writes the board to the log. */
static inline void salvo_log_board(const salvo_view *view) {
    static const char symbols[] = " w~X";
    static const char ground[] = ".........................";
    static const char labels[] = "54321";
    muster_log("  a b c d e\n", 11 + 1);
    for (unsigned index = 0; index < 5; index++) {
        unsigned row = index, length = 0;
        char line[11 + 1];
        while (length < 1) line[length] = labels[1 * row + length], length++;
        for (unsigned column = 0; column < 5; column++) {
            unsigned square = 5 * row + column, value = view->enemy[square];
            char symbol = value < sizeof symbols - 1 ? symbols[value] : ' ';
            line[length++] = ' ';
            line[length++] = symbol == ' ' ? ground[square] : symbol;
        }
        line[length++] = '\n';
        muster_log(line, length);
    }
}

MUSTER_BOT(salvo_view)

#endif
