/* The rules of The Tank War once more, as a module, for comparison with the built-in game. `bots/build` compiles it. */
#include "fields.h"

static const char declaration[] =
    "{\"title\":\"The Tank War\",\"name\":\"tank-war-module\",\"about\":\"# The Tank War\\n\\nThe rules of the built-"
    "in game once more, as a module: both sides name a tank, both tanks move one box ahead, then all tanks fire. More"
    " tanks win, then more boxes. The page of the built-in game has the rules in full.\",\"seats\":[\"Up\",\"Down\"],"
    "\"max_plies\":200,\"options\":[{\"name\":\"layout\",\"about\":\"Order of the tanks from each player's own left: "
    "LC LB LA RA RB RC, or LA LB LC RC RB RA.\",\"choices\":[\"a-inside\",\"a-outside\"]},{\"name\":\"blocked\",\"abo"
    "ut\":\"Naming a tank with an enemy tank right ahead is illegal, or wastes the move; with wasted moves a game end"
    "s after 200 rounds at the latest.\",\"choices\":[\"illegal\",\"wasted\"]},{\"name\":\"c_blocked_by_tanks\",\"abo"
    "ut\":\"Whether a living tank of either side in between stops the shot of a C.\",\"flag\":false}],\"metrics\":[{\""
    "name\":\"tanks\",\"about\":\"Own tanks that survived, 0 to 6.\"},{\"name\":\"boxes\",\"about\":\"Boxes held at t"
    "he end, 0 to 36.\"},{\"name\":\"destroyed\",\"about\":\"Enemy tanks that did not survive, 0 to 6.\"}],\"actions"
    "\":[{\"name\":\"move\",\"notation\":\"{tank}\",\"about\":\"Names one of your movable tanks, which moves one box "
    "forward.\",\"secret\":false,\"parts\":[{\"name\":\"tank\",\"min\":0,\"max\":5,\"about\":\"The tank that moves.\""
    ",\"labels\":[\"LA\",\"LB\",\"LC\",\"RA\",\"RB\",\"RC\"]}]}],\"view\":[{\"name\":\"layout\",\"kind\":\"u8\",\"cou"
    "nt\":1,\"about\":\"Rule option: 0 a-inside, 1 a-outside.\"},{\"name\":\"blocked\",\"kind\":\"u8\",\"count\":1,\""
    "about\":\"Rule option: 0 illegal, 1 wasted.\"},{\"name\":\"c_blocked_by_tanks\",\"kind\":\"u8\",\"count\":1,\"ab"
    "out\":\"Rule option: 0 false, 1 true.\"},{\"name\":\"max_rounds\",\"kind\":\"u8\",\"count\":1,\"about\":\"Maximu"
    "m number of rounds: 54, or 200 with wasted moves.\"},{\"name\":\"rounds\",\"kind\":\"u8\",\"count\":1,\"about\":"
    "\"Rounds played.\"},{\"name\":\"movable\",\"kind\":\"u8\",\"count\":2,\"about\":\"By seat: bit t is set if tank "
    "t may be named now.\"},{\"name\":\"tanks\",\"kind\":\"u8\",\"count\":2,\"about\":\"By seat: number of living tan"
    "ks.\"},{\"name\":\"boxes\",\"kind\":\"u8\",\"count\":2,\"about\":\"By seat: number of boxes held.\"},{\"name\":"
    "\"advanced\",\"kind\":\"i8\",\"count\":12,\"about\":\"By seat and tank: boxes advanced, 0 to 5; -1 if destroyed."
    "\"},{\"name\":\"column\",\"kind\":\"u8\",\"count\":12,\"about\":\"By seat and tank: the column of its track, 0 t"
    "o 5.\"},{\"name\":\"owner\",\"kind\":\"u8\",\"count\":36,\"about\":\"By box: the seat that holds it.\"},{\"name"
    "\":\"tank\",\"kind\":\"u8\",\"count\":36,\"about\":\"By box: 6 * seat + tank of the tank on it; 255 if none.\"}]"
    ",\"grids\":[{\"field\":\"tank\",\"columns\":\"012345\",\"rows\":[\"0\",\"1\",\"2\",\"3\",\"4\",\"5\"],\"pieces\""
    ":{\"0\":{\"seat\":0,\"symbol\":\"LA\",\"name\":\"left A\"},\"1\":{\"seat\":0,\"symbol\":\"LB\",\"name\":\"left B"
    "\"},\"2\":{\"seat\":0,\"symbol\":\"LC\",\"name\":\"left C\"},\"3\":{\"seat\":0,\"symbol\":\"RA\",\"name\":\"righ"
    "t A\"},\"4\":{\"seat\":0,\"symbol\":\"RB\",\"name\":\"right B\"},\"5\":{\"seat\":0,\"symbol\":\"RC\",\"name\":\""
    "right C\"},\"6\":{\"seat\":1,\"symbol\":\"LA\",\"name\":\"left A\"},\"7\":{\"seat\":1,\"symbol\":\"LB\",\"name\""
    ":\"left B\"},\"8\":{\"seat\":1,\"symbol\":\"LC\",\"name\":\"left C\"},\"9\":{\"seat\":1,\"symbol\":\"RA\",\"name"
    "\":\"right A\"},\"10\":{\"seat\":1,\"symbol\":\"RB\",\"name\":\"right B\"},\"11\":{\"seat\":1,\"symbol\":\"RC\","
    "\"name\":\"right C\"}}}],\"has\":[\"metrics\",\"score\",\"show\",\"events\"],\"chance\":false,\"secrets\":false}";

