/* Connect Four: what a bot sees, and how it answers.
 * Made from the layout in the rules' own code; do not edit. */
#ifndef CONNECT_FOUR_H
#define CONNECT_FOUR_H

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
    /* By square, row by row from the top: 0 empty, 1 Red, 2 Yellow. */
    uint8_t board[42];
    uint8_t zero_106[6];
} connect_four_view;

_Static_assert(offsetof(connect_four_view, abi_version) == 0, "abi_version");
_Static_assert(offsetof(connect_four_view, game) == 4, "game");
_Static_assert(offsetof(connect_four_view, seat) == 8, "seat");
_Static_assert(offsetof(connect_four_view, seats) == 9, "seats");
_Static_assert(offsetof(connect_four_view, flags) == 10, "flags");
_Static_assert(offsetof(connect_four_view, ply) == 12, "ply");
_Static_assert(offsetof(connect_four_view, turn) == 16, "turn");
_Static_assert(offsetof(connect_four_view, legal_count) == 20, "legal_count");
_Static_assert(offsetof(connect_four_view, move_left) == 24, "move_left");
_Static_assert(offsetof(connect_four_view, game_left) == 32, "game_left");
_Static_assert(offsetof(connect_four_view, opponent_left) == 40, "opponent_left");
_Static_assert(offsetof(connect_four_view, increment) == 48, "increment");
_Static_assert(offsetof(connect_four_view, board) == 64, "board");
_Static_assert(sizeof(connect_four_view) == 112, "the view's length");

/* Drops a disc into a column.
   column: The column, 0 on the left. */
#define CONNECT_FOUR_DROP 0
static inline uint64_t connect_four_drop(uint64_t column) {
    MUSTER_CHECK(column <= 6, "connect_four_drop: column is from 0 to 6");
    return column & 7;
}
static inline unsigned connect_four_drop_column(uint64_t action) { return (unsigned)(action & 7); }

/* Number of columns. A square's number is column + columns x row. */
enum { connect_four_column_count = 7 };

/* Number of rows. */
enum { connect_four_row_count = 6 };

/* The name of each square, for @cell and @arrow in the log. */
static const char *const connect_four_square_names[42] __attribute__((unused)) = {
    "06", "16", "26", "36", "46", "56", "66", "05", "15", "25", "35", "45", "55", "65", "04", "14",
    "24", "34", "44", "54", "64", "03", "13", "23", "33", "43", "53", "63", "02", "12", "22", "32",
    "42", "52", "62", "01", "11", "21", "31", "41", "51", "61",
};

/* The printed symbol for each value of the board, one character per value; a space if there is
   none. */
static const char connect_four_piece_symbols[] __attribute__((unused)) = " RY";

/* The board at the start, under the default rules. */
static const int16_t connect_four_start_board[42] __attribute__((unused)) = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

/* The printed ground of each square, one character per square. */
static const char connect_four_square_ground[] __attribute__((unused)) = "..........................................";

/* Index of a metric. Length of the longest line of own discs. */
enum { connect_four_metric_longest = 0 };

/* The metrics of a seat. */
typedef struct {
    /* Length of the longest line of own discs. */
    int64_t longest;
} connect_four_metrics;

/* An action with the phase and metrics after it. muster_is_over, muster_winner and muster_acts read the phase. */
typedef struct {
    uint64_t action;
    int64_t phase;
    /* By seat. */
    connect_four_metrics metrics[2];
} connect_four_child;

/* Writes up to `capacity` children, one per legal action of a seat. Returns their total number, or an error below 0.
 * `other` is the other seat's action if both seats act, otherwise MUSTER_NO_ACTION. */
static inline int32_t connect_four_children(muster_position position, int32_t seat, uint64_t other, connect_four_child *children,
                                     uint32_t capacity) {
    return muster_position_children(position, seat, other, children, capacity);
}

/* Writes a seat's view of a position. */
static inline int32_t connect_four_see(muster_position position, int32_t seat, connect_four_view *view) {
    return muster_position_view(position, seat, view, sizeof *view);
}

/* Returns a seat's metrics in a position. */
static inline connect_four_metrics connect_four_measure(muster_position position, int32_t seat) {
    connect_four_metrics metrics;
    muster_position_metrics(position, seat, (int64_t *)&metrics, sizeof metrics / sizeof(int64_t));
    return metrics;
}

/* Writes the board to the log. */
static inline void connect_four_log_board(const connect_four_view *view) {
    static const char symbols[] = " RY";
    static const char ground[] = "..........................................";
    static const char labels[] = "654321";
    muster_log("  0 1 2 3 4 5 6\n", 15 + 1);
    for (unsigned index = 0; index < 6; index++) {
        unsigned row = index, length = 0;
        char line[15 + 1];
        while (length < 1) line[length] = labels[1 * row + length], length++;
        for (unsigned column = 0; column < 7; column++) {
            unsigned square = 7 * row + column, value = view->board[square];
            char symbol = value < sizeof symbols - 1 ? symbols[value] : ' ';
            line[length++] = ' ';
            line[length++] = symbol == ' ' ? ground[square] : symbol;
        }
        line[length++] = '\n';
        muster_log(line, length);
    }
}

MUSTER_BOT(connect_four_view)

#endif
