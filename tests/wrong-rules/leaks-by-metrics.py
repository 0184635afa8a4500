"""Counts what a side hides as a metric."""
# check: learns a secret

from coins import *


def metrics(state, seat):
    return [state["own"][seat]["coins"]]
