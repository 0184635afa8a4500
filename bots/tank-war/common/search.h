/* The search of bots that treat a position as a matrix game: an evaluation, equilibria by the simplex method, a
 * transposition table, and `fill`, which evaluates the possible next rounds. Set `search` before. Include after
 * "rules.h".
 */
#ifndef TANK_WAR_SEARCH_H
#define TANK_WAR_SEARCH_H

/* The value of a won game. Evaluations stay below. */
#define WIN 10000
/* The maximum of an evaluation. */
#define SURE 9000
#define MOST_DEPTH 60

/* The number of nodes between two looks at the clock. A node is a position with a matrix of its own. */
#define NODES_A_LOOK 64

static struct {
    bool stopped;
    int64_t nodes, node_limit;
    int64_t guesses; /* evaluations used in values since it was set to 0 */
    int64_t end; /* stop when less than this is left on the clock */
} search;

/* ---- The static evaluation for seat 0 ----
 *
 * The numbers were fitted to the results of 30,000 games of self-play at depth 2: with s = sum / 1000, the
 * expected result is s / (1 + |s|). Most terms are per track, by the advances of its two tanks: 0 to 5, or 6
 * for a destroyed one.
 */

/* By kind: the value of a tank that has advanced less than the enemy's on its track: [own][enemy's]. */
static const short track_worth[3][6][7] = {
    {
        {0, -555, -621, 607, 553, 0, -1293},
        {0, 0, -106, 259, 0, 0, 295},
        {0, 0, 0, 0, 0, 0, 1256},
        {0, 0, 0, 0, 0, 0, 557},
        {0, 0, 0, 0, 0, 0, 177},
        {0, 0, 0, 0, 0, 0, -199},
    },
    {
        {0, -388, -719, -670, 0, 0, -664},
        {0, 0, -294, 0, 0, 0, 28},
        {0, 0, 0, 0, 0, 0, 1719},
        {0, 0, 0, 0, 0, 0, 800},
        {0, 0, 0, 0, 0, 0, 852},
        {0, 0, 0, 0, 0, 0, -54},
    },
    {
        {0, -489, -825, 0, 0, 0, -842},
        {0, 0, 0, 920, 0, 0, 838},
        {0, 0, 0, 0, 0, 0, 1141},
        {0, 0, 0, 0, 0, 0, -29},
        {0, 0, 0, 0, 0, 0, 787},
        {0, 0, 0, 0, 0, 0, -169},
    },
};

/* The value of a track and the number of boxes its tanks can still enter, by kind and both advances. */
static struct {
    short worth, steps;
} tracks[3][7][7];
static int kind_of[6]; /* by column */

static void prepare_estimate(void) {
    for (int own = 0; own < 7; own++) {
        for (int other = 0; other < 7; other++) {
            int steps = own == 6 && other == 6 ? 0 : own == 6 ? 5 - other : other == 6 ? 5 - own : 2 * (4 - own - other);
            for (int kind = 0; kind < 3; kind++) {
                tracks[kind][own][other].steps = (short)steps;
                if (own < other) tracks[kind][own][other].worth = track_worth[kind][own][other];
                if (other < own) tracks[kind][own][other].worth = (short)-track_worth[kind][other][own];
            }
        }
    }
    for (int column = 0; column < 6; column++) {
        kind_of[column] = 0;
        while (!(rules.of_kind[kind_of[column]] & LEFT_EDGE << column)) kind_of[column]++;
    }
}

/* The value of several tracks, and the number of boxes their tanks can still enter. */
typedef struct {
    int worth, steps;
} tally;

/* Returns the row of the tank on a column, 6 if there is none. */
static int row_on(boxes tanks, int column) {
    boxes track = tanks >> column & LEFT_EDGE;
    return track ? first_of(track) / 6 : 6;
}

static tally tally_of(const position *at, int column) {
    int row_0 = row_on(at->tanks[0], column), row_1 = row_on(at->tanks[1], column);
    int kind = kind_of[column], advanced = row_1 == 6 ? 6 : 5 - row_1;
    tally track = {tracks[kind][row_0][advanced].worth, tracks[kind][row_0][advanced].steps};
    return track;
}

