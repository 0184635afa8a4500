/* Teacher: a search over both players' moves at once.
 *
 * Every position is a matrix game: the bot's tanks are the rows, the enemy's the columns, and each cell is the
 * value of the next round. The value of a matrix is that of its equilibrium in mixed strategies, found by the
 * simplex method. The cells come from the same search one round less deep, and at depth 0 from an evaluation.
 *
 * The order of moves within a side hardly matters in this game, so many paths lead to the same position. A
 * transposition table therefore makes the search ten times deeper.
 *
 * It deepens round by round until its time is used or the game is solved, and offers the best move so far.
 * From the last complete depth it plays the best response to an enemy that mostly plays the equilibrium
 * strategy, and occasionally a random move.
 *
 * Settings: depth=N (maximum rounds), ms=N (milliseconds per move; 20), nodes=N (maximum positions per move),
 * slips=N (the percentage of the enemy's moves that are assumed to be random; 10), style=mixed (draws its move
 * from the equilibrium strategy instead).
 */
#include "tank_war.h"

#include "../common/rules.h"
#include "../common/search.h"

/* ---- The choice ---- */

static int draw(const double *mix, int size) {
    double dice = (double)(muster_random() >> 11) / 9007199254740992.0;
    int last = 0;
    for (int index = 0; index < size; index++) {
        if (mix[index] <= 0) continue;
        last = index;
        dice -= mix[index];
        if (dice < 0) break;
    }
    return last;
}

/* Returns the best response to an enemy that plays its equilibrium strategy, except for `slips` percent random
 * moves. Among choices that are equal in equilibrium, this finds one that a weaker enemy is likely to answer
 * badly. */
static int best_against_slips(const matrix *game, int seat, const double *enemy_mix, double slips) {
    int own = seat ? game->columns : game->rows, other = seat ? game->rows : game->columns;
    int best = 0;
    double best_value = 0;
    for (int index = 0; index < own; index++) {
        double value = 0;
        for (int reply = 0; reply < other; reply++) {
            double chance = enemy_mix[reply] * (100 - slips) / 100 + slips / 100 / other;
            value += chance * (seat ? -game->cell[reply][index] : game->cell[index][reply]);
        }
        if (index == 0 || value > best_value) best = index, best_value = value;
    }
    return best;
}

uint64_t choose(const tank_war_view *view) {
    position at = read_view(view);
    prepare_estimate();
    int seat = view->seat;
    int deepest = (int)muster_number("depth", MOST_DEPTH);
    if (deepest < 1 || deepest > MOST_DEPTH) deepest = MOST_DEPTH;
    int64_t now = muster_remaining(), in_game = muster_game_remaining();
    int64_t budget = muster_number("ms", 20) * 1000000;
    if (budget > now / 2) budget = now / 2;
    if (budget > in_game / 20) budget = in_game / 20;
    search.end = now - budget;
    search.nodes = 0;
    search.node_limit = muster_number("nodes", INT64_MAX);
    search.stopped = false;

    int size = count(movable(&at, seat)), choice = 0;
    double mixes[2][6] = {{1}, {1}};
    for (int depth = 1; depth <= deepest && size > 1; depth++) {
        matrix game;
        search.guesses = 0;
        if (!fill(&game, &at, depth)) break;
        solve(&game, mixes[0], mixes[1]);
        choice = best_against_slips(&game, seat, mixes[!seat], (double)muster_number("slips", 10));
        muster_offer(tank_war_move(nth_tank(&at, seat, choice)));
        if (search.guesses == 0) break;
    }
    if (muster_is("style", "mixed")) choice = draw(mixes[seat], size);
    return tank_war_move(nth_tank(&at, seat, choice));
}
