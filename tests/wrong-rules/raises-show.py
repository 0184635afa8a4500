"""Raises an exception in show."""
# check: exception in show

from nim import *


def show(state, seat):
    raise ValueError("no luck")
