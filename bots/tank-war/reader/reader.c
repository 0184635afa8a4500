/* Reader: models its enemy and exploits the model.
 *
 * Like `teacher`, it evaluates each possible next round by a search over both players' simultaneous moves. An
 * equilibrium strategy only avoids losing; winning requires a prediction of the enemy's move. The reader keeps a
 * few models of the enemy: one that names any tank, one that plays the equilibrium, and two that think like
 * `hunter` and `guesser`. After each round, it updates their probabilities by the enemy's move (Bayes' rule). It
 * plays the best response to the mixture of the models. If one of the thinkers is likely, it looks further
 * ahead: it simulates the match against that one, round by round.
 *
 * Settings: ms=N (maximum milliseconds per move), share=N (the percentage of the remaining move time to
 * use; 90).
 */
#include "tank_war.h"

#include "../common/rules.h"
#include "../common/search.h"

/* ---- Models of the enemy ---- */

enum { ANY, EQUILIBRIUM, HUNTER, GUESSER, MODELS };

/* Their value of a position, in thousandths: tanks, then boxes, and ten times that if the game is over. */
static int worth(const position *at, int seat) {
    int lead = 1000 * (40 * tank_lead(at) + box_lead(at));
    if (is_over(at)) lead *= 10;
    return seat ? -lead : lead;
}

static position round_of(const position *at, int seat, boxes own, boxes other) {
    return seat ? play(*at, other, own) : play(*at, own, other);
}

/* A hunter looks two rounds ahead and expects anything. */
static int hunters_value(const position *at, int seat, int depth, boxes *choice) {
    if (depth == 0 || is_over(at)) return worth(at, seat);
    int best = INT32_MIN;
    for (boxes own = movable(at, seat); own; own &= own - 1) {
        int sum = 0, answers = 0;
        for (boxes other = movable(at, !seat); other; other &= other - 1, answers++) {
            position after = round_of(at, seat, own & -own, other & -other);
            sum += hunters_value(&after, seat, depth - 1, NULL);
        }
        if (sum / answers > best) {
            best = sum / answers;
            if (choice) *choice = own & -own;
        }
    }
    return best;
}

/* A guesser expects a hunter with probability 3/4, and searches three rounds. */
static int guessers_value(const position *at, int seat, int depth, boxes *choice) {
    if (depth == 0 || is_over(at)) return worth(at, seat);
    boxes guess = 0;
    hunters_value(at, !seat, 2, &guess);
    int best = INT32_MIN;
    for (boxes own = movable(at, seat); own; own &= own - 1) {
        int any = 0, guessed = 0, replies = 0;
        for (boxes other = movable(at, !seat); other; other &= other - 1, replies++) {
            position after = round_of(at, seat, own & -own, other & -other);
            any += worth(&after, seat);
            if ((other & -other) == guess) guessed = guessers_value(&after, seat, depth - 1, NULL);
        }
        int value = (75 * guessed + 25 * any / replies) / 100;
        if (value >= best) {
            best = value;
            if (choice) *choice = own & -own;
        }
    }
    return best;
}

/* Returns a thinker's move for a seat. */
static boxes move_of(int model, const position *at, int seat) {
    boxes choice = 0;
    if (model == HUNTER) hunters_value(at, seat, 2, &choice);
    else guessers_value(at, seat, 3, &choice);
    return choice;
}

/* ---- The probability of each model ---- */

static double belief[MODELS] = {0.1, 0.75, 0.05, 0.1};
/* The probability of each tank by each model in the last round; `asked` if there was one. */
static double expected[MODELS][6];
static bool asked;

/* Applies Bayes' rule to the tank that the enemy named last. */
static void learn(int enemy) {
    static muster_record records[512];
    uint32_t known = muster_history(records, 512);
    if (known > 512) known = 512;
    while (known && records[known - 1].seat != enemy) known--;
    if (!asked || !known) return;
    unsigned tank = tank_war_move_tank(records[known - 1].code);
    if (tank > 5) return;
    double sum = 0;
    for (int model = 0; model < MODELS; model++) sum += belief[model] *= expected[model][tank];
    for (int model = 0; model < MODELS; model++) belief[model] /= sum;
}

/* Computes each model's prediction, and the probability of each enemy move over all models, in the order of the
 * matrix. Models can be wrong, so no move has probability 0. */
