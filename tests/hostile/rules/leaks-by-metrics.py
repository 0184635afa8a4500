"""Counts what a side hides as a metric."""
# check: metrics

from coins import *


def metrics(state, seat):
    return [state["own"][seat]["coins"]]
