/* Threats: marks every box that the enemy could hit after its next move, and stays out of them. */
#include "tank_war.h"

typedef struct { uint8_t hits[36]; } heat;

static const signed char ways[3][8][2] = {
    {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {9, 9}, {9, 9}, {9, 9}, {9, 9}},
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {9, 9}, {9, 9}, {9, 9}, {9, 9}},
    {{2, 0}, {-2, 0}, {0, 2}, {0, -2}, {9, 9}, {9, 9}, {9, 9}, {9, 9}},
};

static void radiate(heat *map, int row, int column, int kind, int strength) {
    for (int way = 0; way < 8 && ways[kind][way][0] != 9; way++) {
        int r = row + ways[kind][way][0], c = column + ways[kind][way][1];
        if (r < 0 || r > 5 || c < 0 || c > 5) continue;
        map->hits[6 * r + c] = (uint8_t)(map->hits[6 * r + c] + strength);
    }
}

static heat heat_of(const tank_war_view *view, int seat) {
    heat map = {{0}};
    for (int tank = 0; tank < 6; tank++) {
        int steps = view->advanced[6 * seat + tank];
        if (steps < 0) continue;
        int column = view->column[6 * seat + tank];
        radiate(&map, seat ? 5 - steps : steps, column, tank % 3, 3);
        if (steps < 5) radiate(&map, seat ? 4 - steps : steps + 1, column, tank % 3, 1);
    }
    return map;
}

uint64_t choose(const tank_war_view *view) {
    int me = view->seat, best = 0, least = 100000;
    heat danger = heat_of(view, !me), support = heat_of(view, me);
    for (int tank = 0; tank < 6; tank++) {
        if ((view->movable[me] & 1 << tank) == 0) continue;
        int steps = view->advanced[6 * me + tank] + 1, column = view->column[6 * me + tank];
        int box = 6 * (me ? 5 - steps : steps) + column;
        int risk = 10 * danger.hits[box] - 4 * support.hits[box];
        if (view->owner[box] != me) risk -= 7;
        if (risk < least) least = risk, best = tank;
    }
    muster_offer(tank_war_move((uint64_t)best));
    return tank_war_move((uint64_t)best);
}
