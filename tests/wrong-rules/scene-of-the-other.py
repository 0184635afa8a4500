"""Draws what the other side hides."""
# check: exception in scene

from coins import *

from muster.rules import label


def scene(state):
    return [label(f"coins{seat}", 10, 10, str(state["own"][seat]["coins"])) for seat in (0, 1)]
