"""Lets a seat win that does not exist."""
# check: win(7)

from nim import *


def turn(state):
    return state["next"] if state["heap"] else win(7, "nobody")
