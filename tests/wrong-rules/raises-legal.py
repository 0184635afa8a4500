"""Raises an exception in legal."""
# check: exception in legal

from nim import *


def legal(state, seat):
    raise ValueError("no luck")