static int estimate(const position *at, tally all) {
    int late = 48 - all.steps, tanks = tank_lead(at), lead = box_lead(at) / 2;
    int sum = all.worth + tanks * (8587 * late / 48 - 785) + lead * (1133 * late / 48 - 450);
    if (tanks == 0) sum += lead * (1307 * late / 48 + 248);
    /* Tanks that could be hit in the next round, and movable tanks. */
    boxes standing = at->tanks[0] | at->tanks[1];
    boxes may_0 = movable(at, 0), may_1 = movable(at, 1);
    int targets_0 = count(range_of(down(may_0), standing) & at->tanks[1]);
    int targets_1 = count(range_of(up(may_1), standing) & at->tanks[0]);
    sum += 456 * (targets_0 - targets_1) + 692 * (count(may_0) - count(may_1));
    return SURE * sum / ((sum < 0 ? -sum : sum) + 1000);
}

/* Returns the value of the end of a game: mostly the winner, slightly the margin. */
static int final_value(const position *at) {
    return winner(at) * (WIN - 200) + 20 * tank_lead(at) + box_lead(at);
}

/* ---- Matrix games ---- */

typedef struct {
    int rows, columns;
    int cell[6][6]; /* for the seat of the rows */
} matrix;

/* Returns the value for the rows and optionally the equilibrium strategies. */
static double solve(const matrix *game, double *row_mix, double *column_mix) {
    int rows = game->rows, columns = game->columns;
    int maximin = -2 * WIN, minimax = 2 * WIN, best_row = 0, best_column = 0, least = 2 * WIN;
    for (int row = 0; row < rows; row++) {
        int worst = 2 * WIN;
        for (int column = 0; column < columns; column++) {
            if (game->cell[row][column] < worst) worst = game->cell[row][column];
        }
        if (worst > maximin) maximin = worst, best_row = row;
        if (worst < least) least = worst;
    }
    for (int column = 0; column < columns; column++) {
        int worst = -2 * WIN;
        for (int row = 0; row < rows; row++) {
            if (game->cell[row][column] > worst) worst = game->cell[row][column];
        }
        if (worst < minimax) minimax = worst, best_column = column;
    }
    if (row_mix) {
        for (int row = 0; row < rows; row++) row_mix[row] = row == best_row;
        for (int column = 0; column < columns; column++) column_mix[column] = column == best_column;
    }
    if (maximin == minimax) return maximin;

    /* The condensed simplex tableau of the game with all cells made positive: rows of cells, a column of
     * ones, a row of minus ones. `basis` and `outside` say whose variable each row and column holds: rows
     * are 0 to 5, columns 6 to 11. */
    double tableau[7][7];
    int basis[6], outside[6];
    double shift = 1.0 - least;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) tableau[row][column] = game->cell[row][column] + shift;
        tableau[row][columns] = 1;
        basis[row] = row;
    }
    for (int column = 0; column < columns; column++) {
        tableau[rows][column] = -1;
        outside[column] = 6 + column;
    }
    tableau[rows][columns] = 0;
    for (int pivots = 0; pivots < 64; pivots++) {
        int column = 0, row = -1;
        for (int other = 1; other < columns; other++) {
            if (tableau[rows][other] < tableau[rows][column]) column = other;
        }
        if (tableau[rows][column] > -1e-9) break;
        double least_ratio = 0;
        for (int other = 0; other < rows; other++) {
            if (tableau[other][column] <= 1e-9) continue;
            double ratio = tableau[other][columns] / tableau[other][column];
            if (row < 0 || ratio < least_ratio) row = other, least_ratio = ratio;
        }
        if (row < 0) break;
        double pivot = 1 / tableau[row][column];
        for (int r = 0; r <= rows; r++) {
            if (r == row) continue;
            double factor = tableau[r][column] * pivot;
            for (int c = 0; c <= columns; c++) {
                if (c != column) tableau[r][c] -= factor * tableau[row][c];
            }
            tableau[r][column] = -factor;
        }
        for (int c = 0; c <= columns; c++) tableau[row][c] *= pivot;
        tableau[row][column] = pivot;
        int variable = basis[row];
        basis[row] = outside[column];
        outside[column] = variable;
    }
    double value = 1 / tableau[rows][columns];
    if (row_mix) {
        for (int row = 0; row < rows; row++) row_mix[row] = 0;
        for (int column = 0; column < columns; column++) column_mix[column] = 0;
        for (int row = 0; row < rows; row++) {
            if (basis[row] >= 6) column_mix[basis[row] - 6] = tableau[row][columns] * value;
        }
        for (int column = 0; column < columns; column++) {
            if (outside[column] < 6) row_mix[outside[column]] = tableau[rows][column] * value;
        }
    }
    return value - shift;
}

