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
 * far the pieces have got on their way to squares from which the Command tank can be fired on, and how open
 * the lines to the own one lie.
 *
 * Settings: turns=N (how many turns after its own it looks at, 3 at most), plans=N (plans that are tried, 12),
 * ms=N (milliseconds a turn, at most), share=N (how much of the time left for the move is used, in hundredths;
 * 60), noise=N (how far estimates of plans may be off, by lot; 3), temper=bold or careful (instead of
 * balanced).
 */
#include "tank_chess.h"

#include "../common/rules.h"

#define WIN 100000
/* The estimate if the enemy can fire on the Command tank. */
#define EXPOSED 40000
#define MOST_TURNS 3
#define MOST_PLANS 24
#define MOST_ACTIONS 32

enum { BALANCED, BOLD, CAREFUL, TEMPERS };

/* What things are worth to a temper, in hundredths of a light tank. */
static const struct {
    int advance; /* a step on the way to the enemy's Command tank */
    int threat;  /* hundredths of what could be shot next turn */
    int aim;     /* a first shot at the enemy's Command tank next turn */
    int danger;  /* hundredths of what the enemy can shoot now */
    int shelter; /* an open square on a line to the own Command tank */
} tempers[TEMPERS] = {{4, 30, 120, 90, 3}, {8, 50, 250, 60, 1}, {2, 20, 60, 110, 6}};

static const int16_t worth_of[6] = {0, 100, 150, 210, 180, 190};

static struct {
    bool stopped;
    int64_t end; /* stop when less than this is left of the clock */
    unsigned estimates;
    int temper;
} search;

typedef struct {
    uint64_t codes[MOST_ACTIONS];
    int count;
} plan;

static bool time_is_up(void) {
    if (muster_remaining() < search.end) search.stopped = true;
    return search.stopped;
}

/* ---- What a position is worth ---- */

/* What a seat could do with its guns at once. */
typedef struct {
    int loot;      /* what its shots are worth */
    pieces struck; /* enemies that a shot would drive away or eliminate */
    pieces aimers; /* its pieces that could fire on the Command tank */
} fire_power;

static fire_power power_of(const position *at, int seat) {
    fire_power power = {0, 0, 0};
    pieces claimed = 0;
    hit hits[8];
    for (pieces left = at->alive & army_of(seat); left; left &= left - 1) {
        int piece = first_of(left), best = 0, target = 0;
        for (int index = hits_of(at, piece, hits); index--;) {
            int force = force_of(at, piece, hits[index]);
            if (!force) continue;
            power.struck |= only(hits[index].target);
            if (rules.kind[hits[index].target] == COMMAND) {
                power.aimers |= only(piece);
                continue;
            }
            if (claimed & only(hits[index].target)) continue;
            int value = is_deadly(at, hits[index], force) ? worth_of[rules.kind[hits[index].target]] : 6 + 3 * force;
            if (value > best) best = value, target = hits[index].target;
        }
        if (best) {
            power.loot += best;
            claimed |= only(target);
        }
    }
    return power;
}

/* What it is worth to aim at the enemy's Command tank when the enemy is to play: little if it can fire on the
 * piece that aims, a lot if it can only step between, and nearly a win if it cannot do that either. */
static int worth_of_aims(const position *at, pieces aimers, pieces struck, int aim) {
    int sum = 0, seen = 0;
    for (; aimers; aimers &= aimers - 1, seen++) {
        int piece = first_of(aimers);
        if (struck & only(piece)) {
            sum += aim;
            continue;
        }
        int from = at->square[piece], to = at->square[command_of(!seat_of(piece))];
        int files = from % 16 - to % 16, ranks = from / 16 - to / 16;
        if (files < 0) files = -files;
        if (ranks < 0) ranks = -ranks;
        int distance = files > ranks ? files : ranks;
        /* Nobody may step on the squares next to the piece that aims. */
        bool open_between = rules.kind[piece] != MORTAR && distance > 2;
        sum += open_between ? 3 * aim : 5000;
    }
    return seen > 1 ? 2 * sum : sum;
}

