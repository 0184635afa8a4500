/* The kernels of the table of speeds, so often as the setting `times` says. */
#include <stdlib.h>

#include "tank_battle.h"

static bool wall[256];

static uint32_t next(uint32_t *seed) { return *seed = (*seed * 1103 + 12345) & 0xFFFF; }

static uint32_t add(void) {
    uint32_t sum = 0;
    for (uint32_t step = 0; step < 1000000; step++) sum = (sum + (sum >> 3) + step) & 0xFFFFFF;
    return sum;
}

static uint32_t flood(void) {
    bool seen[256] = {false};
    int stack[256], count = 0, reached = 0;
    stack[count++] = 0;
    seen[0] = true;
    while (count > 0) {
        int square = stack[--count], file = square % 16, rank = square / 16;
        int beside[4] = {file > 0 ? square - 1 : -1, file < 15 ? square + 1 : -1, rank > 0 ? square - 16 : -1,
                         rank < 15 ? square + 16 : -1};
        reached++;
        for (int side = 0; side < 4; side++) {
            int other = beside[side];
            if (other < 0 || wall[other] || seen[other]) continue;
            seen[other] = true;
            stack[count++] = other;
        }
    }
    return reached;
}

static int compare(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

static uint32_t sort(uint32_t seed) {
    uint32_t numbers[100];
    for (int at = 0; at < 100; at++) numbers[at] = next(&seed);
    qsort(numbers, 100, sizeof numbers[0], compare);
    return numbers[50];
}

static uint32_t node(muster_position here, int seat, uint64_t action) {
    muster_position child =
        muster_position_after(here, seat ? MUSTER_NO_ACTION : action, seat ? action : MUSTER_NO_ACTION);
    int64_t lead = tank_battle_measure(child, 0).points - tank_battle_measure(child, 1).points;
    muster_position_release(child);
    return (uint32_t)(lead + 1000);
}

uint64_t choose(const tank_battle_view *view) {
    int64_t kernel = muster_number("kernel", 0), times = muster_number("times", 0);
    muster_position here = muster_position_here(NULL, 0);
    uint64_t actions[256];
    uint32_t count = muster_legal_actions(actions, 256), seed = 5, sum = 0;
    for (int square = 0; square < 256; square++) wall[square] = square > 0 && next(&seed) >> 14 == 0;
    for (int64_t run = 0; run < times; run++) {
        uint32_t result = kernel == 0   ? add()
                          : kernel == 1 ? flood()
                          : kernel == 2 ? sort((uint32_t)run)
                                        : node(here, view->seat, actions[run % count]);
        sum = (sum + result) & 0xFFFFFF;
    }
    char text[8];
    int at = 8;
    do text[--at] = (char)('0' + sum % 10), sum /= 10;
    while (sum > 0);
    muster_log(text + at, 8 - at);
    return actions[0];
}
