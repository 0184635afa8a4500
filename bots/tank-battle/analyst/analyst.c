/* Analyst: the reference for Tank Battle. It logs the expected points of each position and the play that it expects.
 *
 * It is the searcher with a bound on positions in place of time, so that it gives equal values on every machine. A
 * value depends only on the position and its history: each search begins with empty tables.
 *
 * A lead in hundredths of a point becomes expected points by a logistic function. Its scale has the highest likelihood
 * for the results of 120 games between it and `searcher` from random openings (4,085 positions).
 *
 * Settings: nodes=N (positions per move; 20000), drive=N (as in the searcher; 3).
 */
#include "tank_battle.h"

#include "../common/rules.h"
#include "../common/search.h"
#include "../../common/analysis.h"

#define SCALE 60.0
/* Plies of the expected play. */
#define SHOWN 6

static void begin_search(void) {
    search.end = INT64_MIN;
    search.nodes = 0;
    search.node_limit = muster_number("nodes", 20000);
    search.drive = muster_number("drive", 3);
    search.stopped = false;
    for (int ply = 0; ply <= DEEPEST; ply++) search.killers[ply][0] = search.killers[ply][1] = 0;
    __builtin_memset(search.good, 0, sizeof search.good);
    __builtin_memset(table, 0, sizeof table);
}

/* Logs a move and the best moves after it that the table contains. */
static void log_line(move first) {
    move made[SHOWN];
    undo before[SHOWN];
    int count = 0;
    put_text("@line");
    for (move next = first; next && count < SHOWN;) {
        put_text(" ");
        put_number(action_of(next));
        made[count] = next;
        before[count++] = make(next);
        if (is_over()) break;
        const seen *slot = &table[at.hash & (SLOTS - 1)];
        move remembered = slot->bound && slot->hash == at.hash ? slot->best : 0, moves[MOST_MOVES];
        next = 0;
        for (int index = list_moves(moves, false); index--;) {
            if (moves[index] == remembered) next = remembered;
        }
    }
    end_entry();
    while (count--) take_back(made[count], before[count]);
}

uint64_t choose(const tank_battle_view *view) {
    read_view(view);
    begin_search();
    static move moves[MOST_MOVES];
    static int promises[MOST_MOVES];
    int count = list_moves(moves, false), value = estimate();
    for (int index = 0; index < count; index++) promises[index] = promise(moves[index], 0, 0);
    for (int index = 0; index < count; index++) next_move(moves, promises, index, count);
    for (int depth = 1; depth <= MOST_DEPTH; depth++) {
        int alpha = -INFINITE, best = 0;
        for (int index = 0; index < count; index++) {
            int found = value_after(moves[index], depth - 1, alpha, index ? alpha + 1 : INFINITE, 1);
            if (index && found > alpha && !search.stopped) {
                found = value_after(moves[index], depth - 1, alpha, INFINITE, 1);
            }
            if (search.stopped) break;
            if (found > alpha) alpha = found, best = index;
        }
        if (alpha > -INFINITE && (!search.stopped || best)) value = alpha;
        move first = moves[best];
        for (int index = best; index > 0; index--) moves[index] = moves[index - 1];
        moves[0] = first;
        if (search.stopped || alpha > WIN / 2 || alpha < -WIN / 2) break;
    }
    log_value(value > WIN / 2 ? 1 : value < -WIN / 2 ? 0 : expected(value, SCALE));
    log_line(moves[0]);
    return action_of(moves[0]);
}
