/* The rules of Tank Chess for bots that look ahead: shots, retreats, moves, groups, turns.
 *
 * Squares, facings and numbers of pieces are those of the view: a square is 16 * rank + file, a facing 0 to 7
 * clockwise from north, White's pieces are 0 to 13 and Black's 14 to 27. Include after "tank_chess.h". All
 * rule options of the view are supported.
 */
#ifndef TANK_CHESS_RULES_H
#define TANK_CHESS_RULES_H

enum { COMMAND, LIGHT, MEDIUM, HEAVY, DESTROYER, MORTAR };
enum { NORTH, EAST = 2, SOUTH = 4, WEST = 6 };
enum { SETUP, FIRING, MOVING, OVER };

#define PIECES 28
#define OBSTACLE 255
#define NOWHERE (-1)

typedef uint32_t pieces; /* a set of pieces, one bit per number */

static const uint8_t speed_of[6] = {0, 5, 4, 3, 4, 3};
static const uint8_t gun_of[6] = {1, 1, 2, 3, 4, 5};
static const uint8_t front_of[6] = {1, 1, 2, 3, 2, 1};
static const uint8_t side_of[6] = {0, 0, 1, 2, 1, 0};
static const uint8_t rear_of[6] = {0, 0, 0, 1, 0, 0};

/* The next square in a direction; NOWHERE beyond the edge. */
static int16_t next_to[256][8];

/* The rule options, and the kind of each piece. */
static struct {
    int min_range, per_side;
    bool edge_blocks_choice;
    uint8_t kind[PIECES];
} rules;

typedef struct {
    uint8_t board[256]; /* 0 empty, OBSTACLE, else the number of the piece plus 1 */
    uint8_t square[PIECES], facing[PIECES];
    pieces alive;
    pieces fired, fired_on, moved; /* in this turn */
    pieces group;                  /* the moving group; empty before the first move */
    pieces targets[PIECES];        /* targets of the mover's pieces at the start of the turn */
    uint8_t mover, phase;
} position;

typedef struct {
    uint8_t firer, target; /* numbers */
    uint8_t retreat, force;
} shot;

typedef struct {
    uint8_t piece, to, facing;
} step;

static inline pieces army_of(int seat) { return (pieces)0x3FFF << 14 * seat; }
static inline int command_of(int seat) { return 14 * seat; }
static inline int seat_of(int piece) { return piece >= 14; }
static inline pieces only(int piece) { return (pieces)1 << piece; }
static inline int first_of(pieces set) { return __builtin_ctz(set); }
static inline bool is_fixed(int piece) { return rules.kind[piece] >= DESTROYER; }
/* Towards a seat's own back row, and away from it. */
static inline int homeward(int seat) { return seat ? NORTH : SOUTH; }
static inline int forward(int seat) { return seat ? SOUTH : NORTH; }
static inline int back_row(int seat) { return seat ? 15 : 0; }
/* Returns the difference of two facings in eighths of a turn, 0 to 4. */
static inline int turn_between(int one, int other) {
    int turn = (one - other) & 7;
    return turn > 4 ? 8 - turn : turn;
}

static inline void prepare_board(void) {
    static const signed char east[8] = {0, 1, 1, 1, 0, -1, -1, -1}, north[8] = {1, 1, 0, -1, -1, -1, 0, 1};
    for (int square = 0; square < 256; square++) {
        for (int way = 0; way < 8; way++) {
            int file = square % 16 + east[way], rank = square / 16 + north[way];
            next_to[square][way] = (int16_t)(file < 0 || file > 15 || rank < 0 || rank > 15 ? NOWHERE : 16 * rank + file);
        }
    }
}

static inline void read_view(position *at, const tank_chess_view *view) {
    prepare_board();
    rules.min_range = view->min_range;
    rules.per_side = view->pieces_per_side;
    rules.edge_blocks_choice = view->side_edge == 1;
    *at = (position){.mover = view->mover, .phase = view->phase};
    if (view->phase == SETUP) at->mover = view->seat;
    for (int square = 0; square < 256; square++) at->board[square] = view->board[square];
    for (int piece = 0; piece < PIECES; piece++) {
        rules.kind[piece] = view->kind[piece];
        at->square[piece] = view->square[piece];
        at->facing[piece] = view->facing[piece];
        if (view->state[piece] & 1) at->alive |= only(piece);
        if (view->state[piece] & 2) at->fired |= only(piece);
        if (view->state[piece] & 4) at->fired_on |= only(piece);
        if (view->state[piece] & 8) at->moved |= only(piece);
        if (view->state[piece] & 16) at->group |= only(piece);
    }
    for (int index = 0; index < 14; index++) {
        at->targets[14 * at->mover + index] = (pieces)view->targets[index] << 14 * !at->mover;
    }
}

