"""Shows nothing for a declared field."""
# check: heap

from nim import *


def show(state, seat):
    return {}
