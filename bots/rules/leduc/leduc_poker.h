/* Leduc Poker: what a bot sees, and how it answers.
 * Made from the layout in the rules' own code; do not edit. */
#ifndef LEDUC_POKER_H
#define LEDUC_POKER_H

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
    /* Your card: 1 jack, 2 queen, 3 king. */
    uint8_t card;
    /* The card for both: 1 jack, 2 queen, 3 king, 0 before it is turned up. */
    uint8_t turned;
    /* By seat: chips in the pot. */
    uint8_t chips[2];
    /* The round of betting, 1 or 2. */
    uint8_t round;
    /* Bets in this round, 0 to 2. */
    uint8_t bets;
    uint8_t zero_70[2];
} leduc_poker_view;

_Static_assert(offsetof(leduc_poker_view, abi_version) == 0, "abi_version");
_Static_assert(offsetof(leduc_poker_view, game) == 4, "game");
_Static_assert(offsetof(leduc_poker_view, seat) == 8, "seat");
_Static_assert(offsetof(leduc_poker_view, seats) == 9, "seats");
_Static_assert(offsetof(leduc_poker_view, flags) == 10, "flags");
_Static_assert(offsetof(leduc_poker_view, ply) == 12, "ply");
_Static_assert(offsetof(leduc_poker_view, turn) == 16, "turn");
_Static_assert(offsetof(leduc_poker_view, legal_count) == 20, "legal_count");
_Static_assert(offsetof(leduc_poker_view, move_left) == 24, "move_left");
_Static_assert(offsetof(leduc_poker_view, game_left) == 32, "game_left");
_Static_assert(offsetof(leduc_poker_view, opponent_left) == 40, "opponent_left");
_Static_assert(offsetof(leduc_poker_view, increment) == 48, "increment");
_Static_assert(offsetof(leduc_poker_view, card) == 64, "card");
_Static_assert(offsetof(leduc_poker_view, turned) == 65, "turned");
_Static_assert(offsetof(leduc_poker_view, chips) == 66, "chips");
_Static_assert(offsetof(leduc_poker_view, round) == 68, "round");
_Static_assert(offsetof(leduc_poker_view, bets) == 69, "bets");
_Static_assert(sizeof(leduc_poker_view) == 72, "the view's length");

/* Gives up the pot. */
#define LEDUC_POKER_FOLD 0
static inline uint64_t leduc_poker_fold(void) {
    return 0u;
}

/* Matches the other's chips; with equal chips, a check. */
#define LEDUC_POKER_CALL 1
static inline uint64_t leduc_poker_call(void) {
    return 281474976710656u;
}

/* Matches the other's chips and adds two, or four in round 2. */
#define LEDUC_POKER_BET 2
static inline uint64_t leduc_poker_bet(void) {
    return 562949953421312u;
}

/* Index of a metric. Chips won in the end, below 0 if lost. */
enum { leduc_poker_metric_chips = 0 };

/* The metrics of a seat. */
typedef struct {
    /* Chips won in the end, below 0 if lost. */
    int64_t chips;
} leduc_poker_metrics;

/* An action with the phase and metrics after it. muster_is_over, muster_winner and muster_acts read the phase. */
typedef struct {
    uint64_t action;
    int64_t phase;
    /* By seat. */
    leduc_poker_metrics metrics[2];
} leduc_poker_child;

/* Writes up to `capacity` children, one per legal action of a seat. Returns their total number, or an error below 0.
 * `other` is the other seat's action if both seats act, otherwise MUSTER_NO_ACTION. */
static inline int32_t leduc_poker_children(muster_position position, int32_t seat, uint64_t other, leduc_poker_child *children,
                                     uint32_t capacity) {
    return muster_position_children(position, seat, other, children, capacity);
}

/* Writes a seat's view of a position. */
static inline int32_t leduc_poker_see(muster_position position, int32_t seat, leduc_poker_view *view) {
    return muster_position_view(position, seat, view, sizeof *view);
}

/* Returns a seat's metrics in a position. */
static inline leduc_poker_metrics leduc_poker_measure(muster_position position, int32_t seat) {
    leduc_poker_metrics metrics;
    muster_position_metrics(position, seat, (int64_t *)&metrics, sizeof metrics / sizeof(int64_t));
    return metrics;
}

/* The phase of a position in which chance decides. Its outcomes are the legal actions of seat 0. */
enum { leduc_poker_chance = 4 };

/* Returns the average of `value` over the outcomes where chance decides next, elsewhere that of the position. */
static inline double leduc_poker_expected(muster_position position, double (*value)(muster_position)) {
    if (muster_position_phase(position) != leduc_poker_chance) return value(position);
    /* The codes of outcomes are consecutive. */
    uint64_t first = 0;
    int32_t count = muster_position_legal(position, 0, &first, 1);
    double sum = 0;
    for (int32_t index = 0; index < count; index++) {
        muster_position after = muster_position_after(position, first + (uint64_t)index, MUSTER_NO_ACTION);
        sum += leduc_poker_expected(after, value);
        muster_position_release(after);
    }
    return sum / count;
}

MUSTER_BOT(leduc_poker_view)

#endif
