/* A bot for Tank Battle. It looks one move ahead: it captures if it can, preferably a commander, and otherwise
 * drives towards the enemy's base.
 *
 * Ideas: avoid squares where the enemy can capture; bring the commander to the circle; leave no tank behind. */
#include "tank_battle.h"

#include <stdio.h>
#include <stdlib.h>

/* Returns the number of steps from a square to the circle in the enemy's base: a11 for White, k1 for Black. */
static int way_to_go(int seat, int square) {
    int files = abs(square % 11 - (seat == 0 ? 0 : 10));
    int ranks = abs(square / 11 - (seat == 0 ? 10 : 0));
    return files > ranks ? files : ranks;
}

static int value_of(const tank_battle_view *view, uint64_t action) {
    int from = tank_battle_move_from(action), to = tank_battle_move_to(action);
    int value = way_to_go(view->seat, from) - way_to_go(view->seat, to);
    switch (view->board[to]) {
        case 0: return value;               /* An empty square. */
        case 2: case 4: return value + 30;  /* The enemy's commander. */
        default: return value + 20;         /* Another enemy tank. */
    }
}

uint64_t choose(const tank_battle_view *view) {
    static uint64_t actions[256];
    int count = muster_legal_actions(actions, 256);
    int best = 0;
    for (int index = 1; index < count; index++) {
        if (value_of(view, actions[index]) > value_of(view, actions[best])) best = index;
    }
    printf("%d moves, the best is worth %d\n", count, value_of(view, actions[best])); /* Goes to the match's log. */
    return actions[best];
}
