/* Analyst: the reference for Tank Chess. It logs the expected points of the position at the start of each turn and the
 * play that it expects.
 *
 * It searches over whole turns, as the planner does, but answers each turn with the best of several turns instead of
 * one, and looks for the answer that the planner's own turn would overlook: it composes turns under all tempers, with
 * and without firing, keeps the best few, and searches each by alpha-beta. The evaluation knows the guns that reach
 * a Command tank and the squares from which they can be stopped (plans.h). It has a bound on composed turns in place
 * of time, so that it gives equal values on every machine. A value depends only on the position.
 *
 * The side that moved last looks better than it is, so the value is the average of the last two depths of the search.
 * A lead in hundredths of a light tank becomes expected points by a logistic function. Its scale has the highest
 * likelihood for the results of 72 games between it, `planner` and `strategist` (1,070 positions), with nodes=150 and
 * the value of the last depth.
 *
 * Settings: nodes=N (composed turns per turn; 500), width=N (turns kept in each position; 3).
 */
#include "tank_chess.h"

#include "../common/rules.h"
#include "../common/plans.h"
#include "../../common/analysis.h"

#define SCALE 200.0
#define DEEPEST 6
#define MOST_KEPT 8
/* Values of the search: beyond all evaluations. */
#define INFINITE 1000000

static struct {
    int64_t nodes, limit;
    int width;
    bool stopped;
} tree;

/* The turns that a search expects from a depth on, the next one first. */
static struct {
    plan turns[DEEPEST + 1];
    int count;
} expects[DEEPEST + 2];

typedef struct {
    turn made;
    int value;
} candidate;

/* Keeps a composed turn among the best few. Returns their number. */
static int keep_best(candidate *kept, int count, const turn *made, int value) {
    for (int other = 0; other < count; other++) {
        if (same_plan(&kept[other].made.actions, &made->actions)) return count;
    }
    if (count == tree.width && value <= kept[count - 1].value) return count;
    int place = count < tree.width ? count++ : count - 1;
    for (; place > 0 && value > kept[place - 1].value; place--) kept[place] = kept[place - 1];
    kept[place].made = *made;
    kept[place].value = value;
    return count;
}

/* Lists the best few turns of a position, best first. Returns their number. */
static int list_turns(const position *from, candidate *kept) {
    static turn made[MOST_GROUPS];
    int count = 0;
    for (int index = 0; index < TEMPERS + 1; index++) {
        bool fires = index < TEMPERS;
        if (!fires && from->phase != FIRING) break;
        int number = compose(from, (manner){(uint8_t)(fires ? index : BALANCED), 2, fires}, made);
        tree.nodes += number;
        for (int group = 0; group < number; group++) {
            int value = value_of(&made[group].end, 0);
            count = keep_best(kept, count, &made[group], value);
            if (value == WIN) return count;
        }
    }
    return count;
}

/* Returns the value of a position at the start of a turn for its mover, and sets `expects[ply]`. */
static int search_turns(const position *from, int depth, int alpha, int beta, int ply) {
    static candidate lists[DEEPEST + 1][MOST_KEPT];
    candidate *kept = lists[ply];
    int count = list_turns(from, kept), best = -INFINITE;
    if (tree.nodes > tree.limit) tree.stopped = true;
    for (int index = 0; index < count && !tree.stopped; index++) {
        int value = kept[index].value;
        expects[ply + 1].count = 0;
        if (depth > 0 && kept[index].made.end.phase != OVER) {
            position next = kept[index].made.end;
            end_turn(&next);
            value = -search_turns(&next, depth - 1, -beta, -alpha, ply + 1);
            if (tree.stopped) break;
            /* Early wins and late losses score higher. */
            value = value > WIN / 2 ? value - 1 : value < -WIN / 2 ? value + 1 : value;
        }
        if (value <= best) continue;
        best = value;
        expects[ply].turns[0] = kept[index].made.actions;
        expects[ply].count = 1;
        for (int later = 0; later < expects[ply + 1].count; later++) {
            expects[ply].turns[expects[ply].count++] = expects[ply + 1].turns[later];
        }
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
    }
    return best;
}

static void analyse(void) {
    measure_lines();
    measure_ways(&at, 0);
    measure_ways(&at, 1);
    search.end = INT64_MIN;
    search.seat = at.mover;
    tree.nodes = 0;
    tree.limit = muster_number("nodes", 500);
    tree.width = (int)muster_number("width", 3);
    if (tree.width < 1 || tree.width > MOST_KEPT) tree.width = 3;
    tree.stopped = false;
    int value = 0, before = 0;
    playing.count = played = 0;
    plan line[2];
    int turns = 0;
    for (int depth = 0; depth <= DEEPEST; depth++) {
        int found = search_turns(&at, depth, -INFINITE, INFINITE, 0);
        if (tree.stopped) break;
        bool is_won = found > WIN / 2 || found < -WIN / 2;
        value = depth == 0 || is_won ? found : (found + before) / 2;
        before = found;
        turns = expects[0].count < 2 ? expects[0].count : 2;
        for (int index = 0; index < turns; index++) line[index] = expects[0].turns[index];
        if (is_won) break;
    }
    if (turns == 0) return;
    playing = line[0];
    log_value(value > WIN / 2 ? 1 : value < -WIN / 2 ? 0 : expected(value, SCALE));
    put_text("@line");
    for (int index = 0; index < turns; index++) {
        for (int action = 0; action < line[index].count; action++) {
            put_text(" ");
            put_number(line[index].codes[action]);
        }
    }
    end_entry();
}

uint64_t choose(const tank_chess_view *view) {
    read_view(&at, view);
    if (view->phase == SETUP) return next_placement(&at, view, true);
    if (view->phase == FIRING && !at.fired) analyse();
    if (played < playing.count) return playing.codes[played++];
    return view->phase == FIRING ? tank_chess_end_firing() : tank_chess_end_turn();
}
