/* Connect Four as a module, as in `tournaments/rules/connect4.py`. `bots/build` compiles it. */
#include "muster_rules.h"

struct muster_state {
    uint8_t board[42], next, plies, longest[2];
};
struct muster_view {
    uint8_t board[42];
};
MUSTER_PUBLIC_STATE

MUSTER_GAME("Connect Four in C", "Red", "Yellow", 42, "Four in a line win.",
    METRICS(METRIC("longest", "Length of the longest line of own discs."))
    ACTIONS(ACTION("drop", "{column}", "Drops a disc into a column.", PART("column", 0, 6, "The column, 0 on the left.")))
    VIEW(FIELD("board", "u8", 42, "By square, row by row from the top: 0 empty, 1 Red, 2 Yellow.")));

static int reach(const uint8_t *board, int row, int column, int down, int right, int own) {
    int count = 0;
    for (row += down, column += right; row >= 0 && row < 6 && column >= 0 && column < 7; row += down, column += right) {
        if (board[7 * row + column] != own) break;
        count++;
    }
    return count;
}

void start(muster_state *state) { state->next = 0; }

muster_turn turn(const muster_state *state) {
    if (state->longest[!state->next] >= 4) return win(!state->next, "four in a line");
    return state->plies < 42 ? act(state->next) : draw("the board is full");
}

void legal(const muster_state *seen, int seat) {
    (void)seat;
    for (int column = 0; column < 7; column++) {
        if (!seen->board[column]) allow(muster_move(0, (uint64_t)column));
    }
}

void apply(muster_state *state, const muster_moves *moves) {
    static const int8_t directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int seat = moves->acts[1], column = (int)muster_payload(moves->code[seat]), row = 5, own = seat + 1;
    while (state->board[7 * row + column]) row--;
    state->board[7 * row + column] = (uint8_t)own;
    for (int i = 0; i < 4; i++) {
        int down = directions[i][0], right = directions[i][1];
        int line = 1 + reach(state->board, row, column, down, right, own) + reach(state->board, row, column, -down, -right, own);
        if (line > state->longest[seat]) state->longest[seat] = (uint8_t)line;
    }
    state->next = !seat;
    state->plies++;
}

void show(const muster_state *seen, int seat, muster_view *view) {
    (void)seat;
    __builtin_memcpy(view->board, seen->board, sizeof view->board);
}

int metrics(const muster_state *state, int seat, int64_t *values) {
    values[0] = state->longest[seat];
    return 1;
}
