/* Echo: reads what the enemy did so far, counts which tank follows which, expects the likeliest, and answers from the
 * other side of the board. */
#include "tank_war.h"

static muster_record past[512];
static uint16_t follows[6][6];

static unsigned study(unsigned enemy) {
    unsigned count = muster_history(past, 512), before = 6;
    if (count > 512) count = 512;
    for (unsigned from = 0; from < 6; from++)
        for (unsigned to = 0; to < 6; to++) follows[from][to] = 0;
    for (unsigned index = 0; index < count; index++) {
        if (past[index].seat != enemy) continue;
        unsigned tank = tank_war_move_tank(past[index].code);
        if (tank > 5) continue;
        if (before < 6) follows[before][tank]++;
        before = tank;
    }
    return before;
}

static unsigned likeliest(unsigned after, unsigned movable) {
    unsigned best = 6, most = 0;
    for (unsigned tank = 0; tank < 6; tank++) {
        if (!(movable >> tank & 1)) continue;
        unsigned seen = after < 6 ? follows[after][tank] + 1u : 1u;
        if (seen > most) most = seen, best = tank;
    }
    return best;
}

uint64_t choose(const tank_war_view *view) {
    unsigned me = view->seat, enemy = 1 - me;
    unsigned expected = likeliest(study(enemy), view->movable[enemy]);
    int column = expected < 6 ? view->column[6 * enemy + expected] : 2;
    unsigned chosen = 0;
    int farthest = -1;
    for (unsigned tank = 0; tank < 6; tank++) {
        if (!(view->movable[me] >> tank & 1)) continue;
        int apart = view->column[6 * me + tank] - column;
        apart = (apart < 0 ? -apart : apart) * 8 + 5 - view->advanced[6 * me + tank];
        if (apart > farthest) farthest = apart, chosen = tank;
    }
    return tank_war_move(chosen);
}
