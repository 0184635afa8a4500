/* Planning for bots that compose whole turns: the evaluation of a position, plans of a turn's shots and moves, and
 * `make_plan`, which composes plans, looks ahead and keeps the best. Set `search` and `at` before.
 * Include after "rules.h".
 */
#ifndef TANK_CHESS_PLANS_H
#define TANK_CHESS_PLANS_H

#define WIN 100000
/* The evaluation if the enemy can fire on the Command tank. */
#define EXPOSED 40000
#define MOST_TURNS 3
#define MOST_PLANS 24
#define MOST_ACTIONS 32

/* The weight of holes, in hundredths, and of each open line in the evaluation. */
#define HOLE 50
#define OPEN 3
/* The penalty for repeating a position, because a third time draws, unless the evaluation is this bad. */
#define REPEATED 150
#define BAD 150

enum { BALANCED, BOLD, CAREFUL, TEMPERS };

/* The values of a temper, in hundredths of a light tank. */
static const struct {
    int advance; /* a step on the way to the enemy's Command tank */
    int threat;  /* percentage of the value of possible shots next turn */
    int aim;     /* a first shot at the enemy's Command tank next turn */
    int danger;  /* percentage of the value of the enemy's possible shots now */
    int shelter; /* percentage of the cost of holes in the shelter of the own Command tank */
} tempers[TEMPERS] = {{6, 30, 120, 90, 100}, {9, 50, 250, 60, 50}, {2, 20, 60, 110, 150}};

static const int16_t worth_of[6] = {0, 100, 150, 210, 180, 190};

static struct {
    bool stopped;
    int64_t end; /* stop when less than this is left on the clock */
    int temper;
    int restless; /* extra value of a step ahead after many turns without an elimination */
    int seat;     /* the searching seat */
} search;

typedef struct {
    uint64_t codes[MOST_ACTIONS];
    int count;
} plan;

static bool time_is_up(void) {
    if (muster_remaining() < search.end) search.stopped = true;
    return search.stopped;
}

/* ---- The evaluation ---- */

/* Between two squares: the distance on an empty board, and the direction if they are on one line, else NO_LINE. */
static uint8_t steps_between[256][256], way_between[256][256];
#define NO_LINE 8

static void measure_lines(void) {
    if (steps_between[0][1]) return;
    for (int from = 0; from < 256; from++) {
        for (int to = 0; to < 256; to++) {
            int files = from % 16 - to % 16, ranks = from / 16 - to / 16;
            if (files < 0) files = -files;
            if (ranks < 0) ranks = -ranks;
            steps_between[from][to] = (uint8_t)(files > ranks ? files : ranks);
            way_between[from][to] = NO_LINE;
        }
        for (int way = 0; way < 8; way++) {
            for (int to = next_to[from][way]; to >= 0; to = next_to[to][way]) way_between[from][to] = (uint8_t)way;
        }
    }
}

/* A seat's possible shots now. */
typedef struct {
    int loot;      /* upper bound for the value of its shots */
    pieces struck; /* enemies that a shot would drive away or eliminate */
    pieces aimers; /* its pieces that could fire on the Command tank */
} fire_power;

/* Returns the value of a hit with this force. The Command tank does not count. */
static int worth_of_hit(const position *at, hit h, int force) {
    return is_deadly(at, h, force) ? worth_of[rules.kind[h.target]] : 6 + 3 * force;
}

/* Returns true if a piece's gun reaches along a line of this direction and length. The line must be free, too,
 * unless the piece is a mortar. */
static bool bears(const position *at, int piece, int way, int distance) {
    int kind = rules.kind[piece];
    if (kind == MORTAR) return at->facing[piece] == way && distance >= 3 && distance <= 5;
    return distance >= rules.min_range && (kind != DESTROYER || at->facing[piece] == way);
}

static bool is_free_between(const position *at, int from, int way, int distance) {
    while (--distance > 0) {
        from = next_to[from][way];
        if (at->board[from]) return false;
    }
    return true;
}

