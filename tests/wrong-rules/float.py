"""Keeps a float in the state."""
# check: state.taken[0]

from nim import *


def start(options):
    return {"heap": 7, "next": 0, "taken": [0.5, 0]}
