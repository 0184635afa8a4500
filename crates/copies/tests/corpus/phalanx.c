/* Phalanx: keeps its tanks side by side. A move is good if the tank has friends beside it afterwards and leaves no friend
 * alone. */
#include "tank_battle.h"

static bool is_mine(const tank_battle_view *view, int rank, int file) {
    if (rank < 0 || rank > 10 || file < 0 || file > 10) return false;
    int stone = view->board[11 * rank + file];
    return view->seat ? stone >= 3 : stone == 1 || stone == 2;
}

static int friends(const tank_battle_view *view, int square, int without) {
    int rank = square / 11, file = square % 11, found = 0;
    for (int dr = -1; dr <= 1; dr++) {
        for (int df = -1; df <= 1; df++) {
            if ((dr || df) && 11 * (rank + dr) + file + df != without) found += is_mine(view, rank + dr, file + df);
        }
    }
    return found;
}

static int centre(int square) {
    int rank = square / 11 - 5, file = square % 11 - 5;
    return 50 - rank * rank - file * file;
}

uint64_t choose(const tank_battle_view *view) {
    uint64_t moves[600], best = 0;
    uint32_t count = muster_legal_actions(moves, 600);
    int64_t highest = INT64_MIN;
    while (count-- > 0) {
        int from = (int)tank_battle_move_from(moves[count]), to = (int)tank_battle_move_to(moves[count]);
        int64_t score = 6 * friends(view, to, from) - 5 * friends(view, from, from);
        score += 2 * (centre(to) - centre(from)) / 3;
        if (view->board[to] != 0) score += 25;
        score = score << 8 | muster_below(256);
        if (score > highest) highest = score, best = moves[count];
    }
    return best;
}
