/* The rules of The Tank War once more, as a module, for comparison with the built-in game. `bots/build` compiles it. */
#include "muster_rules.h"

typedef uint64_t boxes; /* Bit 6 * row + column, row 0 on top: the back row of seat 0, which drives down. */

struct muster_state {
    boxes tanks[2]; /* The boxes of each seat's living tanks. */
    boxes held;     /* The boxes that seat 1 holds; seat 0 holds all others. */
    uint8_t rounds, outside, wasted, c_blocked, zero[4];
};
struct muster_view {
    uint8_t layout, blocked, c_blocked_by_tanks, max_rounds, rounds, movable[2], tanks[2], boxes[2];
    int8_t advanced[12];
    uint8_t column[12], owner[36], tank[36];
};
MUSTER_PUBLIC_STATE

MUSTER_GAME("The Tank War as a module", "Up", "Down", 200,
    "The rules of the built-in game once more, as a module: both sides name a tank, both tanks move one box ahead, then "
    "all tanks fire. More tanks win, then more boxes. The page of the built-in game has the rules in full.",
    OPTIONS(CHOICE("layout", "\"a-inside\",\"a-outside\"",
                   "Order of the tanks from each player's own left: LC LB LA RA RB RC, or LA LB LC RC RB RA."),
            CHOICE("blocked", "\"illegal\",\"wasted\"",
                   "Naming a tank with an enemy tank right ahead is illegal, or wastes the move; with wasted moves a game "
                   "ends after 200 rounds at the latest."),
            FLAG("c_blocked_by_tanks", false,
                 "Whether a living tank of either side in between stops the shot of a C."))
    METRICS(METRIC("tanks", "Own tanks that survived, 0 to 6."), METRIC("boxes", "Boxes held at the end, 0 to 36."),
            METRIC("destroyed", "Enemy tanks that did not survive, 0 to 6."))
    ACTIONS(ACTION("move", "{tank}", "Names one of your movable tanks, which moves one box forward.",
                   "{\"name\":\"tank\",\"min\":0,\"max\":5,\"about\":\"The tank that moves.\",\"labels\":"
                   "[\"LA\",\"LB\",\"LC\",\"RA\",\"RB\",\"RC\"]}"))
    VIEW(FIELD("layout", "u8", 1, "Rule option: 0 a-inside, 1 a-outside."),
         FIELD("blocked", "u8", 1, "Rule option: 0 illegal, 1 wasted."),
         FIELD("c_blocked_by_tanks", "u8", 1, "Rule option: 0 false, 1 true."),
         FIELD("max_rounds", "u8", 1, "Maximum number of rounds: 54, or 200 with wasted moves."),
         FIELD("rounds", "u8", 1, "Rounds played."),
         FIELD("movable", "u8", 2, "By seat: bit t is set if tank t may be named now."),
         FIELD("tanks", "u8", 2, "By seat: number of living tanks."),
         FIELD("boxes", "u8", 2, "By seat: number of boxes held."),
         FIELD("advanced", "i8", 12, "By seat and tank: boxes advanced, 0 to 5; -1 if destroyed."),
         FIELD("column", "u8", 12, "By seat and tank: the column of its track, 0 to 5."),
         FIELD("owner", "u8", 36, "By box: the seat that holds it."),
         FIELD("tank", "u8", 36, "By box: 6 * seat + tank of the tank on it; 255 if none."))
    ",\"grids\":[{\"field\":\"tank\",\"columns\":\"012345\",\"rows\":[\"0\",\"1\",\"2\",\"3\",\"4\",\"5\"],"
    "\"pieces\":{" PIECE(0, 0, "LA", "left A") AND PIECE(1, 0, "LB", "left B") AND PIECE(2, 0, "LC", "left C") AND
               PIECE(3, 0, "RA", "right A") AND PIECE(4, 0, "RB", "right B") AND PIECE(5, 0, "RC", "right C") AND
               PIECE(6, 1, "LA", "left A") AND PIECE(7, 1, "LB", "left B") AND PIECE(8, 1, "LC", "left C") AND
               PIECE(9, 1, "RA", "right A") AND PIECE(10, 1, "RB", "right B") AND PIECE(11, 1, "RC", "right C") "}}]");

#define ALL ((boxes)0xFFFFFFFFF)
#define COLUMN ((boxes)0x041041041)
#define BACK_ROW(seat) ((boxes)0x3F << ((seat) ? 30 : 0))

static boxes up(boxes set) { return set >> 6; }
static boxes down(boxes set) { return set << 6 & ALL; }
static boxes left(boxes set) { return (set & ~COLUMN) >> 1; }
static boxes right(boxes set) { return (set & ~(COLUMN << 5)) << 1; }
static boxes ahead(int seat, boxes set) { return seat ? up(set) : down(set); }
static int count(boxes set) { return __builtin_popcountll(set); }
static int first_of(boxes set) { return __builtin_ctzll(set); }

