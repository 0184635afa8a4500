/* Flood: spreads from the enemy's base over free squares, and moves whichever tank comes a step nearer, captures first. */
#include "tank_battle.h"

static uint8_t distance[121];
static uint8_t queue[121];

static void spread(const tank_battle_view *view, unsigned goal_rank) {
    unsigned head = 0, tail = 0;
    for (unsigned square = 0; square < 121; square++) distance[square] = 255;
    for (unsigned file = 3; file < 8; file++) {
        unsigned square = 11 * goal_rank + file;
        distance[square] = 0;
        queue[tail++] = (uint8_t)square;
    }
    while (head < tail) {
        unsigned square = queue[head++], rank = square / 11, file = square % 11;
        for (int step = 0; step < 4; step++) {
            unsigned r = rank + (step == 0) - (step == 1), f = file + (step == 2) - (step == 3);
            if (r > 10 || f > 10) continue;
            unsigned next = 11 * r + f;
            if (distance[next] != 255 || view->board[next]) continue;
            distance[next] = (uint8_t)(distance[square] + 1);
            queue[tail++] = (uint8_t)next;
        }
    }
}

uint64_t choose(const tank_battle_view *view) {
    static uint64_t codes[1024];
    unsigned count = muster_legal_actions(codes, 1024);
    spread(view, view->seat ? 0 : 10);
    uint64_t best = codes[0];
    int most = -1000;
    for (unsigned index = 0; index < count; index++) {
        unsigned from = tank_battle_move_from(codes[index]), to = tank_battle_move_to(codes[index]);
        int value = view->board[to] ? 60 + 40 * (view->board[to] % 2 == 0) : 0;
        value += distance[to] == 255 ? -3 : 20 - distance[to];
        if (view->board[from] % 2 == 0) value -= 15;
        if (value > most) most = value, best = codes[index];
    }
    return best;
}