static void expect(const position *at, int enemy, const double *equilibrium, double *likely) {
    boxes choices[MODELS] = {0};
    for (int model = HUNTER; model < MODELS; model++) choices[model] = move_of(model, at, enemy);
    int size = count(movable(at, enemy)), index = 0;
    for (boxes rest = movable(at, enemy); rest; rest &= rest - 1, index++) {
        unsigned tank = tank_on(enemy, rest & -rest);
        likely[index] = 0;
        for (int model = 0; model < MODELS; model++) {
            double chance = model == ANY ? 1.0 / size
                : model == EQUILIBRIUM ? equilibrium[index]
                                       : (rest & -rest) == choices[model];
            expected[model][tank] = 0.9 * chance + 0.1 / size;
            likely[index] += belief[model] * expected[model][tank];
        }
    }
    asked = true;
}

/* ---- The choice ---- */

/* Returns the value of a position for a seat against a thinker, simulated for this many rounds. */
static int value_against(int model, const position *at, int seat, int rounds) {
    if (is_over(at)) return seat ? -final_value(at) : final_value(at);
    if (rounds == 0) {
        int value = value_of(at, 2);
        return seat ? -value : value;
    }
    if (muster_remaining() < search.end) search.stopped = true;
    if (search.stopped) return 0;
    boxes theirs = move_of(model, at, !seat);
    int best = -2 * WIN;
    for (boxes own = movable(at, seat); own; own &= own - 1) {
        position after = round_of(at, seat, own & -own, theirs);
        int value = value_against(model, &after, seat, rounds - 1);
        if (value > best) best = value;
    }
    return best;
}

static int best_of(const double *values, int size) {
    int best = 0;
    for (int index = 1; index < size; index++) {
        if (values[index] > values[best]) best = index;
    }
    return best;
}

uint64_t choose(const tank_war_view *view) {
    position at = read_view(view);
    prepare_estimate();
    int seat = view->seat, size = count(movable(&at, seat));
    learn(!seat);
    int64_t now = muster_remaining(), in_game = muster_game_remaining();
    int64_t share = muster_number("share", 90), budget = muster_number("ms", 20) * 1000000;
    if (share < 1 || share > 95) share = 90;
    if (budget > now / 100 * share) budget = now / 100 * share;
    if (budget > in_game / 20) budget = in_game / 20;
    search.end = now - budget / 2;
    search.nodes = 0;
    search.node_limit = INT64_MAX;
    search.stopped = false;

    /* Evaluates each possible next round. */
    matrix game = {0}, deeper;
    double mixes[2][6] = {{1}, {1}};
    for (int depth = 1; depth <= MOST_DEPTH; depth++) {
        search.guesses = 0;
        if (!fill(&deeper, &at, depth)) break;
        game = deeper;
        if (search.guesses == 0) break;
    }
    if (game.rows == 0) return tank_war_move(nth_tank(&at, seat, 0));
    solve(&game, mixes[0], mixes[1]);

    double likely[6], values[6];
    expect(&at, !seat, mixes[!seat], likely);
    for (int own = 0; own < size; own++) {
        values[own] = 0;
        for (int other = 0; other < count(movable(&at, !seat)); other++) {
            values[own] += likely[other] * (seat ? -game.cell[other][own] : game.cell[own][other]);
        }
    }
    int choice = best_of(values, size);
    muster_offer(tank_war_move(nth_tank(&at, seat, choice)));

    /* Simulates the match against a likely thinker. */
    int model = belief[HUNTER] > belief[GUESSER] ? HUNTER : GUESSER;
    search.end = now - budget;
    search.stopped = false;
    for (int rounds = 1; belief[model] > 0.6 && rounds < 12; rounds++) {
        double foreseen[6];
        boxes theirs = move_of(model, &at, !seat);
        int index = 0;
        for (boxes own = movable(&at, seat); own; own &= own - 1, index++) {
            position after = round_of(&at, seat, own & -own, theirs);
            foreseen[index] = values[index] * (1 - belief[model]) + belief[model] * value_against(model, &after, seat, rounds);
        }
        if (search.stopped) break;
        choice = best_of(foreseen, size);
        muster_offer(tank_war_move(nth_tank(&at, seat, choice)));
    }
    return tank_war_move(nth_tank(&at, seat, choice));
}
