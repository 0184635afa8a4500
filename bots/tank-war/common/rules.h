/* The rules of The Tank War for bots that look ahead: positions, who may move, a round, the end.
 *
 * A position is three sets of boxes, bit 6 * row + column, row 0 being U's back row. A box's column
 * tells which tank stands on it. Seat 0 is U and drives down, seat 1 is D and drives up. Include after
 * "tank_war.h"; all rule options of the view are supported.
 */
#ifndef TANK_WAR_RULES_H
#define TANK_WAR_RULES_H

typedef uint64_t boxes;

#define ALL_BOXES ((boxes)0xFFFFFFFFF)
#define LEFT_EDGE ((boxes)0x041041041)
#define RIGHT_EDGE (LEFT_EDGE << 5)
#define BACK_ROW(seat) ((seat) ? (boxes)0x3F << 30 : (boxes)0x3F)

enum { KIND_A, KIND_B, KIND_C };

typedef struct {
    boxes tanks[2]; /* the boxes of each seat's living tanks */
    boxes held;     /* the boxes that seat 1 holds; seat 0 holds the others */
    unsigned rounds;
} position;

/* The rule options, and values derived from them. */
static struct {
    boxes track[2][6]; /* by seat and tank */
    boxes of_kind[3];  /* the tracks of A, B and C */
    bool wasted;
    bool c_blocked;
    unsigned max_rounds;
} rules;

static inline int count(boxes set) { return __builtin_popcountll(set); }
static inline int first_of(boxes set) { return __builtin_ctzll(set); }

static inline boxes up(boxes set) { return set >> 6; }
static inline boxes down(boxes set) { return set << 6 & ALL_BOXES; }
static inline boxes left(boxes set) { return (set & ~LEFT_EDGE) >> 1; }
static inline boxes right(boxes set) { return (set & ~RIGHT_EDGE) << 1; }
static inline boxes ahead(int seat, boxes set) { return seat ? up(set) : down(set); }

/* Reads a view: the options into `rules`, the board into a position. */
static position read_view(const tank_war_view *view) {
    position at = {{0, 0}, 0, view->rounds};
    rules.of_kind[KIND_A] = rules.of_kind[KIND_B] = rules.of_kind[KIND_C] = 0;
    for (int tank = 0; tank < 6; tank++) {
        for (int seat = 0; seat < 2; seat++) {
            rules.track[seat][tank] = LEFT_EDGE << view->column[6 * seat + tank];
        }
        rules.of_kind[tank % 3] |= rules.track[0][tank];
    }
    rules.wasted = view->blocked;
    rules.c_blocked = view->c_blocked_by_tanks;
    /* Without wasted moves, a game ends without a limit. */
    rules.max_rounds = rules.wasted ? view->max_rounds : 255;
    for (int box = 0; box < 36; box++) {
        if (view->owner[box]) at.held |= (boxes)1 << box;
        if (view->tank[box] < 12) at.tanks[view->tank[box] / 6] |= (boxes)1 << box;
    }
    return at;
}

/* Returns the tank of a seat on a box: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC. */
static inline unsigned tank_on(int seat, boxes box) {
    unsigned tank = 0;
    while (!(rules.track[seat][tank] & box)) tank++;
    return tank;
}

/* Returns the boxes of the tanks that a seat may name. */
static inline boxes movable(const position *at, int seat) {
    boxes driving = at->tanks[seat] & ~BACK_ROW(!seat);
    return rules.wasted ? driving : driving & ~ahead(!seat, at->tanks[!seat]);
}

static inline bool is_over(const position *at) {
    return !movable(at, 0) || !movable(at, 1) || at->rounds >= rules.max_rounds;
}

/* Returns the boxes that tanks on these boxes hit. `standing` are all living tanks. */
static inline boxes range_of(boxes tanks, boxes standing) {
    boxes a = tanks & rules.of_kind[KIND_A], b = tanks & rules.of_kind[KIND_B], c = tanks & rules.of_kind[KIND_C];
    boxes beside = left(a) | right(a);
    boxes stops = rules.c_blocked ? ~standing : ~(boxes)0;
    return up(beside) | down(beside) | up(b) | down(b) | left(b) | right(b) | up(up(c) & stops)
        | down(down(c) & stops) | left(left(c) & stops) | right(right(c) & stops);
}

/* All tanks fire at once. */
static inline void fire(position *at) {
    boxes standing = at->tanks[0] | at->tanks[1];
    boxes hit_by_0 = range_of(at->tanks[0], standing), hit_by_1 = range_of(at->tanks[1], standing);
    at->tanks[0] &= ~hit_by_1;
    at->tanks[1] &= ~hit_by_0;
}

/* Plays the round in which the tanks on these boxes are named. A box of 0 names none, for what-if analysis. */
static inline position play(position at, boxes named_0, boxes named_1) {
    boxes standing = at.tanks[0] | at.tanks[1];
    boxes to_0 = ahead(0, named_0) & ~standing, to_1 = ahead(1, named_1) & ~standing;
    if (to_0 & to_1) {
        if (to_0 & at.held) to_0 = 0;
        else to_1 = 0;
    }
    if (to_0) at.tanks[0] = (at.tanks[0] & ~named_0) | to_0;
    if (to_1) at.tanks[1] = (at.tanks[1] & ~named_1) | to_1;
    at.held = (at.held & ~to_0) | to_1;
    at.rounds++;
    fire(&at);
    return at;
}

/* Seat 0's lead in tanks and boxes. */
static inline int tank_lead(const position *at) { return count(at->tanks[0]) - count(at->tanks[1]); }
static inline int box_lead(const position *at) { return 36 - 2 * count(at->held); }

/* Returns 1 if seat 0 would win on the current board, -1 if seat 1 would, 0 for a draw. */
static inline int winner(const position *at) {
    int lead = tank_lead(at) ? tank_lead(at) : box_lead(at);
    return (lead > 0) - (lead < 0);
}

#endif
