"""Prints ten megabytes in every call."""
# check ok

from nim import *


def turn(state):
    print("x" * 10_000_000)
    return state["next"] if state["heap"] else win(1 - state["next"], "the last stone is taken")
