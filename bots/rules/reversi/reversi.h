/* Reversi: what a bot sees, and how it answers.
 * Made from the layout in the rules' own code; do not edit. */
#ifndef REVERSI_H
#define REVERSI_H

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
    /* By square, row by row from the top: 0 empty, 1 Black, 2 White. */
    uint8_t board[64];
} reversi_view;

_Static_assert(offsetof(reversi_view, abi_version) == 0, "abi_version");
_Static_assert(offsetof(reversi_view, game) == 4, "game");
_Static_assert(offsetof(reversi_view, seat) == 8, "seat");
_Static_assert(offsetof(reversi_view, seats) == 9, "seats");
_Static_assert(offsetof(reversi_view, flags) == 10, "flags");
_Static_assert(offsetof(reversi_view, ply) == 12, "ply");
_Static_assert(offsetof(reversi_view, turn) == 16, "turn");
_Static_assert(offsetof(reversi_view, legal_count) == 20, "legal_count");
_Static_assert(offsetof(reversi_view, move_left) == 24, "move_left");
_Static_assert(offsetof(reversi_view, game_left) == 32, "game_left");
_Static_assert(offsetof(reversi_view, opponent_left) == 40, "opponent_left");
_Static_assert(offsetof(reversi_view, increment) == 48, "increment");
_Static_assert(offsetof(reversi_view, board) == 64, "board");
_Static_assert(sizeof(reversi_view) == 128, "the view's length");

/* Places a disc.
   square: The square, row by row from the top. 0 a1, 1 b1, 2 c1, 3 d1, 4 e1, 5 f1, 6 g1, 7 h1, 8
   a2, 9 b2, 10 c2, 11 d2, 12 e2, 13 f2, 14 g2, 15 h2, 16 a3, 17 b3, 18 c3, 19 d3, 20 e3, 21 f3, 22
   g3, 23 h3, 24 a4, 25 b4, 26 c4, 27 d4, 28 e4, 29 f4, 30 g4, 31 h4, 32 a5, 33 b5, 34 c5, 35 d5, 36
   e5, 37 f5, 38 g5, 39 h5, 40 a6, 41 b6, 42 c6, 43 d6, 44 e6, 45 f6, 46 g6, 47 h6, 48 a7, 49 b7, 50
   c7, 51 d7, 52 e7, 53 f7, 54 g7, 55 h7, 56 a8, 57 b8, 58 c8, 59 d8, 60 e8, 61 f8, 62 g8, 63 h8. */
#define REVERSI_PLACE 0
static inline uint64_t reversi_place(uint64_t square) {
    MUSTER_CHECK(square <= 63, "reversi_place: square is from 0 to 63");
    return square & 63;
}
static inline unsigned reversi_place_square(uint64_t action) { return (unsigned)(action & 63); }

/* Passes, if there is no other move. */
#define REVERSI_SKIP 1
static inline uint64_t reversi_skip(void) {
    return 281474976710656u;
}

/* Number of columns. A square's number is column + columns x row. */
enum { reversi_column_count = 8 };

/* Number of rows. */
enum { reversi_row_count = 8 };

/* The name of each square, for @cell and @arrow in the log. */
static const char *const reversi_square_names[64] __attribute__((unused)) = {
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
};

/* The printed symbol for each value of the board, one character per value; a space if there is
   none. */
static const char reversi_piece_symbols[] __attribute__((unused)) = " BW";

/* The board at the start, under the default rules. */
static const int16_t reversi_start_board[64] __attribute__((unused)) = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0,
    0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

/* The printed ground of each square, one character per square. */
static const char reversi_square_ground[] __attribute__((unused)) = "................................................................";

/* Index of a metric. Own discs on the board. */
enum { reversi_metric_discs = 0 };

/* The metrics of a seat. */
typedef struct {
    /* Own discs on the board. */
    int64_t discs;
} reversi_metrics;

/* An action with the phase and metrics after it. muster_is_over, muster_winner and muster_acts read the phase. */
typedef struct {
    uint64_t action;
    int64_t phase;
    /* By seat. */
    reversi_metrics metrics[2];
} reversi_child;

/* Writes up to `capacity` children, one per legal action of a seat. Returns their total number, or an error below 0.
 * `other` is the other seat's action if both seats act, otherwise MUSTER_NO_ACTION. */
static inline int32_t reversi_children(muster_position position, int32_t seat, uint64_t other, reversi_child *children,
                                     uint32_t capacity) {
    return muster_position_children(position, seat, other, children, capacity);
}

/* Writes a seat's view of a position. */
static inline int32_t reversi_see(muster_position position, int32_t seat, reversi_view *view) {
    return muster_position_view(position, seat, view, sizeof *view);
}

/* Returns a seat's metrics in a position. */
static inline reversi_metrics reversi_measure(muster_position position, int32_t seat) {
    reversi_metrics metrics;
    muster_position_metrics(position, seat, (int64_t *)&metrics, sizeof metrics / sizeof(int64_t));
    return metrics;
}

/* Writes the board to the log. */
static inline void reversi_log_board(const reversi_view *view) {
    static const char symbols[] = " BW";
    static const char ground[] = "................................................................";
    static const char labels[] = "12345678";
    muster_log("  a b c d e f g h\n", 17 + 1);
    for (unsigned index = 0; index < 8; index++) {
        unsigned row = index, length = 0;
        char line[17 + 1];
        while (length < 1) line[length] = labels[1 * row + length], length++;
        for (unsigned column = 0; column < 8; column++) {
            unsigned square = 8 * row + column, value = view->board[square];
            char symbol = value < sizeof symbols - 1 ? symbols[value] : ' ';
            line[length++] = ' ';
            line[length++] = symbol == ' ' ? ground[square] : symbol;
        }
        line[length++] = '\n';
        muster_log(line, length);
    }
}

MUSTER_BOT(reversi_view)

#endif
