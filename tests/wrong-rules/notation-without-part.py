"""Writes an action without one of its parts."""
# check: more

from nim import *
from muster.rules import action


take = action("{stones}", stones=(1, 3, "Stones."), more=(0, 3, "More."), about="Takes stones.")


def legal(state, seat):
    return [take(1, 1)]