/* The fire power of both seats. A line is the same for both, so each pair is checked once. */
static void weigh_guns(const position *at, fire_power power[2]) {
    power[0] = power[1] = (fire_power){0, 0, 0};
    /* The best shot of each piece and the worst shot at it: a piece fires once and is fired on once, so the
     * smaller of both sums is a bound. */
    int can[PIECES] = {0}, suffers[PIECES] = {0};
    pieces black = at->alive & army_of(1);
    for (pieces left = at->alive & army_of(0); left; left &= left - 1) {
        int one = first_of(left), from = at->square[one];
        for (pieces others = black; others; others &= others - 1) {
            int other = first_of(others), to = at->square[other], way = way_between[from][to];
            if (way == NO_LINE) continue;
            int distance = steps_between[from][to], back = (way + 4) & 7;
            bool there = bears(at, one, way, distance), here = bears(at, other, back, distance);
            if (!there && !here) continue;
            bool lobs_there = rules.kind[one] == MORTAR, lobs_here = rules.kind[other] == MORTAR;
            if ((there && !lobs_there) || (here && !lobs_here)) {
                bool is_free = is_free_between(at, from, way, distance);
                there = there && (lobs_there || is_free);
                here = here && (lobs_here || is_free);
            }
            for (int seat = 0; seat < 2; seat++) {
                if (!(seat ? here : there)) continue;
                int firer = seat ? other : one;
                hit h = {(uint8_t)(seat ? one : other), (uint8_t)(seat ? back : way)};
                int force = force_of(at, firer, h);
                if (!force) continue;
                power[seat].struck |= only(h.target);
                if (rules.kind[h.target] == COMMAND) {
                    power[seat].aimers |= only(firer);
                    continue;
                }
                int value = worth_of_hit(at, h, force);
                if (value > can[firer]) can[firer] = value;
                if (value > suffers[h.target]) suffers[h.target] = value;
            }
        }
    }
    int fired[2] = {0, 0}, taken[2] = {0, 0};
    for (pieces left = at->alive; left; left &= left - 1) {
        int piece = first_of(left);
        fired[seat_of(piece)] += can[piece];
        taken[!seat_of(piece)] += suffers[piece];
    }
    for (int seat = 0; seat < 2; seat++) power[seat].loot = fired[seat] < taken[seat] ? fired[seat] : taken[seat];
}

/* Returns the value of aiming at the enemy's Command tank when the enemy is to play: low if it can fire on the
 * aiming piece, high if it can only step between, and nearly a win if it can do neither. */
static int worth_of_aims(const position *at, pieces aimers, pieces struck, int aim) {
    int sum = 0, seen = 0;
    for (; aimers; aimers &= aimers - 1, seen++) {
        int piece = first_of(aimers);
        if (struck & only(piece)) {
            sum += aim;
            continue;
        }
        int distance = steps_between[at->square[piece]][at->square[command_of(!seat_of(piece))]];
        /* The enemy may not step on squares next to the aiming piece. */
        bool open_between = rules.kind[piece] != MORTAR && distance > 2;
        sum += open_between ? 3 * aim : 5000;
    }
    return seen > 1 ? 2 * sum : sum;
}

/* Returns true if a piece of a seat stands next to a square, so that no enemy can step there. */
static bool is_shut(const position *at, int seat, int square) {
    for (int way = 0; way < 8; way++) {
        int to = next_to[square][way];
        if (to < 0) continue;
        unsigned here = at->board[to];
        if (here && here != OBSTACLE && seat_of((int)here - 1) == seat) return true;
    }
    return false;
}

/* Returns true if a gun of a seat that pierces any side armour except a heavy tank's reaches a square. */
static bool is_covered(const position *at, int seat, int square) {
    for (int way = 0; way < 8; way++) {
        int to = square;
        do to = next_to[to][way];
        while (to >= 0 && at->board[to] == 0);
        if (to < 0 || at->board[to] == OBSTACLE) continue;
        int piece = at->board[to] - 1, kind = rules.kind[piece];
        if (seat_of(piece) != seat || gun_of[kind] < 2 || kind == MORTAR) continue;
        if (kind != DESTROYER || at->facing[piece] == ((way + 4) & 7)) return true;
    }
    return false;
}

/* Returns the number of steps by which the nearest of some pieces misses a square in one turn. */
static int shortfall(const position *at, pieces of, int square) {
    int least = 99;
    for (; of; of &= of - 1) {
        int piece = first_of(of);
        int missing = steps_between[square][at->square[piece]] - speed_of[rules.kind[piece]];
        if (missing < least) least = missing;
    }
    return least;
}

/* Returns the cost of enemies that might get to a square and fire on the Command tank from there. It is higher
 * if no piece could step between. */
static int cost_of_hole(const position *at, int seat, int square, pieces enemies, bool lasting) {
    if (is_shut(at, seat, square)) return 0;
    int near = shortfall(at, enemies, square);
    if (near > 8) return 0;
    if (near > 0) return 3 * (9 - near);
    if (is_covered(at, seat, square)) return 30;
    return lasting ? 1500 : 300;
}

/* Returns the cost of holes in the shelter of a seat's Command tank: squares on its lines that an enemy could
 * get to, neither next to its pieces nor in reach of its guns. */