/* ---- Firing ---- */

/* The target of a shot, and the direction of the shot. */
typedef struct {
    uint8_t target, way;
} hit;

/* Lists the valid targets of a piece. Returns their number, at most 8. */
static inline int hits_of(const position *at, int piece, hit *hits) {
    int count = 0, seat = seat_of(piece), from = at->square[piece];
    if (rules.kind[piece] == MORTAR) {
        int way = at->facing[piece], to = from;
        for (int distance = 1; distance <= 5; distance++) {
            to = next_to[to][way];
            if (to < 0) break;
            unsigned here = at->board[to];
            if (distance >= 3 && here && here != OBSTACLE && seat_of((int)here - 1) != seat) {
                hits[count++] = (hit){(uint8_t)(here - 1), (uint8_t)way};
            }
        }
        return count;
    }
    int way = 0, last = 7;
    if (is_fixed(piece)) way = last = at->facing[piece];
    for (; way <= last; way++) {
        int to = from, distance = 0;
        do {
            to = next_to[to][way];
            distance++;
        } while (to >= 0 && at->board[to] == 0);
        if (to < 0 || distance < rules.min_range) continue;
        unsigned here = at->board[to];
        if (here != OBSTACLE && seat_of((int)here - 1) != seat) hits[count++] = (hit){(uint8_t)(here - 1), (uint8_t)way};
    }
    return count;
}

/* Returns gun minus armour of the side that is hit; 0 for a shot without effect. */
static inline int force_of(const position *at, int firer, hit h) {
    int kind = rules.kind[h.target], facing = at->facing[h.target];
    int armour = h.way == ((facing + 4) & 7) ? front_of[kind] : h.way == facing ? rear_of[kind] : side_of[kind];
    int force = gun_of[rules.kind[firer]] - armour;
    return force > 0 ? force : 0;
}

#define STOPPED (-1)
#define OFF_THE_BOARD (-2)
/* The square of a piece after a retreat, or the reason for its elimination. */
static inline int fate_of(const position *at, int target, int way, int force) {
    int here = at->square[target];
    while (force--) {
        int to = next_to[here][way];
        if (to < 0) return OFF_THE_BOARD;
        if (at->board[to]) return STOPPED;
        here = to;
    }
    return here;
}

/* Lists the legal retreats after a hit with effect. Returns their number, at most 3. */
static inline int retreats_of(const position *at, hit h, int force, uint8_t *ways) {
    int count = 0;
    ways[count++] = (uint8_t)homeward(seat_of(h.target));
    for (int way = EAST; way <= WEST; way += WEST - EAST) {
        bool from_the_west = h.way > 0 && h.way < 4, from_the_east = h.way > 4;
        if (way == EAST ? from_the_east : from_the_west) continue;
        if (rules.edge_blocks_choice && fate_of(at, h.target, way, force) == OFF_THE_BOARD) continue;
        ways[count++] = (uint8_t)way;
    }
    return count;
}

/* Returns true if a hit with this force can eliminate its target. */
static inline bool is_deadly(const position *at, hit h, int force) {
    uint8_t ways[3];
    for (int count = retreats_of(at, h, force, ways); count--;) {
        if (fate_of(at, h.target, ways[count], force) < 0) return true;
    }
    return false;
}

/* Lists the legal shots that have an effect. Returns their number, at most `most`. */
static inline int list_shots(const position *at, shot *shots, int most) {
    int count = 0;
    hit hits[8];
    for (pieces left = at->alive & army_of(at->mover) & ~at->fired; left; left &= left - 1) {
        int firer = first_of(left);
        pieces open = at->targets[firer] & ~at->fired_on;
        if (!open) continue;
        for (int index = hits_of(at, firer, hits); index--;) {
            int force = force_of(at, firer, hits[index]);
            if (!force || !(open & only(hits[index].target))) continue;
            uint8_t ways[3];
            for (int way = retreats_of(at, hits[index], force, ways); way--;) {
                if (count < most) shots[count++] = (shot){(uint8_t)firer, hits[index].target, ways[way], (uint8_t)force};
            }
        }
    }
    return count;
}

