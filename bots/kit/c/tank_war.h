/* The Tank War: what a bot sees, and how it answers.
 * Made from the layout in the rules' own code; do not edit. */
#ifndef TANK_WAR_H
#define TANK_WAR_H

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
    /* Rule option: 0 a-inside, 1 a-outside. */
    uint8_t layout;
    /* Rule option: 0 illegal, 1 wasted. */
    uint8_t blocked;
    /* Rule option: 0 false, 1 true. */
    uint8_t c_blocked_by_tanks;
    /* Maximum number of rounds: 54, or 200 with wasted moves. */
    uint8_t max_rounds;
    /* Rounds played. */
    uint8_t rounds;
    /* By seat: bit t is set if tank t may be named now. */
    uint8_t movable[2];
    /* By seat: number of living tanks. */
    uint8_t tanks[2];
    /* By seat: number of boxes held. */
    uint8_t boxes[2];
    /* By seat and tank: boxes advanced, 0 to 5; -1 if destroyed. */
    int8_t advanced[12];
    /* By seat and tank: the column of its track, 0 to 5. */
    uint8_t column[12];
    /* By box: the seat that holds it. */
    uint8_t owner[36];
    /* By box: 6 * seat + tank of the tank on it; 255 if none. */
    uint8_t tank[36];
    uint8_t zero_171[5];
} tank_war_view;

_Static_assert(offsetof(tank_war_view, abi_version) == 0, "abi_version");
_Static_assert(offsetof(tank_war_view, game) == 4, "game");
_Static_assert(offsetof(tank_war_view, seat) == 8, "seat");
_Static_assert(offsetof(tank_war_view, seats) == 9, "seats");
_Static_assert(offsetof(tank_war_view, flags) == 10, "flags");
_Static_assert(offsetof(tank_war_view, ply) == 12, "ply");
_Static_assert(offsetof(tank_war_view, turn) == 16, "turn");
_Static_assert(offsetof(tank_war_view, legal_count) == 20, "legal_count");
_Static_assert(offsetof(tank_war_view, move_left) == 24, "move_left");
_Static_assert(offsetof(tank_war_view, game_left) == 32, "game_left");
_Static_assert(offsetof(tank_war_view, opponent_left) == 40, "opponent_left");
_Static_assert(offsetof(tank_war_view, increment) == 48, "increment");
_Static_assert(offsetof(tank_war_view, layout) == 64, "layout");
_Static_assert(offsetof(tank_war_view, blocked) == 65, "blocked");
_Static_assert(offsetof(tank_war_view, c_blocked_by_tanks) == 66, "c_blocked_by_tanks");
_Static_assert(offsetof(tank_war_view, max_rounds) == 67, "max_rounds");
_Static_assert(offsetof(tank_war_view, rounds) == 68, "rounds");
_Static_assert(offsetof(tank_war_view, movable) == 69, "movable");
_Static_assert(offsetof(tank_war_view, tanks) == 71, "tanks");
_Static_assert(offsetof(tank_war_view, boxes) == 73, "boxes");
_Static_assert(offsetof(tank_war_view, advanced) == 75, "advanced");
_Static_assert(offsetof(tank_war_view, column) == 87, "column");
_Static_assert(offsetof(tank_war_view, owner) == 99, "owner");
_Static_assert(offsetof(tank_war_view, tank) == 135, "tank");
_Static_assert(sizeof(tank_war_view) == 176, "the view's length");

/* Names one of your movable tanks, which moves one box forward.
   tank: The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are invalid. */
#define TANK_WAR_MOVE 0
static inline uint64_t tank_war_move(uint64_t tank) {
    MUSTER_CHECK(tank <= 5, "tank_war_move: tank is from 0 to 5");
    return tank & 7;
}
static inline unsigned tank_war_move_tank(uint64_t action) { return (unsigned)(action & 7); }

/* Number of columns. A square's number is column + columns x row. */
enum { tank_war_column_count = 6 };

/* Number of rows. */
enum { tank_war_row_count = 6 };

/* The name of each square, for @cell and @arrow in the log. */
static const char *const tank_war_square_names[36] __attribute__((unused)) = {
    "00", "10", "20", "30", "40", "50", "01", "11", "21", "31", "41", "51", "02", "12", "22", "32",
    "42", "52", "03", "13", "23", "33", "43", "53", "04", "14", "24", "34", "44", "54", "05", "15",
    "25", "35", "45", "55",
};

/* The printed symbol for each value of the board, one character per value; a space if there is
   none. */
static const char tank_war_piece_symbols[] __attribute__((unused)) = "ABCABCabcabc";

/* The board at the start, under the default rules. */
static const int16_t tank_war_start_board[36] __attribute__((unused)) = {
    5, 4, 3, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 7, 6, 9, 10, 11,
};

/* The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away. */
static const int16_t tank_war_hit_distances[3] __attribute__((unused)) = {
    2, 1, 4,
};

/* Index of a metric. Own tanks that survived, 0 to 6. */
enum { tank_war_metric_tanks = 0 };

/* Index of a metric. Boxes held at the end, 0 to 36. */
enum { tank_war_metric_boxes = 1 };

/* Index of a metric. Enemy tanks that did not survive, 0 to 6. */
enum { tank_war_metric_destroyed = 2 };

/* The metrics of a seat. */
typedef struct {
    /* Own tanks that survived, 0 to 6. */
    int64_t tanks;
    /* Boxes held at the end, 0 to 36. */
    int64_t boxes;
    /* Enemy tanks that did not survive, 0 to 6. */
    int64_t destroyed;
} tank_war_metrics;

/* An action with the phase and metrics after it. muster_is_over, muster_winner and muster_acts read the phase. */
typedef struct {
    uint64_t action;
    int64_t phase;
    /* By seat. */
    tank_war_metrics metrics[2];
} tank_war_child;

/* Writes up to `capacity` children, one per legal action of a seat. Returns their total number, or an error below 0.
 * `other` is the other seat's action if both seats act, otherwise MUSTER_NO_ACTION. */
static inline int32_t tank_war_children(muster_position position, int32_t seat, uint64_t other, tank_war_child *children,
                                     uint32_t capacity) {
    return muster_position_children(position, seat, other, children, capacity);
}

/* Writes a seat's view of a position. */
static inline int32_t tank_war_see(muster_position position, int32_t seat, tank_war_view *view) {
    return muster_position_view(position, seat, view, sizeof *view);
}

/* Returns a seat's metrics in a position. */
static inline tank_war_metrics tank_war_measure(muster_position position, int32_t seat) {
    tank_war_metrics metrics;
    muster_position_metrics(position, seat, (int64_t *)&metrics, sizeof metrics / sizeof(int64_t));
    return metrics;
}

/* Writes the board to the log. */
static inline void tank_war_log_board(const tank_war_view *view) {
    static const char symbols[] = "ABCABCabcabc";
    static const char ground[] = "ud";
    static const char labels[] = "012345";
    muster_log("  0 1 2 3 4 5\n", 13 + 1);
    for (unsigned index = 0; index < 6; index++) {
        unsigned row = index, length = 0;
        char line[13 + 1];
        while (length < 1) line[length] = labels[1 * row + length], length++;
        for (unsigned column = 0; column < 6; column++) {
            unsigned square = 6 * row + column, value = view->tank[square];
            char symbol = value < sizeof symbols - 1 ? symbols[value] : ' ';
            line[length++] = ' ';
            line[length++] = symbol == ' ' ? ground[view->owner[square]] : symbol;
        }
        line[length++] = '\n';
        muster_log(line, length);
    }
}

MUSTER_BOT(tank_war_view)

#endif