static int holes_of(const position *at, int seat) {
    int sum = 0, command = at->square[command_of(seat)];
    pieces guns = 0, mortars = 0;
    for (pieces left = at->alive & army_of(!seat); left; left &= left - 1) {
        int piece = first_of(left);
        if (rules.kind[piece] == MORTAR) mortars |= only(piece);
        else if (rules.kind[piece] != COMMAND) guns |= only(piece);
    }
    for (int way = 0; way < 8; way++) {
        int distance = 1, to = next_to[command][way];
        for (; to >= 0 && !at->board[to]; to = next_to[to][way], distance++) {
            if (distance > 1) sum += cost_of_hole(at, seat, to, guns, distance == 2);
        }
        if (!mortars) continue;
        distance = 1, to = next_to[command][way];
        for (; to >= 0 && distance <= 5; to = next_to[to][way], distance++) {
            if (distance < 3 || at->board[to]) continue;
            sum += cost_of_hole(at, seat, to, mortars, true);
        }
    }
    return sum > 3000 ? 3000 : sum;
}

/* Returns a measure of open lines to a seat's Command tank. Squares next to it count most. */
static int openness_of(const position *at, int seat) {
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

/* Returns the value of a position for the seat that has just played. The other seat fires next. */
static int estimate(const position *at, int seat, int temper) {
    fire_power power[2];
    weigh_guns(at, power);
    fire_power own = power[seat], theirs = power[!seat];
    int restless = seat == search.seat ? search.restless : 0;
    int sum = standing(at, seat, tempers[temper].advance + restless) - standing(at, !seat, 4);
    sum -= theirs.loot * tempers[temper].danger / 100;
    sum += own.loot * tempers[temper].threat / 100;
    sum -= (HOLE * holes_of(at, seat) / 100 + OPEN * openness_of(at, seat)) * tempers[temper].shelter / 100;
    sum += holes_of(at, !seat) / 10 + openness_of(at, !seat);
    if (own.aimers) sum += worth_of_aims(at, own.aimers, theirs.struck, tempers[temper].aim);
    if (theirs.aimers) sum -= EXPOSED + 5000 * __builtin_popcount(theirs.aimers);
    return sum;
}

/* ---- Composing a turn ---- */

static void note(plan *made, uint64_t code) {
    if (made->count < MOST_ACTIONS) made->codes[made->count++] = code;
}

/* Fires on the Command tank if possible, which wins. */
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

/* Adds shots as long as the evaluation improves. */
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

/* For turrets, keeps one facing per square: the one most towards the enemy. Returns the number of moves left. */
static int without_needless_facings(int piece, step *steps, int count) {
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
    return kept;
}

/* Plays the best move of a piece if it is better than none. Returns the value of the position after it. */
static int move_one(position *at, int piece, int before, int temper, const uint8_t *beside, plan *made) {
    static step steps[MOST_STEPS];
    int seat = at->mover, best = before, chosen = -1;
    int count = without_needless_facings(piece, steps, list_moves(at, piece, beside, steps));
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

/* Moves the pieces of a group, those in front first. A second round moves those that were blocked. */
static int move_group(position *at, pieces group, int temper, int rounds, plan *made) {
    static uint8_t beside[256];
    mark_beside(at, !at->mover, beside);
    int value = estimate(at, at->mover, temper);
    for (int round = 0; round < rounds; round++) {
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

/* Lists the groups that could move now. Returns their number. */
static int list_groups(const position *at, pieces *groups) {
    int count = 0;
    for (pieces left = movable(at); left;) {
        groups[count] = group_of(at, first_of(left));
        left &= ~groups[count++];
    }
    return count;
}

/* A plan of a turn, up to its end, before the other seat's turn begins. */
typedef struct {
    position end;
    plan actions;
    int value; /* the evaluation by the temper that composed it */
} turn;

#define MOST_GROUPS 4

/* The ways to compose a turn. */
typedef struct {
    uint8_t temper, rounds;
    bool fires;
} manner;

/* Composes a turn for each group that may move, best first. Returns their number, 0 if the time ran out. */
static int compose(const position *at, manner how, turn *turns) {
    turn start = {*at, {.count = 0}, 0};
    if (start.end.phase == FIRING) {
        if (finish(&start.end, &start.actions)) {
            turns[0] = start;
            return 1;
        }
        if (how.fires) fire_all(&start.end, how.temper, &start.actions);
        note(&start.actions, tank_chess_end_firing());
        start.end.phase = MOVING;
    }
    pieces groups[14];
    int count = list_groups(&start.end, groups);
    if (count > MOST_GROUPS) count = MOST_GROUPS;
    if (count == 0) {
        groups[0] = 0;
        count = 1;
    }
    for (int index = 0; index < count; index++) {
        turn made = start;
        made.value = move_group(&made.end, groups[index], how.temper, how.rounds, &made.actions);
        if (search.stopped) return 0;
        note(&made.actions, tank_chess_end_turn());
        int place = index;
        for (; place > 0 && made.value > turns[place - 1].value; place--) turns[place] = turns[place - 1];
        turns[place] = made;
    }
    return count;
}

/* ---- Looking ahead ---- */

/* Returns the value of the end of a turn for the seat that has just played it, searched this many turns deep. */
static int value_of(const position *end, int turns) {
    int seat = end->mover;
    if (end->phase == OVER) return WIN;
    if (turns == 0) return estimate(end, seat, BALANCED);
    static turn answers[MOST_TURNS + 1][MOST_GROUPS];
    position next = *end;
    end_turn(&next);
    if (!compose(&next, (manner){BALANCED, 1, true}, answers[turns])) return 0;
    int value = -value_of(&answers[turns][0].end, turns - 1);
    /* Early wins and late losses score higher. */
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

/* Hashes of positions at the ends of own turns. Only a very long match has more than fit. */
static uint64_t left_behind[1024];
static unsigned turns_played;

static uint64_t hash_of(const position *end) {
    uint64_t hash = 0;
    for (pieces left = end->alive; left; left &= left - 1) {
        int piece = first_of(left);
        uint64_t part = (uint64_t)(end->square[piece] << 8 | end->facing[piece] << 4 | rules.kind[piece]) << 1;
        part = (part | (uint64_t)seat_of(piece)) * 0x9E3779B97F4A7C15;
        part = (part ^ part >> 29) * 0xBF58476D1CE4E5B9;
        hash += part ^ part >> 32;
    }
    return hash;
}

static int times_left_behind(const position *end) {
    int times = 0;
    uint64_t hash = hash_of(end);
    unsigned known = turns_played < 1024 ? turns_played : 1024;
    for (unsigned index = 0; index < known; index++) times += left_behind[index] == hash;
    return times;
}

/* A candidate turn, with its random and known adjustments of the value. */
typedef struct {
    turn play;
    int value, bias;
} choice_of_turn;

static void keep(const turn *play) {
    playing = play->actions;
    muster_offer(playing.codes[0]);
    left_behind[turns_played % 1024] = hash_of(&play->end);
}

/* Composes turns, looks ahead, and stores the best in `playing`. */
static inline void make_plan(void) {
    static choice_of_turn choices[MOST_PLANS];
    int most = (int)muster_number("plans", 12), turns = (int)muster_number("turns", MOST_TURNS);
    int noise = (int)muster_number("noise", 3), count = 0;
    if (most < 1 || most > MOST_PLANS) most = MOST_PLANS;
    if (turns < 0 || turns > MOST_TURNS) turns = MOST_TURNS;
    if (noise < 0 || noise > 10000) noise = 3;
    for (int index = 0; index < 2 * TEMPERS && count < most; index++) {
        static turn made[MOST_GROUPS];
        manner how = {(uint8_t)(index % TEMPERS), 2, index < TEMPERS};
        if (how.temper == BALANCED) how.temper = (uint8_t)search.temper;
        else if (how.temper == search.temper) how.temper = BALANCED;
        if (!how.fires && at.phase != FIRING) break;
        int number = compose(&at, how, made);
        for (int group = 0; group < number && count < most; group++) {
            bool known = false;
            for (int other = 0; other < count; other++) known |= same_plan(&choices[other].play.actions, &made[group].actions);
            if (known) continue;
            choice_of_turn found = {made[group], value_of(&made[group].end, 0), 0};
            if (noise) found.bias = (int)muster_below((uint32_t)(2 * noise + 1)) - noise;
            /* Avoids repetition unless the position is bad. */
            if (found.value > -BAD) found.bias -= REPEATED * times_left_behind(&found.play.end);
            found.value += found.bias;
            int place = count++;
            for (; place > 0 && found.value > choices[place - 1].value; place--) choices[place] = choices[place - 1];
            choices[place] = found;
            keep(&choices[0].play);
            if (found.play.end.phase == OVER) return;
        }
        if (search.stopped) return;
    }
    for (int deep = 1; deep <= turns && count > 1; deep++) {
        int best = -1;
        for (int index = 0; index < count; index++) {
            int value = value_of(&choices[index].play.end, deep);
            if (search.stopped) break;
            choices[index].value = value + choices[index].bias;
            if (best < 0 || choices[index].value > choices[best].value) best = index;
        }
        /* Searches the best of the last round first, so that an unfinished round is useful. */
        if (best >= 0) keep(&choices[best].play);
        if (search.stopped || choices[best].value > WIN / 2) return;
        choice_of_turn first = choices[best];
        for (int index = best; index > 0; index--) choices[index] = choices[index - 1];
        choices[0] = first;
    }
}

#endif
