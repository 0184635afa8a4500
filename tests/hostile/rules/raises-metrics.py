"""Raises an exception in metrics."""
# check: metrics

from nim import *


def metrics(state, seat):
    raise ValueError("no luck")
