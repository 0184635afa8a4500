"""Gives a view field a name that each language's view has already."""
# check: `ply` has a name that is reserved

from nim import *
from muster.rules import u8

VIEW = {"stones": u8(1, "Stones left."), "ply": u8(1, "The number of plies.")}


def show(state, seat):
    return {"stones": state["stones"], "ply": 0}