static inline uint64_t code_of_shot(const position *at, shot s) {
    return tank_chess_shoot(at->square[s.firer], at->square[s.target], s.retreat, s.force);
}

static inline void remove_piece(position *at, int piece) {
    at->board[at->square[piece]] = 0;
    at->alive &= ~only(piece);
}

static inline void relocate(position *at, int piece, int to) {
    at->board[at->square[piece]] = 0;
    at->board[to] = (uint8_t)(piece + 1);
    at->square[piece] = (uint8_t)to;
}

static inline void fire(position *at, shot s) {
    at->fired |= only(s.firer);
    at->fired_on |= only(s.target);
    int to = fate_of(at, s.target, s.retreat, s.force);
    if (to >= 0) {
        relocate(at, s.target, to);
    } else {
        remove_piece(at, s.target);
        if (rules.kind[s.target] == COMMAND) at->phase = OVER;
    }
}

/* ---- Moving ---- */

/* Returns the pieces of a seat that are connected with this one. */
static inline pieces group_of(const position *at, int piece) {
    pieces group = only(piece), open = group;
    int seat = seat_of(piece);
    while (open) {
        int here = at->square[first_of(open)];
        open &= open - 1;
        for (int way = 0; way < 8; way++) {
            int beside = next_to[here][way];
            if (beside < 0 || at->board[beside] == 0 || at->board[beside] == OBSTACLE) continue;
            int other = at->board[beside] - 1;
            if (seat_of(other) != seat || group & only(other)) continue;
            group |= only(other);
            open |= only(other);
        }
    }
    return group;
}

/* Returns the mover's pieces that may still move. */
static inline pieces movable(const position *at) {
    pieces left = at->alive & army_of(at->mover) & ~at->moved & ~only(command_of(at->mover));
    return at->group ? left & at->group : left;
}

/* Returns the squares next to a seat's pieces. */
static inline void mark_beside(const position *at, int seat, uint8_t *beside) {
    for (int square = 0; square < 256; square++) beside[square] = 0;
    for (pieces left = at->alive & army_of(seat); left; left &= left - 1) {
        for (int way = 0; way < 8; way++) {
            int to = next_to[at->square[first_of(left)]][way];
            if (to >= 0) beside[to] = 1;
        }
    }
}

#define MOST_STEPS 1024
/* Lists a piece's moves. `beside` are the squares next to its enemies. Returns their number. */
static inline int list_moves(const position *at, int piece, const uint8_t *beside, step *steps) {
    int start = at->square[piece], speed = speed_of[rules.kind[piece]], count = 0;
    uint8_t reached[256], squares[256];
    for (int square = 0; square < 256; square++) reached[square] = 0;
    int known = 1, done = 0;
    squares[0] = (uint8_t)start;
    reached[start] = 1;
    bool backed = false;
    int backward = next_to[start][(at->facing[piece] + 4) & 7];
    while (done < known) {
        int here = squares[done++], depth = reached[here];
        for (int way = 0; way < 8; way++) {
            int to = next_to[here][way];
            if (to < 0 || beside[to] || (at->board[to] && to != start)) continue;
            if (count < MOST_STEPS) steps[count++] = (step){(uint8_t)piece, (uint8_t)to, (uint8_t)way};
            if (to == backward && way == at->facing[piece]) backed = true;
            if (!reached[to] && depth < speed) {
                reached[to] = (uint8_t)(depth + 1);
                squares[known++] = (uint8_t)to;
            }
        }
    }
    if (!backed && backward >= 0 && !beside[backward] && !at->board[backward] && count < MOST_STEPS) {
        steps[count++] = (step){(uint8_t)piece, (uint8_t)backward, at->facing[piece]};
    }
    return count;
}

static inline uint64_t code_of_move(const position *at, step s) {
    return tank_chess_move(at->square[s.piece], s.to, s.facing);
}

static inline void drive(position *at, step s) {
    if (!at->group) at->group = group_of(at, s.piece);
    at->moved |= only(s.piece);
    relocate(at, s.piece, s.to);
    at->facing[s.piece] = s.facing;
}