/* Open squares on the lines to a seat's Command tank; the first ones count most. */
static int exposure(const position *at, int seat) {
    int sum = 0, command = at->square[command_of(seat)];
    for (int way = 0; way < 8; way++) {
        int weight = 6;
        for (int to = next_to[command][way]; to >= 0 && !at->board[to]; to = next_to[to][way]) {
            sum += weight;
            if (weight > 1) weight--;
        }
    }
    return sum;
}

static int standing(const position *at, int seat, int advance) {
    int sum = 0;
    for (pieces left = at->alive & army_of(seat); left; left &= left - 1) {
        int piece = first_of(left), kind = rules.kind[piece];
        if (kind == COMMAND) continue;
        sum += worth_of[kind] - advance * way_to_go(piece, at->square[piece]);
    }
    return sum;
}

/* What a position is worth for the seat that has just played, the other one being to fire. */
static int estimate(const position *at, int seat, int temper) {
    search.estimates++;
    fire_power theirs = power_of(at, !seat), own = power_of(at, seat);
    int sum = standing(at, seat, tempers[temper].advance) - standing(at, !seat, 4);
    sum -= theirs.loot * tempers[temper].danger / 100;
    sum += own.loot * tempers[temper].threat / 100;
    sum -= exposure(at, seat) * tempers[temper].shelter / 3;
    sum += exposure(at, !seat);
    if (own.aimers) sum += worth_of_aims(at, own.aimers, theirs.struck, tempers[temper].aim);
    if (theirs.aimers) sum -= EXPOSED + 5000 * __builtin_popcount(theirs.aimers);
    return sum;
}

/* ---- Composing a turn ---- */

static void note(plan *made, uint64_t code) {
    if (made->count < MOST_ACTIONS) made->codes[made->count++] = code;
}

/* Fires on the Command tank if that is possible; this wins. */
static bool finish(position *at, plan *made) {
    shot shots[128];
    for (int index = list_shots(at, shots, 128); index--;) {
        if (rules.kind[shots[index].target] != COMMAND) continue;
        if (fate_of(at, shots[index].target, shots[index].retreat, shots[index].force) >= 0) continue;
        note(made, code_of_shot(at, shots[index]));
        fire(at, shots[index]);
        return true;
    }
    return false;
}

/* Shot by shot, as long as the estimate gets better. */
static void fire_all(position *at, int temper, plan *made) {
    int seat = at->mover, before = estimate(at, seat, temper);
    for (;;) {
        shot shots[128];
        int count = list_shots(at, shots, 128), best = before, chosen = -1;
        for (int index = 0; index < count; index++) {
            position after = *at;
            fire(&after, shots[index]);
            int value = estimate(&after, seat, temper);
            if (value > best) best = value, chosen = index;
        }
        if (chosen < 0 || time_is_up()) return;
        note(made, code_of_shot(at, shots[chosen]));
        fire(at, shots[chosen]);
        before = best;
    }
}

/* Leaves, for turrets, one facing a square: the one most towards the enemy. Returns how many moves are left. */
static int without_needless_facings(const position *at, int piece, step *steps, int count) {
    if (is_fixed(piece)) return count;
    static int16_t kept_for[256];
    int kept = 0, ahead = forward(seat_of(piece));
    for (int square = 0; square < 256; square++) kept_for[square] = -1;
    for (int index = 0; index < count; index++) {
        step s = steps[index];
        if (kept_for[s.to] < 0) {
            kept_for[s.to] = (int16_t)kept;
            steps[kept++] = s;
        } else if (turn_between(s.facing, ahead) < turn_between(steps[kept_for[s.to]].facing, ahead)) {
            steps[kept_for[s.to]] = s;
        }
    }
    (void)at;
    return kept;
}

/* The best move of one piece if it is better than none; the value of the position afterwards. */
static int move_one(position *at, int piece, int before, int temper, const uint8_t *beside, plan *made) {
    static step steps[MOST_STEPS];
    int seat = at->mover, best = before, chosen = -1;
    int count = without_needless_facings(at, piece, steps, list_moves(at, piece, beside, steps));
    int from = at->square[piece], facing = at->facing[piece];
    for (int index = 0; index < count; index++) {
        relocate(at, piece, steps[index].to);
        at->facing[piece] = steps[index].facing;
        int value = estimate(at, seat, temper);
        relocate(at, piece, from);
        at->facing[piece] = (uint8_t)facing;
        if (value > best) best = value, chosen = index;
    }
    if (chosen < 0) return before;
    note(made, code_of_move(at, steps[chosen]));
    drive(at, steps[chosen]);
    return best;
}

