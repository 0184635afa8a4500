/* The rules of Tank Battle for bots that look ahead: positions, moves, the end, repetition.
 *
 * The inner board has a border one square wide, which ends every line: the square of a file and a rank, both
 * from 0, is 13 * (rank + 1) + file + 1. `inner` and `outer` convert squares of the view. There is one
 * position, `at`; moves are made on it and taken back. Include after "tank_battle.h". All rule options of the
 * view are supported.
 */
#ifndef TANK_BATTLE_RULES_H
#define TANK_BATTLE_RULES_H

#define SQUARES 169
#define MOST_MOVES 256
#define MOST_TANKS 14
/* Positions stored for repetition: those before the search, and those in it. */
#define MOST_PAST 1024

/* The content of a square: the view's numbers, and the values that end a line. */
enum { EMPTY, WHITE_TANK, WHITE_COMMANDER, BLACK_TANK, BLACK_COMMANDER, WALL };
/* The ground. A base is named by its owner's seat. */
enum { OPEN, MINE, CONTAMINATED, BASE_OF_BLACK, BASE_OF_WHITE };

typedef uint16_t move; /* from, and to in the high byte, as inner squares */

static const signed char ways[8] = {13, 14, 1, -12, -13, -14, -1, 12};
static const char ground_from_the_top[] =
    "33333100000"
    "31330000010"
    "33310101000"
    "33100000100"
    "30002220000"
    "10102220101"
    "00002220004"
    "00100000144"
    "00010101444"
    "01000004414"
    "00000144444";

static uint8_t ground[SQUARES];
/* Steps, in any direction and through anything, from a square to the nearest square of a seat's target base. */
static uint8_t to_goal[2][SQUARES];
static uint8_t circle[2]; /* a seat's target circle */
static uint64_t keys[SQUARES][5], key_to_move;

/* The rule options in force. */
static struct {
    unsigned no_progress, repetitions;
    bool either_square;
} rules;

static struct {
    uint8_t cell[SQUARES];
    uint8_t tanks[2][MOST_TANKS], count[2];
    uint8_t place[SQUARES]; /* index of a square's tank in `tanks` */
    uint8_t in_base[2], points[2];
    uint8_t seat; /* to move */
    unsigned quiet;
    uint64_t hash;
    /* Hashes of the positions so far, this one last. None before `since` can repeat. */
    uint64_t past[MOST_PAST];
    int plies, since;
} at;

/* The state that is needed to take a move back. */
typedef struct {
    uint8_t captured;
    unsigned quiet;
    int since;
    uint64_t hash;
} undo;

static inline unsigned inner(unsigned square) { return 13 * (square / 11 + 1) + square % 11 + 1; }
static inline unsigned outer(unsigned square) { return 11 * (square / 13 - 1) + square % 13 - 1; }
static inline unsigned from_of(move m) { return m & 255; }
static inline unsigned to_of(move m) { return m >> 8; }
static inline uint64_t action_of(move m) { return tank_battle_move(outer(from_of(m)), outer(to_of(m))); }

static inline bool is_tank(unsigned cell) { return (unsigned)(cell - 1) < 4; }
static inline int owner_of(unsigned cell) { return cell > WHITE_COMMANDER; }
static inline bool is_commander(unsigned cell) { return cell == WHITE_COMMANDER || cell == BLACK_COMMANDER; }
/* The ground that a seat tries to reach. */
static inline unsigned goal_of(int seat) { return seat ? BASE_OF_WHITE : BASE_OF_BLACK; }

static inline int points_of(unsigned cell, unsigned square) {
    int seat = owner_of(cell);
    if (ground[square] != goal_of(seat)) return 1;
    return is_commander(cell) && square == circle[seat] ? 3 : 2;
}

static inline uint64_t scrambled(uint64_t number) {
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
    number = (number ^ number >> 27) * 0x94D049BB133111EB;
    return number ^ number >> 31;
}