/* Returns the column of a tank: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC, by each side's own left and right. */
static int column_of(const muster_state *at, int seat, int tank) {
    static const uint8_t columns[2][6] = {{2, 1, 0, 3, 4, 5}, {0, 1, 2, 5, 4, 3}};
    int column = columns[at->outside][tank];
    return seat ? column : 5 - column;
}

static boxes standing(const muster_state *at, int seat, int tank) {
    return at->tanks[seat] & COLUMN << column_of(at, seat, tank);
}

/* Returns the boxes of the tanks that a seat may name. */
static boxes movable(const muster_state *at, int seat) {
    boxes driving = at->tanks[seat] & ~BACK_ROW(!seat);
    return at->wasted ? driving : driving & ~ahead(!seat, at->tanks[!seat]);
}

/* Returns the boxes that tanks on these boxes of one seat hit. */
static boxes range_of(const muster_state *at, boxes tanks) {
    boxes of_kind[3] = {0, 0, 0};
    for (int tank = 0; tank < 6; tank++) of_kind[tank % 3] |= tanks & COLUMN << column_of(at, 0, tank);
    boxes beside = left(of_kind[0]) | right(of_kind[0]), b = of_kind[1], c = of_kind[2];
    boxes free = at->c_blocked ? ~(at->tanks[0] | at->tanks[1]) : ALL;
    return up(beside) | down(beside) | up(b) | down(b) | left(b) | right(b) | up(up(c) & free) | down(down(c) & free)
        | left(left(c) & free) | right(right(c) & free);
}

/* Moves the tanks that both seats name. */
static void move_tanks(muster_state *at, const int tanks[2]) {
    boxes all = at->tanks[0] | at->tanks[1], from[2], to[2];
    for (int seat = 0; seat < 2; seat++) {
        from[seat] = standing(at, seat, tanks[seat]);
        to[seat] = ahead(seat, from[seat]) & ~all;
    }
    if (to[0] & to[1]) to[at->held & to[0] ? 0 : 1] = 0;
    for (int seat = 0; seat < 2; seat++) {
        if (to[seat]) at->tanks[seat] = (at->tanks[seat] & ~from[seat]) | to[seat];
    }
    at->held = (at->held & ~to[0]) | to[1];
}

static void fire(muster_state *at) {
    boxes hits[2] = {range_of(at, at->tanks[0]), range_of(at, at->tanks[1])};
    at->tanks[0] &= ~hits[1];
    at->tanks[1] &= ~hits[0];
}

static boxes held_by(const muster_state *at, int seat) { return seat ? at->held : ALL & ~at->held; }

/* Returns the winner, 2 for a draw. */
static int winner(const muster_state *at) {
    int lead = count(at->tanks[0]) - count(at->tanks[1]);
    if (!lead) lead = count(held_by(at, 0)) - count(at->held);
    return lead > 0 ? 0 : lead < 0 ? 1 : 2;
}

static const char *reason(const muster_state *at) {
    int destroyed = !at->tanks[0] + !at->tanks[1], stuck = !movable(at, 0) + !movable(at, 1);
    if (destroyed) return destroyed == 2 ? "both sides destroyed" : "one side destroyed";
    if (stuck) return stuck == 2 ? "neither side can move" : "one side cannot move";
    return "200 rounds played";
}

static bool is_over(const muster_state *at) {
    return !movable(at, 0) || !movable(at, 1) || (at->wasted && at->rounds >= 200);
}

void start(muster_state *state) {
    state->tanks[0] = BACK_ROW(0);
    state->tanks[1] = BACK_ROW(1);
    state->held = (boxes)0x3FFFF << 18;
    state->outside = option_is("layout", "a-outside");
    state->wasted = option_is("blocked", "wasted");
    state->c_blocked = option_is("c_blocked_by_tanks", "true");
}

muster_turn score(const muster_state *state) {
    int seat = winner(state);
    return seat < 2 ? win(seat, reason(state)) : draw(reason(state));
}

muster_turn turn(const muster_state *state) { return is_over(state) ? score(state) : both_act(); }

void legal(const muster_state *seen, int seat) {
    boxes may_move = movable(seen, seat);
    for (int tank = 0; tank < 6; tank++) {
        if (standing(seen, seat, tank) & may_move) allow(muster_move(0, (uint64_t)tank));
    }
}

void apply(muster_state *state, const muster_moves *moves) {
    const int tanks[2] = {(int)moves->code[0], (int)moves->code[1]};
    move_tanks(state, tanks);
    fire(state);
    state->rounds++;
}

