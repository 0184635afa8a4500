"""Shows a field that is not declared."""
# check ok

from nim import *


def show(state, seat):
    return {"heap": 1, "mountain": 1}
