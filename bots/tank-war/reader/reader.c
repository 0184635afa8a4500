/* Reader: finds out how its enemy thinks, and plays against that.
 *
 * Like `teacher` it values each round that may follow by a search over both players' moves at once. But an
 * equilibrium only makes sure not to lose; to win takes a guess at what the enemy will do. The reader keeps a few
 * models of it: one that names any tank, one that plays the equilibrium, and two that think as `hunter` and
 * `guesser` do. Each round it compares what they expected with what the enemy did, and believes those more that
 * were right (Bayes' rule). It plays what does best against the enemy that they make together. If it believes in
 * one of the thinkers, it looks further: it plays on against that one in its head, round by round.
 *
 * Settings: ms=N (milliseconds a move, at most), share=N (how much of the time left for the move is used, in
 * hundredths; 90).
 */
#include "tank_war.h"

#include "../common/rules.h"
#include "../common/search.h"

/* ---- How an enemy may think ---- */

enum { ANY, EQUILIBRIUM, HUNTER, GUESSER, MODELS };

/* What a position is worth to them: tanks, then boxes, and ten times that if the game is over; in thousandths. */
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

/* A guesser takes its enemy for a hunter, three times in four, and goes on for three rounds. */
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

/* The move that a thinker makes for a seat. */
static boxes move_of(int model, const position *at, int seat) {
    boxes choice = 0;
    if (model == HUNTER) hunters_value(at, seat, 2, &choice);
    else guessers_value(at, seat, 3, &choice);
    return choice;
}

/* ---- Which of them the enemy is ---- */

static double belief[MODELS] = {0.1, 0.75, 0.05, 0.1};
/* By model and tank, how likely the enemy was to name it, in the round before; `asked` if there was one. */
static double expected[MODELS][6];
static bool asked;

/* Bayes' rule with the tank that the enemy named last. */
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

/* What each model expects now, and from all of them how likely each of the enemy's moves is, in the order of the
 * matrix. Any model may be wrong, so that nothing is ever impossible. */
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

/* What a position is worth for a seat against a thinker, if it is foreseen for so many rounds. */
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

    /* What each round that may follow is worth. */
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

    /* Against a thinker it believes in it plays on in its head. */
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
