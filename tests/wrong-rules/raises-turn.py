"""Raises an exception in turn."""
# check: exception in turn

from nim import *


def turn(state):
    raise ValueError("no luck")
