// The kernels of the table of speeds, so often as the setting `times` says.
#include "tank_battle.h"
#include "muster.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

static std::array<bool, 256> wall;

static uint32_t next(uint32_t &seed) { return seed = (seed * 1103 + 12345) & 0xFFFF; }

static uint32_t add() {
    uint32_t sum = 0;
    for (uint32_t step = 0; step < 1000000; step++) sum = (sum + (sum >> 3) + step) & 0xFFFFFF;
    return sum;
}

static uint32_t flood() {
    std::array<bool, 256> seen{};
    std::vector<int> stack{0};
    uint32_t reached = 0;
    seen[0] = true;
    const auto visit = [&](bool is_inside, int other) {
        if (!is_inside || wall[other] || seen[other]) return;
        seen[other] = true;
        stack.push_back(other);
    };
    while (!stack.empty()) {
        const int square = stack.back(), file = square % 16, rank = square / 16;
        stack.pop_back();
        reached++;
        visit(file > 0, square - 1);
        visit(file < 15, square + 1);
        visit(rank > 0, square - 16);
        visit(rank < 15, square + 16);
    }
    return reached;
}

static uint32_t sort(uint32_t seed) {
    std::vector<uint32_t> numbers;
    for (int at = 0; at < 100; at++) numbers.push_back(next(seed));
    std::sort(numbers.begin(), numbers.end());
    return numbers[50];
}

static uint32_t node(muster_position here, int seat, uint64_t action) {
    const auto child = muster_position_after(here, seat ? MUSTER_NO_ACTION : action, seat ? action : MUSTER_NO_ACTION);
    const auto lead = tank_battle_measure(child, 0).points - tank_battle_measure(child, 1).points;
    muster_position_release(child);
    return static_cast<uint32_t>(lead + 1000);
}

uint64_t choose(const tank_battle_view *view) {
    const auto kernel = muster::number("kernel", 0), times = muster::number("times", 0);
    const auto here = muster_position_here(nullptr, 0);
    const auto actions = muster::legal_actions();
    uint32_t seed = 5, sum = 0;
    for (int square = 0; square < 256; square++) wall[square] = square > 0 && next(seed) >> 14 == 0;
    for (int64_t run = 0; run < times; run++) {
        uint32_t result = 0;
        switch (kernel) {
        case 0: result = add(); break;
        case 1: result = flood(); break;
        case 2: result = sort(static_cast<uint32_t>(run)); break;
        default: result = node(here, view->seat, actions[run % actions.size()]);
        }
        sum = (sum + result) & 0xFFFFFF;
    }
    muster::log(std::to_string(sum));
    return actions[0];
}