/* Moves pieces of one group, those in front first, twice round for those that were in each other's way. */
static int move_group(position *at, pieces group, int temper, plan *made) {
    static uint8_t beside[256];
    mark_beside(at, !at->mover, beside);
    int value = estimate(at, at->mover, temper);
    for (int round = 0; round < 2; round++) {
        pieces left = movable(at) & group;
        while (left) {
            int piece = first_of(left);
            for (pieces others = left; others; others &= others - 1) {
                int other = first_of(others);
                if (way_to_go(other, at->square[other]) < way_to_go(piece, at->square[piece])) piece = other;
            }
            left &= ~only(piece);
            if (time_is_up()) return value;
            value = move_one(at, piece, value, temper, beside, made);
        }
    }
    return value;
}

/* The groups that could move now; returns how many. */
static int list_groups(const position *at, pieces *groups) {
    int count = 0;
    for (pieces left = movable(at); left;) {
        groups[count] = group_of(at, first_of(left));
        left &= ~groups[count++];
    }
    return count;
}

/* How a turn may be composed. */
typedef struct {
    uint8_t temper, group; /* of the groups by the estimate after their moves, the best is 0 */
    bool fires;
} manner;

/* Plays a turn in a manner. The position is left at the end of it, before the other seat's turn begins;
 * false if there is no such turn or the time ran out. */
static bool compose(position *at, manner how, plan *made) {
    made->count = 0;
    if (at->phase == FIRING) {
        if (finish(at, made)) return true;
        if (how.fires) fire_all(at, how.temper, made);
        note(made, tank_chess_end_firing());
        at->phase = MOVING;
    }
    pieces groups[14];
    int count = list_groups(at, groups);
    if (how.group && how.group >= count) return false;
    position best_end = *at;
    plan best_plan = *made;
    int values[14], order[14];
    static position ends[14];
    static plan plans[14];
    if (count > 5) count = 5;
    for (int index = 0; index < count && !search.stopped; index++) {
        ends[index] = *at;
        plans[index] = *made;
        values[index] = move_group(&ends[index], groups[index], how.temper, &plans[index]);
        order[index] = index;
        for (int place = index; place > 0 && values[order[place]] > values[order[place - 1]]; place--) {
            int other = order[place];
            order[place] = order[place - 1];
            order[place - 1] = other;
        }
    }
    if (search.stopped) return false;
    if (count) {
        best_end = ends[order[how.group]];
        best_plan = plans[order[how.group]];
    }
    *at = best_end;
    *made = best_plan;
    note(made, tank_chess_end_turn());
    return true;
}

/* ---- Looking ahead ---- */

/* The value of the end of a turn for the seat that has just played it, so many turns further. */
static int value_of(const position *end, int turns) {
    int seat = end->mover;
    if (end->phase == OVER) return WIN;
    if (turns == 0) return estimate(end, seat, BALANCED);
    position next = *end;
    plan answer;
    end_turn(&next);
    if (!compose(&next, (manner){BALANCED, 0, true}, &answer)) return 0;
    int value = -value_of(&next, turns - 1);
    /* A win is better early, a loss late. */
    return value > WIN / 2 ? value - 1 : value < -WIN / 2 ? value + 1 : value;
}

/* ---- The choice ---- */

static position at;
static plan playing;
static int played;
static uint32_t ply_of_next;

static bool same_plan(const plan *one, const plan *other) {
    if (one->count != other->count) return false;
    for (int index = 0; index < one->count; index++) {
        if (one->codes[index] != other->codes[index]) return false;
    }
    return true;
}

