"""Shows 300 in a field of bytes."""
# check: heap

from nim import *


def show(state, seat):
    return {"heap": 300}
