/* Looks two plies ahead: its own move, and every answer to it. */
#include "tank_battle.h"

static tank_battle_child moves[512], answers[512];

static int64_t lead(const tank_battle_child *child, int seat) {
    return child->metrics[seat].points - child->metrics[!seat].points;
}

uint64_t choose(const tank_battle_view *view) {
    int seat = view->seat;
    muster_position here = muster_position_here(NULL, 0);
    int count = tank_battle_children(here, seat, MUSTER_NO_ACTION, moves, 512);
    uint64_t best = moves[0].action;
    int64_t most = INT64_MIN;
    for (int move = 0; move < count; move++) {
        int64_t least = lead(&moves[move], seat);
        if (!muster_is_over(moves[move].phase)) {
            uint64_t own = moves[move].action;
            muster_position next =
                muster_position_after(here, seat ? MUSTER_NO_ACTION : own, seat ? own : MUSTER_NO_ACTION);
            int replies = tank_battle_children(next, !seat, MUSTER_NO_ACTION, answers, 512);
            for (int reply = 0; reply < replies; reply++) {
                if (lead(&answers[reply], seat) < least) least = lead(&answers[reply], seat);
            }
            muster_position_release(next);
        }
        if (least > most) most = least, best = moves[move].action;
        muster_offer(best);
    }
    return best;
}
