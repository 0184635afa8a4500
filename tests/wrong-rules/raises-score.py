"""Raises an exception in score."""
# check: exception in score

from nim import *


def score(state):
    raise ValueError("no luck")
