"""Never returns from turn once a stone is taken."""
# check: out of time in turn

from nim import *


def turn(state):
    while state["heap"] < 7:
        pass
    return 0
