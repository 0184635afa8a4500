/* The rules of Reversi as a module. `bots/build` compiles it. */
#include "muster_rules.h"

#include "reversi_moves.h"

struct muster_state {
    board at;
    uint32_t next, zero;
};
struct muster_view {
    uint8_t board[64];
};
MUSTER_PUBLIC_STATE

#define ROW(row) "\"a" row "\",\"b" row "\",\"c" row "\",\"d" row "\",\"e" row "\",\"f" row "\",\"g" row "\",\"h" row "\""
#define SQUARES ROW("1") "," ROW("2") "," ROW("3") "," ROW("4") "," ROW("5") "," ROW("6") "," ROW("7") "," ROW("8")

MUSTER_GAME("Reversi", "Black", "White", 120,
    "Black and White take turns to place a disc on a free square, so that it encloses a straight line of the other's "
    "discs between itself and another disc of its own. All discs that it encloses, in any of eight directions, are "
    "turned over. A player without such a square passes. The game ends when neither can move: the player with more discs "
    "wins.",
    METRICS(METRIC("discs", "Own discs on the board."))
    ACTIONS(ACTION("place", "{square}", "Places a disc.", "{\"name\":\"square\",\"min\":0,\"max\":63,\"about\":"
                   "\"The square, row by row from the top.\",\"labels\":[" SQUARES "]}"),
            ACTION("skip", "pass", "Passes, if there is no other move."))
    VIEW(FIELD("board", "u8", 64, "By square, row by row from the top: 0 empty, 1 Black, 2 White."))
    GRIDS(GRID("board", "abcdefgh", "\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\"", "square",
               PIECE(1, 0, "B", "black disc") AND PIECE(2, 1, "W", "white disc"))));

enum { PLACE, SKIP };

static int count(squares set) { return __builtin_popcountll(set); }

void start(muster_state *state) {
    state->at.discs[0] = (squares)1 << 28 | (squares)1 << 35;
    state->at.discs[1] = (squares)1 << 27 | (squares)1 << 36;
}

muster_turn turn(const muster_state *state) {
    if (moves_of(&state->at, 0) || moves_of(&state->at, 1)) return act((int)state->next);
    int lead = count(state->at.discs[0]) - count(state->at.discs[1]);
    return lead ? win(lead < 0, "more discs") : draw("as many discs");
}

void legal(const muster_state *seen, int seat) {
    squares moves = moves_of(&seen->at, seat);
    if (!moves) allow(muster_move(SKIP, 0));
    for (; moves; moves &= moves - 1) allow(muster_move(PLACE, (uint64_t)__builtin_ctzll(moves)));
}

void apply(muster_state *state, const muster_moves *moves) {
    int seat = moves->acts[1];
    uint64_t code = moves->code[seat];
    if (muster_kind(code) == PLACE) place(&state->at, seat, (squares)1 << muster_payload(code));
    state->next = !seat;
}

void show(const muster_state *seen, int seat, muster_view *view) {
    (void)seat;
    for (int square = 0; square < 64; square++) {
        int black = seen->at.discs[0] >> square & 1, white = seen->at.discs[1] >> square & 1;
        view->board[square] = (uint8_t)(black + 2 * white);
    }
}

int metrics(const muster_state *state, int seat, int64_t *values) {
    values[0] = count(state->at.discs[seat]);
    return 1;
}
