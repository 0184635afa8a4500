/* Tic-tac-toe. */
#include "muster_rules.h"

struct muster_state {
    uint8_t board[9], next;
};
struct muster_view {
    uint8_t board[9];
};
MUSTER_PUBLIC_STATE

MUSTER_GAME("Tic-tac-toe", "Cross", "Nought", 9,
    "Cross and Nought take turns to mark one of nine squares. Three own marks in a line win; a full board is a draw.",
    METRICS(METRIC("marks", "Own marks on the board."))
    ACTIONS(ACTION("mark", "{square}", "Marks a free square.", PART("square", 0, 8, "A square, row by row from the top.")))
    VIEW(FIELD("board", "u8", 9, "By square, row by row from the top: 0 free, 1 Cross, 2 Nought."))
    GRIDS(GRID("board", "abc", "\"3\",\"2\",\"1\"", "square",
               PIECE(1, 0, "X", "cross") AND PIECE(2, 1, "O", "nought"))));

static int count(const muster_state *state, int value) {
    int found = 0;
    for (int square = 0; square < 9; square++) found += state->board[square] == value;
    return found;
}

/* All bytes of the state are 0 before. */
void start(muster_state *state) { state->next = 0; }

muster_turn turn(const muster_state *state) {
    static const uint8_t lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    int last = !state->next;
    for (int line = 0; line < 8; line++) {
        int own = 0;
        for (int place = 0; place < 3; place++) own += state->board[lines[line][place]] == last + 1;
        if (own == 3) return win(last, "three in a line");
    }
    return count(state, 0) ? act(state->next) : draw("the board is full");
}

void legal(const muster_state *seen, int seat) {
    (void)seat;
    for (int square = 0; square < 9; square++) {
        if (!seen->board[square]) allow(muster_move(0, (uint64_t)square));
    }
}

void apply(muster_state *state, const muster_moves *moves) {
    int seat = moves->acts[1];
    state->board[muster_payload(moves->code[seat])] = (uint8_t)(seat + 1);
    state->next = !seat;
}

void show(const muster_state *seen, int seat, muster_view *view) {
    (void)seat;
    __builtin_memcpy(view->board, seen->board, sizeof view->board);
}

int metrics(const muster_state *state, int seat, int64_t *values) {
    values[0] = count(state, seat + 1);
    return 1;
}
