"""Calls itself without end."""
# check: legal

from nim import *


def legal(state, seat):
    return legal(state, seat)
