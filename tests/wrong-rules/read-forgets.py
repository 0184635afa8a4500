"""Reads a position without the stones that were taken."""
# check: `read` returns another position for a text: the metric `taken`

from nim import *


def text(state):
    return f"{state['heap']} {state['next']}"


def read(words):
    heap, seat = map(int, words.split(" "))
    return {"heap": heap, "next": seat, "taken": [0, 0]}
