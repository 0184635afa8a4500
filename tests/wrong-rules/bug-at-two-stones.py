"""Fails once two stones are left: a bot can steer into it."""
# play: bug-at-two-stones.py

from nim import *


def legal(state, seat):
    if state["heap"] == 2:
        raise ValueError("two stones")
    return [take(stones) for stones in (1, 2, 3) if stones <= state["heap"]]
