/* Bandit: treats each tank as an arm, remembers how the lead in boxes changed after it moved, and pulls the arm with the
 * best upper bound. */
#include "tank_war.h"

static struct { int pulls; int gain; } arms[6];
static int last_arm = -1, last_lead;

static int lead(const tank_war_view *view) {
    return view->boxes[view->seat] - view->boxes[1 - view->seat];
}

/* The square root of a whole number, by bisection. */
static int root(int of) {
    int low = 0, high = of + 1;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (middle <= of / middle) low = middle;
        else high = middle;
    }
    return low;
}

static int logarithm(int of) {
    int bits = 0;
    while (of > 1) of >>= 1, bits++;
    return bits * 693;
}

uint64_t choose(const tank_war_view *view) {
    int now = lead(view), all = 1;
    if (last_arm >= 0) arms[last_arm].gain += now - last_lead, arms[last_arm].pulls++;
    for (int arm = 0; arm < 6; arm++) all += arms[arm].pulls;
    int best = -1, bound = 0;
    for (int arm = 0; arm < 6; arm++) {
        if (!(view->movable[view->seat] >> arm & 1)) continue;
        int pulls = arms[arm].pulls;
        int value = pulls ? 1000 * arms[arm].gain / pulls + 30 * root(2000 * logarithm(all) / pulls) / 10 : 1 << 28;
        value += (int)muster_below(17);
        if (best < 0 || value > bound) best = arm, bound = value;
    }
    last_arm = best;
    last_lead = now;
    return tank_war_move((uint64_t)best);
}
