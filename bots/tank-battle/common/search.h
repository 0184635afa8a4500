/* The search of bots that look far ahead: alpha-beta with a transposition table, quiescence search, and the tricks that
 * the source of `searcher` describes. Set `search` before. Include after "rules.h".
 */
#ifndef TANK_BATTLE_SEARCH_H
#define TANK_BATTLE_SEARCH_H

#define MOST_DEPTH 40
#define DEEPEST 100
#define INFINITE 30000
#define WIN 20000
#define NODES_A_LOOK 64

static struct {
    bool stopped;
    int64_t nodes, node_limit;
    int64_t end; /* stop when less than this is left on the clock */
    int64_t drive;
    uint16_t good[2][SQUARES][SQUARES]; /* history heuristic: cutoffs by quiet moves, by seat, from, to */
    move killers[DEEPEST + 1][2];
} search;

/* ---- The transposition table ---- */

#define SLOTS (1 << 16)
enum { NOTHING, AT_LEAST, AT_MOST, EXACT };

typedef struct {
    uint64_t hash;
    move best;
    int16_t value;
    int8_t depth;
    uint8_t bound;
} seen;

static seen table[SLOTS];

/* ---- The evaluation for the seat to move, in hundredths of a point ---- */

static int worth(int seat) {
    int sum = 100 * at.points[seat];
    int drive = 0;
    for (int index = 0; index < at.count[seat]; index++) drive -= to_goal[seat][at.tanks[seat][index]];
    return sum + (int)search.drive * drive;
}

/* The fewer tanks are left, the more an extra one counts. */
static int estimate(void) {
    int tanks = at.count[0] + at.count[1];
    int ahead = lead();
    return worth(at.seat) - worth(!at.seat) + ahead * (28 - tanks) * 2;
}

/* The points decide. Early wins and late losses score higher. */
static int final_value(int ply) {
    int ahead = lead();
    if (ahead == 0) return 0;
    return ahead > 0 ? WIN - ply + ahead : -WIN + ply + ahead;
}

/* ---- Move ordering ---- */

/* Returns true if a capture gains by the exchange on its square. */
static bool gains(move m) {
    unsigned from = from_of(m), to = to_of(m), cell = at.cell[from], target = at.cell[to];
    if (points_of(target, to) > points_of(cell, to)) return true;
    int defenders = attackers(to, !at.seat, cell);
    return defenders == 0 || attackers(to, at.seat, target) > defenders;
}

static int promise(move m, move remembered, int ply) {
    if (m == remembered) return 1 << 24;
    unsigned from = from_of(m), to = to_of(m), target = at.cell[to];
    if (target) return (gains(m) ? 1 << 22 : 1 << 18) + 64 * points_of(target, to) - points_of(at.cell[from], from);
    if (ground[to] == goal_of(at.seat) && ground[from] != goal_of(at.seat)) return 1 << 21;
    if (m == search.killers[ply][0] || m == search.killers[ply][1]) return 1 << 20;
    return search.good[at.seat][from][to];
}

/* Brings the most promising remaining move to the front. */
static move next_move(move *moves, int *promises, int index, int count) {
    int best = index;
    for (int other = index + 1; other < count; other++) {
        if (promises[other] > promises[best]) best = other;
    }
    move chosen = moves[best];
    int promised = promises[best];
    moves[best] = moves[index];
    promises[best] = promises[index];
    moves[index] = chosen;
    promises[index] = promised;
    return chosen;
}

static void remember_good(move m, int depth, int ply) {
    if (search.killers[ply][0] != m) {
        search.killers[ply][1] = search.killers[ply][0];
        search.killers[ply][0] = m;
    }
    uint16_t *good = &search.good[at.seat][from_of(m)][to_of(m)];
    *good = (uint16_t)(*good + depth * depth < 60000 ? *good + depth * depth : *good / 2);
}

/* ---- The search ---- */

static bool time_is_up(void) {
    search.nodes++;
    if (search.nodes % NODES_A_LOOK == 0 && muster_remaining() < search.end) search.stopped = true;
    if (search.nodes > search.node_limit) search.stopped = true;
    return search.stopped;
}

