"""Keeps a map whose keys are numbers."""
# check: state.taken

from nim import *


def start(options):
    return {"heap": 7, "next": 0, "taken": {0: 0, 1: 0}}
