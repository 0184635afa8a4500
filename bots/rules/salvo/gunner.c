/* Gunner: fires where most of the fleets that fit its shots so far have a ship, and hides its own at random. */
#include "salvo.h"

enum { UNKNOWN, WATER, BESIDE, HIT };

static const salvo_view *seen;

static bool is_beside(int one, int other) {
    int columns = one % 5 - other % 5, rows = one / 5 - other / 5;
    return columns >= -1 && columns <= 1 && rows >= -1 && rows <= 1;
}

/* Returns true if three ships explain every shot. */
static bool fits(const int *fleet) {
    for (int at = 0; at < 25; at++) {
        int mark = WATER;
        for (int ship = 0; ship < 3; ship++) {
            if (fleet[ship] == at) mark = HIT;
            else if (mark == WATER && is_beside(fleet[ship], at)) mark = BESIDE;
        }
        if (seen->enemy[at] != UNKNOWN && seen->enemy[at] != mark) return false;
    }
    return true;
}

static uint64_t any(void) {
    uint64_t codes[25];
    uint32_t count = muster_legal_actions(codes, 25);
    return codes[muster_below(count)];
}

uint64_t choose(const salvo_view *view) {
    uint64_t first = any();
    if (muster_kind(first) == SALVO_HIDE) return first;
    seen = view;
    int hits[25] = {0}, best = -1;
    int fleet[3];
    for (fleet[0] = 0; fleet[0] < 25; fleet[0]++) {
        for (fleet[1] = fleet[0] + 1; fleet[1] < 25; fleet[1]++) {
            for (fleet[2] = fleet[1] + 1; fleet[2] < 25; fleet[2]++) {
                if (!fits(fleet)) continue;
                for (int ship = 0; ship < 3; ship++) hits[fleet[ship]]++;
            }
        }
    }
    for (int at = 0; at < 25; at++) {
        if (seen->enemy[at] == UNKNOWN && (best < 0 || hits[at] > hits[best])) best = at;
    }
    return salvo_fire(best);
}