typedef uint64_t boxes; /* Bit 6 * row + column, row 0 on top: the back row of seat 0, which drives down. */

typedef struct {
    boxes tanks[2]; /* The boxes of each seat's living tanks. */
    boxes held;     /* The boxes that seat 1 holds; seat 0 holds all others. */
    uint8_t rounds, outside, wasted, c_blocked, zero[4];
} state;

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
static int column_of(const state *at, int seat, int tank) {
    static const uint8_t columns[2][6] = {{2, 1, 0, 3, 4, 5}, {0, 1, 2, 5, 4, 3}};
    int column = columns[at->outside][tank];
    return seat ? column : 5 - column;
}

static boxes standing(const state *at, int seat, int tank) {
    return at->tanks[seat] & COLUMN << column_of(at, seat, tank);
}

/* Returns the boxes of the tanks that a seat may name. */
static boxes movable(const state *at, int seat) {
    boxes driving = at->tanks[seat] & ~BACK_ROW(!seat);
    return at->wasted ? driving : driving & ~ahead(!seat, at->tanks[!seat]);
}

/* Returns the boxes that tanks on these boxes of one seat hit. */
static boxes range_of(const state *at, boxes tanks) {
    boxes of_kind[3] = {0, 0, 0};
    for (int tank = 0; tank < 6; tank++) of_kind[tank % 3] |= tanks & COLUMN << column_of(at, 0, tank);
    boxes beside = left(of_kind[0]) | right(of_kind[0]), b = of_kind[1], c = of_kind[2];
    boxes free = at->c_blocked ? ~(at->tanks[0] | at->tanks[1]) : ALL;
    return up(beside) | down(beside) | up(b) | down(b) | left(b) | right(b) | up(up(c) & free) | down(down(c) & free)
        | left(left(c) & free) | right(right(c) & free);
}

