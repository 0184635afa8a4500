"""Keeps what a side hides in the state that everybody sees."""
# check: `state.right` differs

from coins import *


def apply(state, moves):
    if state["stage"] == 0:
        state["stage"] = 1
        state["right"] = [move.coins for move in moves.values()]
        return state
    state["stage"] = 2
    return state
