"""Imagines five coins in a hand of three."""
# check: imagine

from coins import *


def imagine(state, seat, dice):
    return 5
