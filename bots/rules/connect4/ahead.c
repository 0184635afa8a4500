/* Ahead: alpha-beta over the next plies, with the number of open lines as the value of a position.
 *
 * Settings: depth=N (plies to look ahead, 1 to 12; 6).
 */
#include "connect_four.h"

typedef uint64_t discs; /* Bit 7 * column + height, height 0 at the bottom; bit 6 of a column stays empty. */

static discs own[2];
static unsigned height[7];

static bool has_four(discs set) {
    static const unsigned steps[] = {1, 6, 7, 8};
    for (unsigned i = 0; i < 4; i++) {
        discs pairs = set & set >> steps[i];
        if (pairs & pairs >> 2 * steps[i]) return true;
    }
    return false;
}

/* Counts the lines of four squares that a seat may still fill, weighted by its discs on them. */
static int lines(int seat) {
    static const unsigned steps[] = {1, 6, 7, 8};
    static const int weights[] = {0, 1, 4, 9, 0};
    int sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned column = 0; column < 7; column++) {
            for (unsigned row = 0; row < 6; row++) {
                discs line = 0;
                for (unsigned at = 7 * column + row, n = 0; n < 4 && at < 49 && at % 7 < 6; n++, at += steps[i]) {
                    line |= (discs)1 << at;
                }
                if (__builtin_popcountll(line) < 4 || line & own[!seat]) continue;
                sum += weights[__builtin_popcountll(line & own[seat])];
            }
        }
    }
    return sum;
}

static int search(int seat, int depth, int alpha, int beta) {
    static const unsigned order[] = {3, 2, 4, 1, 5, 0, 6};
    if (has_four(own[!seat])) return -10000 - depth;
    if (depth == 0) return lines(seat) - lines(!seat);
    bool is_full = true;
    for (unsigned i = 0; i < 7; i++) {
        unsigned column = order[i];
        if (height[column] == 6) continue;
        is_full = false;
        discs square = (discs)1 << (7 * column + height[column]);
        own[seat] |= square;
        height[column]++;
        int value = -search(!seat, depth - 1, -beta, -alpha);
        own[seat] &= ~square;
        height[column]--;
        if (value >= beta) return value;
        if (value > alpha) alpha = value;
    }
    return is_full ? 0 : alpha;
}

uint64_t choose(const connect_four_view *view) {
    int seat = view->seat, depth = (int)muster_number("depth", 6);
    own[0] = own[1] = 0;
    for (unsigned column = 0; column < 7; column++) {
        height[column] = 0;
        for (unsigned row = 0; row < 6; row++) {
            unsigned disc = view->board[7 * (5 - row) + column];
            if (disc == 0) break;
            own[disc - 1] |= (discs)1 << (7 * column + row);
            height[column]++;
        }
    }
    int best_value = -30000;
    unsigned best = 0;
    for (unsigned i = 0; i < 7; i++) {
        unsigned column = (3 + (i % 2 ? (i + 1) / 2 : 7 - i / 2)) % 7; /* From the middle outwards. */
        if (height[column] == 6) continue;
        own[seat] |= (discs)1 << (7 * column + height[column]++);
        int value = -search(!seat, depth - 1, -30000, -best_value);
        own[seat] &= ~((discs)1 << (7 * column + --height[column]));
        if (value > best_value) {
            best_value = value;
            best = column;
        }
    }
    return connect_four_drop(best);
}