/* Quiescence search: only winning captures. */
static int settled(int alpha, int beta, int ply) {
    if (is_over()) return final_value(ply);
    int best = estimate();
    if (best >= beta || ply >= DEEPEST || time_is_up()) return best;
    if (best > alpha) alpha = best;
    move moves[MOST_MOVES];
    int count = list_moves(moves, true), promises[MOST_MOVES];
    for (int index = 0; index < count; index++) promises[index] = promise(moves[index], 0, ply);
    for (int index = 0; index < count; index++) {
        move m = next_move(moves, promises, index, count);
        if (promises[index] < 1 << 22) break;
        undo before = make(m);
        int value = -settled(-beta, -alpha, ply + 1);
        take_back(m, before);
        if (search.stopped) return best;
        if (value > best) best = value;
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
    }
    return best;
}

static int value_of(int depth, int alpha, int beta, int ply, bool may_pass);

static int value_after(move m, int depth, int alpha, int beta, int ply) {
    undo before = make(m);
    int value = -value_of(depth, -beta, -alpha, ply, true);
    take_back(m, before);
    return value;
}

static int value_of(int depth, int alpha, int beta, int ply, bool may_pass) {
    if (is_over()) return final_value(ply);
    if (rules.repetitions) {
        int last;
        unsigned times = occurrences(&last);
        /* A position that repeats once in the search can repeat again. */
        if (times >= rules.repetitions || last >= at.plies - ply) return final_value(ply);
    }
    if (depth <= 0) return settled(alpha, beta, ply);
    if (ply >= DEEPEST || time_is_up()) return estimate();

    seen *slot = &table[at.hash & (SLOTS - 1)];
    bool near_the_end = rules.no_progress && at.quiet + (unsigned)depth + 4 >= rules.no_progress;
    move remembered = 0;
    if (slot->bound && slot->hash == at.hash) {
        remembered = slot->best;
        int value = slot->value;
        bool sure = value > -WIN / 2 && value < WIN / 2;
        if (slot->depth >= depth && !near_the_end && sure) {
            if (slot->bound == EXACT) return value;
            if (slot->bound == AT_LEAST && value >= beta) return value;
            if (slot->bound == AT_MOST && value <= alpha) return value;
        }
    }

    /* Null move: if a pass is good enough, so is the best move, unless few tanks are left (zugzwang). */
    bool free_tanks = at.count[at.seat] - at.in_base[at.seat] > 2;
    if (may_pass && depth >= 3 && free_tanks && beta - alpha == 1 && !near_the_end && estimate() >= beta) {
        int since = at.since;
        at.seat ^= 1;
        at.hash ^= key_to_move;
        at.plies++;
        at.quiet++;
        at.since = at.plies;
        if (at.plies < MOST_PAST) at.past[at.plies] = at.hash;
        int value = -value_of(depth - 3, -beta, -beta + 1, ply + 1, false);
        at.since = since;
        at.quiet--;
        at.plies--;
        at.hash ^= key_to_move;
        at.seat ^= 1;
        if (search.stopped) return alpha;
        if (value >= beta && value < WIN / 2) return value;
    }

    move moves[MOST_MOVES];
    int count = list_moves(moves, false), promises[MOST_MOVES];
    for (int index = 0; index < count; index++) promises[index] = promise(moves[index], remembered, ply);
    int best = -INFINITE, bound = AT_MOST;
    move best_move = 0;
    for (int index = 0; index < count; index++) {
        move m = next_move(moves, promises, index, count);
        bool quiet = promises[index] < 1 << 18;
        int value;
        if (index == 0) {
            value = value_after(m, depth - 1, alpha, beta, ply + 1);
        } else {
            int less = depth >= 3 && index >= 4 && promises[index] < 1 << 20 ? (index >= 20 ? 2 : 1) : 0;
            value = value_after(m, depth - 1 - less, alpha, alpha + 1, ply + 1);
            if (less && value > alpha) value = value_after(m, depth - 1, alpha, alpha + 1, ply + 1);
            if (value > alpha && value < beta) value = value_after(m, depth - 1, alpha, beta, ply + 1);
        }
        if (search.stopped) return best > -INFINITE ? best : alpha;
        if (value > best) best = value, best_move = m;
        if (value > alpha) alpha = value, bound = EXACT;
        if (alpha >= beta) {
            bound = AT_LEAST;
            if (quiet || promises[index] == 1 << 20) remember_good(m, depth, ply);
            break;
        }
    }
    if (count == 0) return final_value(ply);
    *slot = (seen){at.hash, best_move, (int16_t)best, (int8_t)depth, (uint8_t)bound};
    return best;
}

#endif
