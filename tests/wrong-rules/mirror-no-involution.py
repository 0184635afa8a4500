"""Takes a stone away in the mirror."""
# check: `mirror` applied twice gives another position

from notes import *


def mirror(state):
    return {"heap": max(1, state["heap"] - 1), "next": 1 - state["next"], "taken": state["taken"][::-1]}
