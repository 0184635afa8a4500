/* Planner: a search over whole turns.
 *
 * A turn can be played in far too many ways to try them all, so the planner composes a few good plans: shot by
 * shot, then piece by piece, each time with the best evaluation, under several tempers (balanced, bold,
 * careful), with and without firing, and for each group that may move. It answers every plan with the enemy's
 * best plan, that with another of its own, and so on, one turn deeper at a time until the time is used. It
 * plays the best plan, and offers its first action as soon as there is one. The plan determines the rest of
 * the turn.
 *
 * The evaluation adds up the pieces, the possible shots of the side to move, the threats of the other side,
 * the progress of pieces towards squares from which they can fire on the Command tank, and the squares from
 * which the enemy could fire on the bot's own one.
 *
 * Settings: turns=N (turns to look ahead after its own, maximum 3), plans=N (number of plans to try; 12),
 * ms=N (maximum milliseconds per turn), share=N (the percentage of the remaining move time to use; 60),
 * noise=N (maximum random error of a plan's evaluation; 3), temper=bold or careful (instead of
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
    /* Starts with any legal action. */
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
