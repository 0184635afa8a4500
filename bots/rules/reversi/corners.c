/* Corners: alpha-beta over the next plies; corners and freedom of movement count for more than discs.
 *
 * Settings: depth=N (plies to look ahead, 1 to 8; 4).
 */
#include "reversi.h"

#include "../../../tournaments/rules/reversi_moves.h"

#define CORNERS 0x8100000000000081ull
#define BESIDE_CORNERS 0x42C300000000C342ull

static int count(squares set) { return __builtin_popcountll(set); }

static int value(const board *at, int seat) {
    squares mine = at->discs[seat], theirs = at->discs[!seat];
    int corners = count(mine & CORNERS) - count(theirs & CORNERS);
    int beside = count(mine & BESIDE_CORNERS) - count(theirs & BESIDE_CORNERS);
    int freedom = count(moves_of(at, seat)) - count(moves_of(at, !seat));
    return 40 * corners - 6 * beside + 4 * freedom + count(mine) - count(theirs);
}

static int search(const board *at, int seat, int depth, int alpha, int beta) {
    squares moves = moves_of(at, seat);
    if (!moves && !moves_of(at, !seat)) return 1000 * (count(at->discs[seat]) - count(at->discs[!seat]));
    if (depth == 0) return value(at, seat);
    if (!moves) return -search(at, !seat, depth - 1, -beta, -alpha);
    for (; moves; moves &= moves - 1) {
        board after = *at;
        place(&after, seat, moves & -moves);
        int score = -search(&after, !seat, depth - 1, -beta, -alpha);
        if (score >= beta) return score;
        if (score > alpha) alpha = score;
    }
    return alpha;
}

uint64_t choose(const reversi_view *view) {
    int seat = view->seat, depth = (int)muster_number("depth", 4), best_score = -100000;
    board at = {{0, 0}};
    for (int square = 0; square < 64; square++) {
        if (view->board[square]) at.discs[view->board[square] - 1] |= (squares)1 << square;
    }
    uint64_t best = reversi_skip();
    for (squares moves = moves_of(&at, seat); moves; moves &= moves - 1) {
        board after = at;
        place(&after, seat, moves & -moves);
        int score = -search(&after, !seat, depth - 1, -100000, -best_score);
        if (score > best_score) {
            best_score = score;
            best = reversi_place(__builtin_ctzll(moves));
        }
    }
    return best;
}
