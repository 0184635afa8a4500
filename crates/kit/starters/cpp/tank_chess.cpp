// A bot for Tank Chess. It sets up at random, shoots at the most valuable target, and moves its pieces onto lines with
// the enemy's Command tank.
//
// Ideas: set up behind obstacles; choose where a target retreats to; do not stop where the enemy can fire.
#include "muster.hpp"
#include "tank_chess.h"

#include <algorithm>
#include <array>
#include <cstdlib>

// The value of hitting a piece, by kind: K L M H D O.
constexpr std::array<int, 6> worth{100, 1, 2, 3, 4, 5};

// Returns the distance from a square to the nearest line (rank, file, diagonal) through the enemy's Command tank.
static int way_to_go(const tank_chess_view &view, int square) {
    const int command = view.square[view.seat == 0 ? 14 : 0];  // Each side's piece 0 is its Command tank.
    const int files = std::abs(square % 16 - command % 16), ranks = std::abs(square / 16 - command / 16);
    const int off_line = std::min({files, ranks, std::abs(files - ranks)});
    return 4 * off_line + std::max(files, ranks);
}

// Returns the value of an action. Ending the phase is worth 0, so the bot plays any useful action first.
static int value_of(const tank_chess_view &view, uint64_t action) {
    switch (muster_kind(action)) {
        case TANK_CHESS_SHOOT: {
            const int target = view.board[tank_chess_shoot_target(action)] - 1;
            return worth[view.kind[target]] * static_cast<int>(tank_chess_shoot_distance(action));
        }
        case TANK_CHESS_MOVE:
            return way_to_go(view, tank_chess_move_from(action)) - way_to_go(view, tank_chess_move_to(action));
        default:
            return 0;
    }
}

uint64_t choose(const tank_chess_view *view) {
    const auto actions = muster::legal_actions();
    if (view->phase == 0) return actions[muster::below(actions.size())];
    const auto less = [view](uint64_t one, uint64_t other) { return value_of(*view, one) < value_of(*view, other); };
    const uint64_t best = *std::max_element(actions.begin(), actions.end(), less);
    muster::log(std::to_string(actions.size()) + " actions, the best is worth " + std::to_string(value_of(*view, best)));
    return best;
}
