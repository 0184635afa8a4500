// A bot for The Tank War. It looks one move ahead: it tries each movable tank, and moves the one that would hit
// most and be hit least.
//
// Ideas: look at what the other tanks hit, too; expect the enemy's best move; keep your tanks safe once you lead.
#include "muster.hpp"
#include "tank_war.h"

#include <array>

// The squared distance at which a tank hits: A diagonally, B straight, C two boxes away.
constexpr std::array<int, 3> reach{2, 1, 4};

// Returns the value of moving a tank: its targets one box ahead, minus the enemies that would hit it there.
static int value_of(const tank_war_view &view, int tank) {
    const int me = view.seat, enemy = 1 - me;
    // Seat 0 drives down from row 0, seat 1 up from row 5.
    const int steps = view.advanced[6 * me + tank] + 1;
    const int row = me == 0 ? steps : 5 - steps, column = view.column[6 * me + tank];
    int value = -steps;                                       // Prefer the tank that has advanced least.
    if (view.owner[6 * row + column] == enemy) value += 3;    // Prefer taking a box.
    for (int other = 0; other < 6; other++) {
        const int its_steps = view.advanced[6 * enemy + other];
        if (its_steps < 0) continue;  // Destroyed.
        const int its_row = enemy == 0 ? its_steps : 5 - its_steps;
        const int rows = row - its_row, columns = column - view.column[6 * enemy + other];
        const int distance = rows * rows + columns * columns;
        if (distance == reach[tank % 3]) value += 10;   // My tank hits the enemy.
        if (distance == reach[other % 3]) value -= 10;  // The enemy hits my tank.
    }
    return value;
}

uint64_t choose(const tank_war_view *view) {
    int best = -1, best_value = 0;
    for (int tank = 0; tank < 6; tank++) {
        const bool may_move = view->movable[view->seat] >> tank & 1;
        if (!may_move) continue;
        const int value = value_of(*view, tank);
        if (best < 0 || value > best_value) best = tank, best_value = value;
    }
    muster::log("tank " + std::to_string(best) + ", worth " + std::to_string(best_value));
    return tank_war_move(best);
}