static inline void end_turn(position *at) {
    at->mover ^= 1;
    at->phase = FIRING;
    at->fired = at->fired_on = at->moved = at->group = 0;
    hit hits[8];
    for (pieces left = at->alive & army_of(at->mover); left; left &= left - 1) {
        int piece = first_of(left);
        at->targets[piece] = 0;
        for (int index = hits_of(at, piece, hits); index--;) at->targets[piece] |= only(hits[index].target);
    }
}

/* ---- Distances ---- */

/* Steps, around obstacles but through pieces, to the nearest square from which a piece could fire on a seat's
 * Command tank if no piece were in the way: for guns that need a free line, and for mortars. */
static uint8_t to_command[2][2][256];

static inline void measure_ways(const position *at, int seat) {
    int command = at->square[command_of(seat)];
    for (int mortar = 0; mortar < 2; mortar++) {
        uint8_t *steps = to_command[seat][mortar], queue[256];
        int known = 0, done = 0;
        for (int square = 0; square < 256; square++) steps[square] = 99;
        for (int way = 0; way < 8; way++) {
            int distance = 0;
            for (int to = next_to[command][way]; to >= 0; to = next_to[to][way]) {
                distance++;
                if (at->board[to] == OBSTACLE) {
                    if (mortar) continue;
                    break;
                }
                if (mortar ? distance < 3 || distance > 5 : distance < 2) continue;
                steps[to] = 0;
                queue[known++] = (uint8_t)to;
            }
        }
        while (done < known) {
            int here = queue[done++];
            for (int way = 0; way < 8; way++) {
                int to = next_to[here][way];
                if (to < 0 || at->board[to] == OBSTACLE || steps[to] < 99) continue;
                steps[to] = (uint8_t)(steps[here] + 1);
                queue[known++] = (uint8_t)to;
            }
        }
    }
}

static inline int way_to_go(int piece, int square) {
    return to_command[!seat_of(piece)][rules.kind[piece] == MORTAR][square];
}

/* ---- The setup ---- */

/* Returns the number of squares free of obstacles on the lines ahead of a square of the back row. */
static inline int openness(const position *at, int seat, int square) {
    int open = 0;
    for (int turn = -1; turn <= 1; turn++) {
        int way = (forward(seat) + turn) & 7;
        for (int to = next_to[square][way]; to >= 0 && at->board[to] != OBSTACLE; to = next_to[to][way]) open++;
    }
    return open;
}

/* Chooses a sound setup, piece by piece: the Command tank behind obstacles, heavy tanks on both sides of it,
 * light tanks on the wings, all facing the enemy. If `shelter` is false, the Command tank stands anywhere. */
static inline uint64_t next_placement(const position *at, const tank_chess_view *view, bool shelter) {
    static const uint8_t by_distance[13] = {HEAVY, HEAVY, DESTROYER, DESTROYER, MORTAR, MORTAR, MEDIUM, MEDIUM,
                                            MEDIUM, LIGHT, LIGHT, LIGHT, LIGHT};
    int seat = view->seat, first = 14 * seat, row = 16 * back_row(seat);
    if (view->placed == 0) {
        int best = 0, least = 1000, ties = 0;
        for (int file = view->command_first_file; file <= view->command_last_file; file++) {
            int open = shelter ? openness(at, seat, row + file) : 0;
            if (open < least) least = open, ties = 0;
            if (open == least && muster_below((uint32_t)++ties) == 0) best = row + file;
        }
        return tank_chess_place((uint64_t)best, COMMAND, (uint64_t)forward(seat));
    }
    int command = at->square[first] % 16, kind = rules.kind[first + view->placed];
    /* Files by their distance from the Command tank, each for one kind. */
    int slot = 0;
    for (int distance = 1; distance < 16; distance++) {
        for (int side = -1; side <= 1; side += 2) {
            int file = command + side * distance;
            if (file < 0 || file > 15) continue;
            while (rules.per_side < 14 && slot < 13 && by_distance[slot] >= DESTROYER) slot++;
            int meant = slot < 13 ? by_distance[slot] : -1;
            slot++;
            if (meant == kind && !at->board[row + file]) {
                return tank_chess_place((uint64_t)(row + file), (uint64_t)kind, (uint64_t)forward(seat));
            }
        }
    }
    for (int file = 0; file < 16; file++) {
        if (!at->board[row + file]) return tank_chess_place((uint64_t)(row + file), (uint64_t)kind, (uint64_t)forward(seat));
    }
    return 0;
}

#endif
