"""Keeps a set in the state."""
# check: state.taken

from nim import *


def start(options):
    return {"heap": 7, "next": 0, "taken": {0, 1}}
