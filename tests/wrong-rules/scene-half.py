"""Places a shape between two points of the scene."""
# check: shapes[0].circle[1] is 3.5

from nim import *

from muster.rules import circle


def scene(state):
    return [circle("heap", 10, state["heap"] / 2, 5)]
