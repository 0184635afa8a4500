/* A bot for $title. It looks one move ahead: $plan.
 *
 * Ideas: expect the opponent's best answer; play random games to the end (muster_position_playout); look at the view. */
#include "$name.h"

#include <stdio.h>

/* The bot considers this many moves. */
#define MOST 1024
#define WON 1000000000

static uint64_t actions[MOST];
static $name_child children[MOST];

static uint32_t least(uint32_t one, uint32_t other) { return one < other ? one : other; }

/* Returns a seat's lead after a move. */
static int64_t lead(const $name_child *child, int seat) {
    int winner = muster_winner(child->phase);
    if (winner >= 0) return winner == seat ? WON : -WON;
    return muster_is_over(child->phase) ? 0 : $lead{child->metrics[seat].$metric - child->metrics[1 - seat].$metric};
}

uint64_t choose(const $name_view *view) {
    int seat = view->seat;
    uint64_t other = MUSTER_NO_ACTION;
    uint32_t count = least(muster_legal_actions(actions, MOST), MOST);
    uint32_t start = muster_below(count), best = start;
    muster_offer(actions[start]); /* Is played if the time runs out. */
    uint64_t offered = actions[start];
    muster_position here = muster_position_here(NULL, 0);
    if (view->flags & MUSTER_SIMULTANEOUS) {
        int32_t answers = muster_position_legal(here, 1 - seat, actions, MOST);
        if (answers > 0) other = actions[muster_below(least((uint32_t)answers, MOST))];
    }
    int32_t found = $name_children(here, seat, other, children, MOST);
    if (found <= 0) return offered; /* The tournament has no positions. */
    /* Of equally good moves, the bot plays the first one after a random index. */
    for (uint32_t step = 1; step < count; step++) {
        uint32_t next = (start + step) % count;
        if (lead(&children[next], seat) > lead(&children[best], seat)) best = next;
    }
    printf("ply %u: move %u of %u\n", (unsigned)view->ply, best, count); /* Goes to the match's log. */
    return children[best].action;
}
