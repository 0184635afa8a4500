"""Returns 5 from turn."""
# check: turn

from nim import *


def turn(state):
    return 5
