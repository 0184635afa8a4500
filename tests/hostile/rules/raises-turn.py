"""Raises an exception in turn."""
# check: turn

from nim import *


def turn(state):
    raise ValueError("no luck")
