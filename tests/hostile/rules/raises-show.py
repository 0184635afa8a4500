"""Raises an exception in show."""
# check: show

from nim import *


def show(state, seat):
    raise ValueError("no luck")
