"""Shows two elements in a field of one."""
# check: heap

from nim import *


def show(state, seat):
    return {"heap": [state["heap"], 0]}
