"""Raises an exception in mirror."""
# check: exception in mirror

from notes import *


def mirror(state):
    return state["image"]
