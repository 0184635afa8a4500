"""Mirrors positions that have no texts."""
# check: `mirror`

from nim import *


def mirror(state):
    return {**state, "next": 1 - state["next"], "taken": state["taken"][::-1]}
