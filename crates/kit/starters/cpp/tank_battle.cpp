// A bot for Tank Battle. It looks one move ahead: it captures if it can, preferably a commander, and otherwise
// drives towards the enemy's base.
//
// Ideas: avoid squares where the enemy can capture; bring the commander to the circle; leave no tank behind.
#include "muster.hpp"
#include "tank_battle.h"

#include <algorithm>
#include <cstdlib>

// Returns the number of steps from a square to the circle in the enemy's base: a11 for White, k1 for Black.
static int way_to_go(int seat, int square) {
    const int files = std::abs(square % 11 - (seat == 0 ? 0 : 10));
    const int ranks = std::abs(square / 11 - (seat == 0 ? 10 : 0));
    return std::max(files, ranks);
}

static int value_of(const tank_battle_view &view, uint64_t action) {
    const int from = tank_battle_move_from(action), to = tank_battle_move_to(action);
    const int value = way_to_go(view.seat, from) - way_to_go(view.seat, to);
    const int captured = view.board[to];
    if (captured == 0) return value;
    const bool is_commander = captured == 2 || captured == 4;
    return value + (is_commander ? 30 : 20);
}

uint64_t choose(const tank_battle_view *view) {
    const auto actions = muster::legal_actions();
    const auto less = [view](uint64_t one, uint64_t other) { return value_of(*view, one) < value_of(*view, other); };
    const uint64_t best = *std::max_element(actions.begin(), actions.end(), less);
    muster::log(std::to_string(actions.size()) + " moves, the best is worth " + std::to_string(value_of(*view, best)));
    return best;
}
