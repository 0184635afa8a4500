/* Strategist: a planner that plans twice per turn. `planner` composes a whole turn at its first action and then plays
 * it without using the time of the later actions. The strategist composes the moves again after its guns have
 * fired. Fewer turns are possible then, so it looks further ahead in each. It also uses nearly all of its time,
 * because it offers its best plan so far.
 *
 * Settings: those of `planner`, whose code it shares (`common/plans.h`): turns=N, plans=N, ms=N (for each of the two
 * searches), share=N (90), noise=N, temper=bold or careful.
 */
#include "tank_chess.h"

#include "../common/rules.h"
#include "../common/plans.h"

/* Sets the deadline for planning. */
static void start_clock(const tank_chess_view *view) {
    int64_t now = muster_remaining(), share = muster_number("share", 90);
    if (share < 1 || share > 95) share = 90;
    int64_t budget = now / 100 * share;
    int64_t fair = muster_game_remaining() / 60 + (int64_t)view->increment;
    int64_t limit = muster_number("ms", 60000) * 1000000;
    if (budget > fair) budget = fair;
    if (budget > limit) budget = limit;
    search.end = now - budget;
    search.stopped = false;
}

uint64_t choose(const tank_chess_view *view) {
    read_view(&at, view);
    if (view->phase == SETUP) return next_placement(&at, view, !muster_is("shelter", "no"));
    bool planned = played < playing.count && view->ply == ply_of_next;
    bool guns_are_done = view->phase == MOVING && !at.moved;
    ply_of_next = view->ply + 1;
    if (planned && !guns_are_done) return playing.codes[played++];
    if (!planned) {
        /* Starts with any legal action. */
        playing.count = 1;
        playing.codes[0] = view->phase == FIRING ? tank_chess_end_firing() : tank_chess_end_turn();
        played = 0;
    }
    muster_offer(playing.codes[played]);
    measure_lines();
    measure_ways(&at, 0);
    measure_ways(&at, 1);
    search.temper = muster_is("temper", "bold") ? BOLD : muster_is("temper", "careful") ? CAREFUL : BALANCED;
    search.restless = view->quiet_turns / 6;
    search.seat = at.mover;
    start_clock(view);
    /* A second plan of a turn replaces the first. */
    if (view->phase == FIRING) turns_played++;
    plan before = playing;
    int index = played;
    playing.count = 0;
    make_plan();
    if (playing.count == 0) {
        /* There was no time for another plan. */
        playing = before;
        played = index;
    } else {
        played = 0;
    }
    return playing.codes[played++];
}
