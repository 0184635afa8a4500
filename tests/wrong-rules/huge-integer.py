"""Keeps an integer beyond 2^53."""
# check: state.more

from nim import *


def start(options):
    return {"heap": 7, "next": 0, "taken": [0, 0], "more": 2**60}
