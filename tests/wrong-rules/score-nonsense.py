"""Scores with a number."""
# check: score returned 12

from nim import *


def score(state):
    return 12
