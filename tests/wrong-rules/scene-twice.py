"""Gives two shapes of a scene one id."""
# check: the shape `stone` is there twice

from nim import *

from muster.rules import circle


def scene(state):
    return [circle("stone", 10 * stone, 10, 5) for stone in range(state["heap"])]
