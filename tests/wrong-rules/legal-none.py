"""Lists nothing for a side that is to act."""
# check: has no legal action

from nim import *


def legal(state, seat):
    return [take(1)] if state["heap"] > 3 else []
