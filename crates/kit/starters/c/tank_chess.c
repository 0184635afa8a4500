/* A bot for Tank Chess. It sets up at random, shoots at the most valuable target, and moves its pieces onto lines with
 * the enemy's Command tank.
 *
 * Ideas: set up behind obstacles; choose where a target retreats to; do not stop where the enemy can fire. */
#include "tank_chess.h"

#include <stdio.h>
#include <stdlib.h>

/* The value of hitting a piece, by kind: K L M H D O. */
static const int worth[6] = {100, 1, 2, 3, 4, 5};

/* Returns the distance from a square to the nearest line (rank, file, diagonal) through the enemy's Command tank. */
static int way_to_go(const tank_chess_view *view, int square) {
    int command = view->square[view->seat == 0 ? 14 : 0]; /* Each side's piece 0 is its Command tank. */
    int files = abs(square % 16 - command % 16), ranks = abs(square / 16 - command / 16);
    int off_diagonal = abs(files - ranks);
    int off_line = files < ranks ? files : ranks;
    if (off_diagonal < off_line) off_line = off_diagonal;
    return 4 * off_line + (files > ranks ? files : ranks);
}

/* Returns the value of an action. Ending the phase is worth 0, so the bot plays any useful action first. */
static int value_of(const tank_chess_view *view, uint64_t action) {
    switch (muster_kind(action)) {
        case TANK_CHESS_SHOOT: {
            int target = view->board[tank_chess_shoot_target(action)] - 1;
            return worth[view->kind[target]] * tank_chess_shoot_distance(action);
        }
        case TANK_CHESS_MOVE:
            return way_to_go(view, tank_chess_move_from(action)) - way_to_go(view, tank_chess_move_to(action));
        default:
            return 0;
    }
}

uint64_t choose(const tank_chess_view *view) {
    static uint64_t actions[4096];
    int count = muster_legal_actions(actions, 4096);
    if (view->phase == 0) return actions[muster_below(count)];
    int best = 0;
    for (int index = 1; index < count; index++) {
        if (value_of(view, actions[index]) > value_of(view, actions[best])) best = index;
    }
    printf("%d actions, the best is worth %d\n", count, value_of(view, actions[best])); /* Goes to the match's log. */
    return actions[best];
}