/* ---- The transposition table ---- */

#define SLOTS (1 << 16)
/* The depth of a value without evaluations: exact at any depth. */
#define EXACT 63

typedef struct {
    boxes tanks[2];
    uint64_t held; /* the boxes of seat 1; from bit 40 the depth, never 0; from bit 48 the rounds if they matter */
    int value;
} valued;

static valued table[SLOTS];

static valued *slot_of(const position *at) {
    uint64_t hash = at->tanks[0] * 0x9E3779B97F4A7C15 ^ at->tanks[1] * 0xC2B2AE3D27D4EB4F ^ at->held * 0x165667B19E3779F9;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9;
    return &table[hash >> 48 & (SLOTS - 1)];
}

static uint64_t held_and_rounds(const position *at) {
    return rules.wasted ? at->held | (uint64_t)at->rounds << 48 : at->held;
}

/* ---- The search ---- */

static int value_of(const position *at, int depth);

/* Computes the cells of a matrix by the evaluation. Most rounds change two tracks, so the other four are
 * summed once. */
static void fill_by_estimate(matrix *game, const position *at) {
    tally before[6], all = {0, 0};
    for (int column = 0; column < 6; column++) {
        before[column] = tally_of(at, column);
        all.worth += before[column].worth;
        all.steps += before[column].steps;
    }
    for (boxes mine = movable(at, 0); mine; mine &= mine - 1) {
        game->columns = 0;
        for (boxes theirs = movable(at, 1); theirs; theirs &= theirs - 1) {
            position next = play(*at, mine & -mine, theirs & -theirs);
            int *cell = &game->cell[game->rows][game->columns++];
            if (is_over(&next)) {
                *cell = final_value(&next);
                continue;
            }
            boxes changed = (next.tanks[0] ^ at->tanks[0]) | (next.tanks[1] ^ at->tanks[1]);
            changed |= changed >> 18;
            changed = (changed | changed >> 6 | changed >> 12) & 0x3F;
            tally now = all;
            for (; changed; changed &= changed - 1) {
                int column = first_of(changed);
                tally track = tally_of(&next, column);
                now.worth += track.worth - before[column].worth;
                now.steps += track.steps - before[column].steps;
            }
            *cell = estimate(&next, now);
            search.guesses++;
        }
        game->rows++;
    }
}

/* Computes the matrix of a position that is not over. Returns false if the time ran out. */
static bool fill(matrix *game, const position *at, int depth) {
    search.nodes++;
    if (search.nodes % NODES_A_LOOK == 0 && muster_remaining() < search.end) search.stopped = true;
    if (search.nodes > search.node_limit) search.stopped = true;
    game->rows = game->columns = 0;
    if (search.stopped) return false;
    if (depth == 1) {
        fill_by_estimate(game, at);
        return true;
    }
    for (boxes mine = movable(at, 0); mine; mine &= mine - 1) {
        game->columns = 0;
        for (boxes theirs = movable(at, 1); theirs; theirs &= theirs - 1) {
            position next = play(*at, mine & -mine, theirs & -theirs);
            game->cell[game->rows][game->columns++] = value_of(&next, depth - 1);
        }
        if (search.stopped) return false;
        game->rows++;
    }
    return true;
}

static int value_of(const position *at, int depth) {
    if (is_over(at)) return final_value(at);
    valued *known = slot_of(at);
    uint64_t held = held_and_rounds(at), deep = (uint64_t)depth << 40, exact = (uint64_t)EXACT << 40;
    if (known->tanks[0] == at->tanks[0] && known->tanks[1] == at->tanks[1]) {
        if (known->held == (held | exact)) return known->value;
        if (known->held == (held | deep)) {
            search.guesses++;
            return known->value;
        }
    }
    int64_t guesses = search.guesses;
    matrix game;
    if (!fill(&game, at, depth)) return 0;
    double equilibrium = solve(&game, NULL, NULL);
    known->tanks[0] = at->tanks[0];
    known->tanks[1] = at->tanks[1];
    known->held = held | (search.guesses == guesses ? exact : deep);
    known->value = (int)(equilibrium < 0 ? equilibrium - 0.5 : equilibrium + 0.5);
    return known->value;
}

static unsigned nth_tank(const position *at, int seat, int index) {
    boxes rest = movable(at, seat);
    while (index--) rest &= rest - 1;
    return tank_on(seat, rest & -rest);
}

#endif