static inline void prepare_board(void) {
    for (unsigned square = 0; square < SQUARES; square++) ground[square] = MINE;
    for (unsigned index = 0; index < 121; index++) {
        ground[inner(11 * (10 - index / 11) + index % 11)] = (uint8_t)(ground_from_the_top[index] - '0');
    }
    circle[0] = (uint8_t)inner(110);
    circle[1] = (uint8_t)inner(10);
    uint64_t number = 1;
    for (unsigned square = 0; square < SQUARES; square++) {
        for (int cell = 1; cell < 5; cell++) keys[square][cell] = scrambled(number++ * 0x9E3779B97F4A7C15);
        for (int seat = 0; seat < 2; seat++) {
            int least = 11;
            for (unsigned other = 0; other < SQUARES; other++) {
                if (ground[other] != goal_of(seat)) continue;
                int files = (int)(square % 13) - (int)(other % 13), ranks = (int)(square / 13) - (int)(other / 13);
                if (files < 0) files = -files;
                if (ranks < 0) ranks = -ranks;
                int steps = files > ranks ? files : ranks;
                if (steps < least) least = steps;
            }
            to_goal[seat][square] = (uint8_t)least;
        }
    }
    key_to_move = scrambled(number * 0x9E3779B97F4A7C15);
}

static inline void put_tank(unsigned square, unsigned cell) {
    int seat = owner_of(cell);
    at.cell[square] = (uint8_t)cell;
    at.place[square] = at.count[seat];
    at.tanks[seat][at.count[seat]++] = (uint8_t)square;
    at.points[seat] += (uint8_t)points_of(cell, square);
    at.in_base[seat] += ground[square] == goal_of(seat);
    at.hash ^= keys[square][cell];
}

static inline void take_tank(unsigned square) {
    unsigned cell = at.cell[square];
    int seat = owner_of(cell);
    uint8_t last = at.tanks[seat][--at.count[seat]];
    at.tanks[seat][at.place[square]] = last;
    at.place[last] = at.place[square];
    at.cell[square] = EMPTY;
    at.points[seat] -= (uint8_t)points_of(cell, square);
    at.in_base[seat] -= ground[square] == goal_of(seat);
    at.hash ^= keys[square][cell];
}

/* Reads a view. */
static inline void read_view(const tank_battle_view *view) {
    if (!key_to_move) prepare_board();
    rules.no_progress = view->no_progress_plies;
    rules.repetitions = view->repetitions;
    rules.either_square = view->commander_duel_in_zone == 1;
    at.hash = 0;
    for (int seat = 0; seat < 2; seat++) at.count[seat] = at.points[seat] = at.in_base[seat] = 0;
    for (unsigned square = 0; square < SQUARES; square++) at.cell[square] = ground[square] == MINE ? WALL : EMPTY;
    for (unsigned square = 0; square < 121; square++) {
        if (view->board[square]) put_tank(inner(square), view->board[square]);
    }
    at.seat = view->to_move;
    if (at.seat) at.hash ^= key_to_move;
    at.quiet = view->quiet_plies;
    at.since = 0;
    /* Earlier positions: takes back the moves since the last capture or entry, one by one. */
    int known = view->recent_count;
    at.plies = known;
    uint64_t hash = at.hash;
    static uint8_t cells[121];
    for (int square = 0; square < 121; square++) cells[square] = view->board[square];
    at.past[known] = hash;
    for (int index = 0; index < known; index++) {
        unsigned from = view->recent[index] & 127, to = view->recent[index] >> 8 & 127;
        unsigned cell = cells[to];
        cells[from] = (uint8_t)cell;
        cells[to] = EMPTY;
        hash ^= keys[inner(from)][cell] ^ keys[inner(to)][cell] ^ key_to_move;
        at.past[known - 1 - index] = hash;
    }
}

/* Returns true if the tank of a cell on `from` may capture the tank of an enemy cell. */
static inline bool may_capture(unsigned cell, unsigned from, unsigned target, unsigned to) {
    if (!is_commander(cell) || !is_commander(target)) return true;
    return ground[to] != CONTAMINATED && !(rules.either_square && ground[from] == CONTAMINATED);
}

