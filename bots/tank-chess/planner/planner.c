/* Planner: a search over whole turns.
 *
 * A turn has far too many ways to be played for all of them to be tried, so the planner composes a few good
 * ones: shot by shot, then piece by piece, each time the one that leaves the best estimate, under several
 * tempers (balanced, bold, careful), with and without firing, and for each group that may move. Every plan is
 * then answered by the enemy's own best plan, that by another of its own, and so on, turn by turn deeper as
 * long as the time lasts; the plan that comes out best is played, its first action being offered as soon as
 * there is one. The rest of the turn is played from the plan.
 *
 * An estimate adds up pieces, what the side to move can shoot at once and what the other one threatens, how
 * far the pieces have got on their way to squares from which the Command tank can be fired on, and where the
 * enemy could come to fire on the own one.
 *
 * Settings: turns=N (how many turns after its own it looks at, 3 at most), plans=N (plans that are tried, 12),
 * ms=N (milliseconds a turn, at most), share=N (how much of the time left for the move is used, in hundredths;
 * 60), noise=N (how far estimates of plans may be off, by lot; 3), temper=bold or careful (instead of
 * balanced).
 */
#include "tank_chess.h"

#include "../common/rules.h"
#include "../common/plans.h"

uint64_t choose(const tank_chess_view *view) {
    read_view(&at, view);
    if (view->phase == SETUP) return next_placement(&at, view, !muster_is("shelter", "no"));
    if (played < playing.count && view->ply == ply_of_next) {
        ply_of_next++;
        return playing.codes[played++];
    }
    /* Something legal to begin with. */
    playing.count = 1;
    playing.codes[0] = view->phase == FIRING ? tank_chess_end_firing() : tank_chess_end_turn();
    muster_offer(playing.codes[0]);
    measure_lines();
    measure_ways(&at, 0);
    measure_ways(&at, 1);
    search.temper = muster_is("temper", "bold") ? BOLD : muster_is("temper", "careful") ? CAREFUL : BALANCED;
    search.restless = view->quiet_turns / 6;
    search.seat = at.mover;
    search.stopped = false;
    int64_t now = muster_remaining(), in_game = muster_game_remaining();
    int64_t share = muster_number("share", 60), limit = muster_number("ms", 60000) * 1000000;
    if (share < 1 || share > 95) share = 60;
    int64_t budget = now / 100 * share, fair = in_game / 30 + (int64_t)view->increment;
    if (budget > fair && fair < now / 100 * share) budget = fair;
    if (budget > limit) budget = limit;
    search.end = now - budget;
    make_plan();
    turns_played++;
    played = 1;
    ply_of_next = view->ply + 1;
    return playing.codes[0];
}
