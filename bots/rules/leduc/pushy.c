/* Pushy: bets with everything but a hopeless jack, which it gives up when the other bets.
 *
 * Settings: bluff=N (of 100 jacks, how many it plays like kings; 0).
 */
#include "leduc_poker.h"

uint64_t choose(const leduc_poker_view *view) {
    bool is_behind = view->chips[!view->seat] > view->chips[view->seat];
    bool is_bluff = (int)muster_below(100) < (int)muster_number("bluff", 0);
    bool is_hopeless = view->card == 1 && view->turned > 1 && !is_bluff;
    if (is_hopeless) return is_behind ? leduc_poker_fold() : leduc_poker_call();
    return view->bets < 2 ? leduc_poker_bet() : leduc_poker_call();
}
