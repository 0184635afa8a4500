/* Searcher: alpha-beta with iterative deepening.
 *
 * It searches one ply deeper at a time until its share of the time is used, and offers the best move so far.
 * Move ordering causes most cutoffs: first the move from the transposition table, then captures, then moves
 * with a good history. Late moves are searched to a reduced depth, and null-move pruning skips positions that
 * are good even after a pass. At the end of a line, quiescence search plays out winning captures before the
 * position is evaluated. Repetition and too many plies without progress end a game in the search as they do
 * on the board.
 *
 * Settings: depth=N (maximum depth in plies), ms=N (maximum milliseconds per move), share=N (the percentage of
 * the remaining move time to use; 60), nodes=N (maximum positions per move), drive=N (the value of a step
 * towards the enemy's base in hundredths of a point; 3), slack=N (chooses at random among first moves that are
 * at most this many hundredths of a point worse than the best; 0).
 */
#include "tank_battle.h"

#include "../common/rules.h"
#include "../common/search.h"

/* ---- The choice ---- */

uint64_t choose(const tank_battle_view *view) {
    read_view(view);
    int deepest = (int)muster_number("depth", MOST_DEPTH);
    if (deepest < 1 || deepest > MOST_DEPTH) deepest = MOST_DEPTH;
    int64_t share = muster_number("share", 60), slack = muster_number("slack", 0);
    if (share < 1 || share > 95) share = 60;
    int64_t now = muster_remaining(), in_game = muster_game_remaining();
    int64_t budget = now / 100 * share;
    if (budget > in_game / 40 + (int64_t)view->increment) budget = in_game / 40 + (int64_t)view->increment;
    if (budget > now / 100 * share) budget = now / 100 * share;
    int64_t limit = muster_number("ms", 60000) * 1000000;
    if (budget > limit) budget = limit;
    search.end = now - budget;
    search.nodes = 0;
    search.node_limit = muster_number("nodes", INT64_MAX);
    search.drive = muster_number("drive", 3);
    search.stopped = false;
    for (int ply = 0; ply <= DEEPEST; ply++) search.killers[ply][0] = search.killers[ply][1] = 0;

    static move moves[MOST_MOVES];
    static int promises[MOST_MOVES], values[MOST_MOVES];
    int count = list_moves(moves, false);
    for (int index = 0; index < count; index++) promises[index] = promise(moves[index], 0, 0);
    for (int index = 0; index < count; index++) next_move(moves, promises, index, count);
    move choice = moves[0];
    muster_offer(action_of(choice));
    for (int depth = 1; depth <= deepest && count > 1; depth++) {
        int alpha = -INFINITE, best = 0;
        for (int index = 0; index < count; index++) {
            /* With slack, slightly worse moves need an exact value, too. */
            int floor = alpha > -INFINITE ? alpha - (int)slack : alpha;
            int value = index == 0 || slack
                ? value_after(moves[index], depth - 1, floor, INFINITE, 1)
                : value_after(moves[index], depth - 1, alpha, alpha + 1, 1);
            if (index && !slack && value > alpha && !search.stopped) {
                value = value_after(moves[index], depth - 1, alpha, INFINITE, 1);
            }
            if (search.stopped) break;
            values[index] = value;
            if (value > alpha) {
                alpha = value;
                best = index;
                choice = moves[index];
                muster_offer(action_of(choice));
            }
        }
        if (search.stopped) break;
        if (slack) {
            int ties = 0;
            for (int index = 0; index < count; index++) {
                if (values[index] + slack >= alpha && muster_below((uint32_t)++ties) == 0) choice = moves[index];
            }
            muster_offer(action_of(choice));
        }
        /* Searches the best move first next time. The others keep their order. */
        move first = moves[best];
        for (int index = best; index > 0; index--) moves[index] = moves[index - 1];
        moves[0] = first;
        if (alpha > WIN / 2 || alpha < -WIN / 2) break;
    }
    return action_of(choice);
}