/* Composes plans, the most promising manners first, and keeps the best. */
static void make_plan(const tank_chess_view *view) {
    static plan plans[MOST_PLANS];
    static position ends[MOST_PLANS];
    static int values[MOST_PLANS], noises[MOST_PLANS];
    int most = (int)muster_number("plans", 12), turns = (int)muster_number("turns", MOST_TURNS);
    int noise = (int)muster_number("noise", 3), count = 0;
    if (most < 1 || most > MOST_PLANS) most = MOST_PLANS;
    if (turns < 0 || turns > MOST_TURNS) turns = MOST_TURNS;
    if (noise < 0 || noise > 10000) noise = 3;
    /* A position that stood twice must not come again while there is something to win. */
    if (view->occurrences > 1) noise += 30;

    playing.count = 1;
    playing.codes[0] = at.phase == FIRING ? tank_chess_end_firing() : tank_chess_end_turn();
    muster_offer(playing.codes[0]);
    for (int index = 0; index < 18 && count < most; index++) {
        manner how = {(uint8_t)(index % 3), (uint8_t)(index / 6), index / 3 % 2 == 0};
        if (!how.fires && at.phase != FIRING) continue;
        if (how.temper == BALANCED) how.temper = (uint8_t)search.temper;
        else if (how.temper == search.temper) how.temper = BALANCED;
        ends[count] = at;
        if (!compose(&ends[count], how, &plans[count])) {
            if (search.stopped) break;
            continue;
        }
        bool known = false;
        for (int other = 0; other < count; other++) known |= same_plan(&plans[other], &plans[count]);
        if (known) continue;
        noises[count] = noise ? (int)muster_below((uint32_t)(2 * noise + 1)) - noise : 0;
        values[count] = value_of(&ends[count], 0) + noises[count];
        if (count == 0 || values[count] > values[0]) {
            playing = plans[count];
            muster_offer(playing.codes[0]);
        }
        if (ends[count].phase == OVER) return;
        count++;
        /* The best so far stays in front. */
        for (int place = count - 1; place > 0 && values[place] > values[place - 1]; place--) {
            plan made = plans[place];
            position end = ends[place];
            int value = values[place], by_lot = noises[place];
            plans[place] = plans[place - 1], ends[place] = ends[place - 1];
            values[place] = values[place - 1], noises[place] = noises[place - 1];
            plans[place - 1] = made, ends[place - 1] = end, values[place - 1] = value, noises[place - 1] = by_lot;
        }
    }
    for (int deep = 1; deep <= turns && count > 1; deep++) {
        int best = 0, best_value = -2 * WIN;
        for (int index = 0; index < count; index++) {
            int value = value_of(&ends[index], deep) + noises[index];
            if (search.stopped) break;
            if (value > best_value) best_value = value, best = index;
        }
        /* The best plan of the turn before is looked at first, so that a part of a round says something. */
        if (best_value > -2 * WIN) {
            playing = plans[best];
            muster_offer(playing.codes[0]);
        }
        if (search.stopped || best_value > WIN / 2) return;
        plan made = plans[0];
        position end = ends[0];
        int by_lot = noises[0];
        plans[0] = plans[best], ends[0] = ends[best], noises[0] = noises[best];
        plans[best] = made, ends[best] = end, noises[best] = by_lot;
    }
}

uint64_t choose(const tank_chess_view *view) {
    read_view(&at, view);
    if (view->phase == SETUP) return next_placement(&at, view, !muster_is("shelter", "no"));
    if (played < playing.count && view->ply == ply_of_next) {
        ply_of_next++;
        return playing.codes[played++];
    }
    measure_ways(&at, 0);
    measure_ways(&at, 1);
    search.temper = muster_is("temper", "bold") ? BOLD : muster_is("temper", "careful") ? CAREFUL : BALANCED;
    search.stopped = false;
    int64_t now = muster_remaining(), in_game = muster_game_remaining();
    int64_t share = muster_number("share", 60), limit = muster_number("ms", 60000) * 1000000;
    if (share < 1 || share > 95) share = 60;
    int64_t budget = now / 100 * share;
    if (budget > in_game / 30 + (int64_t)view->increment) budget = in_game / 30 + (int64_t)view->increment;
    if (budget > now / 100 * share) budget = now / 100 * share;
    if (budget > limit) budget = limit;
    search.end = now - budget;
    make_plan(view);
    played = 1;
    ply_of_next = view->ply + 1;
    return playing.codes[0];
}
