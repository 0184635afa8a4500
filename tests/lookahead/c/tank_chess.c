/* The best single action by what it leaves on the board; random placements in the setup. */
#include "tank_chess.h"

static tank_chess_child actions[2048];

uint64_t choose(const tank_chess_view *view) {
    int seat = view->seat;
    uint64_t other = MUSTER_NO_ACTION;
    muster_position here = muster_position_here(NULL, 0);
    if (view->phase == 0) muster_position_legal(here, !seat, &other, 1);
    int count = tank_chess_children(here, seat, other, actions, 2048);
    int64_t most = INT64_MIN;
    uint64_t best = 0;
    uint32_t equal = 0;
    for (int action = 0; action < count; action++) {
        const tank_chess_metrics *metrics = actions[action].metrics;
        int64_t lead = metrics[seat].value - metrics[!seat].value;
        if (lead > most) most = lead, equal = 0;
        if (lead == most && muster_below(++equal) == 0) best = actions[action].action;
    }
    return best;
}
