/* Careful: bets with a pair or a king, calls with a queen, and gives up a jack when the other bets.
 *
 * Settings: bluff=N (of 100 jacks, how many it plays like kings; 0).
 */
#include "leduc_poker.h"

uint64_t choose(const leduc_poker_view *view) {
    int seat = view->seat;
    bool is_behind = view->chips[!seat] > view->chips[seat], may_bet = view->bets < 2;
    unsigned card = view->card;
    if (card == 1 && (int)muster_below(100) < (int)muster_number("bluff", 0)) card = 3;
    bool is_pair = view->turned == view->card;
    bool is_strong = is_pair || (card == 3 && (view->turned == 0 || !is_behind));
    if (is_strong && may_bet) return leduc_poker_bet();
    bool is_weak = card == 1 || (view->turned > card && is_behind);
    if (!is_pair && is_weak && is_behind) return leduc_poker_fold();
    return leduc_poker_call();
}
