/* Playouts: plays the rest of the match at random a few hundred times from each move, with rules of its own that leave
 * out who is hit, and takes the move that ends with most boxes. */
#include "tank_war.h"

typedef struct { uint8_t owner[36]; int8_t steps[2][6]; uint8_t column[2][6]; } board;

static uint64_t dice = 0x9e3779b97f4a7c15u;

static unsigned roll(unsigned sides) {
    dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
    return (unsigned)(dice >> 33) % sides;
}

static void load(board *to, const tank_war_view *from) {
    for (int box = 0; box < 36; box++) to->owner[box] = from->owner[box];
    for (int index = 0; index < 12; index++) {
        to->steps[index / 6][index % 6] = from->advanced[index];
        to->column[index / 6][index % 6] = from->column[index];
    }
}

static bool drive(board *on, int seat, int tank) {
    int steps = on->steps[seat][tank];
    if (steps < 0 || steps >= 5) return false;
    on->steps[seat][tank] = (int8_t)++steps;
    on->owner[6 * (seat ? 5 - steps : steps) + on->column[seat][tank]] = (uint8_t)seat;
    return true;
}

static int finish(board on, int me) {
    for (int round = 0, failures = 0; round < 40 && failures < 8; round++) {
        failures = drive(&on, round & 1, (int)roll(6)) ? 0 : failures + 1;
    }
    int balance = 0;
    for (int box = 0; box < 36; box++) balance += on.owner[box] == me ? 1 : -1;
    return balance;
}

uint64_t choose(const tank_war_view *view) {
    board start;
    load(&start, view);
    int64_t most = INT64_MIN;
    int best = 0;
    dice ^= muster_random() | 1;
    for (int tank = 0; tank < 6; tank++) {
        board after = start;
        if (!(view->movable[view->seat] >> tank & 1) || !drive(&after, view->seat, tank)) continue;
        int64_t sum = 0;
        for (int game = 0; game < 200; game++) sum += finish(after, view->seat);
        if (sum > most) most = sum, best = tank;
    }
    return tank_war_move((uint64_t)best);
}
