"""Scores with a number."""
# check: score

from nim import *


def score(state):
    return 12
