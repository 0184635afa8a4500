"""Counts its own calls, which does not help it: every call begins with the same memory."""
# check ok

from nim import *


calls = 0


def turn(state):
    global calls
    calls += 1
    return state["next"] if state["heap"] else win((1 - state["next"] + calls - 1) % 2, "the last stone is taken")