/* Lists the legal moves, or only the captures. Returns their number. */
static inline int list_moves(move *moves, bool captures_only) {
    int count = 0, seat = at.seat;
    unsigned goal = goal_of(seat);
    for (int index = 0; index < at.count[seat]; index++) {
        unsigned from = at.tanks[seat][index], cell = at.cell[from];
        bool captive = ground[from] == goal, commander = is_commander(cell);
        for (int way = 0; way < 8; way++) {
            for (unsigned to = from + ways[way];; to += ways[way]) {
                unsigned target = at.cell[to];
                if (target == WALL || (captive && ground[to] != goal)) break;
                if (!commander && ground[to] == CONTAMINATED) break;
                if (target == EMPTY) {
                    if (!captures_only) moves[count++] = (move)(from | to << 8);
                    continue;
                }
                if (owner_of(target) != seat && may_capture(cell, from, target, to)) {
                    moves[count++] = (move)(from | to << 8);
                }
                break;
            }
        }
    }
    return count;
}

/* Returns the number of a seat's tanks that could move to a square. `target` is the content of the square. */
static inline int attackers(unsigned square, int seat, unsigned target) {
    int count = 0;
    unsigned goal = goal_of(seat);
    for (int way = 0; way < 8; way++) {
        bool contaminated = ground[square] == CONTAMINATED, outside = ground[square] != goal;
        for (unsigned from = square + ways[way];; from += ways[way]) {
            unsigned cell = at.cell[from];
            if (cell == WALL) break;
            if (cell == EMPTY) {
                contaminated |= ground[from] == CONTAMINATED;
                outside |= ground[from] != goal;
                continue;
            }
            if (owner_of(cell) != seat) break;
            if (contaminated && !is_commander(cell)) break;
            if (outside && ground[from] == goal) break;
            if (may_capture(cell, from, target, square)) count++;
            break;
        }
    }
    return count;
}

static inline undo make(move m) {
    unsigned from = from_of(m), to = to_of(m), cell = at.cell[from];
    undo before = {at.cell[to], at.quiet, at.since, at.hash};
    int seat = at.seat, entered = at.in_base[seat];
    if (before.captured) take_tank(to);
    take_tank(from);
    put_tank(to, cell);
    at.hash ^= key_to_move;
    at.seat ^= 1;
    at.plies++;
    if (before.captured || at.in_base[seat] > entered) {
        at.quiet = 0;
        at.since = at.plies;
    } else {
        at.quiet++;
    }
    if (at.plies < MOST_PAST) at.past[at.plies] = at.hash;
    return before;
}

static inline void take_back(move m, undo before) {
    unsigned from = from_of(m), to = to_of(m), cell = at.cell[to];
    take_tank(to);
    put_tank(from, cell);
    if (before.captured) put_tank(to, before.captured);
    at.seat ^= 1;
    at.plies--;
    at.quiet = before.quiet;
    at.since = before.since;
    at.hash = before.hash;
}

/* Returns true if the game is over, apart from repetition. */
static inline bool is_over(void) {
    for (int seat = 0; seat < 2; seat++) {
        if (at.in_base[seat] == at.count[seat]) return true;
    }
    return rules.no_progress && at.quiet >= rules.no_progress;
}

/* Returns the number of occurrences of this position, with this one. Sets `last` to the ply of the one before,
 * or -1 if there is none. */
static inline unsigned occurrences(int *last) {
    unsigned count = 1;
    *last = -1;
    if (at.plies >= MOST_PAST) return 1;
    for (int ply = at.plies - 4; ply >= at.since; ply -= 2) {
        if (at.past[ply] != at.hash) continue;
        if (*last < 0) *last = ply;
        count++;
    }
    return count;
}

/* Returns the lead of the seat to move, in points. */
static inline int lead(void) { return at.points[at.seat] - at.points[!at.seat]; }

#endif
