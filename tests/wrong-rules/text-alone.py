"""Writes positions, and cannot read them."""
# check: `text`

from nim import *


def text(state):
    return str(state["heap"])
