"""Never returns from turn once a stone is taken."""
# check: turn

from nim import *


def turn(state):
    while state["heap"] < 7:
        pass
    return 0
