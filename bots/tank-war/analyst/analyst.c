/* Analyst: the reference for The Tank War. It logs the expected points of each position and of each tank that
 * could be named against the enemy's equilibrium strategy, and the expected play.
 *
 * It is the teacher with a bound on positions in place of time, so that it gives equal values on every machine. A value
 * depends only on the position: each search begins with an empty table. The evaluation is fitted to results
 * (search.h), so a value needs no further scale.
 *
 * Settings: nodes=N (positions with a matrix of their own per move; 20000).
 */
#include "tank_war.h"

#include "../common/rules.h"
#include "../common/search.h"
#include "../../common/analysis.h"

/* Rounds of the expected play. */
#define SHOWN 4

/* The value of a won game without its margin. */
#define WON (WIN - 200)

static double points(double value) { return 0.5 + value / WON / 2; }

static int likeliest(const double *mix, int size) {
    int best = 0;
    for (int index = 1; index < size; index++) {
        if (mix[index] > mix[best] + 1e-9) best = index;
    }
    return best;
}

static boxes nth(boxes set, int index) {
    while (index--) set &= set - 1;
    return set & -set;
}

/* Fills the deepest matrix that the bound on positions allows. Returns its depth. */
static int analyse(const position *at, matrix *game) {
    int depth = 0;
    search.end = INT64_MIN;
    search.nodes = 0;
    search.node_limit = muster_number("nodes", 20000);
    search.stopped = false;
    while (depth < MOST_DEPTH) {
        matrix deeper;
        search.guesses = 0;
        if (!fill(&deeper, at, depth + 1)) break;
        *game = deeper;
        depth++;
        if (search.guesses == 0) break;
    }
    return depth;
}

/* Logs the likeliest rounds from a position on. */
static void log_line(position at, matrix game, int depth) {
    put_text("@line");
    for (int round = 0;;) {
        double mixes[2][6];
        solve(&game, mixes[0], mixes[1]);
        boxes named[2];
        for (int seat = 0; seat < 2; seat++) {
            int index = likeliest(mixes[seat], seat ? game.columns : game.rows);
            named[seat] = nth(movable(&at, seat), index);
            put_text(" ");
            put_number(tank_war_move(tank_on(seat, named[seat])));
        }
        at = play(at, named[0], named[1]);
        if (is_over(&at) || ++round == SHOWN || --depth == 0) break;
        search.nodes = 0;
        search.stopped = false;
        if (!fill(&game, &at, depth)) break;
    }
    end_entry();
}

uint64_t choose(const tank_war_view *view) {
    position at = read_view(view);
    prepare_estimate();
    __builtin_memset(table, 0, sizeof table);
    int seat = view->seat;
    matrix game = {0, 0, {{0}}};
    int depth = analyse(&at, &game);
    double mixes[2][6], value = solve(&game, mixes[0], mixes[1]);
    log_value(points(seat ? -value : value));
    int own = seat ? game.columns : game.rows, other = seat ? game.rows : game.columns;
    for (int index = 0; index < own; index++) {
        double mean = 0;
        for (int reply = 0; reply < other; reply++) {
            int cell = seat ? -game.cell[reply][index] : game.cell[index][reply];
            mean += mixes[!seat][reply] * points(cell);
        }
        put_text("@worth ");
        put_number(tank_war_move(nth_tank(&at, seat, index)));
        put_text(" ");
        put_points(mean);
        end_entry();
    }
    log_line(at, game, depth);
    return tank_war_move(nth_tank(&at, seat, likeliest(mixes[seat], own)));
}
