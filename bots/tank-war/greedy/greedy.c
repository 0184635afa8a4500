/* Greedy: sums the values of the boards after all answers of the enemy, with equal weights, and takes the move
 * with the best sum: living tanks first, then boxes. It looks one round ahead.
 *
 * Settings: aggression=N (the weight of an enemy tank, where an own tank has 100; 100), boxes=N (the weight of
 * a box; 5).
 */
#include "tank_war.h"

#include "../common/rules.h"

uint64_t choose(const tank_war_view *view) {
    position at = read_view(view);
    int seat = view->seat;
    int64_t aggression = muster_number("aggression", 100), worth_of_box = muster_number("boxes", 5);
    int64_t best_score = INT64_MIN;
    boxes best = 0;
    for (boxes mine = movable(&at, seat); mine; mine &= mine - 1) {
        int64_t score = 0;
        for (boxes theirs = movable(&at, !seat); theirs; theirs &= theirs - 1) {
            boxes own = mine & -mine, other = theirs & -theirs;
            position after = seat ? play(at, other, own) : play(at, own, other);
            score += 100 * count(after.tanks[seat]) - aggression * count(after.tanks[!seat]);
            score += worth_of_box * (seat ? -box_lead(&after) : box_lead(&after));
        }
        if (score > best_score) {
            best_score = score;
            best = mine & -mine;
        }
    }
    return tank_war_move(tank_on(seat, best));
}
