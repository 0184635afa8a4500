"""Looks at what the other side hides while it shows the position."""
# check: show

from coins import *


def show(state, seat):
    return {"mine": state["own"][1 - seat]["coins"], "stage": state["stage"]}
