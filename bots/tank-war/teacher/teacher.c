/* Teacher: a search over both players' moves at once.
 *
 * Every position is a matrix game: my tanks are the rows, the enemy's the columns, and each cell is the value
 * of the round that follows. The value of a matrix is that of its equilibrium in mixed strategies, found by
 * the simplex method; the values of the cells come from the same search one round less deep, and at depth 0
 * from an estimate. The order of moves within a side hardly matters in this game, so that very many paths
 * meet again: a table of positions already valued makes the search ten times deeper than the paths alone
 * would let it be.
 *
 * It deepens round by round until its time is used, offers the best move so far, and plays the equilibrium
 * strategy of the last complete depth.
 *
 * Settings: depth=N (rounds, at most), ms=N (milliseconds a move, 20), nodes=N (positions with a matrix of
 * their own, at most).
 */
#include "tank_war.h"

#include "../common/rules.h"

/* A won game; estimates stay below. */
#define WIN 10000
/* What an estimate may be worth at most. */
#define SURE 9000
#define MOST_DEPTH 60

/* The clock is asked once in so many nodes. */
#define NODES_A_LOOK 256

static struct {
    bool stopped;
    int64_t nodes, node_limit;
    int64_t end; /* stop when less than this is left of the clock */
} search;

/* ---- What a position is worth for seat 0, without looking ahead ---- */

static int estimate(const position *at) {
    int score = 0;
    score = 300 * tank_lead(at) + 30 * box_lead(at);
    return SURE * score / ((score < 0 ? -score : score) + 600);
}

/* The end of the game: mostly who has won, a little by how much. */
static int final_value(const position *at) {
    return winner(at) * (WIN - 200) + 20 * tank_lead(at) + box_lead(at);
}

/* ---- Matrix games ---- */

typedef struct {
    int rows, columns;
    int cell[6][6]; /* for the seat of the rows */
} matrix;

/* The value for the rows and, if wanted, the equilibrium strategies. */
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

/* ---- Positions already valued ---- */

#define SLOTS (1 << 16)

typedef struct {
    boxes tanks_0, tanks_1;
    boxes held; /* and the depth in the bits from 40, which is never 0 in use */
    int value;
} valued;

static valued table[SLOTS];

static valued *slot_of(const position *at) {
    uint64_t hash = at->tanks[0] * 0x9E3779B97F4A7C15 ^ at->tanks[1] * 0xC2B2AE3D27D4EB4F ^ at->held * 0x165667B19E3779F9;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9;
    return &table[hash >> 48 & (SLOTS - 1)];
}

/* ---- The search ---- */

static int value_of(const position *at, int depth);

/* The matrix of a position that is not over; false if the time ran out. */
static bool fill(matrix *game, const position *at, int depth) {
    boxes mine = movable(at, 0), theirs = movable(at, 1);
    game->rows = game->columns = 0;
    for (boxes rest = mine; rest; rest &= rest - 1) {
        game->columns = 0;
        for (boxes other = theirs; other; other &= other - 1) {
            position next = play(*at, rest & -rest, other & -other);
            game->cell[game->rows][game->columns++] = value_of(&next, depth - 1);
        }
        if (search.stopped) return false;
        game->rows++;
    }
    return true;
}

static int value_of(const position *at, int depth) {
    if (is_over(at)) return final_value(at);
    if (depth <= 0) return estimate(at);
    valued *known = slot_of(at);
    uint64_t held = at->held | (uint64_t)depth << 40;
    if (known->tanks_0 == at->tanks[0] && known->tanks_1 == at->tanks[1] && known->held == held) return known->value;
    search.nodes++;
    if (search.nodes % NODES_A_LOOK == 0 && muster_remaining() < search.end) search.stopped = true;
    if (search.nodes > search.node_limit) search.stopped = true;
    matrix game;
    if (search.stopped || !fill(&game, at, depth)) return 0;
    double exact = solve(&game, NULL, NULL);
    int value = (int)(exact < 0 ? exact - 0.5 : exact + 0.5);
    if ((int)(known->held >> 40) <= depth || 1) {
        known->tanks_0 = at->tanks[0];
        known->tanks_1 = at->tanks[1];
        known->held = held;
        known->value = value;
    }
    return value;
}

static unsigned nth_tank(const position *at, int seat, int index) {
    boxes rest = movable(at, seat);
    while (index--) rest &= rest - 1;
    return tank_on(seat, rest & -rest);
}

static int draw(const double *mix, int size) {
    double dice = (double)(muster_random() >> 11) / 9007199254740992.0;
    int last = 0;
    for (int index = 0; index < size; index++) {
        if (mix[index] <= 0) continue;
        last = index;
        dice -= mix[index];
        if (dice < 0) break;
    }
    return last;
}

uint64_t choose(const tank_war_view *view) {
    position at = read_view(view);
    int seat = view->seat;
    int deepest = (int)muster_number("depth", MOST_DEPTH);
    if (deepest > MOST_DEPTH) deepest = MOST_DEPTH;
    int64_t now = muster_remaining();
    int64_t budget = muster_number("ms", 20) * 1000000;
    if (budget > now / 2) budget = now / 2;
    search.end = now - budget;
    search.nodes = 0;
    search.node_limit = muster_number("nodes", INT64_MAX);
    search.stopped = false;

    double mixes[2][6] = {{1}, {1}};
    int size = count(movable(&at, seat));
    for (int depth = 1; depth <= deepest; depth++) {
        matrix game;
        if (!fill(&game, &at, depth)) break;
        solve(&game, mixes[0], mixes[1]);
        int best = 0;
        for (int index = 1; index < size; index++) {
            if (mixes[seat][index] > mixes[seat][best]) best = index;
        }
        muster_offer(tank_war_move(nth_tank(&at, seat, best)));
#ifdef NATIVE
        { extern int printf(const char *, ...); extern char *getenv(const char*); if (getenv("DEPTHS")) printf("round %d depth %d nodes %ld value %f\n", at.rounds, depth, (long)search.nodes, solve(&game,0,0)); }
#endif
        if (size == 1) break;
    }
    return tank_war_move(nth_tank(&at, seat, draw(mixes[seat], size)));
}
