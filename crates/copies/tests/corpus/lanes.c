/* Lanes: adds up each column's boxes and tanks, and drives where the lane is worth most. */
#include "tank_war.h"

static int lane_worth(const tank_war_view *view, int column) {
    int worth = 0, me = view->seat;
    for (int row = 0; row < 6; row++) {
        int at = 6 * row + column, owner = view->owner[at], tank = view->tank[at];
        worth += owner == me ? 2 : -1;
        if (tank != 255) worth += tank / 6 == me ? 5 : -4;
        if (row > 0 && view->owner[at - 6] != owner) worth++;
    }
    return worth;
}

static int neighbours(const int *worth, int column) {
    int left = column > 0 ? worth[column - 1] : 0, right = column < 5 ? worth[column + 1] : 0;
    return (left + right) / 3;
}

uint64_t choose(const tank_war_view *view) {
    int worth[6], best = -1, most = -1000;
    for (int column = 0; column < 6; column++) worth[column] = lane_worth(view, column);
    for (int tank = 0; tank < 6; tank++) {
        if (!(view->movable[view->seat] >> tank & 1)) continue;
        int column = view->column[6 * view->seat + tank];
        int value = worth[column] + neighbours(worth, column) - 2 * view->advanced[6 * view->seat + tank];
        if (value > most) most = value, best = tank;
    }
    return tank_war_move((uint64_t)best);
}