/* Moves the tanks that both seats name. */
static void move_tanks(state *at, const int tanks[2]) {
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

static void fire(state *at) {
    boxes hits[2] = {range_of(at, at->tanks[0]), range_of(at, at->tanks[1])};
    at->tanks[0] &= ~hits[1];
    at->tanks[1] &= ~hits[0];
}

static boxes held_by(const state *at, int seat) { return seat ? at->held : ALL & ~at->held; }

/* Returns the winner, 2 for a draw. */
static int winner(const state *at) {
    int lead = count(at->tanks[0]) - count(at->tanks[1]);
    if (!lead) lead = count(held_by(at, 0)) - count(at->held);
    return lead > 0 ? 0 : lead < 0 ? 1 : 2;
}

static const char *reason(const state *at) {
    int destroyed = !at->tanks[0] + !at->tanks[1], stuck = !movable(at, 0) + !movable(at, 1);
    if (destroyed) return destroyed == 2 ? "both sides destroyed" : "one side destroyed";
    if (stuck) return stuck == 2 ? "neither side can move" : "one side cannot move";
    return "200 rounds played";
}

static bool is_over(const state *at) {
    return !movable(at, 0) || !movable(at, 1) || (at->wasted && at->rounds >= 200);
}

static void put_outcome(const state *at) {
    static const char *const outcomes[] = {"win 0", "win 1", "draw"};
    put_text(outcomes[winner(at)]);
}

static void put_view(const state *at) {
    struct {
        uint8_t layout, blocked, c_blocked, max_rounds, rounds, movable[2], tanks[2], boxes[2];
        int8_t advanced[12];
        uint8_t column[12], owner[36], tank[36];
    } view;
    _Static_assert(sizeof view == 107, "as declared");
    view.layout = at->outside;
    view.blocked = at->wasted;
    view.c_blocked = at->c_blocked;
    view.max_rounds = at->wasted ? 200 : 54;
    view.rounds = at->rounds;
    for (int box = 0; box < 36; box++) {
        view.owner[box] = at->held >> box & 1;
        view.tank[box] = 255;
    }
    for (int seat = 0; seat < 2; seat++) {
        boxes may_move = movable(at, seat);
        view.movable[seat] = 0;
        view.tanks[seat] = (uint8_t)count(at->tanks[seat]);
        view.boxes[seat] = (uint8_t)count(held_by(at, seat));
        for (int tank = 0; tank < 6; tank++) {
            int index = 6 * seat + tank;
            boxes box = standing(at, seat, tank);
            view.column[index] = (uint8_t)column_of(at, seat, tank);
            view.advanced[index] = -1;
            if (!box) continue;
            int row = first_of(box) / 6;
            view.advanced[index] = (int8_t)(seat ? 5 - row : row);
            view.tank[first_of(box)] = (uint8_t)index;
            if (box & may_move) view.movable[seat] |= (uint8_t)(1 << tank);
        }
    }
    put_field(&view, sizeof view);
}

static void put_position(const state *at) {
    bool over = is_over(at);
    begin();
    if (over) {
        put_outcome(at);
        put_text(" ");
        put_text(reason(at));
    } else put_text("act 3");
    end();
    put_field(at, sizeof *at);
    for (int empty = 0; empty < 3; empty++) put_field(NULL, 0);
    for (int seat = 0; seat < 2; seat++) {
        boxes may_move = movable(at, seat);
        begin();
        for (int tank = 0; tank < 6 && !over; tank++) {
            if (standing(at, seat, tank) & may_move) put_code((uint64_t)tank);
        }
        end();
    }
    for (int seat = 0; seat < 2; seat++) {
        if (over) put_field(NULL, 0);
        else put_view(at);
    }
    begin();
    for (int seat = 0; seat < 2; seat++) {
        int64_t metrics[3] = {count(at->tanks[seat]), count(held_by(at, seat)), 6 - count(at->tanks[!seat])};
        put_bytes(metrics, sizeof metrics);
    }
    end();
}

/* ---- Events: the moves, the shots, the losses ---- */

static void put_number(int number) {
    if (number > 9) put_number(number / 10);
    *answer_end++ = (uint8_t)('0' + number % 10);
}

static const char *const tank_names[] = {"LA", "LB", "LC", "RA", "RB", "RC"};

static void put_owned(int seat, int tank) {
    put_text(seat ? "D's " : "U's ");
    put_text(tank_names[tank]);
}

static void put_place(boxes box) {
    put_text("row ");
    put_number(first_of(box) / 6);
    put_text(", column ");
    put_number(first_of(box) % 6);
}

static void begin_event(void) {
    begin();
    put_text("{\"text\":\"");
}

/* Ends an event with the mark of a kind, between two boxes or at one; without a mark if there is no box. */
static void end_event(const char *kind, boxes from, boxes to) {
    put_text("\"");
    if (to) {
        put_text(",\"mark\":{\"");
        put_text(kind);
        put_text(from ? "\":[" : "\":");
        if (from) {
            put_number(first_of(from));
            put_text(",");
        }
        put_number(first_of(to));
        put_text(from ? "]}" : "}");
    }
    put_text("}");
    end();
}

static void put_moves(const state *before, const state *after, const int tanks[2]) {
    boxes from[2], to[2];
    for (int seat = 0; seat < 2; seat++) {
        from[seat] = standing(before, seat, tanks[seat]);
        to[seat] = ahead(seat, from[seat]);
    }
    if (to[0] & to[1]) {
        begin_event();
        put_owned(0, tanks[0]);
        put_text(" and ");
        put_owned(1, tanks[1]);
        put_text(" both head for ");
        put_place(to[0]);
        end_event("", 0, 0);
    }
    for (int seat = 0; seat < 2; seat++) {
        bool moves = !(from[seat] & after->tanks[seat]);
        begin_event();
        put_owned(seat, tanks[seat]);
        if (moves) {
            put_text(" moves to ");
            put_place(to[seat]);
            if (to[seat] & held_by(before, !seat)) put_text(seat ? " and takes it from U" : " and takes it from D");
        } else {
            put_text(" stays: ");
            if (to[seat] & before->tanks[!seat]) {
                put_owned(!seat, (tanks[seat] + 3) % 6);
                put_text(" stands ahead");
            } else if (!to[seat]) put_text("its track ends");
            else put_text(seat ? "the box is U's" : "the box is D's");
        }
        end_event("move", moves ? from[seat] : 0, moves ? to[seat] : 0);
    }
}

/* Tells each hit of a seat's tanks. */
static void put_shots(const state *at, int seat) {
    for (int tank = 0; tank < 6; tank++) {
        boxes from = standing(at, seat, tank), range = range_of(at, from);
        for (int target = 0; target < 6; target++) {
            boxes to = standing(at, !seat, target);
            if (!(range & to)) continue;
            begin_event();
            put_owned(seat, tank);
            put_text(" fires at ");
            put_owned(!seat, target);
            end_event("shot", from, to);
        }
    }
}

/* Tells each tank that a seat loses, with all tanks that hit it. */
static void put_losses(const state *at, int seat) {
    for (int tank = 0; tank < 6; tank++) {
        boxes box = standing(at, seat, tank);
        int by[6], shooters = 0;
        for (int other = 0; other < 6; other++) {
            if (range_of(at, standing(at, !seat, other)) & box) by[shooters++] = other;
        }
        if (!shooters) continue;
        begin_event();
        put_text(seat ? "U's " : "D's ");
        for (int index = 0; index < shooters; index++) {
            if (index) put_text(index + 1 < shooters ? ", " : " and ");
            put_text(tank_names[by[index]]);
        }
        put_text(shooters > 1 ? " destroy " : " destroys ");
        put_owned(seat, tank);
        end_event("loss", 0, box);
    }
}

EXPORT("muster_game") void muster_game(void) {}

EXPORT("muster_choose") uint64_t muster_choose(uint32_t length) {
    read_request(length);
    state at = {{BACK_ROW(0), BACK_ROW(1)}, (boxes)0x3FFFF << 18, 0, 0, 0, 0, {0}};
    if (request[PUBLIC].length == sizeof at) __builtin_memcpy(&at, request[PUBLIC].bytes, sizeof at);
    uint64_t codes[2];
    read_moves(codes);
    int tanks[2] = {(int)codes[0], (int)codes[1]};
    if (is_op("describe")) put_field(declaration, sizeof declaration - 1);
    else if (is_op("show")) put_view(&at);
    else if (is_op("score")) {
        begin();
        put_outcome(&at);
        end();
    } else if (is_op("events")) {
        state after = at;
        move_tanks(&after, tanks);
        put_moves(&at, &after, tanks);
        for (int seat = 0; seat < 2; seat++) put_shots(&after, seat);
        for (int seat = 0; seat < 2; seat++) put_losses(&after, seat);
    } else {
        if (is_op("start")) {
            at.outside = has_option("layout=a-outside");
            at.wasted = has_option("blocked=wasted");
            at.c_blocked = has_option("c_blocked_by_tanks=true");
        } else {
            move_tanks(&at, tanks);
            fire(&at);
            at.rounds++;
        }
        put_position(&at);
    }
    return answer();
}
