"""Keeps what a side hides in the state that everybody sees."""
# check: `state.right` differs

from coins import *


def apply(state, moves):
    if state["ply"] == 0:
        state["ply"] = 1
        state["right"] = [move.coins for move in moves.values()]
        return state
    state["ply"] = 2
    return state
