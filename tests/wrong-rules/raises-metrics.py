"""Raises an exception in metrics."""
# check: exception in metrics

from nim import *


def metrics(state, seat):
    raise ValueError("no luck")
