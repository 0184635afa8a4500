"""Writes two numbers without anything between them."""
# check: notation

from nim import *
from muster.rules import action


take = action("{stones}{more}", stones=(1, 30, "Stones."), more=(0, 30, "More."), about="Takes stones.")


def legal(state, seat):
    return [take(1, 1)]
