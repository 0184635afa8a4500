"""Raises an exception in legal."""
# check: legal

from nim import *


def legal(state, seat):
    raise ValueError("no luck")
