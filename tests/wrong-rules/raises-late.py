"""Raises an exception only near the end, in a function that apply calls."""
# check: halve

from nim import *


def apply(state, moves):
    [(seat, move)] = moves.items()
    state["heap"] -= move.stones
    state["next"] = 1 - seat
    return halve(state)


def halve(state):
    state["taken"][0] = 8 // (state["heap"] - 2)
    return state
