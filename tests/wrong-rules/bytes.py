"""Keeps bytes in the state."""
# check: state.more

from nim import *


def start(options):
    return {"heap": 7, "next": 0, "taken": [0, 0], "more": b"abc"}
