"""Lists more stones than there are."""
# check: apply

from nim import *


def legal(state, seat):
    return [take(stones) for stones in (1, 2, 3)]


def apply(state, moves):
    [(seat, move)] = moves.items()
    if move.stones > state["heap"]:
        raise ValueError("not so many stones")
    state["heap"] -= move.stones
    state["next"] = 1 - seat
    return state
