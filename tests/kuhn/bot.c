/* Plays in worlds that it cannot tell from the true one: the action that wins most of them against random answers. */
#include "kuhn_poker_with_cups.h"

#define WORLDS 40

static int me;

/* The legal actions of the player who acts first, which are two after the cards are dealt. */
static double choices(muster_position position) {
    int32_t phase = muster_position_phase(position);
    return muster_position_legal(position, phase == 2, NULL, 0);
}

/* 1 for chips won, 0 for chips lost, a half in between. */
static double points(kuhn_poker_with_cups_metrics metrics) { return metrics.won > 0 ? 1 : metrics.won < 0 ? 0 : 0.5; }

/* The points after an action, in the mean of the other player's answers. */
static double worth(muster_position position, uint64_t action) {
    const uint64_t none = MUSTER_NO_ACTION;
    muster_position after = muster_position_after(position, me ? none : action, me ? action : none);
    kuhn_poker_with_cups_child answers[2];
    double sum = points(kuhn_poker_with_cups_measure(after, me));
    int32_t count = 1;
    if (!muster_is_over(muster_position_phase(after))) {
        count = kuhn_poker_with_cups_children(after, !me, none, answers, 2);
        sum = points(answers[0].metrics[me]) + points(answers[1].metrics[me]);
    }
    muster_position_release(after);
    return sum / count;
}

static uint64_t lay(void) {
    muster_position here = muster_position_here(NULL, 0);
    uint64_t mine = kuhn_poker_with_cups_lay(2), none = kuhn_poker_with_cups_lay(0);
    muster_position after = muster_position_after(here, me ? none : mine, me ? mine : none);
    /* Six orders of the deck, three and two cards, two who begin. */
    if (muster_position_phase(after) != kuhn_poker_with_cups_chance) __builtin_trap();
    if (kuhn_poker_with_cups_expected(after, choices) != 2) __builtin_trap();
    return mine;
}

uint64_t choose(const kuhn_poker_with_cups_view *view) {
    me = view->seat;
    uint64_t actions[3];
    uint32_t count = muster_legal_actions(actions, 3);
    if (muster_kind(actions[0]) == KUHN_POKER_WITH_CUPS_LAY) return lay();
    double worths[2] = {0, 0};
    int others[4] = {0, 0, 0, 0};
    for (int world = 0; world < WORLDS; world++) {
        muster_position here = muster_position_here(NULL, 0);
        kuhn_poker_with_cups_view mine, other;
        muster_position_view(here, me, &mine, sizeof mine);
        muster_position_view(here, !me, &other, sizeof other);
        if (mine.card != view->card || mine.cup != view->cup || other.card == view->card) __builtin_trap();
        others[other.card]++;
        for (uint32_t at = 0; at < count; at++) worths[at] += worth(here, actions[at]);
        muster_position_release(here);
    }
    /* The other player may have either of the two other cards, and has one. */
    for (int card = 1; card < 4; card++) {
        if ((others[card] > 0) != (card != view->card)) __builtin_trap();
    }
    return actions[worths[1] > worths[0]];
}
