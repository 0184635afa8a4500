/* One round's matrix: for each tank of its own the worst that any tank of the other side makes of it. */
#include "tank_war.h"

uint64_t choose(const tank_war_view *view) {
    int seat = view->seat;
    uint64_t others[6], best = 0;
    tank_war_child round[6];
    int64_t worst[6] = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}, most = INT64_MIN;
    muster_position here = muster_position_here(NULL, 0);
    int replies = muster_position_legal(here, !seat, others, 6), count = 0;
    for (int reply = 0; reply < replies; reply++) {
        count = tank_war_children(here, seat, others[reply], round, 6);
        for (int own = 0; own < count; own++) {
            const tank_war_metrics *metrics = round[own].metrics;
            int64_t lead = 10 * (metrics[seat].tanks - metrics[!seat].tanks) + metrics[seat].boxes - metrics[!seat].boxes;
            if (lead < worst[own]) worst[own] = lead;
        }
    }
    for (int own = 0; own < count; own++) {
        if (worst[own] > most) most = worst[own], best = round[own].action;
    }
    return best;
}
