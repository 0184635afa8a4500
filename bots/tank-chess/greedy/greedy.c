/* Greedy: chooses one action at a time and ignores the enemy's answers.
 *
 * It fires on the Command tank if it can, then eliminates the most valuable targets, then drives targets away.
 * Then it takes the move that brings a piece closest to a square from which it can fire on the enemy's Command
 * tank. A square in reach of an enemy gun is worth less, one with a shot at the Command tank more. It ends its
 * turn when no move has a positive value.
 *
 * Settings: caution=N (the penalty in steps for a square in the enemy's fire; 4), moves=N (maximum moves per
 * turn; 3), shelter=no (places the Command tank anywhere).
 */
#include "tank_chess.h"

#include "../common/rules.h"

static position at, after;
static const int worth_of[6] = {1000, 10, 15, 20, 18, 18};

static uint64_t best_shot(void) {
    static shot shots[256];
    int count = list_shots(&at, shots, 256), best = 0;
    uint64_t choice = tank_chess_end_firing();
    for (int index = 0; index < count; index++) {
        int fate = fate_of(&at, shots[index].target, shots[index].retreat, shots[index].force);
        int value = fate < 0 ? worth_of[rules.kind[shots[index].target]] : 1;
        if (value > best) best = value, choice = code_of_shot(&at, shots[index]);
    }
    return choice;
}

/* Returns true if an enemy shot at a piece would have an effect. */
static bool is_in_fire(const position *here, int piece) {
    hit hits[8];
    for (pieces left = here->alive & army_of(!seat_of(piece)); left; left &= left - 1) {
        int firer = first_of(left);
        for (int index = hits_of(here, firer, hits); index--;) {
            if (hits[index].target == piece && force_of(here, firer, hits[index])) return true;
        }
    }
    return false;
}

static bool aims_at_command(const position *here, int piece) {
    hit hits[8];
    for (int index = hits_of(here, piece, hits); index--;) {
        if (rules.kind[hits[index].target] == COMMAND && force_of(here, piece, hits[index])) return true;
    }
    return false;
}

static int standing(const position *here, int piece, int caution) {
    int value = -2 * way_to_go(piece, here->square[piece]);
    if (is_in_fire(here, piece)) value -= 2 * caution;
    if (aims_at_command(here, piece)) value += 12;
    return value;
}

static uint64_t best_move(void) {
    static step steps[MOST_STEPS];
    static uint8_t beside[256];
    int caution = (int)muster_number("caution", 4), best = 0, ties = 0;
    uint64_t choice = tank_chess_end_turn();
    if (__builtin_popcount(at.moved) >= muster_number("moves", 3)) return choice;
    mark_beside(&at, !at.mover, beside);
    for (pieces left = movable(&at); left; left &= left - 1) {
        int piece = first_of(left), before = standing(&at, piece, caution);
        for (int index = list_moves(&at, piece, beside, steps); index--;) {
            after = at;
            drive(&after, steps[index]);
            int gain = standing(&after, piece, caution) - before;
            if (gain > best) best = gain, ties = 0;
            if (gain > 0 && gain == best && muster_below((uint32_t)++ties) == 0) choice = code_of_move(&at, steps[index]);
        }
    }
    return choice;
}

uint64_t choose(const tank_chess_view *view) {
    read_view(&at, view);
    if (view->phase == SETUP) return next_placement(&at, view, !muster_is("shelter", "no"));
    measure_ways(&at, !at.mover);
    return view->phase == FIRING ? best_shot() : best_move();
}
