/* Greedy: tries every move and takes the one with the best balance of points: captures first, then entries into
 * the enemy's base, then steps towards it. It ignores the enemy's answers, unless `care` is set. It chooses
 * among equal moves at random.
 *
 * Settings: care=N (the penalty, in hundredths of a tank's points, for a move to a square where an enemy could
 * capture it; 0), advance=N (the value of a step towards the enemy's base, in hundredths of a point; 5).
 */
#include "tank_battle.h"

#include "../common/rules.h"

uint64_t choose(const tank_battle_view *view) {
    read_view(view);
    int64_t care = muster_number("care", 0), advance = muster_number("advance", 5);
    static move moves[MOST_MOVES];
    int count = list_moves(moves, false), seat = at.seat, ties = 0;
    int64_t best = INT64_MIN;
    move choice = 0;
    for (int index = 0; index < count; index++) {
        unsigned from = from_of(moves[index]), to = to_of(moves[index]), cell = at.cell[from];
        undo before = make(moves[index]);
        int64_t score = -100 * lead() + advance * (to_goal[seat][from] - to_goal[seat][to]);
        if (care && attackers(to, !seat, cell)) score -= care * points_of(cell, to);
        take_back(moves[index], before);
        if (score > best) best = score, ties = 0;
        if (score == best && muster_below((uint32_t)++ties) == 0) choice = moves[index];
    }
    return action_of(choice);
}