void show(const muster_state *at, int viewer, muster_view *view) {
    (void)viewer;
    view->layout = at->outside;
    view->blocked = at->wasted;
    view->c_blocked_by_tanks = at->c_blocked;
    view->max_rounds = at->wasted ? 200 : 54;
    view->rounds = at->rounds;
    for (int box = 0; box < 36; box++) {
        view->owner[box] = at->held >> box & 1;
        view->tank[box] = 255;
    }
    for (int seat = 0; seat < 2; seat++) {
        boxes may_move = movable(at, seat);
        view->movable[seat] = 0;
        view->tanks[seat] = (uint8_t)count(at->tanks[seat]);
        view->boxes[seat] = (uint8_t)count(held_by(at, seat));
        for (int tank = 0; tank < 6; tank++) {
            int index = 6 * seat + tank;
            boxes box = standing(at, seat, tank);
            view->column[index] = (uint8_t)column_of(at, seat, tank);
            view->advanced[index] = -1;
            if (!box) continue;
            int row = first_of(box) / 6;
            view->advanced[index] = (int8_t)(seat ? 5 - row : row);
            view->tank[first_of(box)] = (uint8_t)index;
            if (box & may_move) view->movable[seat] |= (uint8_t)(1 << tank);
        }
    }
}

int metrics(const muster_state *state, int seat, int64_t *values) {
    values[0] = count(state->tanks[seat]);
    values[1] = count(held_by(state, seat));
    values[2] = 6 - count(state->tanks[!seat]);
    return 3;
}

/* ---- Events: the moves, the shots, the losses ---- */

static char text[200], *text_end;

static void add(const char *words) {
    while (*words) *text_end++ = *words++;
}

static const char *const tank_names[] = {"LA", "LB", "LC", "RA", "RB", "RC"};

static void add_owned(int seat, int tank) {
    add(seat ? "D's " : "U's ");
    add(tank_names[tank]);
}

static void add_place(boxes box) {
    const char row[] = {(char)('0' + first_of(box) / 6), 0}, column[] = {(char)('0' + first_of(box) % 6), 0};
    add("row ");
    add(row);
    add(", column ");
    add(column);
}

/* Reports the text with a mark between two boxes, or at the second one if there is no first. */
static void say(const char *mark, boxes from, boxes to) {
    *text_end = 0;
    say_event(text, mark, from ? first_of(from) : -1, to ? first_of(to) : -1);
}

static void say_moves(const muster_state *before, const muster_state *after, const int tanks[2]) {
    boxes from[2], to[2];
    for (int seat = 0; seat < 2; seat++) {
        from[seat] = standing(before, seat, tanks[seat]);
        to[seat] = ahead(seat, from[seat]);
    }
    if (to[0] & to[1]) {
        text_end = text;
        add_owned(0, tanks[0]);
        add(" and ");
        add_owned(1, tanks[1]);
        add(" both head for ");
        add_place(to[0]);
        say(NULL, 0, 0);
    }
    for (int seat = 0; seat < 2; seat++) {
        bool moves = !(from[seat] & after->tanks[seat]);
        text_end = text;
        add_owned(seat, tanks[seat]);
        if (moves) {
            add(" moves to ");
            add_place(to[seat]);
            if (to[seat] & held_by(before, !seat)) add(seat ? " and takes it from U" : " and takes it from D");
        } else {
            add(" stays: ");
            if (to[seat] & before->tanks[!seat]) {
                add_owned(!seat, (tanks[seat] + 3) % 6);
                add(" stands ahead");
            } else if (!to[seat]) add("its track ends");
            else add(seat ? "the box is U's" : "the box is D's");
        }
        say(moves ? "move" : NULL, from[seat], to[seat]);
    }
}

/* Tells each hit of a seat's tanks. */
static void say_shots(const muster_state *at, int seat) {
    for (int tank = 0; tank < 6; tank++) {
        boxes from = standing(at, seat, tank), range = range_of(at, from);
        for (int target = 0; target < 6; target++) {
            boxes to = standing(at, !seat, target);
            if (!(range & to)) continue;
            text_end = text;
            add_owned(seat, tank);
            add(" fires at ");
            add_owned(!seat, target);
            say("shot", from, to);
        }
    }
}

/* Tells each tank that a seat loses, with all tanks that hit it. */
static void say_losses(const muster_state *at, int seat) {
    for (int tank = 0; tank < 6; tank++) {
        boxes box = standing(at, seat, tank);
        int by[6], shooters = 0;
        for (int other = 0; other < 6; other++) {
            if (range_of(at, standing(at, !seat, other)) & box) by[shooters++] = other;
        }
        if (!shooters) continue;
        text_end = text;
        add(seat ? "U's " : "D's ");
        for (int index = 0; index < shooters; index++) {
            if (index) add(index + 1 < shooters ? ", " : " and ");
            add(tank_names[by[index]]);
        }
        add(shooters > 1 ? " destroy " : " destroys ");
        add_owned(seat, tank);
        say("loss", 0, box);
    }
}

void events(const muster_state *seen, const muster_moves *moves) {
    const int tanks[2] = {(int)moves->code[0], (int)moves->code[1]};
    muster_state after = *seen;
    move_tanks(&after, tanks);
    say_moves(seen, &after, tanks);
    for (int seat = 0; seat < 2; seat++) say_shots(&after, seat);
    for (int seat = 0; seat < 2; seat++) say_losses(&after, seat);
}
